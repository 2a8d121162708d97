import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Dots } from '../../../src/core/model/report/document/document';
import { formats, valueText } from '../../../src/core/model/report/document/values';
import { csvOf } from '../charts/bars';
import { ChartFrame } from '../charts/chartFrame';
import { fitText } from '../charts/fitText';

const [labelWidth, plotWidth, textWidth, rowHeight, axisHeight] = [190, 280, 150, 24, 24];
/** Of more lines nobody reads a chart; its table has all. */
const maxDots = 40;

/** Dots on a scale, each with a bar for its interval; the same as a table for screen readers. */
export function DotChart({ id, title, as, dots: all, scale: { min, max, lines } }: Dots): JSX.Element {
  const root = useRef<HTMLElement>(null);
  const dots = all.slice(0, maxDots);
  const x = (value: number): number =>
    labelWidth + ((Math.min(max, Math.max(min, value)) - min) / (max - min || 1)) * plotWidth;
  const [width, bottom] = [labelWidth + plotWidth + textWidth, dots.length * rowHeight];
  const height = bottom + axisHeight;
  const ticks = [min, (min + max) / 2, max];
  const csv = (): string =>
    csvOf({
      bars: all.map(({ label, value: { value, low, high } }) => ({
        label,
        value,
        low: low ?? undefined,
        high: high ?? undefined,
        note: '',
      })),
      names: { value: title },
    });
  return (
    <ChartFrame root={root} id={id} title={title} csv={csv}>
      <svg class="drawing" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {[...new Set([...ticks, ...lines])].map((value) => (
          <line
            key={value}
            class={lines.includes(value) ? 'limit' : 'tick'}
            x1={x(value)}
            x2={x(value)}
            y1={0}
            y2={bottom}
          />
        ))}
        {dots.map(({ label, value: estimate }, row) => {
          const { value, low, high } = estimate;
          const y = row * rowHeight + rowHeight / 2;
          return (
            <g key={row}>
              <text class="label" x={labelWidth - 10} y={y + 4} text-anchor="end">
                {fitText(label, labelWidth - 12)}
              </text>
              {low !== null && high !== null && <line class="range" x1={x(low)} x2={x(high)} y1={y} y2={y} />}
              <circle class="dot" cx={x(value)} cy={y} r={4.5} />
              <text class="note" x={labelWidth + plotWidth + 12} y={y + 4}>
                {valueText(as, estimate)}
              </text>
            </g>
          );
        })}
        {ticks.map((value) => (
          <text key={value} class="axis" x={x(value)} y={height - 6} text-anchor="middle">
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
    </ChartFrame>
  );
}
