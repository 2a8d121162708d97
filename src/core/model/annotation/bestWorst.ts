import type { DraftComparison } from './fields/comparisons';

/** The best and the worst of several responses, by shown index; null where it is not said. */
export interface BestWorst {
  readonly best: number | null;
  readonly worst: number | null;
}

/**
 * The comparisons that a choice of best and worst makes (best-worst scaling: J. Louviere et al., 2015): the best one is
 * better than each other one, each other one better than the worst. Nothing is said about those in between.
 * @param count how many responses there are
 */
export function comparisonsOfBestWorst({ best, worst }: BestWorst, count: number): DraftComparison[] {
  const all = Array.from({ length: count }, (_, index) => index);
  const won = best === null ? [] : all.filter((each) => each !== best).map((each) => better(best, each));
  const lost =
    worst === null ? [] : all.filter((each) => each !== worst && each !== best).map((each) => better(each, worst));
  return [...won, ...lost];
}

const better = (a: number, b: number): DraftComparison => ({ a, b, outcome: 'a' });

/** Which of `count` responses comparisons call better than each other one, and which worse. */
export function bestWorstOf(comparisons: readonly DraftComparison[], count: number): BestWorst {
  const won = new Set<string>();
  for (const { a, b, outcome } of comparisons)
    if (outcome === 'a' || outcome === 'b') won.add(outcome === 'a' ? `${a} ${b}` : `${b} ${a}`);
  const all = Array.from({ length: count }, (_, index) => index);
  const first = all.find((index) => all.every((other) => other === index || won.has(`${index} ${other}`)));
  const last = all.find((index) => all.every((other) => other === index || won.has(`${other} ${index}`)));
  return { best: first ?? null, worst: last ?? null };
}
