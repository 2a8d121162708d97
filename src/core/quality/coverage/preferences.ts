import type { Judgement } from '../../model/annotation/annotation';

/** Hears of two responses, by index among those shown: the first was preferred, or the two are tied. */
export type PreferenceVisitor = (first: number, second: number, tied: boolean) => void;

/**
 * What a judgement says of two responses each, as a whole: a ranking of every two (those in no tier are below all that
 * are, and nothing is known between them), comparisons of the two they name. What was compared by one criterion only,
 * and outcomes that are neither better nor equal (both bad, unsure, …), say nothing here.
 */
export function eachPreference(
  { ranking, comparisons }: Judgement,
  indexOf: (response: string) => number,
  count: number,
  hear: PreferenceVisitor,
): void {
  if (ranking) {
    const depths = new Array<number>(count).fill(ranking.tiers.length);
    for (const [depth, tier] of ranking.tiers.entries()) for (const response of tier) depths[indexOf(response)] = depth;
    for (let a = 0; a < count; a++) {
      for (let b = a + 1; b < count; b++) {
        const [above, below] = [depths[a] ?? 0, depths[b] ?? 0];
        if (above === below && above === ranking.tiers.length) continue;
        if (above <= below) hear(a, b, above === below);
        else hear(b, a, false);
      }
    }
  }
  for (const { a, b, outcome, criterion } of comparisons ?? []) {
    if (criterion !== undefined) continue;
    if (outcome === 'a') hear(indexOf(a), indexOf(b), false);
    else if (outcome === 'b') hear(indexOf(b), indexOf(a), false);
    else if (outcome === 'tie') hear(indexOf(a), indexOf(b), true);
  }
}

/** Whether a judgement prefers anything, or says that two are equal. */
export const comparesResponses = ({ ranking, comparisons }: Judgement): boolean =>
  ranking !== undefined || comparisons !== undefined;
