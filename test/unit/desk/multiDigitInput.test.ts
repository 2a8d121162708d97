import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MultiDigitInput } from '../../../src/core/desk/multiDigitInput';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each<[string, number, number[], number[]]>([
  ['one at a time where numbers have one digit', 9, [1, 2, 9], [1, 2, 9]],
  ['two that are a number', 12, [1, 2], [12]],
  ['two that are not, one after the other', 12, [1, 3], [1, 3]],
  ['one that cannot begin a larger number, at once', 12, [2], [2]],
  ['ten, of a digit and a nought', 12, [1, 0], [10]],
  ['a nought alone', 64, [0], [0]],
  ['one that waited before one that waits for nothing', 12, [1, 5], [1, 5]],
  ['the largest number', 64, [6, 4], [64]],
  ['two numbers of two digits', 64, [6, 4, 1, 1], [64, 11]],
])('takes %s', (_, most, typed, expected) => {
  const digits = new MultiDigitInput(() => undefined);
  expect(typed.flatMap((digit) => digits.push(digit, most))).toEqual(expected);
  expect(digits.waiting).toBeUndefined();
});

it('waits for a second digit, and tells once when none comes', () => {
  const alone = vi.fn();
  const digits = new MultiDigitInput(alone);
  expect(digits.push(1, 12)).toEqual([]);
  expect(digits.waiting).toBe(1);
  vi.advanceTimersByTime(699);
  expect(alone).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5000);
  expect(alone).toHaveBeenCalledOnce();
  expect(digits.take()).toBe(1);
  expect(digits.waiting).toBeUndefined();
});

it('does not tell of a digit that was taken or completed', () => {
  const alone = vi.fn();
  const digits = new MultiDigitInput(alone);
  digits.push(1, 12);
  digits.take();
  digits.push(1, 12);
  digits.push(1, 12);
  vi.advanceTimersByTime(5000);
  expect(alone).not.toHaveBeenCalled();
});
