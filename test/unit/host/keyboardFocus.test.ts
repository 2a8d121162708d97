import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KeyboardFocus } from '../../../src/host/surface/keyboardFocus';

interface OnDesk {
  readonly keyboard: KeyboardFocus;
  readonly reveal: ReturnType<typeof vi.fn>;
  readonly focusQuestion: ReturnType<typeof vi.fn>;
  readonly places: string[];
  /** Closes its editor. */
  readonly close: () => void;
}

/** A keyboard on the desk, and where it was said to be since. */
function onDesk(): OnDesk {
  const reveal = vi.fn();
  const focusQuestion = vi.fn();
  const places: string[] = [];
  let close = (): void => undefined;
  const onDidDispose = (listener: () => void): void => void (close = listener);
  const keyboard: KeyboardFocus = new KeyboardFocus(
    { reveal, onDidDispose, active: true } as never,
    () => places.push(keyboard.place),
    focusQuestion,
  );
  keyboard.focusMovedTo('desk');
  places.length = 0;
  return { keyboard, reveal, focusQuestion, places, close: () => close() };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the keyboard', () => {
  it('is gone from the desk before a question is asked', () => {
    const { keyboard, places } = onDesk();
    keyboard.leave();
    expect(places).toEqual(['elsewhere']);
    expect(keyboard.asking).toBe(true);
  });

  it('gives keys that come before the question has it to the question, and none to the desk', () => {
    const { keyboard } = onDesk();
    expect(keyboard.isForQuestion('3')).toBe(false);
    const early: string[] = [];
    const comeBack = keyboard.leave((key) => early.push(key));
    expect(['3', '\n', undefined].map((key) => keyboard.isForQuestion(key))).toEqual([true, true, true]);
    expect(early).toEqual(['3', '\n']);
    keyboard.leave();
    expect(keyboard.isForQuestion('4')).toBe(true);
    comeBack();
    expect(early).toEqual(['3', '\n']);
    expect(keyboard.isForQuestion('5')).toBe(true);
  });

  it('is for the desk again once the question is answered', () => {
    const { keyboard } = onDesk();
    keyboard.leave(() => expect.unreachable())();
    expect(keyboard.isForQuestion('3')).toBe(false);
  });

  it('is back once a question is answered, before the webview tells so', () => {
    const { keyboard, reveal } = onDesk();
    const comeBack = keyboard.leave();
    keyboard.focusMovedTo('elsewhere');
    expect(keyboard.place).toBe('elsewhere');
    comeBack();
    expect(reveal).toHaveBeenCalledOnce();
    expect([keyboard.place, keyboard.asking]).toEqual(['desk', false]);
    keyboard.focusMovedTo('desk');
    vi.runAllTimers();
    expect(reveal).toHaveBeenCalledOnce();
    expect(keyboard.place).toBe('desk');
  });

  it('comes back to the text field that it left', () => {
    const { keyboard } = onDesk();
    keyboard.focusMovedTo('text');
    const comeBack = keyboard.leave();
    keyboard.focusMovedTo('elsewhere');
    comeBack();
    expect(keyboard.place).toBe('text');
  });

  it('stays where VS Code has brought it back already, for to ask would take it away', () => {
    const { keyboard, reveal } = onDesk();
    const comeBack = keyboard.leave();
    keyboard.focusMovedTo('elsewhere');
    keyboard.focusMovedTo('desk');
    comeBack();
    expect(reveal).not.toHaveBeenCalled();
    expect(keyboard.place).toBe('desk');
  });

  it('is not gone by what is told late of the question, or of the focus on its way', () => {
    const { keyboard, places } = onDesk();
    const comeBack = keyboard.leave();
    comeBack();
    places.length = 0;
    for (const place of ['elsewhere', 'desk', 'elsewhere', 'desk'] as const) {
      keyboard.focusMovedTo(place);
      vi.advanceTimersByTime(100);
    }
    vi.runAllTimers();
    expect(places).not.toContain('elsewhere');
  });

  it('is gone where it left again right after the answer', () => {
    const { keyboard } = onDesk();
    const comeBack = keyboard.leave();
    keyboard.focusMovedTo('elsewhere');
    comeBack();
    keyboard.focusMovedTo('desk');
    keyboard.focusMovedTo('elsewhere');
    vi.runAllTimers();
    expect(keyboard.place).toBe('elsewhere');
  });

  it('is asked for twice more where it does not come, and then counts as elsewhere', () => {
    const { keyboard, reveal } = onDesk();
    const comeBack = keyboard.leave();
    keyboard.focusMovedTo('elsewhere');
    comeBack();
    vi.runAllTimers();
    expect(reveal).toHaveBeenCalledTimes(3);
    expect(keyboard.place).toBe('elsewhere');
  });

  it('goes to a question again where the page takes it late, for the answer of the one before', () => {
    const { keyboard, focusQuestion } = onDesk();
    const comeBack = keyboard.leave();
    keyboard.focusMovedTo('elsewhere');
    comeBack();
    const comeBackAgain = keyboard.leave();
    keyboard.focusMovedTo('desk');
    expect(focusQuestion).toHaveBeenCalledOnce();
    expect([keyboard.place, keyboard.isForQuestion('1')]).toEqual(['elsewhere', true]);
    vi.runAllTimers();
    // The frame around the page may have it, of which nothing is told.
    expect(focusQuestion).toHaveBeenCalledTimes(2);
    keyboard.focusMovedTo('desk');
    expect([keyboard.place, keyboard.asking]).toEqual(['desk', false]);
    comeBackAgain();
    vi.advanceTimersByTime(10_000);
    keyboard.leave();
    keyboard.focusMovedTo('desk');
    expect(focusQuestion).toHaveBeenCalledTimes(2);
  });

  it('does not come back to an editor that was closed meanwhile', () => {
    const { keyboard, reveal, close } = onDesk();
    const [early, late] = [onDesk(), keyboard.leave()];
    close();
    late();
    expect(reveal).not.toHaveBeenCalled();
    early.keyboard.leave()();
    early.keyboard.focusMovedTo('elsewhere');
    early.close();
    vi.runAllTimers();
    expect(early.reveal).toHaveBeenCalledOnce();
  });

  it('is where it was again after a question that did not take it', () => {
    const { keyboard } = onDesk();
    keyboard.leave()();
    expect(keyboard.place).toBe('desk');
  });

  it('has come for the answer before, or comes no more, before the next question is shown', async () => {
    const { keyboard } = onDesk();
    const shown: string[] = [];
    const ask = async (name: string): Promise<void> => {
      await keyboard.arrived();
      shown.push(name);
    };
    const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
    const first = keyboard.leave();
    await ask('at once');
    keyboard.focusMovedTo('elsewhere');
    first();
    const second = keyboard.leave();
    void ask('when it came');
    await settle();
    expect(shown).toEqual(['at once']);
    keyboard.focusMovedTo('desk');
    await settle();
    expect(shown).toEqual(['at once', 'when it came']);
    keyboard.focusMovedTo('elsewhere');
    second();
    keyboard.leave();
    void ask('when it did not come');
    await vi.advanceTimersByTimeAsync(500);
    expect(shown).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(200);
    expect(shown).toHaveLength(3);
  });

  it('comes back after the last of two questions', () => {
    const { keyboard, reveal } = onDesk();
    const first = keyboard.leave();
    const second = keyboard.leave();
    first();
    expect([reveal.mock.calls.length, keyboard.place]).toEqual([0, 'elsewhere']);
    second();
    expect([reveal.mock.calls.length, keyboard.place]).toEqual([1, 'desk']);
  });
});
