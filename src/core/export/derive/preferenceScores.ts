import type { Annotation, Comparison } from '../../model/annotation/annotation';
import type { Response } from '../../model/item/item';
import { judgedResponses } from '../../model/item/judgedResponses';
import { comparisonsIn } from './comparisons';
import type { Judged, RowNotifier, ExportOptions } from '../format';
import { mean } from './margins';
/** Neither response is valid: HelpSteer2's `all_preferences_unprocessed[].strength`. */
export const neitherValid = -100;

/**
 * Two responses, in the order of the item, with what each annotator thinks of them, from -3 (the first is much better)
 * over 0 (a tie) to 3 (the second is).
 */
export interface ScoredPair {
  readonly first: Response;
  readonly second: Response;
  readonly scores: readonly { readonly annotation: Annotation; readonly score: number }[];
  /** The up to three most similar of those who found a response valid. */
  readonly similar: readonly { readonly annotation: Annotation; readonly score: number }[];
  /** The mean of these, rounded (halves to the even number, as NumPy does). */
  readonly overall: number;
}

/**
 * Every two responses that somebody compared, with each annotator's signed strength and what they come to together, as
 * NVIDIA puts HelpSteer2-Preference and HelpSteer3 together (Z. Wang et al., HelpSteer2-Preference, 2024: the mean of
 * the three most similar annotations). Ties are 0, and so are both good and too close to call; both bad is -100 and
 * counts for no mean; unsure is no vote. Where no strength was said, as in rankings, it is 1, and told.
 */
export function* scoredPairs(
  judged: Judged,
  { criterion }: Pick<ExportOptions, 'criterion'>,
  notify: RowNotifier,
): Generator<ScoredPair> {
  const compared = judged.annotations.map((annotation) => ({
    annotation,
    comparisons: comparisonsIn(annotation, criterion, notify),
  }));
  const responses = [
    ...new Map(
      judged.annotations
        .flatMap(({ judgement }) => judgedResponses(judged.item, judgement))
        .map((response) => [response.id, response]),
    ).values(),
  ];
  const ids = new Set(responses.map(({ id }) => id));
  notify.drop(
    'stale',
    compared.flatMap(({ comparisons }) => comparisons).filter(({ a, b }) => !ids.has(a) || !ids.has(b)).length,
  );
  for (const [i, first] of responses.entries()) {
    for (const second of responses.slice(i + 1)) {
      const scores = compared.flatMap(({ annotation, comparisons }) => {
        const found = comparisons.findLast(
          ({ a, b }) => (a === first.id && b === second.id) || (a === second.id && b === first.id),
        );
        const score = found && scoreOf(found, first.id, notify);
        return score === undefined ? [] : [{ annotation, score }];
      });
      const similar = maxSimilarity(scores.filter(({ score }) => score !== neitherValid));
      const overall = mean(similar.map(({ score }) => score));
      if (overall !== undefined) yield { first, second, scores, similar, overall: halfToEven(overall) };
      else notify.drop('not-strict', scores.length);
    }
  }
}

function scoreOf({ a, outcome, strength }: Comparison, first: string, notify: RowNotifier): number | undefined {
  if (outcome === 'unsure') {
    notify.drop('not-strict');
    return undefined;
  }
  if (outcome === 'both-bad') return neitherValid;
  if (outcome !== 'a' && outcome !== 'b') return 0;
  if (strength === undefined) notify.note('strength-unsaid');
  return halfToEven(strength ?? 1) * ((outcome === 'a') === (a === first) ? -1 : 1);
}

/**
 * The three scores that lie closest together, the lowest of such threes; all where there are no more. In the order of
 * the annotations.
 */
function maxSimilarity<T extends { readonly score: number }>(scores: readonly T[]): readonly T[] {
  if (scores.length <= 3) return scores;
  const sorted = scores.toSorted((a, b) => a.score - b.score);
  const threes = sorted.slice(2).map((_, i) => sorted.slice(i, i + 3));
  const spread = (three: readonly T[]): number => (three.at(-1)?.score ?? 0) - (three[0]?.score ?? 0);
  const closest = new Set(threes.reduce((best, three) => (spread(three) < spread(best) ? three : best)));
  return scores.filter((each) => closest.has(each));
}

function halfToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  const rounded = rest < 0.5 || (rest === 0.5 && floor % 2 === 0) ? floor : floor + 1;
  return rounded === 0 ? 0 : rounded;
}
