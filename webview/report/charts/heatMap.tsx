import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ReportQuestion } from '../../../src/core/model/report/document/todo';
import { useOnRequest } from '../actionRequests';
import { ChartFrame } from './chartFrame';
import { charWidth, fitText } from './fitText';
import { heatCellAt, heatCsv, heatShapes, maxRows, type HeatLayout } from './heatCells';
import { percent } from '../../../src/core/model/text/numbers';
import type { Column, Table } from '../tables/table';

interface Props {
  readonly table: Table;
  readonly title: string;
  /** Id of the row in hand. */
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  /** Opens what is behind a cell. */
  readonly onOpen: (question: ReportQuestion) => void;
  /** Changes where the keyboard is asked for. */
  readonly asked: number;
}

const cellHeight = 20;
const [narrowest, widest] = [14, 72];
/** A column as wide as this has its title above it; one that is narrower has it upright. */
const wideEnough = 56;
const scale = [0, 0.25, 0.5, 0.75, 1];
const scaleWidth = 44;

/**
 * A table of shares with all its cells at a glance, dark where there is much: rows as they are sorted and searched,
 * columns by what they are sliced.
 */
export function HeatMap({ table, title, selected, onSelect, onOpen, asked }: Props): JSX.Element {
  const [outer, root] = [useRef<HTMLDivElement>(null), useRef<HTMLElement>(null)];
  const [width, setWidth] = useState(700);
  const [pointed, setPointed] = useState('');
  useEffect(() => {
    if (!outer.current) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)));
    observer.observe(outer.current);
    return () => observer.disconnect();
  }, []);
  useOnRequest(asked, () => outer.current?.focus());
  const rows = Math.min(table.count, maxRows);
  const { columns } = table;
  const layout = useMemo(() => layoutOf(table, rows, width), [table, width]);
  const cellUnder = (event: MouseEvent): { readonly row: number; readonly column: Column } | undefined => {
    const box = root.current?.querySelector('svg')?.getBoundingClientRect();
    const at = box && heatCellAt(layout, event.clientX - box.left, event.clientY - box.top);
    const column = at && columns[at.column];
    return column && { row: at.row, column };
  };
  const point = (event: MouseEvent): void => {
    const at = cellUnder(event);
    const cell = at && table.cell(at.row, at.column);
    setPointed(
      at && cell
        ? `${table.row(at.row).title}, ${at.column.title}: ${cell.text === '' ? l10n.t('nothing') : [cell.text, cell.note].filter((each) => each !== '').join(', ')}`
        : '',
    );
  };
  const open = (event: MouseEvent): void => {
    const at = cellUnder(event);
    const opens = at && table.cell(at.row, at.column).opens;
    if (opens) onOpen(opens);
  };
  const select = (event: MouseEvent): void => {
    const at = cellUnder(event);
    if (at) onSelect(table.row(at.row).id);
  };
  // Thousands of cells are not to be gone through where only what is said of the one pointed at changes.
  const drawn = useMemo(
    () => (
      <>
        <Drawing
          table={table}
          layout={layout}
          title={title}
          selected={selected}
          onMouseMove={point}
          onMouseLeave={() => setPointed('')}
          onClick={select}
          onDblClick={open}
        />
        <Heard table={table} rows={rows} title={title} />
      </>
    ),
    [table, layout, title, selected],
  );
  return (
    <div ref={outer} class="heat" tabIndex={0} role="region" aria-label={title}>
      <ChartFrame root={root} title={title} csv={() => heatCsv(table)}>
        <p class="note pointed">
          {pointed !== ''
            ? pointed
            : rows < table.count
              ? l10n.t(
                  'Rows shown: the first {0} of {1}. Sort or search the table to see others.',
                  rows.toLocaleString(),
                  table.count.toLocaleString(),
                )
              : l10n.t('Click a cell for details of its row. Double-click it to open its items.')}
        </p>
        {drawn}
      </ChartFrame>
    </div>
  );
}

function layoutOf(table: Table, rows: number, width: number): HeatLayout {
  const { columns } = table;
  const longest = Math.max(8, ...Array.from({ length: rows }, (_, at) => table.row(at).title.length));
  // Names may have what cells of the widest leave, and three tenths where that is less.
  const left = Math.min(Math.max(120, width * 0.3, width - columns.length * widest - 8), longest * charWidth + 12);
  const cellWidth = Math.min(widest, Math.max(narrowest, Math.floor((width - left - 4) / Math.max(1, columns.length))));
  const title = Math.max(3, ...columns.map((column) => column.title.length));
  return {
    left: Math.round(left),
    top: cellWidth >= wideEnough ? 20 : Math.min(130, title * charWidth + 10),
    cellWidth,
    cellHeight,
    columns: columns.length,
    rows,
  };
}

interface Mouse {
  readonly onMouseMove: (event: MouseEvent) => void;
  readonly onMouseLeave: () => void;
  readonly onClick: (event: MouseEvent) => void;
  readonly onDblClick: (event: MouseEvent) => void;
}

function Drawing({
  table,
  layout,
  title,
  selected,
  ...mouse
}: {
  readonly table: Table;
  readonly layout: HeatLayout;
  readonly title: string;
  readonly selected: string | undefined;
} & Mouse): JSX.Element {
  const { left, top, cellWidth, columns, rows } = layout;
  const bottom = top + rows * cellHeight;
  const shapes = heatShapes(layout, (row, column) =>
    table.columns[column] ? table.cell(row, table.columns[column]).shade : null,
  );
  const [width, height] = [Math.max(left + columns * cellWidth, left + scale.length * scaleWidth) + 4, bottom + 34];
  const isWide = cellWidth >= wideEnough;
  const places = [...Array(rows).keys()].map((at) => ({ at, ...table.row(at) }));
  return (
    <svg
      class="drawing map"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      {...mouse}
    >
      <title>{title}</title>
      {table.columns.map((column, at) => {
        const x = left + at * cellWidth + cellWidth / 2;
        return isWide ? (
          <text key={column.id} class="axis" x={x} y={top - 6} text-anchor="middle">
            {fitText(column.title, cellWidth - 2)}
          </text>
        ) : (
          <text key={column.id} class="axis" transform={`translate(${x + 4} ${top - 5}) rotate(-90)`}>
            {fitText(column.title, top - 8)}
          </text>
        );
      })}
      {shapes.fills.map(({ share, path }) => (
        <path key={share} class="bar" d={path} fill-opacity={share * 0.45} />
      ))}
      <path class="bar" d={shapes.bars} />
      <path class="box" d={shapes.outlines} />
      {places.map(({ at, id, title: name }) => (
        <text
          key={id}
          class={id === selected ? 'label selected' : 'label'}
          x={left - 8}
          y={top + at * cellHeight + 14}
          text-anchor="end"
        >
          {fitText(name, left - 12)}
        </text>
      ))}
      {places.flatMap(({ at, id }) =>
        table.columns.flatMap((column, number) => {
          const { text } = table.cell(at, column);
          const fits = text !== '' && text.length * charWidth <= cellWidth - 4;
          return fits
            ? [
                <text
                  key={`${id} ${column.id}`}
                  class="label"
                  x={left + number * cellWidth + (cellWidth - 1) / 2}
                  y={top + at * cellHeight + 13}
                  text-anchor="middle"
                >
                  {text}
                </text>,
              ]
            : [];
        }),
      )}
      {scale.map((share, at) => (
        <g key={share}>
          <rect
            class="bar"
            x={left + at * scaleWidth}
            y={bottom + 8}
            width={scaleWidth - 1}
            height={9}
            fill-opacity={share * 0.45}
          />
          <rect class="bar" x={left + at * scaleWidth} y={bottom + 14} width={(scaleWidth - 1) * share} height={3} />
          <rect class="box" x={left + at * scaleWidth} y={bottom + 8} width={scaleWidth - 1} height={9} />
          <text class="axis" x={left + at * scaleWidth + scaleWidth / 2} y={bottom + 29} text-anchor="middle">
            {percent(share)}
          </text>
        </g>
      ))}
    </svg>
  );
}

function Heard({
  table,
  rows,
  title,
}: {
  readonly table: Table;
  readonly rows: number;
  readonly title: string;
}): JSX.Element {
  return (
    <table class="heard">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{table.rowTitle}</th>
          {table.columns.map((column) => (
            <th key={column.id} scope="col">
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...Array(rows).keys()].map((at) => {
          const { id, title: name } = table.row(at);
          return (
            <tr key={id}>
              <th scope="row">{name}</th>
              {table.columns.map((column) => {
                const { text, note } = table.cell(at, column);
                return (
                  <td key={column.id}>
                    {text === '' ? l10n.t('nothing') : [text, note].filter((each) => each !== '').join(', ')}
                  </td>
                );
              })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
