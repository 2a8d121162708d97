import { sameDraft, withText, type Draft, type DraftField } from '../model/annotation/draft';
import type { ModeName } from '../model/annotation/mode';
import type { JudgementAction } from '../model/annotation/judgementAction';
import { verdictAt } from '../model/annotation/verdict';
import { critiqueTexts } from '../model/annotation/writingRequirements';
import { replaceAt } from '../model/text/replaceAt';
import { needsRationaleFirst } from './requiredTexts';
import type { Edit } from './drafts/history';
import type { OpenItem } from './item/openItem';
import type { DeskController } from './deskController';
import { keyOf, noticeOf } from './item/deskItem';
import { applyAction, maxFor } from './modes/applyAction';
import { modesByName } from './modes';
import type { DraftUpdate, JudgingState } from './modes/mode';
import { stepInHand } from './runs/applyRunAction';
import type { Next, Selection } from './selection';

/**
 * Changes the draft of the item on a desk: keys of the way to judge, numbers, texts. Each change is one that can be
 * undone, and is kept.
 */
export class DraftEditing {
  constructor(private readonly controller: DeskController) {}

  /** Does something to the judgement, after the digit that waits. Returns whether that was all there is to decide. */
  judge(action: JudgementAction): boolean {
    this.takeDigit();
    const { modeChange } = this.controller;
    if (action.do === 'mode') modeChange.choose();
    else modeChange.read();
    return this.take(action);
  }

  /** Takes a digit that was typed, or waits for the second one of a number. Returns as `judge` does. */
  type(digit: number, open: OpenItem): boolean {
    const { controller } = this;
    if (controller.modeChange.isUnread) {
      controller.announce({ kind: 'digit-ahead', mode: open.draft.mode });
      return false;
    }
    const { digits } = controller.selection;
    let isDecided = false;
    for (const value of digits.push(digit, maxFor(controller.selection.stateFor(open))))
      isDecided = this.take({ do: 'number', value });
    if (digits.waiting !== undefined) controller.notify();
    return isDecided;
  }

  /** The digit that waits stands alone. Returns as `judge` does. */
  takeDigit(): boolean {
    const value = this.controller.selection.digits.take();
    return value !== undefined && this.take({ do: 'number', value });
  }

  /** Takes over what a key of the way to judge changed. */
  turn(open: OpenItem, change: DraftUpdate, next?: Next): void {
    const { selection, sending } = this.controller;
    const { selected, part, cell, rule, runStep, next: nextBefore } = selection;
    selection.follow(change, next);
    if (change.draft && !sameDraft(change.draft, open.draft))
      this.edit(open, change.draft, {
        selected: { before: selected, after: selection.selected },
        part: { before: part, after: selection.part },
        cell: { before: cell, after: selection.cell },
        rule: { before: rule, after: selection.rule },
        runStep: { before: runStep, after: selection.runStep },
        next: { before: nextBefore, after: next },
      });
    else this.controller.notify();
    const notice = noticeOf(open, change);
    if (notice) this.controller.announce(notice);
    // What was told of the step before is not of this one.
    else if (runStep !== selection.runStep && runStep !== null) this.controller.announce(undefined);
    if (change.focus) sending.focus({ kind: 'field', field: change.focus });
  }

  /** Brings the keyboard to the note on the verdict in hand; it is told where there is none. */
  writeNote({ draft }: OpenItem): void {
    const {
      sending,
      selection: { cell },
    } = this.controller;
    if (cell && verdictAt(draft.verdicts, cell.criterion, cell.column))
      sending.focus({ kind: 'field', field: { kind: 'note', criterion: cell.criterion, index: cell.column } });
    else this.controller.announce({ kind: 'note-needs-verdict' });
  }

  /**
   * Replaces one text of the draft of the item with that key, also where another item is shown by now; false where
   * there is none.
   */
  async setText(key: string, field: DraftField, text: string): Promise<boolean> {
    const { controller } = this;
    const open = await this.openOf(key);
    if (!open) return false;
    if (open === controller.open) {
      const step = stepInHand(controller.selection.stateFor(open))?.step;
      this.edit(open, aboutStep(open.draft, written(open, field, text), field, step, controller.selection.selected), {
        field: JSON.stringify(field),
      });
    } else controller.session.keepDraft(open, aboutStep(open.draft, written(open, field, text), field), open.elapsed);
    return true;
  }

  /** The item with that key, also where another one is shown by now; undefined where it is not as it was. */
  async openOf(key: string): Promise<OpenItem | undefined> {
    const { session, sending, open, key: here } = this.controller;
    if (open && here === key) return open;
    const place = sending.placeNamed(key) ?? { ordinal: Number.parseInt(key, 10) };
    const at = await session.at(place.ordinal, place.judgementKey);
    return at?.kind === 'item' && keyOf(place.ordinal, at.open) === key ? at.open : undefined;
  }

  /** Each of several numbers that a digit completed finds what the one before made of the item. */
  private take(action: JudgementAction): boolean {
    const { open, selection } = this.controller;
    if (!open || needsRationaleFirst(this.controller, open, action)) return false;
    if (action.do === 'number' && action.index === undefined && isOnResponses(selection.stateFor(open)))
      selection.goToNext();
    const state = selection.stateFor(open);
    const { change, next } = heldBack(state, action, applyAction(state, action), selection);
    this.turn(open, change, next);
    return (
      change.draft !== undefined &&
      decides(action) &&
      !isOfStep(action, state) &&
      !(action.do === 'number' && this.controller.modeChange.isNew) &&
      isDecidedAtOnce(selection.stateFor(this.controller.open ?? open))
    );
  }

  private edit(
    open: OpenItem,
    draft: Draft,
    more: Pick<Edit, 'field' | 'selected' | 'part' | 'cell' | 'rule' | 'runStep' | 'next'>,
  ): void {
    const { controller } = this;
    if (sameDraft(draft, open.draft)) {
      controller.notify();
      return;
    }
    controller.session.history.push({
      kind: 'edit',
      ...controller.here,
      before: open.draft,
      after: draft,
      shown: open.shown,
      ...more,
    });
    controller.update({ ...open, draft });
    controller.confirmation.forget();
    // What was asked about the draft is answered by changing it.
    if (controller.sending.asking) controller.announce(undefined);
    controller.session.keepDraft(open, draft, controller.clock.spent());
    controller.notify();
  }
}

/**
 * What an action changes, with the response that a number was given to still selected, and what comes next kept for the
 * next number. Only where responses are judged one after the other, each as a whole: the step that is judged next has
 * to be seen.
 */
function heldBack(
  state: JudgingState,
  action: JudgementAction,
  change: DraftUpdate,
  { selectsNextAtOnce, next }: Pick<Selection, 'selectsNextAtOnce' | 'next'>,
): { readonly change: DraftUpdate; readonly next?: Next | undefined } {
  if (action.do !== 'number' || !isOnResponses(state))
    return { change, next: choosesAnother.has(action.do) ? undefined : next };
  const { selected, part } = state;
  const isHeld =
    !selectsNextAtOnce &&
    heldModes.has(state.draft.mode) &&
    change.draft !== undefined &&
    // Of a tie that is ordered now, the next one is to be ordered as it is selected.
    isOrderingTie(change.draft) === isOrderingTie(state.draft) &&
    change.selected !== undefined &&
    change.selected !== selected;
  return isHeld
    ? { change: { ...change, selected, part }, next: { selected: change.selected, part: change.part ?? 0 } }
    : { change };
}

const isOrderingTie = ({ within }: Draft): boolean => within !== null;

/** Tells whether a number is about the responses, and not about a cell, a rule, a step, a passage or critiques. */
const isOnResponses = ({ cell, rule, runStep, marking, critiques }: JudgingState): boolean =>
  cell === null && (rule ?? null) === null && (runStep ?? null) === null && !marking && !critiques;

const heldModes: ReadonlySet<ModeName> = new Set<ModeName>(['rank', 'rate', 'thumbs']);

/** The actions that say which response the next number is for; all others leave that as it is. */
const choosesAnother: ReadonlySet<JudgementAction['do']> = new Set<JudgementAction['do']>([
  'select',
  'selectBy',
  'number',
  'clear',
  'drop',
  'mode',
  'turn',
  'buckets',
  'orderTier',
  'rate',
  'notApplicable',
]);

/** Tells whether an action judges a response; others only change how the screen stands. */
const decides = ({ do: action }: JudgementAction): boolean =>
  action === 'number' || action === 'compare' || action === 'rate';

/** A number that judges a step of a run decides nothing about the responses. */
const isOfStep = (action: JudgementAction, { runStep }: JudgingState): boolean =>
  action.do === 'number' && action.index === undefined && (runStep ?? null) !== null;

/** Tells whether the study saves a judgement as soon as it is decided, and this one is. */
const isDecidedAtOnce = (state: JudgingState): boolean =>
  state.task.advance === 'at-once' && modesByName[state.draft.mode].isDecided?.(state) === true;

/** The draft with one text replaced. A refinement that is the text it was made of is none. */
function written({ draft, shown }: OpenItem, field: DraftField, text: string): Draft {
  return withText(draft, field, field.kind === 'refinement' && shown.responses[field.index]?.text === text ? '' : text);
}

/**
 * The draft after a text was written: a critique that is begun while a step of its run is in hand is about that step,
 * and one that was emptied about none.
 * @param step number of the step in hand, of the response `selected`
 */
function aboutStep(before: Draft, after: Draft, field: DraftField, step?: number, selected?: number): Draft {
  if (field.kind !== 'critique') return after;
  const { index } = field;
  const isBlank = (draft: Draft): boolean => critiqueTexts(draft, index).every((each) => each.trim() === '');
  const now = before.critiqueSteps[index] ?? null;
  const next = isBlank(after) ? null : isBlank(before) && step !== undefined && selected === index ? step : now;
  return next === now ? after : { ...after, critiqueSteps: replaceAt(after.critiqueSteps, index, next, null) };
}
