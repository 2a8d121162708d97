import type { Annotation } from '../../model/annotation';
import type { Item, Response } from '../../model/item';
import { responsesJudged } from '../../model/responses';
import type { Drop } from '../reasons';

/** Derived from judgements: `chosen` was judged better than `rejected`. */
export interface Pair {
  readonly item: Item;
  readonly chosen: Response;
  readonly rejected: Response;
  /** That it was derived from: one, or all that a rule made one preference of. */
  readonly annotations: readonly Annotation[];
  /** The context that it was judged under. */
  readonly context?: string | undefined;
  /** How many places lie between the two in the order, 1 for neighbours; the unranked are one place below the last. Absent where there is no order. */
  readonly gap?: number | undefined;
  /** How much better the chosen one is, 1 (slightly) to 3 (much), where that was said. */
  readonly strength?: number | undefined;
  /** The share of the strict votes on the two that chose the chosen one, 0 to 1, where several were counted. */
  readonly share?: number | undefined;
}

/**
 * The strict pairs of one annotation. A ranking of N gives a pair for every two responses in different tiers, and for every
 * ranked one over every one left unranked; a tie gives none, nor do two responses with the same text (a trainer would
 * train on them at loss ln 2; FORMATS.md 3.1.4). Pairs come in the order of the ranking, best first.
 * What was preferred by one criterion only is not the preference: with `criterion` only what was preferred by that gives pairs, without it
 * only what was preferred as a whole.
 */
export function pairsOf(annotation: Annotation, item: Item, onDrop: (reason: Drop) => void, criterion?: string): Pair[] {
  const { judgement, context } = annotation;
  const add = pairAdder({ item, annotations: [annotation], context }, responsesJudged(item, judgement), onDrop);

  if (judgement.ranking && criterion !== undefined) onDrop('other-criterion');
  else if (judgement.ranking) {
    const { tiers } = judgement.ranking;
    const ranked = new Set(tiers.flat());
    const unranked = annotation.shown.filter((id) => !ranked.has(id));
    const levels = unranked.length > 0 ? [...tiers, unranked] : tiers;
    levels.forEach((level, depth) => {
      const within = depth < tiers.length ? 'tie' : 'both-unranked';
      for (let i = 0; i < (level.length * (level.length - 1)) / 2; i++) onDrop(within);
      for (const chosen of level) for (let below = depth + 1; below < levels.length; below++) for (const rejected of levels[below] ?? []) add(chosen, rejected, { gap: below - depth });
    });
  }
  for (const { a, b, outcome, strength, criterion: by } of judgement.comparisons ?? []) {
    if (by !== criterion) onDrop(criterion === undefined ? 'one-criterion' : 'other-criterion');
    else if (outcome === 'a') add(a, b, { strength });
    else if (outcome === 'b') add(b, a, { strength });
    else onDrop(outcome === 'tie' ? 'tie' : 'not-strict');
  }
  return add.pairs;
}

type Basis = Pick<Pair, 'item' | 'annotations' | 'context'>;
type Figures = Pick<Pair, 'gap' | 'strength' | 'share'>;

/** Adds pairs by ids; those of a response that is gone, or of two with the same text, are told and left. */
export function pairAdder(basis: Basis, responses: readonly Response[], onDrop: (reason: Drop) => void): ((chosen: string, rejected: string, figures: Figures) => void) & { readonly pairs: Pair[] } {
  const { item, annotations, context } = basis;
  const byId = new Map(responses.map((response) => [response.id, response]));
  const pairs: Pair[] = [];
  const add = (chosenId: string, rejectedId: string, figures: Figures): void => {
    const chosen = byId.get(chosenId);
    const rejected = byId.get(rejectedId);
    if (!chosen || !rejected) onDrop('stale');
    else if (sameText(chosen, rejected)) onDrop('identical');
    else pairs.push({ item, annotations, context, chosen, rejected, gap: figures.gap, strength: figures.strength, share: figures.share });
  };
  return Object.assign(add, { pairs });
}

export function sameText(a: Response, b: Response): boolean {
  return a.text === b.text && JSON.stringify(a.turns ?? null) === JSON.stringify(b.turns ?? null);
}

/** The criteria by which a judgement compares responses. */
export function criteriaOf({ judgement }: Annotation): string[] {
  return (judgement.comparisons ?? []).flatMap(({ criterion }) => (criterion === undefined ? [] : [criterion]));
}
