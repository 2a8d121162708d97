import type { Estimate } from '../../core/model/report/estimate';

/** A value from 0 to 1 as a whole number of percent. */
export const percent = (value: number): string => `${Math.round(value * 100)}%`;
export const decimals = (value: number, digits = 2): string => value.toFixed(digits).replace(/^-0(\.0*)?$/u, '0$1');

/** A share with its interval: `62% (58% to 66%)`. */
export function shareText(estimate: Estimate | null): string {
  if (!estimate) return '–';
  const { value, low, high } = estimate;
  return low === null || high === null ? percent(value) : `${percent(value)} (${percent(low)} to ${percent(high)})`;
}

/** A figure with its interval: `.31 (.22 to .40)`. */
export function figureText(estimate: Estimate | null): string {
  if (!estimate) return '–';
  const { value, low, high } = estimate;
  return low === null || high === null ? decimals(value) : `${decimals(value)} (${decimals(low)} to ${decimals(high)})`;
}

/** A time in milliseconds: `5 s`, `2 min`, `3.5 h`. */
export function timeText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
