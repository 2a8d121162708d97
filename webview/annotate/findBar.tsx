import * as l10n from '@vscode/l10n';
import { computed, signal } from '@preact/signals';
import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { findText } from '../ui/findText';
import { finishTexts } from '../ui/putText';
import { openStep } from './run/runRows';
import { closedStepsWith, nextPlace, type StepPlace } from './run/runSearch';
import { reveal } from './scrollIntoView';
import { content, item, judge } from './store';

/** Counts how often the person asked to find something; 0 while the bar is closed. */
const asked = signal(0);

/** Whether something is looked for: what is folded would not be found. */
export const isSearching = computed(() => asked.value > 0);

export function openFindBar(): void {
  asked.value++;
}

/**
 * Finds a text within the item: all of it that is loaded, marked where it stands. Behind what is found on the page come
 * the steps of runs that are closed: each is opened.
 */
export function FindBar(): JSX.Element | null {
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const [count, setCount] = useState(0);
  const [inAll, setInAll] = useState(true);
  const [closed, setClosed] = useState<readonly StepPlace[]>([]);
  const inHand = item.value?.run && `${item.value.selected} ${item.value.run.step}`;
  const open = asked.value > 0;

  useLayoutEffect(() => {
    if (open) input.current?.select();
  }, [open, asked.value]);
  useEffect(() => mark([], 0), []);
  useEffect(() => (open ? undefined : mark([], 0)), [open]);
  // A step that was opened for what is in it is drawn now.
  const lookAgain = useRef((): void => undefined);
  useEffect(() => lookAgain.current(), [inHand]);
  if (!open) return null;

  /** Looks for `wish`, and goes so many places on; without a step to the first one from the selected response on. */
  const look = (wish: string, step: number): void => {
    finishTexts();
    const found = [...document.querySelectorAll('.references, .work')]
      .flatMap((root) => findText(root, wish))
      // How a message begins is a sight of a step that is closed.
      .filter(({ startContainer }) => !startContainer.parentElement?.closest('.run-words'));
    const others = content.value && item.value ? closedStepsWith(content.value, item.value, wish) : [];
    const isBeyond = found.length === 0 || (step > 0 ? at + step >= found.length : at + step < 0);
    if (step !== 0 && isBeyond && openNext(others, step)) return;
    const next =
      found.length === 0
        ? 0
        : step === 0
          ? firstFrom(
              document.querySelector('.run-steps > .in-hand') ?? document.querySelector('.card.selected'),
              found,
            )
          : (at + step + found.length) % found.length;
    setQuery(wish);
    setCount(found.length);
    setClosed(others);
    setInAll(document.querySelector(rest) === null);
    setAt(next);
    mark(found, next);
  };
  lookAgain.current = () => query !== '' && look(query, 0);
  const onKey = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    if (event.isComposing) return;
    if (event.key === 'Enter') look(event.currentTarget.value, event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') asked.value = 0;
  };
  return (
    <div class="find-bar" role="search">
      <input
        ref={input}
        type="text"
        value={query}
        aria-label={l10n.t('Find in this item')}
        placeholder={l10n.t('Find')}
        onInput={({ currentTarget: { value } }) => look(value, 0)}
        onKeyDown={onKey}
      />
      <span class="found" role="status">
        {query === '' ? '' : foundText(at, count, inAll, closed.length)}
      </span>
      <button
        class="quiet"
        title={l10n.t('Previous (Shift+Enter)')}
        aria-label={l10n.t('Previous (Shift+Enter)')}
        onClick={() => look(query, -1)}
      >
        ↑
      </button>
      <button
        class="quiet"
        title={l10n.t('Next (Enter)')}
        aria-label={l10n.t('Next (Enter)')}
        onClick={() => look(query, 1)}
      >
        ↓
      </button>
      <button
        class="quiet"
        title={l10n.t('Close (Esc)')}
        aria-label={l10n.t('Close (Esc)')}
        onClick={() => (asked.value = 0)}
      >
        ×
      </button>
    </div>
  );
}

/** At the end of a text of which only a part is on the page. */
const rest = '.references .more, .work .more';

/** Opens the next of the steps that have what is sought; false where there is none. */
function openNext(places: readonly StepPlace[], by: number): boolean {
  const { value } = item;
  const run = value && content.value?.runs?.runs[value.selected];
  const next = nextPlace(places, { index: value?.selected ?? 0, step: run ? openStep(run, value.run, true) : -1 }, by);
  if (!value || !next) return false;
  judge(value.key, { do: 'runStep', ...next });
  return true;
}

function foundText(at: number, count: number, inAll: boolean, closed: number): string {
  const shown = shownText(at, count, inAll);
  if (closed === 0) return shown;
  const more = closed === 1 ? l10n.t('1 closed step') : l10n.t('{0} closed steps', closed);
  return count === 0 ? l10n.t('In {0}: press Enter', more) : l10n.t('{0}, and in {1}', shown, more);
}

function shownText(at: number, count: number, inAll: boolean): string {
  if (count === 0) return inAll ? l10n.t('No results') : l10n.t('No results in the shown text');
  return inAll ? l10n.t('{0} of {1}', at + 1, count) : l10n.t('{0} of {1} in the shown text', at + 1, count);
}

/** Finds the first of the places found that is in or behind `start`; the first of all where none is. */
function firstFrom(start: Element | null, found: readonly Range[]): number {
  const from = start
    ? found.findIndex(
        ({ startContainer }) =>
          start.contains(startContainer) ||
          (start.compareDocumentPosition(startContainer) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
      )
    : -1;
  return Math.max(from, 0);
}

/** Marks what was found and brings the one at `now` into view. */
function mark(found: readonly Range[], now: number): void {
  const current = found[now];
  CSS.highlights.set('found', new Highlight(...found.filter((range) => range !== current)));
  CSS.highlights.set('found-now', new Highlight(...(current ? [current] : [])));
  const element = current?.startContainer.parentElement;
  // A file of a patch may be folded.
  element?.closest('details')?.setAttribute('open', '');
  reveal(element);
}
