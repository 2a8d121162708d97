import type { Consensus } from './ballot';
import type { PairTable } from './pairTable';

/**
 * How two stand to each other, by places: the first above the second, below it, tied; undefined where nothing is said.
 */
export type Relation = (a: number, b: number) => 'above' | 'below' | 'tie' | undefined;

export interface Ordered {
  readonly relation: Relation;
  /** Worked out where it is asked for. */
  readonly tiers?: readonly (readonly number[])[] | undefined;
  readonly scores?: ReadonlyMap<string, number>;
}

/** A consensus of what a rule says of each two, best first where there is an order. */
export function consensusFrom(
  candidates: readonly string[],
  { relation, tiers, scores }: Ordered,
  shareOf: (chosen: number, rejected: number) => { readonly share: number; readonly votes: number },
): Consensus {
  const preferences: Consensus['preferences'][number][] = [];
  const ties: [string, string][] = [];
  const idOf = (at: number): string => candidates[at] ?? '';
  const ordered = tiers?.flat() ?? [];
  const listed = new Set(ordered);
  const order = [...ordered, ...[...candidates.keys()].filter((at) => !listed.has(at))];
  for (const [depth, a] of order.entries()) {
    for (const b of order.slice(depth + 1)) {
      const currentAnnotation = relation(a, b);
      if (currentAnnotation === 'tie') ties.push([idOf(a), idOf(b)]);
      else if (currentAnnotation !== undefined) {
        const [chosen, rejected] = currentAnnotation === 'above' ? [a, b] : [b, a];
        preferences.push({ chosen: idOf(chosen), rejected: idOf(rejected), ...shareOf(chosen, rejected) });
      }
    }
  }
  return {
    ...(tiers ? { tiers: tiers.map((tier) => tier.map(idOf)) } : {}),
    preferences,
    ties,
    ...(scores ? { scores } : {}),
  };
}

/** The share of strict votes for the winner, 1/2 where there are none. */
export function voteShare(table: PairTable): (chosen: number, rejected: number) => { share: number; votes: number } {
  return (chosen, rejected) => {
    const votes = table.strict(chosen, rejected);
    return { share: votes === 0 ? 0.5 : table.for(chosen, rejected) / votes, votes };
  };
}

/**
 * The order by scores: those that are equal within `tolerance` of their neighbour are tied. Scores compare only those
 * that votes link, directly or through others; an order of all is given where all that were judged are linked.
 * @param scores by place; of one that nobody judged it is not looked at
 */
export function byScores(
  candidates: readonly string[],
  table: PairTable,
  scores: Float64Array,
  tolerance: number,
): Ordered {
  const groups = new Groups(table.size);
  const judged = new Set<number>();
  table.eachJudged((a, b) => {
    groups.join(a, b);
    judged.add(a).add(b);
  });
  const sorted = [...judged].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const tiers: number[][] = [];
  for (const [at, each] of sorted.entries()) {
    const before = sorted[at - 1];
    if (before !== undefined && (scores[before] ?? 0) - (scores[each] ?? 0) <= tolerance) tiers.at(-1)?.push(each);
    else tiers.push([each]);
  }
  for (const tier of tiers) tier.sort((a, b) => a - b);
  const depthOf = new Map(tiers.flatMap((tier, depth) => tier.map((each) => [each, depth] as const)));
  const relation: Relation = (a, b) => {
    const [depthA, depthB] = [depthOf.get(a), depthOf.get(b)];
    if (depthA === undefined || depthB === undefined || groups.of(a) !== groups.of(b)) return undefined;
    return depthA === depthB ? 'tie' : depthA < depthB ? 'above' : 'below';
  };
  const linked = new Set([...judged].map((each) => groups.of(each))).size === 1;
  const byId = new Map([...judged].sort((a, b) => a - b).map((each) => [candidates[each] ?? '', scores[each] ?? 0]));
  return { relation, scores: byId, ...(linked ? { tiers } : {}) };
}

/**
 * The tiers that a relation makes: undefined where it makes no single order of all that it speaks of - a cycle, ties
 * that do not chain (a = b, b = c, a above c), or two of which nothing tells which comes first.
 */
export function tiersOf(size: number, relation: Relation): number[][] | undefined {
  const groups = new Groups(size);
  const spoken = new Set<number>();
  const strict: [above: number, below: number][] = [];
  for (let a = 0; a < size; a++) {
    for (let b = a + 1; b < size; b++) {
      const currentAnnotation = relation(a, b);
      if (currentAnnotation === undefined) continue;
      spoken.add(a).add(b);
      if (currentAnnotation === 'tie') groups.join(a, b);
      else strict.push(currentAnnotation === 'above' ? [a, b] : [b, a]);
    }
  }
  const tierOf = new Map<number, number[]>();
  for (const each of [...spoken].sort((a, b) => a - b)) {
    const tier = tierOf.get(groups.of(each));
    if (tier) tier.push(each);
    else tierOf.set(groups.of(each), [each]);
  }
  let edges = strict.map(([above, below]) => [groups.of(above), groups.of(below)] as const);
  const tiers: number[][] = [];
  while (tierOf.size > 0) {
    const beaten = new Set(edges.map(([, below]) => below));
    const [best, ...others] = [...tierOf.keys()].filter((group) => !beaten.has(group));
    if (best === undefined || others.length > 0) return undefined;
    tiers.push(tierOf.get(best) ?? []);
    tierOf.delete(best);
    edges = edges.filter(([above]) => above !== best);
  }
  return tiers.length > 0 ? tiers : undefined;
}

/** Places that belong together (union-find); a group is named by its least. */
class Groups {
  private readonly above: Uint32Array;

  constructor(size: number) {
    this.above = Uint32Array.from({ length: size }, (_, at) => at);
  }

  of(place: number): number {
    let at = place;
    while (this.above[at] !== at) at = this.above[at] ?? at;
    this.above[place] = at;
    return at;
  }

  join(a: number, b: number): void {
    const [one, other] = [this.of(a), this.of(b)];
    this.above[Math.max(one, other)] = Math.min(one, other);
  }
}
