import type { Criterion } from '../model/rubric/criterion';

/**
 * What a response is worth by several criteria, in weights: Σ weight · worth, the numerator of HealthBench's score
 * (simple-evals, healthbench_eval.py, calculate_score: the points of what is met, negative ones too, over all positive
 * points; its `bool` is our worth of 0 or 1). Where it fails a gate (its worth there is below the threshold) only the
 * gates that it fails count (G-RA). Criteria without a worth (NaN) count for nothing, so two responses are to be
 * compared by those that both have.
 */
export function weightedWorth(criteria: readonly Criterion[], worthAt: (at: number) => number): number {
  let all = 0;
  let failing = 0;
  let fails = false;
  for (let at = 0; at < criteria.length; at++) {
    const criterion = criteria[at];
    const worth = worthAt(at);
    if (!criterion || Number.isNaN(worth)) continue;
    all += criterion.weight * worth;
    if (!failsGate(criterion, worth)) continue;
    fails = true;
    failing += criterion.weight * worth;
  }
  return fails ? failing : all;
}

/** Tells whether a response with that worth by a criterion is stopped by its gate. */
export const failsGate = ({ gate }: Criterion, worth: number): boolean => gate !== undefined && worth < gate.threshold;

/**
 * The most that weighted worths can come to: Σ of the positive weights, the denominator of HealthBench's score. 0 where
 * there is none.
 */
export const possibleWorth = (criteria: readonly Pick<Criterion, 'weight'>[]): number =>
  criteria.reduce((sum, { weight }) => sum + Math.max(0, weight), 0);

/** Worths that differ by less than rounding does are the same. */
export const scoreTolerance = 1e-9;
