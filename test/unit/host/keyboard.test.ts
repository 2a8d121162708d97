import { describe, expect, it, vi } from 'vitest';
import { Keyboard } from '../../../src/host/surface/keyboard';

/** A keyboard on the desk, and where it was said to be since. */
function onDesk(): { readonly keyboard: Keyboard; readonly reveal: ReturnType<typeof vi.fn>; readonly places: string[] } {
  const reveal = vi.fn();
  const places: string[] = [];
  const keyboard: Keyboard = new Keyboard({ reveal } as never, () => places.push(keyboard.place));
  keyboard.told('desk');
  places.length = 0;
  return { keyboard, reveal, places };
}

describe('the keyboard', () => {
  it('is gone from the desk before a question is asked', () => {
    const { keyboard, places } = onDesk();
    keyboard.leave();
    expect(places).toEqual(['elsewhere']);
    expect(keyboard.asking).toBe(true);
  });

  it('comes back when the webview tells so, where it has seen it go', () => {
    const { keyboard, reveal } = onDesk();
    const comeBack = keyboard.leave();
    keyboard.told('elsewhere');
    comeBack();
    expect(reveal).toHaveBeenCalledOnce();
    expect(keyboard.place).toBe('elsewhere');
    keyboard.told('desk');
    expect([keyboard.place, keyboard.asking]).toEqual(['desk', false]);
  });

  it('is where it was again after a question that did not take it', () => {
    const { keyboard } = onDesk();
    keyboard.leave()();
    expect(keyboard.place).toBe('desk');
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
