import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepLabels } from '../../../src/core/model/annotation/judgementValues';
import {
  cut,
  firstErrorAt,
  merged,
  stepsOf,
  stepSplits,
  type DraftStep,
} from '../../../src/core/model/annotation/steps';

const texts = (text: string, steps: readonly DraftStep[]): string[] =>
  steps.map(({ start, end }) => text.slice(start, end));
/** Texts with what steps are made of: lines, blank lines, markers, sentences, characters of two units. */
const anyText = fc
  .array(fc.constantFrom('a', 'So. ', '\n', '\r\n', ' ', '\n\n', '1. ', '- x', 'Step 2: ', '🙂', '文。', '\t'), {
    maxLength: 30,
  })
  .map((parts) => parts.join(''));
const split = fc.constantFrom(...stepSplits);
const without = (text: string): string => text.replace(/\s/g, '');

/**
 * Steps lie in the text one behind the other, none is empty or begins or ends in white space, and nothing but white
 * space is left out.
 */
function expectWhole(text: string, steps: readonly DraftStep[]): void {
  let last = 0;
  for (const { start, end } of steps) {
    expect(start).toBeGreaterThanOrEqual(last);
    expect(end).toBeGreaterThan(start);
    expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
    last = end;
  }
  expect(without(texts(text, steps).join(''))).toBe(without(text));
}

describe('the steps of a text', () => {
  it('are all of it but the white space between them, however it is split', () => {
    fc.assert(fc.property(anyText, split, (text, by) => expectWhole(text, stepsOf(text, by))));
  });

  it.each([
    ['line', 'one\ntwo\n\n  three  ', ['one', 'two', 'three']],
    ['line', 'It is one. It stays one.', ['It is one. It stays one.']],
    ['auto', '\none. More.\n\n two ', ['one. More.', 'two']],
    ['auto', '\n It is 3.5. So it is not 4. \r\n', ['It is 3.5.', 'So it is not 4.']],
    ['paragraph', 'one\ntwo\n \nthree', ['one\ntwo', 'three']],
    [
      'marker',
      'Let us see\nit is so.\nStep 1: add\nthem\n- then this\nSo it is',
      ['Let us see\nit is so.', 'Step 1: add\nthem', '- then this', 'So it is'],
    ],
    ['sentence', 'It is 3.5. So it is not 4.', ['It is 3.5.', 'So it is not 4.']],
  ] as const)('are found by %s', (by, text, expected) => {
    expect(texts(text, stepsOf(text, by))).toEqual(expected);
  });
});

describe('cutting and joining steps', () => {
  const cutOnes = fc.tuple(
    anyText,
    split,
    fc.array(
      fc.record({
        index: fc.nat({ max: 12 }),
        at: fc.option(fc.nat({ max: 120 }), { nil: undefined }),
        joins: fc.boolean(),
        label: fc.constantFrom(...stepLabels),
      }),
      { maxLength: 12 },
    ),
  );

  it('never loses a part of the text, and no step is empty', () => {
    fc.assert(
      fc.property(cutOnes, ([text, by, changes]) => {
        let steps: readonly DraftStep[] = stepsOf(text, by);
        for (const { index, at, joins, label } of changes) {
          steps = steps.map((step, i) => (i === index ? { ...step, label } : step));
          steps = joins ? merged(steps, index) : cut(text, steps, index, at);
          expectWhole(text, steps);
        }
      }),
    );
  });

  it('joins again what was cut, with its label', () => {
    fc.assert(
      fc.property(anyText, split, fc.nat({ max: 12 }), fc.nat({ max: 120 }), (text, by, index, at) => {
        const steps = stepsOf(text, by).map((step): DraftStep => ({ ...step, label: 'neutral' }));
        const made = cut(text, steps, index, at);
        if (made !== steps) expect(merged(made, index)).toEqual(steps);
      }),
    );
  });

  it('cuts where it is told to, else after the first line, else after the first sentence', () => {
    const one = (text: string): DraftStep[] => [{ start: 0, end: text.length, label: 'correct' }];
    expect(texts('one two', cut('one two', one('one two'), 0, 4))).toEqual(['one', 'two']);
    expect(texts('A. B.\nC.', cut('A. B.\nC.', one('A. B.\nC.'), 0))).toEqual(['A. B.', 'C.']);
    expect(texts('A is. B is.', cut('A is. B is.', one('A is. B is.'), 0))).toEqual(['A is.', 'B is.']);
    expect(cut('one two', one('one two'), 0, 4).map(({ label }) => label)).toEqual(['correct', null]);
  });

  it('leaves a step alone where nothing would be left on one side', () => {
    const steps = stepsOf('one', 'line');
    for (const at of [undefined, 0, 3, 9]) expect(cut('one', steps, 0, at)).toBe(steps);
    expect(merged(steps, 0)).toBe(steps);
  });
});

it('the first error makes all before it correct that nothing was said of, and takes back what was said behind it', () => {
  const labels = [null, 'unnecessary', 'incorrect', 'correct', 'incorrect'] as const;
  const steps = labels.map((label, i): DraftStep => ({ start: i, end: i + 1, label }));
  expect(firstErrorAt(steps, 3).map(({ label }) => label)).toEqual([
    'correct',
    'unnecessary',
    'correct',
    'incorrect',
    null,
  ]);
});
