import type { Response } from './item';

/** Rewards are sums of floating-point numbers in some writers. */
const precision = 1e-6;

/**
 * Tells whether a run passed, by its first result, which is of the whole run (`hasFailed`): what a program passes, or a
 * score of 1 on a scale from 0 to 1, as tau-bench has it (sierra-research/tau-bench, tau_bench/run.py
 * `is_successful`); a lower one did not. Undefined where no result says it: there is none, nobody knows which way it
 * goes, or its scale is another.
 */
export function hasPassed({ verifiers }: Pick<Response, 'verifiers'>): boolean | undefined {
  const [of] = verifiers ?? [];
  if (!of || of.direction === 'unknown') return undefined;
  if (of.passed !== undefined) return of.passed;
  if (of.score === undefined || of.score > 1 + precision) return undefined;
  return of.score >= 1 - precision;
}
