import { traits } from '../bias/responseTraits';
import { discoveries, normalTail } from '../chance';
import type { StudyJudgements } from '../judgements/studyJudgements';
import type { Wanted } from '../judgements/valuesOf';

/** What a preference can go by that is no quality: the longer, the first shown, the one with a list, … */
export const leaningTraits = ['length', 'position', ...traits] as const;

/** How often the one of two with a trait wins with somebody, and with those they are held against. */
export interface Leaning {
  readonly trait: string;
  readonly share: number;
  readonly others: number;
}

/** A smaller difference is no reason. */
const minDifference = 0.2;
const minPairs = 20;
/** Sums over annotations: wins, pairs, and their squares and product, from which the variance follows. */
const width = 5;

/** By annotator and trait, how often the one with it wins. */
export interface Leanings {
  readonly sums: Float64Array;
  readonly annotators: number;
}

export function leaningsOf(judgements: StudyJudgements, wanted: Wanted): Leanings {
  const { pairs, annotations, annotators, facts } = judgements;
  const { lengths, traits: bits, repeated } = facts.texts;
  const size = leaningTraits.length;
  const sums = new Float64Array(annotators.length * size * width);
  const own = new Float64Array(size * 2);
  let open = -1;
  const close = (): void => {
    if (open < 0) return;
    const base = (annotations.annotator[open] ?? 0) * size * width;
    for (let trait = 0; trait < size; trait++) {
      const [won, all] = [own[trait * 2] ?? 0, own[trait * 2 + 1] ?? 0];
      if (all === 0) continue;
      for (const [at, value] of [won, all, won * won, won * all, all * all].entries())
        sums[base + trait * width + at] = (sums[base + trait * width + at] ?? 0) + value;
    }
    own.fill(0);
  };
  for (let at = 0; at < pairs.annotation.length; at++) {
    const annotation = pairs.annotation[at] ?? 0;
    const outcome = pairs.outcome[at] ?? 0;
    if (outcome === 0 || !wanted(annotation)) continue;
    if (annotation !== open) {
      close();
      open = annotation;
    }
    const [first, second] = [pairs.first[at] ?? 0, pairs.second[at] ?? 0];
    const [winner, loser] = outcome > 0 ? [first, second] : [second, first];
    // Of two with one text, what is preferred is not the text.
    if (repeated[winner] === 1 && lengths[winner] === lengths[loser]) continue;
    for (let trait = 0; trait < size; trait++) {
      const side =
        trait === 0
          ? (lengths[winner] ?? 0) - (lengths[loser] ?? 0)
          : trait === 1
            ? annotations.shuffled[annotation] === 1
              ? (pairs.order[at] ?? 0) * outcome
              : 0
            : (((bits[winner] ?? 0) >> (trait - 2)) & 1) - (((bits[loser] ?? 0) >> (trait - 2)) & 1);
      if (side === 0) continue;
      own[trait * 2] = (own[trait * 2] ?? 0) + (side > 0 ? 1 : 0);
      own[trait * 2 + 1] = (own[trait * 2 + 1] ?? 0) + 1;
    }
  }
  close();
  return { sums, annotators: annotators.length };
}

/** The share of several annotators together, with its variance over annotations. */
function shareOf(
  { sums }: Leanings,
  annotators: readonly number[],
  trait: number,
): { value: number; variance: number } | null {
  const total = new Float64Array(width);
  for (const annotator of annotators)
    for (let at = 0; at < width; at++)
      total[at] = (total[at] ?? 0) + (sums[(annotator * leaningTraits.length + trait) * width + at] ?? 0);
  const [won = 0, all = 0, wonWon = 0, wonAll = 0, allAll = 0] = total;
  if (all < minPairs) return null;
  const value = won / all;
  const clustered = (wonWon - 2 * value * wonAll + value * value * allAll) / (all * all);
  // Who always does the same is not known to do so for ever: as if two more had gone either way.
  const pulled = (won + 1) / (all + 2);
  return { value, variance: Math.max(clustered, (pulled * (1 - pulled)) / all) };
}

/**
 * By each of some who are held against others: the traits by which they go far more, or less, than these, the greatest
 * difference first; at most 5 % of all that is told is chance (see `discoveries`).
 */
export function leaningsApart(
  leanings: Leanings,
  sides: readonly { readonly own: readonly number[]; readonly others: readonly number[] }[],
): readonly (readonly Leaning[])[] {
  const tests = sides.flatMap(({ own, others }, side) =>
    leaningTraits.flatMap((trait, at) => {
      const [one, other] = [shareOf(leanings, own, at), shareOf(leanings, others, at)];
      if (!one || !other) return [];
      const z = Math.abs(one.value - other.value) / Math.sqrt(one.variance + other.variance);
      return [{ side, trait, share: one.value, others: other.value, p: 2 * normalTail(z) }];
    }),
  );
  const told = discoveries(tests.map(({ p }) => p));
  return sides.map((_, side) =>
    tests
      .filter((each, at) => each.side === side && told[at] && Math.abs(each.share - each.others) >= minDifference)
      .sort((a, b) => Math.abs(b.share - b.others) - Math.abs(a.share - a.others))
      .map(({ trait, share, others }) => ({ trait, share, others })),
  );
}
