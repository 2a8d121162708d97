import { mixed, seedOf } from '../annotation/blindOrder';
import type { Project } from './project';

/** Who judges which item. */
export interface Assignment {
  readonly annotators: readonly string[];
  readonly perItem: number;
  /** So many of the items, from 0 to 1, come to `perItem` annotators, and each of the others to one; without it all do. */
  readonly overlap?: number | undefined;
  /** The study's seed. */
  readonly seed: number;
  /** Ids of items that come to everybody. */
  readonly controls?: ReadonlySet<string> | undefined;
}

/** How a study shares its items out; undefined where everybody gets all. */
export function assignmentOf({ plan, seed }: Project): Assignment | undefined {
  return (
    plan?.annotators && {
      annotators: plan.annotators,
      perItem: Math.min(plan.perItem ?? 1, plan.annotators.length),
      ...(plan.overlap !== undefined && { overlap: plan.overlap }),
      seed,
      controls: plan.controls && new Set(plan.controls.items),
    }
  );
}

/**
 * Returns how many of the annotators judge an item that is no control item. Items with several are drawn by seed and id,
 * so that a greater overlap adds some and takes none away.
 */
export function countFor(
  { perItem, overlap = 1, seed }: Pick<Assignment, 'perItem' | 'overlap' | 'seed'>,
  item: string,
): number {
  return overlap < 1 && mixed(seedOf('overlap', String(seed), item)) >= overlap * 2 ** 32 ? 1 : perItem;
}

/** Returns how many annotators judge an item that is no control item on average. */
export const meanCount = ({ perItem, overlap = 1 }: Pick<Assignment, 'perItem' | 'overlap'>): number =>
  1 + (perItem - 1) * overlap;

/**
 * Who of the annotators judge an item: all of them a control item, and of others those with the greatest weights, drawn
 * for item and annotator (rendezvous hashing, D. Thaler and C. Ravishankar, 1998). Every machine finds the same, and
 * somebody who is added takes items over and moves none between the others.
 */
export function annotatorsOf(shares: Assignment, item: string): string[] {
  const { annotators, seed, controls } = shares;
  if (controls?.has(item) === true) return [...annotators];
  const weighed = annotators.map((name) => ({ name, weight: mixed(seedOf('plan', String(seed), item, name)) }));
  weighed.sort((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1));
  return weighed.slice(0, countFor(shares, item)).map(({ name }) => name);
}

/** Whether an item comes to somebody: to those drawn, and to everybody whom the plan does not name. */
export function isFor(shares: Assignment | undefined, item: string, annotator: string): boolean {
  return !shares?.annotators.includes(annotator) || annotatorsOf(shares, item).includes(annotator);
}
