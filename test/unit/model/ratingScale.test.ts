import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOn, proposedOrder, proposedScores, stepped, valuesOf } from '../../../src/core/model/annotation/ratingScale';
import type { Aspect } from '../../../src/core/model/annotation/aspect';

const whole: Aspect = { name: 'truth', min: 1, max: 5 };
const continuous: Aspect = { name: 'warmth', min: 0, max: 1, continuous: true };
const anyAspect: fc.Arbitrary<Aspect> = fc
  .record({
    name: fc.constant('x'),
    min: fc.integer({ min: -5, max: 5 }),
    span: fc.integer({ min: 1, max: 20 }),
    continuous: fc.boolean(),
  })
  .map(({ span, ...rest }) => ({ ...rest, max: rest.min + span }));

describe('a scale', () => {
  it('has the values between its ends, and a continuous one all between them', () => {
    expect(valuesOf(whole)).toEqual([1, 2, 3, 4, 5]);
    expect(valuesOf(continuous)).toEqual([]);
    expect([0, 1, 2.5, 5, 6].map((value) => isOn(whole, value))).toEqual([false, true, false, true, false]);
    expect([-0.1, 0, 0.37, 1, 1.1].map((value) => isOn(continuous, value))).toEqual([false, true, true, true, false]);
  });

  it('is never left by steps, from the middle or from anywhere', () => {
    fc.assert(
      fc.property(anyAspect, fc.array(fc.constantFrom(-1, 1)), (aspect, steps) => {
        let value: number | null = null;
        for (const by of steps) {
          value = stepped(aspect, value, by);
          expect(isOn(aspect, value)).toBe(true);
        }
      }),
    );
  });

  it('is gone along from end to end in as many steps as it has values, a continuous one in twenty', () => {
    expect(stepped(whole, 1, 4)).toBe(5);
    let value = 0;
    for (let i = 0; i < 20; i++) value = stepped(continuous, value, 1);
    expect(value).toBe(1);
    expect(stepped(continuous, 0.5, 1)).toBe(0.55);
  });
});

describe('the proposed order', () => {
  const aspects: readonly Aspect[] = [
    { ...whole, weight: 3 },
    { name: 'depth', min: 0, max: 10 },
    { name: 'overall', min: 1, max: 5, overall: true },
  ];

  it('goes by the weighted mean of each value on its own scale', () => {
    expect(proposedScores(aspects, { truth: [5, 3, 1], depth: [0, 10, 10] }, 3)).toEqual([0.75, 0.625, 0.25]);
  });

  it('takes no account of the overall verdict, of what does not apply and of what is missing', () => {
    expect(proposedScores(aspects, { truth: [3, 'n/a', null], depth: [null, 4], overall: [1, 5, 5] }, 3)).toEqual([
      0.5,
      0.4,
      undefined,
    ]);
  });

  it('turns round with a weight below zero', () => {
    expect(proposedOrder(proposedScores([{ ...whole, weight: -1 }], { truth: [5, 3, 4] }, 3))).toEqual([[1], [2], [0]]);
  });

  it('has a tier for each score, the highest first, and leaves out what has none', () => {
    expect(proposedOrder([0.2, undefined, 0.7, 0.1 + 0.1, 0])).toEqual([[2], [0, 3], [4]]);
    expect(proposedOrder([undefined, undefined])).toEqual([]);
  });

  it('does not depend on the unit of the weights', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 6 }),
        fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 6, maxLength: 6 }),
        fc.constantFrom(2, 4, 0.5),
        (truth, depth, unit) => {
          const scaled = aspects.map((aspect) => ({ ...aspect, weight: (aspect.weight ?? 1) * unit }));
          const order = (of: readonly Aspect[]): number[][] =>
            proposedOrder(proposedScores(of, { truth, depth }, truth.length));
          expect(order(scaled)).toEqual(order(aspects));
        },
      ),
    );
  });
});
