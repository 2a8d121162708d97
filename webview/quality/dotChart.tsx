import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Dots } from '../../src/core/model/report/document/document';
import { formats, valueText } from '../../src/core/model/report/document/values';
import type { ChartFormat } from '../../src/protocol/report';
import { chartPng, chartSvg } from '../ui/chartImage';
import { failed, send } from './store';

const [labelWidth, plotWidth, textWidth, rowHeight, axisHeight] = [190, 280, 150, 22, 22];
/** Of more lines nobody reads a chart; its table has all. */
const maxDots = 40;

/** Dots on a scale, each with a bar for its interval; the same as a table for screen readers. */
export function DotChart({ id, title, as, dots: all, scale: { min, max, lines } }: Dots): JSX.Element {
  const svg = useRef<SVGSVGElement>(null);
  const dots = all.slice(0, maxDots);
  const x = (value: number): number =>
    labelWidth + ((Math.min(max, Math.max(min, value)) - min) / (max - min || 1)) * plotWidth;
  const [width, height] = [labelWidth + plotWidth + textWidth, dots.length * rowHeight + axisHeight];
  const ticks = [min, (min + max) / 2, max];
  const save = (format: ChartFormat): void => {
    const name = `${document.title} ${title}`;
    const drawing = svg.current;
    if (format === 'csv') send({ method: 'saveChart', name, format, content: csvOf(title, all) });
    else if (drawing && format === 'svg')
      send({ method: 'saveChart', name, format, content: chartSvg(drawing, title) });
    else if (drawing)
      chartPng(drawing, title).then((content) => send({ method: 'saveChart', name, format: 'png', content }), failed);
  };
  return (
    <figure class="chart" data-figure={id}>
      <figcaption>
        {title}
        <span class="save">
          {(['svg', 'png', 'csv'] as const).map((each) => (
            <button
              key={each}
              type="button"
              class="quiet"
              aria-label={l10n.t('Save “{0}” as {1}', title, each.toUpperCase())}
              title={l10n.t('Save “{0}” as {1}', title, each.toUpperCase())}
              onClick={() => save(each)}
            >
              {each.toUpperCase()}
            </button>
          ))}
        </span>
      </figcaption>
      <svg ref={svg} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {[...new Set([...ticks, ...lines])].map((value) => (
          <line
            key={value}
            class={lines.includes(value) ? 'mark' : 'grid'}
            x1={x(value)}
            x2={x(value)}
            y1={0}
            y2={dots.length * rowHeight}
          />
        ))}
        {dots.map(({ label, value: estimate }, row) => {
          const { value, low, high } = estimate;
          const y = row * rowHeight + rowHeight / 2;
          return (
            <g key={row}>
              <text class="label" x={labelWidth - 10} y={y} text-anchor="end" dominant-baseline="central">
                {label.length > 28 ? `${label.slice(0, 27)}…` : label}
              </text>
              {low !== null && high !== null && <line class="interval" x1={x(low)} x2={x(high)} y1={y} y2={y} />}
              <circle class="dot" cx={x(value)} cy={y} r={4} />
              <text class="figure" x={labelWidth + plotWidth + 12} y={y} dominant-baseline="central">
                {valueText(as, estimate)}
              </text>
            </g>
          );
        })}
        {ticks.map((value) => (
          <text key={value} class="tick" x={x(value)} y={height - 6} text-anchor="middle">
            {formats[as](value)}
          </text>
        ))}
      </svg>
      <table class="heard">
        <caption>{title}</caption>
        <tbody>
          {all.map(({ label, value }, at) => (
            <tr key={at}>
              <th scope="row">{label}</th>
              <td>{valueText(as, value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

const csvOf = (title: string, dots: Dots['dots']): string =>
  [
    [title, 'value', 'low', 'high'],
    ...dots.map(({ label, value: { value, low, high } }) => [
      label,
      String(value),
      String(low ?? ''),
      String(high ?? ''),
    ]),
  ]
    .map((row) => `${row.map((cell) => (/[",\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`)
    .join('');
