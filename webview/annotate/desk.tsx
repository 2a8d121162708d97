import { letterOf } from '../../src/core/model/annotation/blindOrder';
import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { DeskContent, DeskItem, DeskKnownAnswer } from '../../src/core/model/desk/deskState';
import type { Task } from '../../src/core/model/study/taskSchema';
import type { Arrangement } from '../../src/protocol/desk';
import { fitScreen } from '../ui/firstScreen';
import { focusResponses, isTextField, keepFocusSomewhere, markingSelector } from '../ui/keyboardFocus';
import { ActionButton, Foot, Head, isWithoutItems } from './headAndFoot';
import { PromptPane } from './conversation/promptPane';
import { Card } from './cards/card';
import { ConfidenceAndFlags } from './confidenceAndFlags';
import { Guidelines } from './conversation/guidelines';
import { useTwoInFocus } from './twoInFocus';
import { scrollToItemStart, bringIntoView, reveal, useKeptInView, visibleHeight } from './scrollIntoView';
import { SelectedAspect } from './cards/selectedAspect';
import { Done } from './done';
import { cardsLabel } from './words/cardLabels';
import { MarkingBar } from './marking/markingBar';
import { OthersCritiques } from './critiques/othersCritiques';
import { ComparisonScale } from './cards/comparisonScale';
import { RankingPasses } from './cards/rankingPasses';
import { BestWorstStrip } from './cards/bestWorstStrip';
import { RankingStrip } from './cards/rankingStrip';
import { WeightedOrder } from './cards/weightedOrder';
import { Dock } from './writing/dock';
import { Rationale } from './writing/rationale';
import { KeyHint, NewMode } from './keys/keyHint';
import { KeysDialog } from './keys/keysDialog';
import { Opinions } from './opinions';
import { queueReasonText } from './words/queueReasonText';
import { QuestionLine } from './questionLine';
import { useStudyLayout } from './studyLayout';
import { References } from './conversation/references';
import { Rubric } from './rubric/rubric';
import { Rules } from './rubric/rules';
import { RunBar } from './run/runBar';
import { besideSelected, orderShown, rowsOf, shapeOf, type Shape } from './cards/cardRows';
import { arrangement, content, displaySetting, focusRequest, showMoreCount, notice, announce, state } from './store';

/**
 * Columns narrower than this are no pleasure to read: prose, and code, which suffers more from broken lines; and, of
 * prose, where all responses would not be seen otherwise. The lines of runs are short, and one goes through them side by
 * side. In CSS pixels.
 */
const narrowest = { prose: 300, code: 380, many: 250, run: 240 };
/** Where there is so little room, the text stays in view and not what is rated, which the bar below names. */
const lowest = 200;

/** The CSS pixels of the next row of cards that are seen: its heads, and a line of each. */
const below = 84;

/** The whole surface. */
export function Desk(): JSX.Element {
  const now = state.value;
  if (!now || now.view.kind === 'loading') return <Waiting />;
  const { view } = now;
  const texts = content.value;
  const { wrapCode, textSize, lineHeight, maxLineLength } = displaySetting.value;
  return (
    <div
      class={wrapCode ? 'desk wrap-code' : 'desk'}
      style={{ '--text-size': `${textSize}px`, '--line-height': lineHeight, '--line-length': `${maxLineLength}ch` }}
    >
      <Head state={now} />
      <div class="banners">
        <ErrorBanner />
        <QuestionLine />
      </div>
      {view.kind === 'item' && texts && <ItemView key={view.item.key} item={view.item} task={now.task} texts={texts} />}
      {view.kind === 'problem' && (
        <main class="message">
          <h2>{isWithoutItems(now) ? l10n.t('Cannot open this study') : l10n.t('Cannot show this item')}</h2>
          <p role="alert">{view.message}</p>
          {view.fields && <ActionButton action="chooseFields" label={l10n.t('Choose fields…')} />}
        </main>
      )}
      {view.kind === 'done' && <Done state={now} of={view.of} />}
      <Guidelines />
      <Foot state={now} />
      <KeysDialog />
    </div>
  );
}

function ItemView({
  item,
  task,
  texts,
}: {
  readonly item: DeskItem;
  readonly task: Task;
  readonly texts: DeskContent;
}): JSX.Element {
  const main = useRef<HTMLElement>(null);
  const grid = useRef<HTMLOListElement>(null);
  const layout = useStudyLayout(item.key, texts);
  const width = useWidth(grid);
  const { mode } = item.draft;
  const { active } = item.critiques ?? {};
  const shape = shapeOf(item);
  const two = useTwoInFocus(arrangement.value, item);
  const order = two ?? orderShown(item);
  const least = texts.runs ? narrowest.run : narrowest[layout.hasCode ? 'code' : 'prose'];
  const columns = columnsFor(arrangement.value, width, order.length, least, two ? 'cards' : shape);
  const isRow = arrangement.value === 'columns' && !two && shape === 'cards';
  // Ratings below a text take their height.
  const rows = columns === 1 || mode === 'rate' ? 1 : Math.ceil(order.length / columns);
  // The step in hand has more of the height than those beside it in other rows.
  const roomy = item.run && rows > 1 && !two ? besideSelected(item, columns) : undefined;
  const across = useRef(columns > 1);
  across.current = columns > 1;
  const isColumns = useCallback(() => across.current, []);
  useFocus(main, item);
  useEffect(() => keepFocusSomewhere(focusResponses), []);
  useMore();

  useLayoutEffect(() => {
    grid.current?.style.setProperty('--columns', String(columns));
    grid.current?.style.setProperty('--rows', String(rows));
    grid.current?.style.setProperty('--below', rows === 1 && order.length > columns ? `${below}px` : '0px');
    fitScreen(columns, width, window.innerHeight);
  }, [columns, width, rows, order.length]);
  useKeptInView(main, item.next?.index ?? item.selected, columns, width);

  return (
    <>
      <References itemKey={item.key} passages={texts.beside} />
      <div class={`work${layout.isStrip ? ' strip' : ''}${texts.runs ? ' of-runs' : ''}${item.run ? ' in-steps' : ''}`}>
        <PromptPane key={item.key} item={item} texts={texts} />
        <main ref={main} data-scroll class={`${columns > 1 ? 'columns' : 'stack'} way-${mode}`}>
          {item.stale && (
            <p class="stale">
              {l10n.t(
                'This item changed since it was judged. The old judgment is kept, but it is not exported. Judge the item again to replace it.',
              )}
            </p>
          )}
          {item.known && <KnownAnswer known={item.known} />}
          {item.queuePosition.kind === 'found' && <p class="reason">{queueReasonText(item.queuePosition)}</p>}
          {item.opinions && <Opinions opinions={item.opinions} />}
          {item.status === 'skipped' && <p class="stale">{l10n.t('Skipped: {0}', item.skipReason ?? '')}</p>}
          <RankingPasses item={item} />
          {item.isNewMode && <NewMode item={item} task={task} />}
          <ol
            ref={grid}
            class={`cards ${two ? 'focus' : shape}${isRow ? ' row' : ''}${rows > 1 ? ' tight' : ''}`}
            aria-label={cardsLabel(mode)}
          >
            {rowsOf(item, columns, two).map((row) =>
              row.kind === 'response' ? (
                <li
                  key={row.index}
                  class={`${row.isAfterLine ? 'beside-line' : ''}${row.rests ? ' rests' : ''}${roomy && roomy.size > 0 ? (roomy.has(row.index) ? ' roomy' : ' less') : ''}${item.draft.within?.members.includes(row.index) ? ' within' : ''}`}
                >
                  {row.isAfterLine && <span class="divider">{l10n.t('acceptable up to here')}</span>}
                  <Card
                    item={item}
                    index={row.index}
                    turns={texts.responses[row.index] ?? []}
                    checks={texts.checks[row.index] ?? []}
                    runs={texts.runs}
                    model={texts.models?.[row.index] ?? undefined}
                    aspects={task.aspects}
                    two={two}
                    isColumns={row.rests ? never : isColumns}
                  />
                </li>
              ) : (
                <li key={`${row.kind} ${row.text}`} class={`divider ${row.kind}`}>
                  {row.text}
                </li>
              ),
            )}
          </ol>
          {mode === 'rate' && <WeightedOrder item={item} aspects={task.aspects} />}
          <ConfidenceAndFlags item={item} task={task} />
          <Rationale item={item} task={task} />
        </main>
        {!item.marking && !active && <Dock item={item} task={task} />}
      </div>
      {item.marking ? (
        <MarkingBar item={item} marking={item.marking} types={task.spans} passages={texts.beside} />
      ) : active ? (
        <OthersCritiques item={item} active={active} />
      ) : (
        <>
          {item.run && texts.runs ? (
            <RunBar item={item} runs={texts.runs} at={item.run} />
          ) : (
            <>
              {item.pair && <ComparisonScale item={item} pair={item.pair} strength={task.strength} />}
              {mode === 'rate' && !item.rubric?.cell && <SelectedAspect item={item} aspects={task.aspects} />}
            </>
          )}
          <Rubric item={item} winners={task.winners} />
          <Rules item={item} />
        </>
      )}
      <OrderBar item={item} task={task} />
    </>
  );
}

/** Shows the known answer of a control item that was judged. */
function KnownAnswer({
  known: { tiers, acceptable, firstErrors = [], agrees },
}: {
  readonly known: DeskKnownAnswer;
}): JSX.Element {
  const order = tiers.map((tier) => tier.map(letterOf).sort().join(' = ')).join(' > ');
  const good = acceptable?.map(letterOf).sort().join(', ');
  const answer = [
    ...(order === '' ? [] : [order]),
    ...(good === undefined ? [] : [good === '' ? l10n.t('none acceptable') : l10n.t('acceptable: {0}', good)]),
    ...firstErrors.map(({ index, step }) =>
      step === null
        ? l10n.t('{0}: no error', letterOf(index))
        : l10n.t('{0}: first error at step {1}', letterOf(index), step + 1),
    ),
  ].join('; ');
  return (
    <p class={`known ${agrees ? 'agrees' : 'differs'}`}>
      {agrees
        ? l10n.t('Control item: your judgment is as known ({0}).', answer)
        : l10n.t('Control item: the known answer is {0}.', answer)}
    </p>
  );
}

/** The order as it stands, and the keys of the mode. */
const OrderBar = ({ item, task }: { readonly item: DeskItem; readonly task: Task }): JSX.Element => (
  <section class="order-bar" aria-label={l10n.t('Order and keys')}>
    {item.draft.mode === 'rank' && <RankingStrip item={item} />}
    {item.draft.mode === 'best-worst' && <BestWorstStrip item={item} />}
    <KeyHint item={item} task={task} />
  </section>
);

const never = (): boolean => false;

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

/**
 * How many cards stand side by side: as many as have room, in rows of equal length; a list has columns where they are
 * asked for.
 */
function columnsFor(wish: Arrangement, width: number, count: number, narrow: number, shape: Shape): number {
  if (wish === 'stack' || shape === 'stack' || (shape === 'list' && wish !== 'columns')) return 1;
  const fit = (least: number): number => Math.max(1, Math.min(count, Math.floor(width / least)));
  const room = fit(narrow);
  if (wish === 'columns') return shape === 'list' ? Math.max(room, Math.min(count, 2)) : count;
  const most = count > 2 * room ? Math.max(room, Math.min(fit(narrowest.many), Math.ceil(count / 2))) : room;
  return Math.ceil(count / Math.ceil(count / most));
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

/**
 * Keeps the focus on the selected card, or on the cell of the grid in hand, unless the person is writing, and brings it
 * into view.
 */
function useFocus(main: { readonly current: HTMLElement | null }, item: DeskItem): void {
  const request = focusRequest.value;
  const { selected, part, draft, pair, next } = item;
  const order = orderShown(item).join();
  const isMarking = item.marking !== undefined;
  // What is judged at a time: the two that are compared, or each response in this way.
  const compared = `${draft.mode} ${pair ? `${pair.a} ${pair.b}` : ''}`;
  const { cell: at } = item.rubric ?? {};
  const { active } = item.critiques ?? {};
  const cell = at ? `${at.row} ${at.column}` : active && `critique ${active.number}`;
  const rule = item.rules && item.rules.row !== null && `${item.rules.row} ${item.rules.list}`;
  const before = useRef(compared);
  const first = useRef(true);
  useEffect(() => {
    const leaving = request?.target.kind === 'response';
    if (isTextField(document.activeElement) && !leaving) return;
    if (leaving) focusRequest.value = undefined;
    const card = main.current?.querySelector<HTMLElement>(`.card[data-index="${selected}"]`);
    if (!main.current || !card) return;
    // A desk in the background must not take the focus from where the person is.
    if (document.hasFocus())
      (
        card.querySelector<HTMLElement>(markingSelector) ??
        document.querySelector<HTMLElement>('[data-in-hand]') ??
        card
      ).focus({ preventScroll: true });
    /** What is read and judged next. */
    const ahead = (next && main.current.querySelector<HTMLElement>(`.card[data-index="${next.index}"]`)) ?? card;
    // A new item begins at its prompt.
    if (first.current) scrollToItemStart(card, main.current);
    // What the mouse is pressed on must not move away from under it.
    else if (!main.current.matches(':active')) bringIntoView(ahead, main.current, before.current !== compared);
    if (draft.mode === 'rate' && !first.current && main.current.clientHeight > lowest)
      reveal(ahead.querySelector('.rating.in-hand'));
    first.current = false;
    before.current = compared;
  }, [selected, part, next?.index, next?.part, order, compared, cell, rule, draft.mode, request, isMarking, main]);
}

/** A key shows more of a text that is cut: of the one that is read, in the prompt or the selected response. */
function useMore(): void {
  const asked = showMoreCount.value;
  const answered = useRef(asked);
  useEffect(() => {
    if (asked === answered.current) return;
    answered.current = asked;
    const [button, ...others] = [
      ...document.querySelectorAll<HTMLElement>('.card.is-read .more > *, .prompt .more > *'),
    ].filter((each) => each.checkVisibility());
    // Of the response that is read; of the prompt where its end is on the screen, as it is read then.
    const end = others.find((each) => each.closest('.prompt') && isOnScreen(each));
    if (button) (button.closest('.card') && end && !isOnScreen(button) ? end : button).click();
    else announce({ kind: 'more-shown', left: null });
  }, [asked]);
}

/** Tells whether a part of an element is in view, in its pane. */
function isOnScreen(element: HTMLElement): boolean {
  const view = element.closest<HTMLElement>('[data-scroll]');
  return view !== null && visibleHeight(element, view) > 0;
}
