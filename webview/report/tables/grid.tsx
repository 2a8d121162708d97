import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ReportQuestion } from '../../../src/core/model/report/document/todo';
import { useOnRequest } from '../actionRequests';
import type { Column, Table } from './table';
import { useVirtualList } from './virtualList';

interface Props {
  readonly table: Table;
  readonly sort: { readonly column: string; readonly descending: boolean } | undefined;
  /** Id of the row in hand. */
  readonly selected: string | undefined;
  readonly onSelect: (id: string, column: Column | undefined) => void;
  readonly onSort: (column: string) => void;
  /** Opens what is behind a cell. */
  readonly onOpen: (question: ReportQuestion) => void;
  /** Changes where the keyboard is asked for. */
  readonly asked: number;
  /** Changes where what is behind the cell in hand is asked for. */
  readonly opening: number;
}

const rowHeight = 42;
/** Wide enough for an n of four digits and an interval. */
const columnWidth = 116;
const headHeight = 40;
/** A page of rows. */
const page = 10;

/** Where the keyboard is: the head is row -1, the names are column -1. */
interface Place {
  readonly row: number;
  readonly column: number;
}

/** A table of any size, drawn where it is on the screen; arrows reach each cell, Enter opens what is behind it. */
export function Grid({ table, sort, selected, onSelect, onSort, onOpen, asked, opening }: Props): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place>({ row: 0, column: -1 });
  const { columns, count } = table;
  const nameWidth = useNameWidth(root);
  const at = { row: Math.min(place.row, count - 1), column: Math.min(place.column, columns.length - 1) };
  const rows = useVirtualList({ count, size: rowHeight, element: root, covered: headHeight, kept: at.row });
  const across = useVirtualList({
    count: columns.length,
    size: columnWidth,
    element: root,
    horizontal: true,
    covered: nameWidth,
    kept: at.column,
  });
  useOnRequest(asked, () => root.current?.focus());
  const order = `${count} ${sort?.column ?? ''} ${String(sort?.descending)} ${table.label}`;
  const ordered = useRef(order);
  useEffect(() => {
    if (ordered.current === order) return;
    ordered.current = order;
    root.current?.scrollTo({ top: 0 });
    setPlace((before) => ({ row: Math.min(0, before.row), column: before.column }));
  }, [order]);
  useOnRequest(opening, () => enter());

  const go = (next: Place): void => {
    const row = Math.max(-1, Math.min(count - 1, next.row));
    const column = Math.max(-1, Math.min(columns.length - 1, next.column));
    setPlace({ row, column });
    if (row >= 0) {
      rows.show(row);
      onSelect(table.row(row).id, columns[column]);
    }
    if (column >= 0) across.show(column);
  };
  const enter = (): void => {
    const column = columns[at.column];
    if (at.row < 0) {
      if (column) onSort(column.id);
    } else {
      const opens = column && table.cell(at.row, column).opens;
      if (opens) onOpen(opens);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey) return;
    const { key, ctrlKey } = event;
    const { row, column } = at;
    const moves: Readonly<Record<string, Place>> = {
      ArrowDown: { row: row + 1, column },
      ArrowUp: { row: row - 1, column },
      ArrowRight: { row, column: column + 1 },
      ArrowLeft: { row, column: column - 1 },
      Home: { row: ctrlKey ? 0 : row, column: -1 },
      End: { row: ctrlKey ? count - 1 : row, column: columns.length - 1 },
      PageDown: { row: row + page, column },
      PageUp: { row: Math.max(0, row - page), column },
    };
    const next = moves[key];
    if (next) go(next);
    else if (key === 'Enter' && !ctrlKey) enter();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const idOf = ({ row, column }: Place): string => `cell-${row}-${column}`;
  const sortOf = (column: Column): 'ascending' | 'descending' | undefined =>
    sort?.column === column.id ? (sort.descending ? 'descending' : 'ascending') : undefined;
  const isAt = (row: number, column: number): boolean => at.row === row && at.column === column;
  const width = nameWidth + across.total;

  return (
    <div
      ref={root}
      class="grid"
      role="grid"
      tabIndex={0}
      aria-label={table.label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={idOf(at)}
      onKeyDown={onKeyDown}
    >
      <div class="grid-head" role="row" aria-rowindex={1} style={{ width: `${width}px`, height: `${headHeight}px` }}>
        <div
          class={`name ${isAt(-1, -1) ? 'at' : ''}`}
          role="columnheader"
          id={idOf({ row: -1, column: -1 })}
          aria-colindex={1}
          style={{ width: `${nameWidth}px` }}
        >
          {table.rowTitle}
        </div>
        {across.items.map(({ index, start }) => {
          const column = columns[index];
          return (
            column && (
              <div
                key={column.id}
                class={`head ${isAt(-1, index) ? 'at' : ''} ${sortOf(column) ?? ''}`}
                role="columnheader"
                id={idOf({ row: -1, column: index })}
                aria-colindex={index + 2}
                aria-sort={sortOf(column) ?? 'none'}
                title={l10n.t('{0}. Click or press Enter to sort.', column.hint)}
                style={{ left: `${nameWidth + start}px`, width: `${columnWidth}px` }}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  root.current?.focus();
                  go({ row: -1, column: index });
                  onSort(column.id);
                }}
              >
                <span>{column.title}</span>
              </div>
            )
          );
        })}
      </div>
      <div class="grid-body" role="rowgroup" style={{ width: `${width}px`, height: `${rows.total}px` }}>
        {rows.items.map(({ index: row, start }) => {
          const head = table.row(row);
          return (
            <div
              key={head.id}
              class={`row ${head.id === selected ? 'selected' : ''}`}
              role="row"
              aria-rowindex={row + 2}
              aria-selected={head.id === selected}
              style={{ top: `${start}px`, width: `${width}px`, height: `${rowHeight}px` }}
            >
              <div
                class={`name ${isAt(row, -1) ? 'at' : ''}`}
                role="rowheader"
                id={idOf({ row, column: -1 })}
                aria-colindex={1}
                title={head.title}
                style={{ width: `${nameWidth}px` }}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  root.current?.focus();
                  go({ row, column: -1 });
                }}
              >
                <span class="title">{head.title}</span>
                <span class="note">{head.note}</span>
              </div>
              {across.items.map(({ index, start: left }) => {
                const column = columns[index];
                if (!column) return null;
                const cell = table.cell(row, column);
                const open = (): void => {
                  root.current?.focus();
                  go({ row, column: index });
                };
                return (
                  <div
                    key={column.id}
                    class={`cell ${isAt(row, index) ? 'at' : ''} ${cell.opens ? 'opens' : ''}`}
                    role="gridcell"
                    id={idOf({ row, column: index })}
                    aria-colindex={index + 2}
                    data-shade={cell.shade === null ? undefined : ''}
                    style={{
                      left: `${nameWidth + left}px`,
                      width: `${columnWidth}px`,
                      ...(cell.shade !== null && { '--shade': String(cell.shade) }),
                    }}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={open}
                    onDblClick={enter}
                  >
                    <span class="heard">{`${head.title}, ${column.title}: `}</span>
                    <span class="figure">
                      {cell.text === '' ? <span class="heard">{l10n.t('nothing')}</span> : cell.text}
                    </span>
                    {cell.note !== '' && (
                      <span class="note">
                        <span class="heard">, </span>
                        {cell.note}
                      </span>
                    )}
                  </div>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The names take a quarter of the room, and as much as is read well. */
function useNameWidth(root: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(240);
  useEffect(() => {
    if (!root.current) return undefined;
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.round(Math.max(150, Math.min(380, entry.contentRect.width * 0.24)))),
    );
    observer.observe(root.current);
    return () => observer.disconnect();
  }, [root]);
  return width;
}
