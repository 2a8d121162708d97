/** Charts of a report as SVG: they take their colors from the page (`currentColor` and classes), and say what they show. */

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A value with its interval, in a row of its own. */
export interface Dot {
  readonly label: string;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  /** As it is said. */
  readonly text: string;
}

export interface DotScale {
  readonly min: number;
  readonly max: number;
  /** Values with a line: an even chance, a threshold. */
  readonly lines?: readonly number[];
  readonly format: (value: number) => string;
}

const [labelWidth, plotWidth, textWidth, rowHeight, axisHeight] = [220, 360, 150, 22, 24];

/** Dots on a scale, each with a bar for its interval. */
export function dotPlot(title: string, dots: readonly Dot[], { min, max, lines = [], format }: DotScale): string {
  if (dots.length === 0) return '';
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
    ...dots.map(({ label, value, low, high, text }, row) => {
      const y = row * rowHeight + rowHeight / 2;
      return [
        `<text class="label" x="${labelWidth - 12}" y="${y}" text-anchor="end" dominant-baseline="central">${escaped(short(label))}</text>`,
        low !== null && high !== null
          ? `<line class="interval" x1="${at(x(low))}" x2="${at(x(high))}" y1="${y}" y2="${y}"/>`
          : '',
        `<circle class="dot" cx="${at(x(value))}" cy="${y}" r="4.5"/>`,
        `<text class="figure" x="${labelWidth + plotWidth + 12}" y="${y}" dominant-baseline="central">${escaped(text)}</text>`,
      ].join('');
    }),
    ...ticks.map(
      (value) =>
        `<text class="tick" x="${at(x(value))}" y="${height - 8}" text-anchor="middle">${escaped(format(value))}</text>`,
    ),
    '</svg>',
  ].join('\n');
}

/** Bars for counts, each with its number. */
export function barChart(title: string, bars: readonly { readonly label: string; readonly count: number }[]): string {
  const most = bars.reduce((max, { count }) => Math.max(max, count), 0);
  return most === 0
    ? ''
    : [
        `<svg class="chart" role="img" aria-label="${escaped(title)}" viewBox="0 0 ${labelWidth + plotWidth + textWidth} ${bars.length * rowHeight}" width="${labelWidth + plotWidth + textWidth}" height="${bars.length * rowHeight}">`,
        `<title>${escaped(title)}</title>`,
        ...bars.map(({ label, count }, row) => {
          const y = row * rowHeight;
          const width = count === 0 ? 0 : Math.max(1, (count / most) * plotWidth);
          return `<text class="label" x="${labelWidth - 12}" y="${y + rowHeight / 2}" text-anchor="end" dominant-baseline="central">${escaped(short(label))}</text><rect class="bar" x="${labelWidth}" y="${y + 4}" width="${at(width)}" height="${rowHeight - 8}"/><text class="figure" x="${at(labelWidth + width + 8)}" y="${y + rowHeight / 2}" dominant-baseline="central">${escaped(count.toLocaleString('en-US'))}</text>`;
        }),
        '</svg>',
      ].join('\n');
}

const at = (value: number): string => value.toFixed(1);
const short = (label: string): string => (label.length > 32 ? `${label.slice(0, 31)}…` : label);
