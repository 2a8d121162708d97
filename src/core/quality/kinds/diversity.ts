import { ofWhole } from '../judgements/valuesOf';
import { ByItem, isAbove, type KindOf } from './figure';

/** By so much more are the chosen alike than the rejected where it is told. */
const muchMore = 0.03;

/**
 * Diversity of what is chosen: the share of a chosen response's pairs of words that chosen responses of other items
 * have too, beside the same of the rejected. A trainer on a chosen set that is more alike learns to say the same.
 */
export const diversity: KindOf<'diversity'> = ({ judgements, wanted }) => {
  const { pairs, annotations, facts } = judgements;
  const { wordPairs, wordPairEnds } = facts.texts.sources;
  const isWhole = ofWhole(judgements);
  const own = new Set<number>();
  /** By row: a response that was chosen, and the one it was chosen over. */
  const byRow = new Map<number, readonly [chosen: number, rejected: number]>();
  for (let at = 0; at < pairs.annotation.length; at++) {
    const annotation = pairs.annotation[at] ?? 0;
    const outcome = pairs.outcome[at] ?? 0;
    const [first, second] = [pairs.first[at] ?? 0, pairs.second[at] ?? 0];
    if (outcome === 0 || second >= wordPairEnds.length || !wanted(annotation) || !isWhole(annotation)) continue;
    own.add(annotation);
    const row = annotations.row[annotation] ?? 0;
    // One pair of each item, so that both sides have as many responses.
    if (!byRow.has(row)) byRow.set(row, outcome > 0 ? [first, second] : [second, first]);
  }
  const pairsOf = (place: number): Uint32Array =>
    wordPairs.subarray(place === 0 ? 0 : (wordPairEnds[place - 1] ?? 0), wordPairEnds[place] ?? 0);
  const sides = [0, 1].map((side) => {
    const counts = new Map<number, number>();
    for (const places of byRow.values())
      for (const hash of pairsOf(places[side] ?? 0)) counts.set(hash, (counts.get(hash) ?? 0) + 1);
    return counts;
  });
  const shared = (place: number, side: number): number | undefined => {
    const hashes = pairsOf(place);
    if (hashes.length === 0) return undefined;
    let count = 0;
    for (const hash of hashes) if ((sides[side]?.get(hash) ?? 0) > 1) count++;
    return count / hashes.length;
  };
  const [chosen, rejected, more] = [new ByItem(2), new ByItem(2), new ByItem(2)];
  const byShare = new Map<number, number>();
  for (const [row, [won, lost]] of byRow) {
    const [a, b] = [shared(won, 0), shared(lost, 1)];
    if (a === undefined || b === undefined) continue;
    chosen.add(row, a);
    rejected.add(row, b);
    more.add(row, a - b);
    byShare.set(row, a);
  }
  const difference = more.mean();
  return {
    annotations: own,
    figures: [
      {
        name: 'diversity.chosen',
        value: chosen.share(),
        rows: () => [...byShare].sort(([, a], [, b]) => b - a).map(([row]) => row),
      },
      { name: 'diversity.rejected', value: rejected.share() },
      {
        name: 'diversity.more',
        value: difference,
        matters: isAbove(difference, muchMore) ? { severity: 'medium', numbers: {} } : undefined,
      },
    ],
  };
};
