import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { keepFocusSomewhere } from '../ui/keyboardFocus';
import { dragAndDrop } from './drag';
import { placeOf, rowAt, rowBy, samePlace, type Row } from './outlineRows';
import {
  act,
  adding,
  requestedAction,
  fold,
  foundCount,
  library,
  rows,
  search,
  searchText,
  select,
  selected,
  setting,
  unfold,
} from './store';
import { unsaved } from './unsavedChanges';
import { useVirtualRows } from '../ui/lists/virtualRows';
import {
  criteriaCount,
  criterionDescription,
  kindText,
  rubricScreenReaderText,
  rubricDescription,
} from './rubricTexts';

/** Height of a row, in pixels. */
const rowHeight = 26;

/** The library on the left: what is searched for in it, and its rubrics with their criteria. */
export function Outline(): JSX.Element {
  return (
    <section class="outline" aria-label={l10n.t('Outline')}>
      <Search />
      <Tree />
    </section>
  );
}

function Search(): JSX.Element {
  const field = useRef<HTMLElement & { value: string }>(null);
  const request = requestedAction.value;
  const key = setting.value.keys.searchRubrics;
  const count = foundCount.value;
  useEffect(() => {
    if (request?.action !== 'search') return;
    requestedAction.value = undefined;
    field.current?.focus();
  }, [request]);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    toFound();
  };
  return (
    <div class="search">
      <vscode-text-field
        ref={field}
        class="control"
        aria-label={l10n.t('Search rubrics')}
        placeholder={key === undefined ? l10n.t('Search') : l10n.t('Search ({0})', key)}
        onInput={() => search(field.current?.value ?? '')}
        onKeyDown={onKey}
      />
      <p class="count" role="status">
        {count === undefined
          ? ''
          : count === 0 && rows.value.length === 0
            ? l10n.t('No results found.')
            : criteriaCount(count)}
      </p>
    </div>
  );
}

/** Brings the keyboard to the outline. */
export function toTree(): void {
  document.querySelector<HTMLElement>('.tree')?.focus({ preventScroll: true });
}

/** Goes to the first that is found, where what is selected is not among it. */
function toFound(): void {
  const first = rows.value.find(({ kind }) => kind === 'criterion') ?? rows.value[0];
  if (searchText.value !== '' && first && !rows.value.some((row) => samePlace(placeOf(row), selected.value)))
    select(placeOf(first));
  toTree();
}

function Tree(): JSX.Element {
  const view = useRef<HTMLDivElement>(null);
  const all = rows.value;
  const at = rowAt(all, selected.value);
  const { items, height, page, reveal } = useVirtualRows(view, all.length, rowHeight);
  const now = useRef(reveal);
  now.current = reveal;
  const name = selected.value && `${selected.value.rubric} ${selected.value.criterion ?? ''}`;
  useEffect(() => {
    if (at >= 0) now.current(at);
  }, [at, name]);
  useEffect(
    () =>
      keepFocusSomewhere(() => {
        if (!adding.value) toTree();
      }),
    [],
  );
  const onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!goBy(event.key, all, at, page)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isShown = items.some(({ index }) => index === at);
  return (
    <div
      ref={view}
      class="tree"
      role="tree"
      tabIndex={0}
      aria-label={l10n.t('Rubrics and their criteria, the most important first')}
      aria-activedescendant={isShown ? `row-${at}` : undefined}
      onKeyDown={onKey}
    >
      <div class="rows" role="presentation" style={{ height: `${height}px` }}>
        {items.map(({ index, start }) => {
          const row = all[index];
          return (
            row && (
              <OutlineRow
                key={row.kind === 'rubric' ? `r ${row.rubric.id}` : `c ${row.criterion.id}`}
                row={row}
                index={index}
                top={start}
                isSelected={index === at}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** Arrows go from row to row, fold and unfold; true where the key meant something. */
function goBy(key: string, all: readonly Row[], at: number, page: number): boolean {
  const row = all[at];
  if (key === 'ArrowLeft' && row) {
    if (row.kind === 'criterion') select({ rubric: row.rubric.id, criterion: null });
    else fold(row.rubric.id);
    return true;
  }
  if (key === 'ArrowRight' && row) {
    const next = all[at + 1];
    if (row.kind === 'rubric' && !row.open) unfold(row.rubric.id);
    else if (row.kind === 'rubric' && next) select(placeOf(next));
    return true;
  }
  const to = rowBy(key, at, all.length, page);
  const target = to === undefined ? undefined : all[to];
  if (target) select(placeOf(target));
  return to !== undefined;
}

interface RowProps {
  readonly row: Row;
  readonly index: number;
  readonly top: number;
  readonly isSelected: boolean;
}

function OutlineRow({ row, index, top, isSelected }: RowProps): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  const place = placeOf(row);
  const { rubric, criterion } = place;
  useEffect(
    () =>
      element.current && searchText.value === ''
        ? dragAndDrop(element.current, { place: { rubric, criterion }, at: row.at })
        : undefined,
    [rubric, criterion, row.at, searchText.value],
  );
  const press = (): void => {
    select(place);
    toTree();
  };
  const shared = {
    ref: element,
    id: `row-${index}`,
    role: 'treeitem' as const,
    'aria-selected': isSelected,
    style: { transform: `translateY(${top}px)`, height: `${rowHeight}px` },
    onClick: press,
    onDblClick: () => act('editSelected'),
  };
  if (row.kind === 'rubric') {
    return (
      <div
        {...shared}
        class={`row rubric${isSelected ? ' selected' : ''}${row.rubric.gone ? ' gone' : ''}`}
        aria-level={1}
        aria-expanded={row.open}
        aria-posinset={row.at + 1}
        aria-setsize={library.value?.rubrics.length ?? 1}
      >
        <span
          class={`twistie${row.open ? '' : ' folded'}`}
          onClick={(event) => {
            event.stopPropagation();
            if (row.open) fold(row.rubric.id);
            else unfold(row.rubric.id);
          }}
        />
        <span class="name">{row.rubric.title}</span>
        <span class="tail">{rubricDescription(row.rubric)}</span>
        <span class="heard">{rubricScreenReaderText(row.rubric)}</span>
      </div>
    );
  }
  const isUnsaved = (unsaved.value.get(row.criterion.id)?.issues.length ?? 0) > 0;
  return (
    <div
      {...shared}
      class={`row criterion${isSelected ? ' selected' : ''}${row.criterion.faulty ? ' faulty' : ''}`}
      aria-level={2}
      aria-posinset={row.at + 1}
      aria-setsize={row.rubric.criteria.length}
    >
      <span class="number">{row.at + 1}</span>
      <span class="name">{row.criterion.label}</span>
      {isUnsaved && <span class="unsaved">{l10n.t('not saved')}</span>}
      {row.criterion.faulty && <span class="mark">{l10n.t('faulty')}</span>}
      <span class="tail">{criterionDescription(row.criterion)}</span>
      <span class="heard">{kindText(row.criterion.kind)}</span>
    </div>
  );
}
