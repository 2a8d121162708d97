import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { DeskContent, DeskItem } from '../../src/core/model/desk';
import type { Task } from '../../src/core/model/project';
import { orderOf, tiersOf } from '../../src/core/model/ranking';
import { isTextField } from '../ui/keyboard';
import { Action, Foot, Head } from './bars';
import { Card } from './card';
import { Field } from './field';
import { Outcomes } from './pair';
import { ReadingBar } from './readingBar';
import { arrangement, content, focusRequest, notice, setting, state } from './store';
import { Turns } from './turns';

/** Columns narrower than this are no pleasure to read: prose, and code, which suffers more from broken lines. In CSS pixels. */
const narrowest = { prose: 320, code: 420 };
/** How much of a card has to be in view before the desk leaves the scrolling to the person. */
const inView = 120;

/** The whole surface. */
export function Desk(): JSX.Element {
  const now = state.value;
  if (!now || now.view.kind === 'loading') return <Waiting />;
  const { view } = now;
  const texts = content.value;
  const unreadable = now.count - now.judged - now.skipped;
  return (
    <div class="desk">
      <Head state={now} />
      <ErrorBanner />
      {view.kind === 'item' && texts && <ItemView key={view.item.key} item={view.item} task={now.task} texts={texts} />}
      {view.kind === 'problem' && (
        <main class="message">
          <h2>{l10n.t('This cannot be shown')}</h2>
          <p role="alert">{view.message}</p>
        </main>
      )}
      {view.kind === 'done' && (
        <main class="message">
          <h2>{unreadable > 0 ? l10n.t('Every item that can be read is done') : l10n.t('All {0} items are done', now.count.toLocaleString())}</h2>
          <p>
            {l10n.t('{0} judged, {1} skipped. Every judgement is saved in your journal.', now.judged.toLocaleString(), now.skipped.toLocaleString())}
            {unreadable > 0 && ` ${l10n.t('{0} cannot be read; Problems says why.', unreadable.toLocaleString())}`}
          </p>
          <Action action="export" label={l10n.t('Export preferences…')} primary />
        </main>
      )}
      <Foot state={now} />
    </div>
  );
}

function ItemView({ item, task, texts }: { readonly item: DeskItem; readonly task: Task; readonly texts: DeskContent }): JSX.Element {
  const main = useRef<HTMLElement>(null);
  const width = useWidth(main);
  const columns = columnsFor(arrangement.value, width, texts);
  const across = useRef(columns > 1);
  across.current = columns > 1;
  const isColumns = useCallback(() => across.current, []);
  useFocus(main, item);
  useReturn(main);

  const tiers = item.draft.mode === 'rank' ? tiersOf(item.draft.places) : [];
  const order = orderShown(item);
  const grid = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => grid.current?.style.setProperty('--columns', String(columns)), [columns]);

  return (
    <main ref={main} class={columns > 1 ? 'columns' : 'stack'}>
      {item.stale && <p class="stale">{l10n.t('The source of this item changed since it was judged; the old judgement is kept, and exports leave it out. Judge it again to replace it.')}</p>}
      {item.status === 'skipped' && <p class="stale">{l10n.t('Skipped: {0}', item.skipReason ?? '')}</p>}
      <section class="prompt" aria-label={l10n.t('Prompt')}>
        <Turns itemKey={item.key} response={null} turns={texts.prompt} />
      </section>
      <ReadingBar itemKey={item.key} />
      <ol ref={grid} class="cards" aria-label={l10n.t('Responses, best first as far as they are placed')}>
        {order.map((index) => {
          const tied = tiers.find((tier) => tier.includes(index))?.filter((other) => other !== index) ?? [];
          return (
            <li key={index}>
              <Card item={item} index={index} turns={texts.responses[index] ?? []} tiedWith={tied} aspects={task.aspects} isColumns={isColumns} />
            </li>
          );
        })}
      </ol>
      {item.pair && <Outcomes item={item} pair={item.pair} />}
      <section class="rationale">
        <Field itemKey={item.key} field={{ kind: 'rationale' }} label={`${l10n.t('Rationale')}${setting.value.keys.rationale === undefined ? '' : ` (${setting.value.keys.rationale})`}`} text={item.draft.rationale} placeholder={l10n.t('Why this order?')} />
      </section>
    </main>
  );
}

/** Those on the screen, in their order: by place while they are ranked, otherwise as they are shown; only the two that are compared. */
function orderShown({ draft, pair }: DeskItem): readonly number[] {
  if (draft.mode === 'pair') return pair ? [pair.a, pair.b] : [...draft.places.keys()];
  return draft.mode === 'rank' ? orderOf(draft.places) : [...draft.places.keys()];
}

function Waiting(): JSX.Element {
  return (
    <main class="message">
      <vscode-progress-ring aria-label={l10n.t('Loading')} />
    </main>
  );
}

/** An error stays until something else happens: what could not be saved is not something to miss. */
function ErrorBanner(): JSX.Element | null {
  const last = notice.value?.notice;
  return last?.kind === 'error' ? (
    <p class="error" role="alert">
      {last.message}
    </p>
  ) : null;
}

/** How many cards stand side by side: as many as have room, in rows of equal length. */
function columnsFor(wish: 'auto' | 'columns' | 'stack', width: number, { responses }: DeskContent): number {
  const count = responses.length;
  if (wish === 'stack') return 1;
  const hasCode = responses.flat().some(({ text }) => text.includes('```'));
  const room = Math.max(1, Math.min(count, Math.floor(width / (hasCode ? narrowest.code : narrowest.prose))));
  if (wish === 'columns') return Math.max(room, Math.min(count, 2));
  return Math.ceil(count / Math.ceil(count / room));
}

function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(() => window.innerWidth);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Keeps the focus on the selected card, unless the person is writing, and brings it into view. */
function useFocus(main: { readonly current: HTMLElement | null }, { selected, draft }: DeskItem): void {
  const request = focusRequest.value;
  const order = orderOf(draft.places).join();
  const first = useRef(true);
  useEffect(() => {
    const leaving = request?.target.kind === 'response';
    if (isTextField(document.activeElement) && !leaving) return;
    if (leaving) focusRequest.value = undefined;
    const card = main.current?.querySelector<HTMLElement>(`.card[data-index="${selected}"]`);
    if (!main.current || !card) return;
    // A desk in the background must not take the focus from where the person is.
    if (document.hasFocus()) card.focus({ preventScroll: true });
    // A new item begins at its prompt.
    if (first.current) main.current.scrollTo({ top: 0 });
    else if (visible(card, main.current) < Math.min(inView, card.clientHeight)) card.scrollIntoView({ block: 'start' });
    first.current = false;
  }, [selected, order, request, main]);
}

/** When the window comes back to the desk with the focus nowhere, it goes to the selected response. */
function useReturn(main: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const back = (): void => {
      if (document.activeElement === document.body || document.activeElement === null) main.current?.querySelector<HTMLElement>('.card.selected')?.focus({ preventScroll: true });
    };
    window.addEventListener('focus', back);
    return () => window.removeEventListener('focus', back);
  }, [main]);
}

/** How many pixels of `card` stand within `view`, from top to bottom. */
function visible(card: HTMLElement, view: HTMLElement): number {
  const [inner, outer] = [card.getBoundingClientRect(), view.getBoundingClientRect()];
  return Math.min(inner.bottom, outer.bottom) - Math.max(inner.top, outer.top);
}
