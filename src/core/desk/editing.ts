import { sameDraft, withText, type Draft, type DraftField } from '../model/draft';
import type { Judging } from '../model/judging';
import { verdictAt } from '../model/verdict';
import { waitsForRationale } from './demands';
import type { Edit } from './history';
import type { OpenItem } from './openItem';
import type { Stage } from './stage';
import { keyOf, noticeOf } from './view';
import { judge, mostFor } from './ways/judge';
import type { Change } from './ways/way';

/**
 * Changes the draft of the item on a desk: keys of the way to judge, numbers, texts. Each change is one that can be
 * undone, and is kept.
 */
export class Editing {
  constructor(private readonly stage: Stage) {}

  /** Does something to the judgement, after the digit that waits. */
  judge(action: Judging): void {
    this.takeDigit();
    this.take(action);
  }

  /** Takes a digit that was typed, or waits for the second one of a number. */
  type(digit: number, open: OpenItem): void {
    const { stage } = this;
    const { digits } = stage.inHand;
    for (const value of digits.push(digit, mostFor(stage.inHand.handFor(open)))) this.take({ do: 'number', value });
    if (digits.waiting !== undefined) stage.tell();
  }

  /** The digit that waits stands alone. */
  takeDigit(): void {
    const value = this.stage.inHand.digits.take();
    if (value !== undefined) this.take({ do: 'number', value });
  }

  /** Takes over what a key of the way to judge changed. */
  turn(open: OpenItem, change: Change): void {
    const { inHand, sending } = this.stage;
    const { selected, part, cell, rule } = inHand;
    inHand.follow(change);
    if (change.draft && !sameDraft(change.draft, open.draft))
      this.edit(open, change.draft, {
        selected: { before: selected, after: inHand.selected },
        part: { before: part, after: inHand.part },
        cell: { before: cell, after: inHand.cell },
        rule: { before: rule, after: inHand.rule },
      });
    else this.stage.tell();
    const notice = noticeOf(open, change);
    if (notice) this.stage.say(notice);
    if (change.focus) sending.focus({ kind: 'field', field: change.focus });
  }

  /** Brings the keyboard to the note on the verdict in hand; it is told where there is none. */
  writeNote({ draft }: OpenItem): void {
    const {
      sending,
      inHand: { cell },
    } = this.stage;
    if (cell && verdictAt(draft.verdicts, cell.criterion, cell.column))
      sending.focus({ kind: 'field', field: { kind: 'note', criterion: cell.criterion, index: cell.column } });
    else this.stage.say({ kind: 'note-needs-verdict' });
  }

  /**
   * Replaces one text of the draft of the item with that key, also where another item is shown by now; false where
   * there is none.
   */
  async setText(key: string, field: DraftField, text: string): Promise<boolean> {
    const { stage } = this;
    const open = await this.openOf(key);
    if (!open) return false;
    if (open === stage.open) this.edit(open, written(open, field, text), { field: JSON.stringify(field) });
    else stage.session.keepDraft(open, written(open, field, text), open.elapsed);
    return true;
  }

  /** The item with that key, also where another one is shown by now; undefined where it is not as it was. */
  async openOf(key: string): Promise<OpenItem | undefined> {
    const { session, sending, open, key: here } = this.stage;
    if (open && here === key) return open;
    const place = sending.placeNamed(key) ?? { ordinal: Number.parseInt(key, 10) };
    const at = await session.at(place.ordinal, place.seat);
    return at?.kind === 'item' && keyOf(place.ordinal, at.open) === key ? at.open : undefined;
  }

  /** Each of several numbers that a digit completed finds what the one before made of the item. */
  private take(action: Judging): void {
    const { open } = this.stage;
    if (open && !waitsForRationale(this.stage, open, action))
      this.turn(open, judge(this.stage.inHand.handFor(open), action));
  }

  private edit(open: OpenItem, draft: Draft, more: Pick<Edit, 'field' | 'selected' | 'part' | 'cell' | 'rule'>): void {
    const { stage } = this;
    if (sameDraft(draft, open.draft)) {
      stage.tell();
      return;
    }
    stage.session.history.push({
      kind: 'edit',
      ...stage.here,
      before: open.draft,
      after: draft,
      shown: open.shown,
      ...more,
    });
    stage.update({ ...open, draft });
    stage.confirmation.forget();
    // What was asked about the draft is answered by changing it.
    if (stage.sending.asking) stage.say(undefined);
    stage.session.keepDraft(open, draft, stage.clock.spent());
    stage.tell();
  }
}

/** The draft with one text replaced. A refinement that is the text it was made of is none. */
function written({ draft, shown }: OpenItem, field: DraftField, text: string): Draft {
  return withText(draft, field, field.kind === 'refinement' && shown.responses[field.index]?.text === text ? '' : text);
}
