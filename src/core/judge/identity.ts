import { questionAsked, type Project } from '../model/study/project';
import { versionInForce, type Rubric, type Rubrics } from '../model/rubric/rubric';
import type { Suggestion } from '../model/suggestion/suggestion';
import { hashOfVersion } from '../study/mergeConflict/mergeVersions';
import { hashOf, modelOf, type JudgeFile } from './judgeFile';
import { answerForms, judgePrompts } from './prompts';

/** What a judge is, apart from its items: another one where any of it changes. */
export type JudgeIdentity = Pick<Suggestion, 'judge' | 'model' | 'prompt' | 'sampling' | 'asks' | 'rubrics'>;

/**
 * Names a judge as it is now, with the study's question and the versions of the rubrics that it judges by. Its
 * suggestions carry the same; a certificate is stale where another identity is found.
 */
export function identityOf(
  judge: JudgeFile,
  study: { readonly project: Project; readonly rubrics: Rubrics },
): JudgeIdentity {
  return {
    judge: judge.name,
    model: modelOf(judge),
    prompt: promptHash(judge, study.project),
    sampling: Object.fromEntries(
      Object.entries(judge.sampling).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    asks: judge.asks,
    rubrics: judge.asks === 'verdicts' ? judgedRubrics(judge, study.rubrics) : [],
  };
}

/** Whether a suggestion was made by a judge as it is now; of the rubrics only that those in it say the same. */
export function isBy(suggestion: Suggestion, identity: JudgeIdentity): boolean {
  const texts = new Map(identity.rubrics.map(({ id, text }) => [id, text]));
  return (
    suggestion.judge === identity.judge &&
    suggestion.model === identity.model &&
    suggestion.prompt === identity.prompt &&
    suggestion.asks === identity.asks &&
    canonical(suggestion.sampling) === canonical(identity.sampling) &&
    suggestion.rubrics.every(({ id, text }) => texts.get(id) === text)
  );
}

/** What differs between two judges, in words that a message can name. */
export function differencesOf(before: JudgeIdentity, now: JudgeIdentity): readonly (keyof JudgeIdentity)[] {
  const names: readonly (keyof JudgeIdentity)[] = ['judge', 'model', 'prompt', 'sampling', 'asks', 'rubrics'];
  return names.filter((name) => canonical(before[name]) !== canonical(now[name]));
}

const promptHash = (judge: JudgeFile, project: Project): string =>
  hashOf(
    canonical({
      told: judge.prompt ?? judgePrompts[judge.asks],
      form: judge.answer === 'schema' ? '' : answerForms[judge.asks],
      question: judge.asks === 'pairs' ? questionAsked(project, 'pair') : '',
      aspects: judge.asks === 'ratings' ? (project.task.aspects ?? []) : [],
    }),
  );

/** The rubrics that a judge judges by, with the version in force and a hash of what that says. */
function judgedRubrics(judge: JudgeFile, rubrics: Rubrics): JudgeIdentity['rubrics'] {
  return judgedRubricsOf(judge, rubrics).map((rubric) => {
    const inForce = versionInForce(rubric);
    return { id: rubric.id, version: inForce.version, text: hashOfVersion(inForce) };
  });
}

/** Returns the rubrics that a judge judges by: those that its file names, or all. */
export const judgedRubricsOf = (judge: JudgeFile, { rubrics }: Rubrics): readonly Rubric[] =>
  rubrics.filter(({ id }) => judge.rubrics?.includes(id) !== false);

/** JSON with the fields of every object in the order of their names. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
