import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import type { DeskCell, DeskCriterion } from '../../../src/core/model/desk/deskRubric';
import { verdictAt, winnersBy } from '../../../src/core/model/annotation/verdict';
import { keepFocus } from '../../ui/keyboardFocus';
import { criterionName, verdictText, winnersText } from '../words/rubricTexts';
import { judge } from '../store';
import { valueText } from '../words/language';
import { reveal } from '../scrollIntoView';

/** The height of a row in CSS pixels, as the style sheet has it. */
const rowHeight = 28;
/** Rows drawn above those on the screen, and from the first one on it. */
const above = 8;
const below = 48;
/** The length of a long text at most that its row shows. */
const maxOfName = 200;

interface Props {
  readonly item: DeskItem;
  readonly criteria: readonly DeskCriterion[];
  readonly cell: DeskCell;
  /** Rows that ask something else than when they were judged. */
  readonly changed: readonly number[];
  readonly winners: boolean;
}

/** Criteria × responses; of thousands of rows those around the screen are drawn. The cell in hand has the keyboard. */
export function Grid({ item, criteria, cell, changed, winners }: Props): JSX.Element {
  const view = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const columns = [...item.draft.places.keys()];
  const count = criteria.length;
  const [from, to] = chunk(top, cell.row, count);

  useLayoutEffect(
    () => view.current?.style.setProperty('--columns', String(columns.length + (winners ? 1 : 0))),
    [columns.length, winners],
  );
  useLayoutEffect(() => {
    if (!view.current) return;
    const { scrollTop, clientHeight } = view.current;
    const place = cell.row * rowHeight;
    // The head of the grid, a row high, stays in view.
    if (place < scrollTop) view.current.scrollTop = place;
    else if (place + 2 * rowHeight > scrollTop + clientHeight)
      view.current.scrollTop = place + 2 * rowHeight - clientHeight;
    reveal(view.current.querySelector('[data-in-hand]'));
  }, [cell.row, cell.column, count]);

  return (
    <div
      ref={view}
      class="criteria-grid"
      role="grid"
      aria-label={l10n.t('Verdicts by criterion and response')}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + (winners ? 2 : 1)}
      data-fill
      onMouseDown={keepFocus}
      onKeyDown={keepView}
      onScroll={({ currentTarget }) => setTop(Math.floor(currentTarget.scrollTop / rowHeight))}
    >
      <div role="rowgroup" class="grid-head">
        <div role="row" class="grid-row" aria-rowindex={1}>
          <span role="columnheader" class="criterion">
            {l10n.t('Criterion')}
          </span>
          {columns.map((index) => (
            <span key={index} role="columnheader" class={index === cell.column ? 'cell current' : 'cell'}>
              {letterOf(index)}
            </span>
          ))}
          {winners && (
            <span role="columnheader" class={cell.column === columns.length ? 'cell current' : 'cell'}>
              {l10n.t('Best')}
            </span>
          )}
        </div>
      </div>
      <div role="rowgroup" ref={(element) => hold(element, from, count - to)}>
        {criteria.slice(from, to).map((criterion, at) => (
          <Row
            key={criterion.id}
            item={item}
            criterion={criterion}
            row={from + at}
            of={count}
            cell={cell}
            isChanged={changed.includes(from + at)}
            winners={winners}
          />
        ))}
      </div>
    </div>
  );
}

function Row({
  item,
  criterion,
  row,
  of,
  cell,
  isChanged,
  winners,
}: Omit<Props, 'criteria' | 'changed'> & {
  readonly criterion: DeskCriterion;
  readonly row: number;
  readonly of: number;
  readonly isChanged: boolean;
}): JSX.Element {
  const { draft, key } = item;
  const isHere = row === cell.row;
  const name = criterionName(criterion);
  const take = (column: number): void => judge(key, { do: 'cell', criterion: criterion.id, column });
  return (
    <div role="row" class={`grid-row${isHere ? ' current' : ''}`} aria-rowindex={row + 2}>
      <span role="rowheader" class="criterion" dir="auto" onClick={() => take(cell.column)}>
        <span class="number">{row + 1}</span>
        <span class="name">{name.slice(0, maxOfName)}</span>
        {criterion.gate && <span class="mark">{l10n.t('gate')}</span>}
        {criterion.own && <span class="mark">{l10n.t('this item')}</span>}
        {isChanged && <span class="mark">{l10n.t('new wording')}</span>}
      </span>
      {[...draft.places.keys()].map((index) => {
        const verdict = verdictAt(draft.verdicts, criterion.id, index);
        const active = isHere && index === cell.column;
        return (
          <Cell
            key={index}
            active={active}
            label={l10n.t(
              '{0}: {1}, criterion {2} of {3}: {4}',
              letterOf(index),
              verdictText(verdict?.value),
              row + 1,
              of,
              name,
            )}
            onTake={() => take(index)}
          >
            {active && item.typed !== undefined ? `${item.typed}…` : sign(verdict?.value)}
            {verdict !== null && verdict.note.trim() !== '' && <sup class="noted">*</sup>}
          </Cell>
        );
      })}
      {winners && (
        <Cell
          active={isHere && cell.column === draft.places.length}
          label={l10n.t(
            'Best: {0}, criterion {1} of {2}: {3}',
            winnersText(winnersBy(draft.winners, criterion.id)),
            row + 1,
            of,
            name,
          )}
          onTake={() => take(draft.places.length)}
        >
          {winnersSign(winnersBy(draft.winners, criterion.id), draft.places.length)}
        </Cell>
      )}
    </div>
  );
}

function Cell({
  active,
  label,
  onTake,
  children,
}: {
  readonly active: boolean;
  readonly label: string;
  readonly onTake: () => void;
  readonly children: preact.ComponentChildren;
}): JSX.Element {
  return (
    <span
      role="gridcell"
      class={`cell${active ? ' in-hand' : ''}`}
      tabIndex={active ? 0 : -1}
      data-in-hand={active ? '' : undefined}
      onClick={onTake}
    >
      <span aria-hidden="true">{children}</span>
      <span class="heard">{label}</span>
    </span>
  );
}

/** The winners as they stand in their cell, which has no room for many letters. */
const winnersSign = (winners: readonly number[], of: number): string =>
  of > 2 && winners.length === of ? l10n.t('all') : winners.map(letterOf).join('=');

/** A verdict as it stands in its cell. */
function sign(value: boolean | number | string | null | undefined): string {
  if (value === undefined) return '';
  if (value === null) return l10n.t('n/a');
  if (typeof value === 'boolean') return value ? '✓' : '✗';
  return typeof value === 'number' ? valueText(value) : value;
}

/** Gives the rows that are drawn: those around the screen, or around the row in hand where it has left that. */
function chunk(top: number, row: number, count: number): readonly [number, number] {
  const isInView = row >= top - above && row < top + below;
  const from = Math.max(0, (isInView ? top : row) - above);
  return [from, Math.min(count, from + above + below)];
}

/** Holds the room of the rows that are not drawn. */
function hold(element: HTMLElement | null, before: number, behind: number): void {
  element?.style.setProperty('padding-block', `${before * rowHeight}px ${behind * rowHeight}px`);
}

/** The arrows go from cell to cell, by commands; they do not scroll besides. */
function keepView(event: KeyboardEvent): void {
  if (event.key.startsWith('Arrow') && !event.ctrlKey && !event.metaKey && !event.altKey) event.preventDefault();
}
