import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { DeskItem, DeskTurn } from '../../../src/core/model/desk/deskState';
import type { DeskRun } from '../../../src/core/model/desk/deskRun';
import type { DraftCallMark } from '../../../src/core/model/annotation/callMarks';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import { keepFocus } from '../../ui/keyboardFocus';
import { useMeasuredRows } from '../../ui/lists/virtualRows';
import { judge, setting } from '../store';
import { foldText, runEndText, runSummary } from '../words/runTexts';
import { beginningOfMessage, isDialogue, openStep, rowsOfRun, type RunFold, type RunRow } from './runRows';
import { heightOf, revealStep } from './revealStep';
import { RunPatch } from './runPatch';
import { RunStep } from './runStep';

interface Props {
  readonly item: DeskItem;
  readonly index: number;
  readonly run: DeskRun;
  /** The first row in which the runs of the item do not do the same. */
  readonly divergence: number | undefined;
  readonly turns: readonly DeskTurn[];
}

/** Heights of rows in CSS pixels before they are drawn: of a line, of a line of a message, of a step that is open. */
const height = { line: 26, message: 21, opened: 320 };
/** Characters in a line of a message, about. */
const messageLine = 60;

const none: ReadonlySet<number> = new Set();
const noMarks: readonly DraftCallMark[] = [];

/**
 * A run of an agent as a list of its steps, a line each, with the one that is open; behind them how it ended, and the
 * patch that it leaves. Only the rows in view are drawn.
 */
export function Timeline({ item, index, run, divergence, turns }: Props): JSX.Element {
  const { key: itemKey, run: inHand } = item;
  const isOwn = item.selected === index;
  const list = useRef<HTMLOListElement>(null);
  const [unfolded, setUnfolded] = useState(none);
  const [margin, setMargin] = useState(0);
  const open = openStep(run, inHand, isOwn);
  const isInHand = inHand !== undefined && isOwn;
  const rows = useMemo(() => rowsOfRun(run, divergence, open, unfolded), [run, divergence, open, unfolded]);
  const said = item.draft.runSteps[index] ?? [];
  const saidOf = useMemo(() => new Map(said.map((each) => [each.step, each])), [said]);
  const marks = item.draft.calls[index] ?? noMarks;
  const marksOf = useMemo(() => marksByStep(marks), [marks]);

  const keyOf = useCallback((at: number) => rowKey(rows[at], open), [rows, open]);
  const {
    items,
    height: total,
    follow,
    measure,
  } = useMeasuredRows({
    view: () => list.current?.closest<HTMLElement>('.card') ?? null,
    count: rows.length,
    estimate: (at) => estimateOf(rows[at], run, turns, open),
    keyOf,
    always: rows.findIndex((row) => row.kind === 'step' && row.step === open),
    margin,
  });

  useLayoutEffect(() => {
    const card = list.current?.closest<HTMLElement>('.card');
    if (!list.current || !card) return;
    setMargin(Math.round(list.current.getBoundingClientRect().top - card.getBoundingClientRect().top + card.scrollTop));
    // Where the head of the open step and the note on it stop when they are scrolled.
    card.style.setProperty('--head', `${heightOf(card, 'header')}px`);
    card.style.setProperty('--foot', `${heightOf(card, 'footer')}px`);
  });
  const isSought = useRef(false);
  useLayoutEffect(() => {
    isSought.current = inHand !== undefined;
  }, [open, inHand?.step, inHand === undefined]);
  // Rows that are drawn for the first time move those behind them, so the step is where it belongs once none does.
  useLayoutEffect(() => {
    if (!list.current || measure(list.current) || !isSought.current) return;
    isSought.current = false;
    revealStep(list.current);
  });

  const toggle = (from: number): void => {
    const next = new Set(unfolded);
    if (!next.delete(from)) next.add(from);
    setUnfolded(next);
  };
  const end = runEndText(run);
  const patch = run.patch === undefined ? undefined : turns[run.patch];
  return (
    <div class="run">
      <p class="run-summary">
        <span>{runSummary(run, said)}</span>
        {isOwn && (
          <button
            class="quiet"
            tabIndex={-1}
            aria-pressed={isInHand}
            onMouseDown={keepFocus}
            onClick={() => judge(itemKey, { do: 'run' })}
          >
            {isInHand ? l10n.t('Leave the steps') : l10n.t('Judge the steps')}{' '}
            <kbd>{isInHand ? setting.value.keys.leaveRun : setting.value.keys.runDown}</kbd>
          </button>
        )}
      </p>
      <ol
        ref={list}
        class="run-steps"
        role="list"
        aria-label={l10n.t('Steps of {0}', letterOf(index))}
        style={{ height: `${total}px` }}
      >
        {items.map(({ key, index: at, start }) => {
          const row = rows[at];
          if (!row) return null;
          const step = row.kind === 'step' ? run.steps[row.step] : undefined;
          const isOpen = row.kind === 'step' && row.step === open;
          return (
            <li
              key={key}
              ref={follow}
              data-row={at}
              data-step={row.kind === 'step' ? row.step : undefined}
              class={`run-${row.kind}${isOpen ? ' open' : ''}${isOpen && isInHand ? ' in-hand' : ''}${step?.copied ? ' copied' : ''}${step?.inner ? ' inner' : ''}`}
              style={{ top: `${start - margin}px` }}
              aria-setsize={rows.length}
              aria-posinset={at + 1}
            >
              {row.kind === 'fold' ? (
                <Fold fold={row} run={run} onToggle={() => toggle(row.from)} />
              ) : row.kind === 'parting' ? (
                <span class="parts">{l10n.t('the runs differ from here on')}</span>
              ) : (
                step && (
                  <RunStep
                    itemKey={itemKey}
                    index={index}
                    number={row.step}
                    step={step}
                    said={saidOf.get(row.step)}
                    marks={marksOf.get(row.step) ?? noMarks}
                    isOpen={isOpen}
                    isInHand={isOpen && isInHand}
                    turn={turns[step.turn]}
                    observation={step.observation === undefined ? undefined : turns[step.observation]}
                  />
                )
              )}
            </li>
          );
        })}
      </ol>
      {end !== undefined && <p class="run-end">{end}</p>}
      {patch && run.patch !== undefined && <RunPatch itemKey={itemKey} index={index} turn={run.patch} first={patch} />}
    </div>
  );
}

function marksByStep(marks: readonly DraftCallMark[]): ReadonlyMap<number, readonly DraftCallMark[]> {
  const byStep = new Map<number, DraftCallMark[]>();
  for (const mark of marks) byStep.set(mark.step, [...(byStep.get(mark.step) ?? []), mark]);
  return byStep;
}

function Fold({
  fold,
  run,
  onToggle,
}: {
  readonly fold: RunFold;
  readonly run: DeskRun;
  readonly onToggle: () => void;
}): JSX.Element {
  const { why, from, count, isOpen } = fold;
  const first = run.steps[from];
  return (
    <button class="run-line fold" tabIndex={-1} aria-expanded={isOpen} onMouseDown={keepFocus} onClick={onToggle}>
      <span class="seen" aria-hidden="true">
        <span class="nth">{why === 'alike' ? first?.nth : ''}</span>
        <span class="said" aria-hidden="true">
          {isOpen ? '⌄' : '›'}
        </span>
        <span class="folded">
          {why === 'alike' && first ? (
            <>
              <span class="times">×{count}</span> {first.tool} <span class="code">{first.line}</span>
            </>
          ) : (
            foldText(fold, run)
          )}
        </span>
      </span>
      <span class="heard">
        {why === 'alike' && first ? `${foldText(fold, run)}: ${first.line}` : foldText(fold, run)}
      </span>
    </button>
  );
}

/** A row that is open has another height than closed, so it goes by another key. */
function rowKey(row: RunRow | undefined, open: number): string {
  if (row?.kind === 'step') return `${row.step}${row.step === open ? ' open' : ''}`;
  return row?.kind === 'fold' ? `fold ${row.from}` : 'parting';
}

function estimateOf(row: RunRow | undefined, { steps }: DeskRun, turns: readonly DeskTurn[], open: number): number {
  if (row?.kind !== 'step') return height.line;
  if (row.step === open) return height.opened;
  const step = steps[row.step];
  if (!step || !isDialogue(step)) return height.line;
  const { text } = beginningOfMessage(turns[step.turn]?.text ?? '');
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / messageLine)), 0);
  return height.line + lines * height.message;
}
