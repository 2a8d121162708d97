/**
 * Kendall's coefficient of concordance of m rankings of the same n things, with ties (M. G. Kendall and B. Babington
 * Smith, The Problem of m Rankings, Annals of Mathematical Statistics 10, 1939): W = 12 S / (m² (n³ − n) − m Σ T), with
 * S the squared deviations of the rank sums and T = Σ (t³ − t) over the ties of each ranking. 1 where all agree; null
 * where all rankings tie everything, or there is one ranking.
 * @param ranks by ranking: the mid-rank of each thing, 1 the best
 */
export function kendallW(ranks: readonly (readonly number[])[]): number | null {
  const m = ranks.length;
  const n = ranks[0]?.length ?? 0;
  if (m < 2 || n < 2) return null;
  const totals = Array.from({ length: n }, (_, thing) => ranks.reduce((sum, own) => sum + (own[thing] ?? 0), 0));
  const mean = (m * (n + 1)) / 2;
  const deviations = totals.reduce((sum, total) => sum + (total - mean) ** 2, 0);
  const ties = ranks.reduce((sum, own) => sum + tiesOf(own), 0);
  const most = m * m * (n ** 3 - n) - m * ties;
  return most <= 0 ? null : (12 * deviations) / most;
}

function tiesOf(ranks: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const rank of ranks) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + count ** 3 - count, 0);
}

/** Mid-ranks, 1 the best, of things by the depth of their tier. */
export function midRanks(depths: readonly number[]): number[] {
  return depths.map((depth) => {
    let [above, same] = [0, 0];
    for (const other of depths) {
      if (other < depth) above++;
      if (other === depth) same++;
    }
    return above + (same + 1) / 2;
  });
}
