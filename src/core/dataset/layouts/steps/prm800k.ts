import { problem } from '../../../model/problems/problem';
import type { Judgement, Step } from '../../../model/annotation/annotation';
import type { Response } from '../../../model/item/item';
import { isObject, LayoutError, otherFields, type JsonObject, objectsIn } from '../../fields/recordFields';
import { numberOf } from '../../records/recordReader';
import { judgeNamed, type Judge } from '../labels/whoJudged';
import type { Content, Label, Layout } from '../layout';
import { metadataOf, textIn, meaningfulText } from '../texts/nestedValues';
import { responseOfSteps, type SourceStep } from '../labels/steps';

const labels: ReadonlyMap<unknown, Step['label']> = new Map([
  [1, 'correct'],
  [0, 'neutral'],
  [-1, 'incorrect'],
]);

/**
 * `{labeler, question: {problem, ground_truth_answer, …}, label: {steps: [{completions: [{text, rating: -1 | 0 | 1 |
 * null, flagged}], human_completion, chosen_completion}], total_time, finish_reason}}`: a solution that grew step by
 * step, each chosen from several or written by the labeler. Every way in which it ended or could have gone on is a
 * response: "solution", and "step-3-b" for the second completion at the third step behind the steps chosen before it.
 */
export const prm800k: Layout = {
  name: 'prm800k',
  title: 'PRM800K: solutions with a rating per step',
  origin: 'openai/prm800k, README.md (Data); huggingface/trl, examples/datasets/prm800k.py process_example',
  fields: { labeler: 'labeler', question: 'question', label: 'label' },
  matches: (record) =>
    record.has('question', 'label') &&
    isObject(record.value('label')) &&
    Array.isArray(record.objectAt('label').steps) &&
    isObject(record.value('question')) &&
    record.objectAt('question').problem !== undefined,
  read(record): Content {
    const [question, label] = [record.objectAt('question'), record.objectAt('label')];
    const paths = pathsOf(label, record.path('label'));
    const problem = textIn(question.problem, `${record.path('question')}.problem`);
    const references = [question.ground_truth_answer, question.ground_truth_solution]
      .map(meaningfulText)
      .filter((each) => each !== undefined);
    return {
      prompt: [{ role: 'user', content: problem }],
      promptText: problem,
      responses: paths.map(({ response }) => response),
      ...(references.length > 0 && { references }),
      labels: [labelOf(judgeNamed(record, meaningfulText(record.value('labeler'))), label, paths)],
      ...metadataOf(record, {
        question: otherFields(question, ['problem', 'ground_truth_answer', 'ground_truth_solution']),
        label: otherFields(label, ['steps', 'total_time', 'finish_reason']),
      }),
    };
  },
};

interface Path {
  readonly response: Response;
  readonly steps: readonly Step[];
  readonly flagged: boolean;
}

function pathsOf(label: JsonObject, path: string): Path[] {
  const paths: Path[] = [];
  const taken: JsonObject[] = [];
  const add = (id: string, completions: readonly JsonObject[]): void => {
    const { response, steps } = responseOfSteps(
      id,
      completions.map((completion, i) => stepOf(completion, `${path}.steps[${i}]`)),
    );
    const metadata = metadataOfSteps(completions);
    paths.push({
      response: { ...response, ...(metadata && { metadata }) },
      steps,
      flagged: completions.at(-1)?.flagged === true,
    });
  };
  for (const [i, step] of objectsIn(label.steps, `${path}.steps`).entries()) {
    const completions =
      (step.completions ?? null) === null ? [] : objectsIn(step.completions, `${path}.steps[${i}].completions`);
    const chosen = numberOf(step.chosen_completion);
    completions.forEach((completion, n) => {
      if (n !== chosen) add(`step-${i + 1}-${letter(n)}`, [...taken, completion]);
    });
    const next = chosen === undefined ? step.human_completion : completions[chosen];
    if (isObject(next)) taken.push(next);
    else if (completions.length > 0) return paths;
    else break;
  }
  if (taken.length === 0) throw new LayoutError(problem('layouts.noStepWithText', { path: `${path}.steps` }));
  add('solution', taken);
  return [...paths.slice(-1), ...paths.slice(0, -1)];
}

const letter = (n: number): string => (n < 26 ? String.fromCharCode(97 + n) : String(n + 1));

function stepOf({ text, rating }: JsonObject, path: string): SourceStep {
  return { text: textIn(text, `${path}…text`), label: labels.get(numberOf(rating)) ?? null };
}

/**
 * What else a source says of the steps of a path (a human's hand, a corrected rating), by step, where it says anything.
 */
function metadataOfSteps(completions: readonly JsonObject[]): JsonObject | undefined {
  const said = completions.map((completion) =>
    Object.fromEntries(
      Object.entries(otherFields(completion, ['text', 'rating', 'flagged']) ?? {}).filter(
        ([, value]) => value !== null,
      ),
    ),
  );
  return said.some((each) => Object.keys(each).length > 0) ? { steps: said } : undefined;
}

function labelOf(judge: Judge, label: JsonObject, paths: readonly Path[]): Label {
  const finish = meaningfulText(label.finish_reason);
  const flags = [
    ...paths.filter(({ flagged }) => flagged).map(({ response }) => ({ flag: 'flagged', response: response.id })),
    ...(finish === undefined ? [] : [{ flag: `finish_reason: ${finish}` }]),
  ];
  const steps = paths.flatMap((path) => path.steps);
  const judgement: Judgement = { ...(steps.length > 0 && { steps }), ...(flags.length > 0 && { flags }) };
  const duration = numberOf(label.total_time);
  return {
    ...judge,
    ...(duration !== undefined && duration >= 0 && { duration }),
    judgement,
  };
}
