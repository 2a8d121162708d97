import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ticksOf } from './axis';
import { csvOf, type ChartProps } from './bars';
import { drawingOf, pictureOf } from './savedChart';
import { act, chartRequest, failed, keys, send } from './store';

const line = 24;
const axis = 22;
const charWidth = 6.4;
/** Of more lines nobody reads a chart; its table has all. */
const mostLines = 40;

/** The chart that a command is about: the one used last, or else the first on the screen. */
const last: { element: Element | undefined } = { element: undefined };

/**
 * Values with their intervals, line by line. Drawn by hand, as each line is a few shapes: the small libraries draw on a canvas, which can neither be saved as a drawing nor take the
 * theme's colours, and the others weigh more than all of this view.
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
  const asked = chartRequest.value;
  const answered = useRef(asked?.serial);
  useEffect(() => {
    if (!asked || asked.serial === answered.current) return;
    answered.current = asked.serial;
    const wanted = last.element?.isConnected ? last.element : document.querySelector('.chart');
    if (wanted !== root.current || !root.current) return;
    const svg = root.current.querySelector('svg');
    const name = `${document.title} ${title}`;
    if (asked.format === 'csv') send({ method: 'saveChart', name, format: 'csv', content: csvOf(props) });
    else if (svg && asked.format === 'svg') send({ method: 'saveChart', name, format: 'svg', content: drawingOf(svg, title) });
    else if (svg) void pictureOf(svg, title).then((content) => send({ method: 'saveChart', name, format: 'png', content }), failed);
  });
  const ask = (): void => {
    last.element = root.current ?? undefined;
    act('exportChart');
  };
  const hasInterval = bars.some(({ low }) => low !== undefined);
  return (
    <figure ref={root} class="chart" onFocusIn={() => (last.element = root.current ?? undefined)}>
      <figcaption>
        {title}
        <button class="quiet" onClick={ask} title={l10n.t('Save this chart as SVG, PNG or CSV')}>
          {l10n.t('Save')} <kbd>{keys.value.exportChart}</kbd>
        </button>
      </figcaption>
      <Drawing {...props} width={width} />
      <table class="heard">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{l10n.t('What')}</th>
            <th scope="col">{names.value}</th>
            {hasInterval && <th scope="col">{l10n.t('95% interval')}</th>}
            {names.mark !== undefined && <th scope="col">{names.mark}</th>}
            <th scope="col">{l10n.t('Rests on')}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, value, low, high, mark, note }, at) => (
            <tr key={at}>
              <th scope="row">{label}</th>
              <td>{value === null ? l10n.t('nothing') : format(value)}</td>
              {hasInterval && <td>{low === undefined || high === undefined ? '' : l10n.t('{0} to {1}', format(low), format(high))}</td>}
              {names.mark !== undefined && <td>{mark === undefined ? '' : format(mark)}</td>}
              <td>{note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function Drawing({ title, bars, from, to, format, names, width }: ChartProps & { readonly width: number }): JSX.Element {
  const shown = bars.slice(0, mostLines);
  const notes = Math.min(width * 0.3, Math.max(...shown.map(({ note }) => note.length), 3) * charWidth + 8);
  const labels = Math.min(width * 0.4, Math.max(...shown.map(({ label }) => label.length), 4) * charWidth + 10);
  const [left, right] = [labels, Math.max(labels + 40, width - notes)];
  const x = (value: number): number => left + ((Math.min(to, Math.max(from, value)) - from) / (to - from || 1)) * (right - left);
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
          <text class="axis" x={x(tick)} y={bottom + 14} text-anchor="middle">{format(tick)}</text>
        </g>
      ))}
      {shown.map(({ label, value, low, high, mark, note }, at) => {
        const middle = at * line + line / 2;
        return (
          <g key={at}>
            <text class="label" x={labels - 8} y={middle + 4} text-anchor="end">{fitted(label, labels - 10)}</text>
            {value !== null && <rect class="bar" x={Math.min(zero, x(value))} y={middle - 6} width={Math.max(1, Math.abs(x(value) - zero))} height={12} />}
            {low !== undefined && high !== undefined && <path class="interval" d={`M${x(low)} ${middle - 4}V${middle + 4}M${x(low)} ${middle}H${x(high)}M${x(high)} ${middle - 4}V${middle + 4}`} />}
            {mark !== undefined && <path class="mark" d={`M${x(mark)} ${middle - 7}l5 7l-5 7l-5 -7z`} />}
            <text class="note" x={right + 8} y={middle + 4}>{fitted(note, notes - 6)}</text>
          </g>
        );
      })}
      {names.mark !== undefined && (
        <g>
          <rect class="bar" x={left} y={height - 13} width={10} height={10} />
          <text class="axis" x={left + 15} y={height - 4}>{names.value}</text>
          <path class="mark" d={`M${left + 100} ${height - 14}l5 6l-5 6l-5 -6z`} />
          <text class="axis" x={left + 110} y={height - 4}>{names.mark}</text>
        </g>
      )}
    </svg>
  );
}

function fitted(text: string, width: number): string {
  const most = Math.max(3, Math.floor(width / charWidth));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
