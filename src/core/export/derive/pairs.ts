import type { Annotation } from '../../model/annotation/annotation';
import type { Item, Response } from '../../model/item/item';
import { judgedResponses } from '../../model/item/judgedResponses';
import type { DropReason } from '../dropReasons';

/** Derived from judgements: `chosen` was judged better than `rejected`. */
export interface Pair {
  readonly item: Item;
  readonly chosen: Response;
  readonly rejected: Response;
  /** That it was derived from: one, or all that a rule made one preference of. */
  readonly annotations: readonly Annotation[];
  /** The context that it was judged under. */
  readonly context?: string | undefined;
  /**
   * How many places lie between the two in the order, 1 for neighbours; the unranked are one place below the last. Less
   * than 0 where the pair was turned round (`variantOf`), absent where there is no order.
   */
  readonly gap?: number | undefined;
  /**
   * How much better the chosen one is, 1 (slightly) to 3 (much), where that was said; less than 0 where the other one
   * was said to be.
   */
  readonly strength?: number | undefined;
  /** The share of the strict votes on the two that chose the chosen one, 0 to 1, where several were counted. */
  readonly share?: number | undefined;
}

/**
 * The strict pairs of one annotation. A ranking of N gives a pair for every two responses in different tiers, and for
 * every ranked one over every one left unranked; a tie gives none, nor do two responses with the same text (a trainer
 * would train on them at loss ln 2). Pairs come in the order of the ranking, best first. What was
 * preferred by one criterion only is not the preference: with `criterion` only what was preferred by that gives pairs,
 * without it only what was preferred as a whole.
 */
export function pairsOf(
  annotation: Annotation,
  item: Item,
  onDrop: (reason: DropReason) => void,
  criterion?: string,
): Pair[] {
  const { judgement, context } = annotation;
  const found = new FoundPairs({ item, annotations: [annotation], context }, judgedResponses(item, judgement), onDrop);
  if (judgement.ranking && criterion !== undefined) onDrop('other-criterion');
  else if (judgement.ranking) addRanked(found, judgement.ranking.tiers, annotation.shown, onDrop);
  for (const { a, b, outcome, strength, criterion: by } of judgement.comparisons ?? []) {
    if (by !== criterion) onDrop(criterion === undefined ? 'one-criterion' : 'other-criterion');
    else if (outcome === 'a') found.add(a, b, { strength });
    else if (outcome === 'b') found.add(b, a, { strength });
    else onDrop(outcome === 'tie' ? 'tie' : 'not-strict');
  }
  return found.pairs;
}

/** The pairs of a ranking: its tiers, and below them what was left unranked. */
function addRanked(
  found: FoundPairs,
  tiers: readonly (readonly string[])[],
  shown: readonly string[],
  onDrop: (reason: DropReason) => void,
): void {
  const unranked = shown.filter((id) => !tiers.some((tier) => tier.includes(id)));
  const levels = [...tiers, unranked].map((level) => level.map((id) => found.response(id)));
  for (let depth = 0; depth < levels.length; depth++) {
    const level = levels[depth] ?? [];
    const within = depth < tiers.length ? 'tie' : 'both-unranked';
    for (let i = 0; i < (level.length * (level.length - 1)) / 2; i++) onDrop(within);
    for (const chosen of level)
      for (let below = depth + 1; below < levels.length; below++)
        for (const rejected of levels[below] ?? []) found.addOf(chosen, rejected, below - depth);
  }
}

type Basis = Pick<Pair, 'item' | 'annotations' | 'context'>;
type Figures = Pick<Pair, 'gap' | 'strength' | 'share'>;

/**
 * The pairs of one preference, as they are found; those of a response that is gone, or of two with the same text, are
 * told and left.
 */
export class FoundPairs {
  readonly pairs: Pair[] = [];

  constructor(
    private readonly basis: Basis,
    private readonly responses: readonly Response[],
    private readonly onDrop: (reason: DropReason) => void,
  ) {}

  /** Two responses by their ids. */
  add(chosen: string, rejected: string, figures: Figures): void {
    this.addOf(this.response(chosen), this.response(rejected), figures.gap, figures.strength, figures.share);
  }

  addOf(
    chosen: Response | undefined,
    rejected: Response | undefined,
    gap: number | undefined,
    strength?: number,
    share?: number,
  ): void {
    const { item, annotations, context } = this.basis;
    if (!chosen || !rejected) this.onDrop('stale');
    else if (sameText(chosen, rejected)) this.onDrop('identical');
    else this.pairs.push({ item, annotations, context, chosen, rejected, gap, strength, share });
  }

  /** A response by its id; undefined where it is gone. */
  response(id: string): Response | undefined {
    const { responses } = this;
    for (let at = responses.length - 1; at >= 0; at--) if (responses[at]?.id === id) return responses[at];
    return undefined;
  }
}

export function sameText(a: Response, b: Response): boolean {
  return (
    a.text === b.text && (a.turns === b.turns || JSON.stringify(a.turns ?? null) === JSON.stringify(b.turns ?? null))
  );
}

/** The criteria by which a judgement compares responses. */
export function criteriaOf({ judgement }: Annotation): string[] {
  return (judgement.comparisons ?? []).flatMap(({ criterion }) => (criterion === undefined ? [] : [criterion]));
}
