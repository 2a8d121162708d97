import type { Response, VerifierResult } from './item';

/** Rewards are sums of floating-point numbers in some writers. */
const precision = 1e-6;

/**
 * Tells whether a run passed, by its first result, which is of the whole run (`hasFailed`). Undefined where there is
 * none, or it does not say so.
 */
export function hasPassed({ verifiers }: Pick<Response, 'verifiers'>): boolean | undefined {
  const [of] = verifiers ?? [];
  return of && isPass(of);
}

/**
 * Tells whether a result is that something passed: what a program passes, or a score of 1 on a scale from 0 to 1, as
 * tau-bench has it (sierra-research/tau-bench, tau_bench/run.py `is_successful`); a lower one is not. Undefined where
 * nobody knows which way it goes, or its scale is another.
 */
export function isPass({ passed, score, direction }: VerifierResult): boolean | undefined {
  if (direction === 'unknown') return undefined;
  if (passed !== undefined) return passed;
  return score === undefined || score > 1 + precision ? undefined : score >= 1 - precision;
}
