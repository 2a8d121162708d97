import { describe, expect, it } from 'vitest';
import { History, type UndoableAction } from '../../../src/core/desk/drafts/history';
import { inBlindOrder } from '../../../src/core/desk/drafts/draftConversion';
import { emptyDraft, withText, type Draft } from '../../../src/core/model/annotation/draft';
import { annotation } from '../made/journalLines';

const empty = emptyDraft(2);
const shown = inBlindOrder({ id: 'q', hash: 'h', prompt: [], responses: [] }, 1, 'ana');
const ranked: Draft = { ...empty, places: [1, null] };
const typed = (text: string): Draft => withText(empty, { kind: 'rationale' }, text);
const typing = (before: string, after: string, ordinal = 0): UndoableAction => ({
  kind: 'edit',
  ordinal,
  shown,
  before: typed(before),
  after: typed(after),
  field: 'rationale',
});

describe('the history', () => {
  it('takes actions back in the opposite order, and does them again', () => {
    const history = new History();
    const actions: UndoableAction[] = [
      { kind: 'edit', ordinal: 0, shown, before: empty, after: ranked },
      { kind: 'save', ordinal: 0, shown, annotation: annotation(1), draft: ranked },
    ];
    for (const action of actions) history.push(action);
    expect([history.canUndo, history.canRedo, history.next]).toEqual([true, false, actions[1]]);
    history.undone(history.next!);
    history.undone(history.next!);
    expect([history.canUndo, history.canRedo, history.nextUndone]).toEqual([false, true, actions[0]]);
    history.redo(actions[0]!);
    const again: UndoableAction = { kind: 'save', ordinal: 0, shown, annotation: annotation(9), draft: ranked };
    history.redo(again);
    expect([history.canRedo, history.next]).toEqual([false, again]);
  });

  it('takes the typing of one text back as one action, up to where another began', () => {
    const history = new History();
    history.push(typing('', 'a'));
    history.push(typing('a', 'ab'));
    expect(history.next).toEqual(typing('', 'ab'));
    history.push(typing('', 'x', 1));
    history.undone(history.next!);
    expect(history.next).toEqual(typing('', 'ab'));
  });

  it('keeps where judgements were saved, and goes on from there in the next sitting', () => {
    const history = new History();
    history.push({ kind: 'save', ordinal: 4, shown, annotation: annotation(1), draft: ranked });
    history.push(typing('', 'a'));
    history.push({ kind: 'save', ordinal: 7, shown, annotation: annotation(2), draft: ranked });
    const { saved } = history;
    expect(saved).toEqual([
      { ordinal: 4, annotation: annotation(1).id },
      { ordinal: 7, annotation: annotation(2).id },
    ]);
    const later = new History();
    later.resume(saved);
    later.push({ kind: 'save', ordinal: 9, shown, annotation: annotation(3), draft: ranked });
    expect(later.saved.map(({ ordinal }) => ordinal)).toEqual([4, 7, 9]);
    expect([later.takeEarlier()?.ordinal, later.takeEarlier()?.ordinal, later.takeEarlier()]).toEqual([
      7,
      4,
      undefined,
    ]);
    expect(later.saved.map(({ ordinal }) => ordinal)).toEqual([9]);
  });

  it('forgets what was undone once something else is done', () => {
    const history = new History();
    history.push(typing('', 'a'));
    history.undone(history.next!);
    history.push({ kind: 'edit', ordinal: 0, shown, before: empty, after: ranked });
    expect(history.canRedo).toBe(false);
    history.clear();
    expect(history.canUndo).toBe(false);
  });
});
