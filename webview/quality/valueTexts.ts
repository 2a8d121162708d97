import * as l10n from '@vscode/l10n';
import type { Estimate } from '../../src/core/model/report/estimate';
import { decimal, percent, whole } from '../ui/numbers';

/** A share with its interval: "62% (58% to 66%)". */
export const shareText = (estimate: Estimate | null): string => estimateText(estimate, percent);
/** A figure with its interval. */
export const figureText = (estimate: Estimate | null): string => estimateText(estimate, decimal);

/** The same of any number. */
export function estimateText(estimate: Estimate | null, format: (value: number) => string): string {
  if (!estimate) return '–';
  const { value, low, high } = estimate;
  return low === null || high === null
    ? format(value)
    : l10n.t('{0} ({1} to {2})', format(value), format(low), format(high));
}

/** A time in milliseconds. */
export function timeText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 120) return l10n.t('{0} s', whole(Math.round(seconds)));
  if (seconds < 7200) return l10n.t('{0} min', whole(Math.round(seconds / 60)));
  return l10n.t('{0} h', whole(Math.round(seconds / 3600)));
}
