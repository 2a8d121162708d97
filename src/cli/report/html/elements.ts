import type { Estimate, QualityReport, QualitySection } from '../../../core/model/report/quality';
import { formatNumber } from '../../output/print';
import { dotPlot, escaped, type Dot } from './charts';
import { decimals, percent } from '../sentences';

/** A section of the page. */
export interface Section {
  readonly id: QualitySection;
  readonly name: string;
  readonly body: (report: QualityReport) => string;
}

/** So many rows of a table, and dots of a chart; JSON has all. */
const maxRows = 200;
export const maxDots = 40;

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const head = `<thead><tr>${heads.map((each) => `<th scope="col">${escaped(each)}</th>`).join('')}</tr></thead>`;
  const body = rows
    .slice(0, maxRows)
    .map(
      ([first = '', ...rest]) =>
        `<tr><th scope="row">${escaped(first)}</th>${rest.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`,
    )
    .join('');
  const more =
    rows.length > maxRows
      ? `<p class="more">${formatNumber(rows.length - maxRows)} more rows are in the JSON.</p>`
      : '';
  return `<div class="scroll"><table>${head}<tbody>${body}</tbody></table></div>${more}`;
}

export const dot = (label: string, estimate: Estimate | null, say: (estimate: Estimate) => string): Dot[] =>
  estimate ? [{ label, value: estimate.value, low: estimate.low, high: estimate.high, text: say(estimate) }] : [];
export const note = (text: string): string => (text === '' ? '' : `<p class="note">${escaped(text)}</p>`);
export const heading = (text: string, body: string): string => (body === '' ? '' : `<h3>${escaped(text)}</h3>${body}`);
/** Dots of alpha on a scale that goes down to what is lowest of it. */
export function alphaPlot(title: string, dots: readonly Dot[]): string {
  const lowest = Math.min(0, ...dots.map(({ low, value }) => low ?? value));
  return dotPlot(title, dots, {
    min: Math.min(-0.2, Math.floor(lowest * 5) / 5),
    max: 1,
    lines: [0, 0.667],
    format: (value: number) => decimals(value, 1),
  });
}
export const shareScale = { min: 0, max: 1, lines: [0.5], format: percent };
