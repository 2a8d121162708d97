import type { Annotation } from '../../model/annotation/annotation';
import { itemAgreement } from '../../quality/consensus/itemAgreement';
import type { AgreedOn, ExportOptions } from '../format';
import { ballotOf } from './ballots';

/** What an annotation answers, by the question. */
const answers: Readonly<Record<Exclude<AgreedOn, 'preferences'>, (annotation: Annotation) => Answer[]>> = {
  ratings: ({ judgement: { ratings = [] } }) =>
    ratings.map(({ response, aspect, value }) => [[response, aspect], value]),
  labels: ({ judgement: { comparisons = [], acceptable = {} } }) => {
    const both = comparisons.flatMap(({ a, b, outcome, criterion }) =>
      criterion === undefined && (outcome === 'both-good' || outcome === 'both-bad')
        ? [a, b].map((response) => [response, outcome === 'both-good'] as const)
        : [],
    );
    return [...new Map([...both, ...Object.entries(acceptable)])].map(([response, value]) => [[response], value]);
  },
  verdicts: ({ judgement: { verdicts = [] } }) =>
    verdicts.map(({ response, criterion, value }) => [[response, criterion], value]),
  steps: ({ judgement: { steps = [], runSteps = [], calls = [] } }) => [
    ...steps.map(({ response, start, end, label }): Answer => [[response, start, end], label]),
    ...runSteps.map(({ response, step, label }): Answer => [[response, step], label]),
    ...calls.map(({ response, step, path, verdict }): Answer => [[response, step, path], verdict]),
  ],
};

/** A question, and the answer to it; null where there is none. */
type Answer = readonly [question: readonly (string | number)[], value: string | number | boolean | null];

/** In the order in which they are looked for. */
const everything: readonly AgreedOn[] = ['preferences', 'ratings', 'labels', 'verdicts', 'steps'];

/**
 * How large a share of what annotators say of an item goes with the majority, from above 0 to 1, measured on what the
 * format is made of (`ExportFormat.agreesOn`), and where nothing of that was said on preferences, ratings, labels,
 * verdicts or steps, the first of which something was: of strict votes those with the majority of their pair, of
 * answers those that most give to the same question (a response on an aspect, by a criterion). One annotator alone goes
 * with themselves. Undefined where there is nothing that they could agree on: texts and passages alone.
 */
export function agreementOn(
  annotations: readonly Annotation[],
  { format, criterion }: Pick<ExportOptions, 'format' | 'criterion'>,
): number | undefined {
  for (const measure of [format.agreesOn ?? 'preferences', ...everything]) {
    const share =
      measure === 'preferences'
        ? itemAgreement(annotations.map((annotation) => ballotOf(annotation, criterion))).share
        : shareOfMost(annotations.flatMap(answers[measure]));
    if (share !== null) return share;
  }
  return undefined;
}

/** The share of answers that are the most frequent one to their question; null where there are none. */
function shareOfMost(all: readonly Answer[]): number | null {
  const given = new Map<string, Map<Answer[1], number>>();
  let total = 0;
  for (const [question, value] of all) {
    if (value === null) continue;
    const key = JSON.stringify(question);
    const counts = given.get(key) ?? new Map<Answer[1], number>();
    given.set(key, counts.set(value, (counts.get(value) ?? 0) + 1));
    total++;
  }
  return total === 0
    ? null
    : [...given.values()].reduce((sum, counts) => sum + Math.max(...counts.values()), 0) / total;
}
