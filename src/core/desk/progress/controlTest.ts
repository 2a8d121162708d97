import type { ControlTest } from '../../model/desk/controlTest';
import { isTestPassed } from '../../model/desk/controlTest';
import { agreesWithKnown } from '../../quality/knownAnswer';
import type { Study } from '../../study/study';

/**
 * Counts how far an annotator is in the qualification test of a study: of the control items with known answers that
 * they judged, the first so many. Undefined where the study has no test. Reads their lines; throws as `Journal.fetch`
 * does.
 */
export async function controlTestOf(
  { project, replay, journal }: Pick<Study, 'project' | 'replay' | 'journal'>,
  annotator: string,
): Promise<ControlTest | undefined> {
  const { first, pass, answers = {} } = project.plan?.controls ?? {};
  if (first === undefined) return undefined;
  const judged = Object.keys(answers)
    .flatMap((item) => replay.counted(annotator, item) ?? [])
    .filter(({ skipped }) => !skipped)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, first);
  const lines = await Promise.all(judged.map(({ ref }) => journal.fetch(ref)));
  const right = lines.filter(({ item, judgement, shown }) => {
    const answer = answers[item];
    return answer !== undefined && agreesWithKnown(judgement, answer, shown);
  }).length;
  return { of: first, done: judged.length, right, passed: isTestPassed(first, judged.length, right, pass) };
}
