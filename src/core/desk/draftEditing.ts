import { sameDraft, withText, type Draft, type DraftField } from '../model/annotation/draft';
import type { JudgementAction } from '../model/annotation/judgementAction';
import { verdictAt } from '../model/annotation/verdict';
import { needsRationaleFirst } from './requiredTexts';
import type { Edit } from './drafts/history';
import type { OpenItem } from './item/openItem';
import type { DeskController } from './deskController';
import { keyOf, noticeOf } from './item/deskItem';
import { applyAction, maxFor } from './modes/applyAction';
import type { DraftUpdate } from './modes/mode';

/**
 * Changes the draft of the item on a desk: keys of the way to judge, numbers, texts. Each change is one that can be
 * undone, and is kept.
 */
export class DraftEditing {
  constructor(private readonly controller: DeskController) {}

  /** Does something to the judgement, after the digit that waits. */
  judge(action: JudgementAction): void {
    this.takeDigit();
    this.take(action);
  }

  /** Takes a digit that was typed, or waits for the second one of a number. */
  type(digit: number, open: OpenItem): void {
    const { controller } = this;
    const { digits } = controller.selection;
    for (const value of digits.push(digit, maxFor(controller.selection.stateFor(open))))
      this.take({ do: 'number', value });
    if (digits.waiting !== undefined) controller.notify();
  }

  /** The digit that waits stands alone. */
  takeDigit(): void {
    const value = this.controller.selection.digits.take();
    if (value !== undefined) this.take({ do: 'number', value });
  }

  /** Takes over what a key of the way to judge changed. */
  turn(open: OpenItem, change: DraftUpdate): void {
    const { selection, sending } = this.controller;
    const { selected, part, cell, rule } = selection;
    selection.follow(change);
    if (change.draft && !sameDraft(change.draft, open.draft))
      this.edit(open, change.draft, {
        selected: { before: selected, after: selection.selected },
        part: { before: part, after: selection.part },
        cell: { before: cell, after: selection.cell },
        rule: { before: rule, after: selection.rule },
      });
    else this.controller.notify();
    const notice = noticeOf(open, change);
    if (notice) this.controller.announce(notice);
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
    if (open === controller.open) this.edit(open, written(open, field, text), { field: JSON.stringify(field) });
    else controller.session.keepDraft(open, written(open, field, text), open.elapsed);
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
  private take(action: JudgementAction): void {
    const { open } = this.controller;
    if (open && !needsRationaleFirst(this.controller, open, action))
      this.turn(open, applyAction(this.controller.selection.stateFor(open), action));
  }

  private edit(open: OpenItem, draft: Draft, more: Pick<Edit, 'field' | 'selected' | 'part' | 'cell' | 'rule'>): void {
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

/** The draft with one text replaced. A refinement that is the text it was made of is none. */
function written({ draft, shown }: OpenItem, field: DraftField, text: string): Draft {
  return withText(draft, field, field.kind === 'refinement' && shown.responses[field.index]?.text === text ? '' : text);
}
