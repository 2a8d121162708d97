import type { Annotation } from '../model/annotation';
import type { Item, Response } from '../model/item';
import { responsesJudged } from '../model/responses';

/** Derived from a judgement: `chosen` was judged better than `rejected`. */
export interface Pair {
  readonly item: Item;
  readonly chosen: Response;
  readonly rejected: Response;
  readonly annotation: Annotation;
}

/** Why two responses that were judged, or a whole annotation, gave no row. */
export type Drop = 'tie' | 'one-criterion' | 'other-criterion' | 'not-strict' | 'identical' | 'both-unranked' | 'skipped' | 'no-preference' | 'stale' | 'no-item' | 'other-context' | 'one-turn' | 'repeat' | 'control' | 'empty-prompt' | 'tool-calls' | 'lone-surrogate';

/**
 * The strict pairs of one annotation. A ranking of N gives a pair for every two responses in different tiers, and for every
 * ranked one over every one left unranked; a tie gives none, nor do two responses with the same text (a trainer would
 * train on them at loss ln 2; FORMATS.md 3.1.4). Pairs come in the order of the ranking, best first.
 * What was preferred by one criterion only is not the preference: with `criterion` only what was preferred by that gives pairs, without it
 * only what was preferred as a whole.
 */
export function pairsOf(annotation: Annotation, item: Item, onDrop: (reason: Drop) => void, criterion?: string): Pair[] {
  const { judgement } = annotation;
  const responses = new Map(responsesJudged(item, judgement).map((response) => [response.id, response]));
  const pairs: Pair[] = [];
  const add = (chosenId: string, rejectedId: string): void => {
    const chosen = responses.get(chosenId);
    const rejected = responses.get(rejectedId);
    if (!chosen || !rejected) onDrop('stale');
    else if (sameText(chosen, rejected)) onDrop('identical');
    else pairs.push({ item, chosen, rejected, annotation });
  };

  if (judgement.ranking && criterion !== undefined) onDrop('other-criterion');
  else if (judgement.ranking) {
    const { tiers } = judgement.ranking;
    const ranked = new Set(tiers.flat());
    const unranked = annotation.shown.filter((id) => !ranked.has(id));
    const levels = unranked.length > 0 ? [...tiers, unranked] : tiers;
    levels.forEach((level, depth) => {
      const within = depth < tiers.length ? 'tie' : 'both-unranked';
      for (let i = 0; i < (level.length * (level.length - 1)) / 2; i++) onDrop(within);
      for (const chosen of level) for (const rejected of levels.slice(depth + 1).flat()) add(chosen, rejected);
    });
  }
  for (const { a, b, outcome, criterion: by } of judgement.comparisons ?? []) {
    if (by !== criterion) onDrop(criterion === undefined ? 'one-criterion' : 'other-criterion');
    else if (outcome === 'a') add(a, b);
    else if (outcome === 'b') add(b, a);
    else onDrop(outcome === 'tie' ? 'tie' : 'not-strict');
  }
  return pairs;
}

function sameText(a: Response, b: Response): boolean {
  return a.text === b.text && JSON.stringify(a.turns ?? null) === JSON.stringify(b.turns ?? null);
}

/** The criteria by which a judgement compares responses. */
export function criteriaOf({ judgement }: Annotation): string[] {
  return (judgement.comparisons ?? []).flatMap(({ criterion }) => (criterion === undefined ? [] : [criterion]));
}
