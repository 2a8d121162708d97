import { z } from 'zod';

/** What a response is rated on (C6), with its scale. Ratings are kept by the aspect's name. */
export const aspectSchema = z.looseObject({
  name: z.string().min(1).describe('Names the aspect, in the journal and in exports.'),
  description: z.string().optional().describe('What is meant by it, for annotators.'),
  min: z.number().default(1).describe('The lowest value.'),
  max: z.number().default(5).describe('The highest value.'),
  continuous: z.boolean().optional().describe('Whether values between whole numbers can be given.'),
  levels: z.record(z.string(), z.string()).optional().describe('What each value means, by value, as in { "1": "useless", "5": "could not be better" }.'),
  overall: z.boolean().optional().describe('Whether it is a verdict on the whole: shown apart from the others, and not part of the proposed order.'),
  weight: z.number().optional().describe('How much it counts in the order proposed from the ratings; 1 where nothing is said. What is proposed is never stored as anybody\'s judgement.'),
});
export type Aspect = Readonly<z.infer<typeof aspectSchema>>;

/** What is rated where a study says nothing else. */
export const defaultAspects: readonly Aspect[] = [
  { name: 'helpfulness', description: 'Does it serve the person who asked?', min: 1, max: 5 },
  { name: 'correctness', description: 'Is it true?', min: 1, max: 5 },
  { name: 'clarity', description: 'Is it easy to follow?', min: 1, max: 5 },
  { name: 'overall', description: 'All in all', min: 1, max: 5, overall: true },
];

/** A value of a rating: a number of the scale, or that the aspect does not apply. */
export const ratingSchema = z.union([z.number(), z.literal('n/a')]);
export type Rating = z.infer<typeof ratingSchema>;

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
 * The order that ratings propose: responses by the weighted mean of their values, each on its scale from 0 to 1; what does not apply
 * and what is overall is left out. Undefined for a response without a value. For the eyes only, never a judgement.
 */
export function proposedScores(aspects: readonly Aspect[], ratings: Readonly<Record<string, readonly (Rating | null)[]>>, count: number): (number | undefined)[] {
  return Array.from({ length: count }, (_, index) => {
    let sum = 0;
    let weights = 0;
    for (const { name, min, max, overall = false, weight = 1 } of aspects) {
      const value = ratings[name]?.[index];
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
