/** Tiers of what was given a rank, the lowest number first; equal ranks share a tier, and what has none is left out. */
export function tiersFromRanks(ranks: readonly (readonly [id: string, rank: number | undefined])[]): string[][] {
  const tiers = new Map<number, string[]>();
  for (const [id, rank] of ranks) if (rank !== undefined) tiers.set(rank, [...(tiers.get(rank) ?? []), id]);
  return [...tiers].sort(([a], [b]) => a - b).map(([, ids]) => ids);
}
