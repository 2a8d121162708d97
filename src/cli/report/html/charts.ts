/** Charts of a report as SVG: they take their colors from the page (`currentColor` and classes), and say what they show. */

import type { Bars, Dots } from '../../../core/model/report/document/document';
import { formats, valueText } from '../../../core/model/report/document/values';

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const [labelWidth, plotWidth, textWidth, rowHeight, axisHeight] = [220, 360, 150, 22, 24];

/** So many dots of a chart; its table has more. */
const maxDots = 40;

/** Dots on a scale, each with a bar for its interval. */
export function dotPlot({ title, as, dots: all, scale: { min, max, lines } }: Dots): string {
  const dots = all.slice(0, maxDots);
  const x = (value: number): number =>
    labelWidth + ((Math.min(max, Math.max(min, value)) - min) / (max - min || 1)) * plotWidth;
  const [width, height] = [labelWidth + plotWidth + textWidth, dots.length * rowHeight + axisHeight];
  const ticks = [min, (min + max) / 2, max];
  return [
    `<svg class="chart" role="img" aria-label="${escaped(title)}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${escaped(title)}</title>`,
    ...[...new Set([...ticks, ...lines])].map(
      (value) =>
        `<line class="${lines.includes(value) ? 'mark' : 'grid'}" x1="${at(x(value))}" x2="${at(x(value))}" y1="0" y2="${dots.length * rowHeight}"/>`,
    ),
    ...dots.map(({ label, value: estimate }, row) => {
      const { value, low, high } = estimate;
      const y = row * rowHeight + rowHeight / 2;
      return [
        `<text class="label" x="${labelWidth - 12}" y="${y}" text-anchor="end" dominant-baseline="central">${escaped(short(label))}</text>`,
        low !== null && high !== null
          ? `<line class="interval" x1="${at(x(low))}" x2="${at(x(high))}" y1="${y}" y2="${y}"/>`
          : '',
        `<circle class="dot" cx="${at(x(value))}" cy="${y}" r="4.5"/>`,
        `<text class="figure" x="${labelWidth + plotWidth + 12}" y="${y}" dominant-baseline="central">${escaped(valueText(as, estimate))}</text>`,
      ].join('');
    }),
    ...ticks.map(
      (value) =>
        `<text class="tick" x="${at(x(value))}" y="${height - 8}" text-anchor="middle">${escaped(formats[as](value))}</text>`,
    ),
    '</svg>',
  ].join('\n');
}

/** Bars for counts, each with its number. */
export function barChart({ title, bars }: Bars): string {
  const most = bars.reduce((max, { count }) => Math.max(max, count), 1);
  const [width, height] = [labelWidth + plotWidth + textWidth, bars.length * rowHeight];
  return [
    `<svg class="chart" role="img" aria-label="${escaped(title)}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${escaped(title)}</title>`,
    ...bars.map(({ label, count }, row) => {
      const y = row * rowHeight;
      const length = count === 0 ? 0 : Math.max(1, (count / most) * plotWidth);
      return `<text class="label" x="${labelWidth - 12}" y="${y + rowHeight / 2}" text-anchor="end" dominant-baseline="central">${escaped(short(label))}</text><rect class="bar" x="${labelWidth}" y="${y + 4}" width="${at(length)}" height="${rowHeight - 8}"/><text class="figure" x="${at(labelWidth + length + 8)}" y="${y + rowHeight / 2}" dominant-baseline="central">${escaped(valueText('count', count))}</text>`;
    }),
    '</svg>',
  ].join('\n');
}

const at = (value: number): string => value.toFixed(1);
const short = (label: string): string => (label.length > 32 ? `${label.slice(0, 31)}…` : label);
