import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ticksOf } from './axis';
import { csvOf, type ChartProps } from './bars';
import { ChartFrame } from './chartFrame';
import { charWidth, fitText } from './fitText';

const line = 24;
const axis = 22;
/** Of more lines nobody reads a chart; its table has all. */
const maxLines = 40;

/**
 * Values with their intervals, line by line. Drawn by hand, as each line is a few shapes: the small libraries draw on a
 * canvas, which can neither be saved as a drawing nor take the theme's colours, and the others weigh more than all of
 * this view.
 */
export function Chart(props: ChartProps): JSX.Element {
  const { title, bars, format, names } = props;
  const root = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(340);
  useEffect(() => {
    if (!root.current) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)));
    observer.observe(root.current);
    return () => observer.disconnect();
  }, []);
  const hasInterval = bars.some(({ low }) => low !== undefined);
  return (
    <ChartFrame root={root} title={title} csv={() => csvOf(props)}>
      <Drawing {...props} width={width} />
      <table class="heard">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{l10n.t('Name')}</th>
            <th scope="col">{names.value}</th>
            {hasInterval && <th scope="col">{l10n.t('95% confidence interval')}</th>}
            {names.mark !== undefined && <th scope="col">{names.mark}</th>}
            <th scope="col">{l10n.t('Sample size')}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, value, low, high, mark, note }, at) => (
            <tr key={at}>
              <th scope="row">{label}</th>
              <td>{value === null ? l10n.t('nothing') : format(value)}</td>
              {hasInterval && (
                <td>
                  {low === undefined || high === undefined ? '' : l10n.t('{0} to {1}', format(low), format(high))}
                </td>
              )}
              {names.mark !== undefined && <td>{mark === undefined ? '' : format(mark)}</td>}
              <td>{note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ChartFrame>
  );
}

function Drawing({
  title,
  bars,
  from,
  to,
  format,
  names,
  width,
}: ChartProps & { readonly width: number }): JSX.Element {
  const shown = bars.slice(0, maxLines);
  const notes = Math.min(width * 0.3, Math.max(...shown.map(({ note }) => note.length), 3) * charWidth + 16);
  const labels = Math.min(width * 0.4, Math.max(...shown.map(({ label }) => label.length), 4) * charWidth + 10);
  const [left, right] = [labels, Math.max(labels + 40, width - notes)];
  const x = (value: number): number =>
    left + ((Math.min(to, Math.max(from, value)) - from) / (to - from || 1)) * (right - left);
  const zero = x(Math.max(from, Math.min(to, 0)));
  const bottom = shown.length * line;
  const height = bottom + axis + (names.mark === undefined ? 0 : 18);
  const ticks = ticksOf(from, to);
  return (
    <svg class="drawing" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <title>{title}</title>
      {ticks.map((tick) => (
        <g key={tick}>
          <line class="tick" x1={x(tick)} x2={x(tick)} y1={0} y2={bottom} />
          <text class="axis" x={x(tick)} y={bottom + 14} text-anchor="middle">
            {format(tick)}
          </text>
        </g>
      ))}
      {shown.map(({ label, value, low, high, mark, note }, at) => {
        const middle = at * line + line / 2;
        return (
          <g key={at}>
            <text class="label" x={labels - 8} y={middle + 4} text-anchor="end">
              {fitText(label, labels - 10)}
            </text>
            {value !== null && (
              <rect
                class="bar"
                x={Math.min(zero, x(value))}
                y={middle - 6}
                width={Math.max(1, Math.abs(x(value) - zero))}
                height={12}
              />
            )}
            {low !== undefined && high !== undefined && (
              <path
                class="interval"
                d={`M${x(low)} ${middle - 4}V${middle + 4}M${x(low)} ${middle}H${x(high)}M${x(high)} ${middle - 4}V${middle + 4}`}
              />
            )}
            {mark !== undefined && <path class="mark" d={`M${x(mark)} ${middle - 7}l5 7l-5 7l-5 -7z`} />}
            <text class="note" x={right + 8} y={middle + 4}>
              {fitText(note, notes - 10)}
            </text>
          </g>
        );
      })}
      {names.mark !== undefined && (
        <g>
          <rect class="bar" x={left} y={height - 13} width={10} height={10} />
          <text class="axis" x={left + 15} y={height - 4}>
            {names.value}
          </text>
          <path class="mark" d={`M${left + 100} ${height - 14}l5 6l-5 6l-5 -6z`} />
          <text class="axis" x={left + 110} y={height - 4}>
            {names.mark}
          </text>
        </g>
      )}
    </svg>
  );
}
