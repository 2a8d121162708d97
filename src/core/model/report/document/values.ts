import * as l10n from '@vscode/l10n';
import { decimal, oneDecimal, percent, weightText, whole } from '../../text/numbers';
import type { Estimate } from '../estimate';
import type { ToldAs } from '../figureNames';
import type { Cell } from './document';

/** How a number of each kind is written. */
export const formats: Readonly<Record<ToldAs, (value: number) => string>> = {
  share: percent,
  time: timeText,
  correlation: decimal,
  count: whole,
  weight: weightText,
  number: (value) => (Math.abs(value) >= 100 ? whole(Math.round(value)) : decimal(value)),
};

/** A number with its interval, as it is told: "62% (58% to 66%)". */
export function valueText(as: ToldAs, value: Estimate | number | null): string {
  if (value === null) return '–';
  const format = formats[as];
  if (typeof value === 'number') return format(value);
  const { low, high } = value;
  return low === null || high === null
    ? format(value.value)
    : l10n.t('{0} ({1} to {2})', format(value.value), format(low), format(high));
}

/** A cell as it is told. */
export const cellText = (cell: Cell): string => (cell.as === 'text' ? cell.value : valueText(cell.as, cell.value));

/** The same without its interval. */
export const briefText = (cell: Cell): string => (cell.as === 'text' ? cell.value : valueText(cell.as, numberIn(cell)));

/** The number of a cell, if it has one. */
export const numberIn = ({ value }: Cell): number | null =>
  typeof value === 'string' ? null : typeof value === 'number' ? value : (value?.value ?? null);

/** A share with its interval. */
export const shareText = (estimate: Estimate | null): string => valueText('share', estimate);
/** A figure with its interval: "0.31 (0.22 to 0.40)". */
export const figureText = (estimate: Estimate | null): string => valueText('number', estimate);

/** A time in milliseconds. */
export function timeText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return l10n.t('{0} s', oneDecimal(seconds));
  if (seconds < 120) return l10n.t('{0} s', whole(Math.round(seconds)));
  if (seconds < 7200) return l10n.t('{0} min', whole(Math.round(seconds / 60)));
  return l10n.t('{0} h', oneDecimal(seconds / 3600));
}
