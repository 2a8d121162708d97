import { ownValue } from '../text/ownValue';
import type { Aspect, Rating } from './aspect';

/** Whether a number lies on the scale. */
export function isOn({ min, max, continuous = false }: Aspect, value: number): boolean {
  return value >= min && value <= max && (continuous || Number.isInteger(value - min));
}

/** Every value of a scale of steps, lowest first; none of a continuous one. */
export function valuesOf({ min, max, continuous = false }: Aspect): number[] {
  return continuous ? [] : Array.from({ length: Math.floor(max - min) + 1 }, (_, i) => min + i);
}

/** A continuous scale is gone along in so many steps. */
const continuousSteps = 20;

/** The value a number of steps further along the scale, from the middle where there was none. */
export function stepped({ min, max, continuous = false }: Aspect, from: Rating | null, steps: number): number {
  const by = continuous ? (max - min) / continuousSteps : 1;
  const value = typeof from === 'number' ? from + steps * by : (min + max) / 2;
  const within = Math.min(max, Math.max(min, value));
  return continuous ? Number(within.toFixed(6)) : min + Math.round(within - min);
}

/**
 * The order that ratings propose: responses by the weighted mean of their values, each on its scale from 0 to 1; what
 * does not apply and what is overall is left out. Undefined for a response without a value. For the eyes only, never a
 * judgement.
 */
export function proposedScores(
  aspects: readonly Aspect[],
  ratings: Readonly<Record<string, readonly (Rating | null)[]>>,
  count: number,
): (number | undefined)[] {
  return Array.from({ length: count }, (_, index) => {
    let sum = 0;
    let weights = 0;
    for (const { name, min, max, overall = false, weight = 1 } of aspects) {
      const value = ownValue(ratings, name)?.[index];
      if (overall || typeof value !== 'number' || max <= min) continue;
      sum += weight * ((value - min) / (max - min));
      weights += Math.abs(weight);
    }
    return weights > 0 ? sum / weights : undefined;
  });
}

/** Those with a score as tiers, the highest first; scores that differ by less than rounding does are one tier. */
export function proposedOrder(scores: readonly (number | undefined)[]): number[][] {
  const tiers: number[][] = [];
  let last = Infinity;
  for (const [index, score] of [...scores.entries()].sort(([, a = 0], [, b = 0]) => b - a)) {
    if (score === undefined) continue;
    const tier = tiers.at(-1);
    if (tier && last - score < 1e-9) tier.push(index);
    else tiers.push([index]);
    last = score;
  }
  return tiers;
}
