import { mixed, seedOf } from '../annotation/blindOrder';
import type { Project } from './project';

/** Who judges which item. */
export interface Assignment {
  readonly annotators: readonly string[];
  readonly perItem: number;
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
      seed,
      controls: plan.controls && new Set(plan.controls.items),
    }
  );
}

/**
 * Who of the annotators judge an item: all of them a control item, and of others the `perItem` with the greatest
 * weights, drawn for item and annotator (rendezvous hashing, D. Thaler and C. Ravishankar, 1998). Every machine finds
 * the same, and somebody who is added takes items over and moves none between the others.
 */
export function annotatorsOf({ annotators, perItem, seed, controls }: Assignment, item: string): string[] {
  if (controls?.has(item) === true) return [...annotators];
  const weighed = annotators.map((name) => ({ name, weight: mixed(seedOf('plan', String(seed), item, name)) }));
  weighed.sort((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1));
  return weighed.slice(0, perItem).map(({ name }) => name);
}

/** Whether an item comes to somebody: to those drawn, and to everybody whom the plan does not name. */
export function isFor(shares: Assignment | undefined, item: string, annotator: string): boolean {
  return !shares?.annotators.includes(annotator) || annotatorsOf(shares, item).includes(annotator);
}
