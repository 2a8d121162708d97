import { describe, expect, it } from 'vitest';
import { random } from '../../../../src/core/model/annotation/blindOrder';
import { alphaByItem, alphaWithoutEach, type Valued } from '../../../../src/core/quality/agreement/itemAlpha';
import { krippendorffAlpha } from '../../../../src/core/quality/agreement/krippendorffAlpha';

/** Ratings from 0 to 100 that pile up at the upper end, where ranks and amounts say different things. */
function ratings(items: number, annotators: number, seed: number): number[][] {
  const next = random(seed);
  return Array.from({ length: items }, () => {
    const quality = next();
    return Array.from({ length: annotators }, (_, who) => {
      const felt = Math.min(1, Math.max(0, quality + (next() - 0.5) * (0.3 + who / 5)));
      return Math.round(100 * felt ** 0.2);
    });
  });
}

const valuedOf = (units: readonly (readonly number[])[]): Valued => ({
  items: units.flatMap((own, unit) => own.map(() => unit)),
  units: units.flatMap((own, unit) => own.map(() => unit)),
  annotators: units.flatMap((own) => own.map((_, who) => who)),
  values: units.flat(),
});

/** By the other way through: every value ranked anew. */
function exact(units: readonly (readonly number[])[]): number {
  let end = 0;
  const ends = Uint32Array.from(units, ({ length }) => (end += length));
  return krippendorffAlpha(Float64Array.from(units.flat()), ends, 'ordinal').alpha!;
}

describe('ordinal α on a scale from 0 to 100', () => {
  it('is that of ranks, and not that of amounts', () => {
    for (const seed of [1, 2, 3]) {
      const units = ratings(150, 3, seed);
      const ordinal = alphaByItem(valuedOf(units), 'ordinal').alpha!.value;
      expect(ordinal).toBeCloseTo(exact(units), 9);
      expect(Math.abs(ordinal - alphaByItem(valuedOf(units), 'interval').alpha!.value)).toBeGreaterThan(0.02);
    }
  });

  it('leaves values out that nobody else valued', () => {
    const units = ratings(60, 3, 4);
    const valued = valuedOf([...units, ...units.map(([value]) => [100 - value!])]);
    expect(alphaByItem(valued, 'ordinal').alpha!.value).toBeCloseTo(exact(units), 9);
  });

  /** Some items are rated by twelve who differ, which says much of how often others' values occur. */
  function crowded(items: number, seed: number): number[][] {
    const next = random(seed);
    return Array.from({ length: items }, () => {
      const isCrowded = next() < 0.1;
      const quality = isCrowded ? 0.9 : 0.6 * next();
      return Array.from({ length: isCrowded ? 12 : 2 }, () => {
        const felt = quality + (next() - 0.5) * (isCrowded ? 0.9 : 0.1);
        return Math.round(100 * Math.min(1, Math.max(0, felt)));
      });
    });
  }

  it.each([
    ['120 items', ratings(120, 3, 5)],
    ['300 items', ratings(300, 3, 5)],
    // With ranks as they stand, as if nobody's depended on whom else is drawn, it would be half as wide.
    ['400 items, some of which many rated', crowded(400, 8)],
  ])('has the interval that drawing items again and ranking anew gives, of %s', (_, units) => {
    const { low, high } = alphaByItem(valuedOf(units), 'ordinal').alpha!;
    const next = random(6);
    const drawn = Array.from({ length: 2000 }, () => exact(units.map(() => units[Math.floor(next() * units.length)]!)));
    drawn.sort((a, b) => a - b);
    const width = drawn[1949]! - drawn[49]!;
    expect(high! - low!).toBeGreaterThan(0.85 * width);
    expect(high! - low!).toBeLessThan(1.15 * width);
    expect(Math.abs(low! - drawn[49]!)).toBeLessThan(0.15 * width);
  });

  it('is told without each annotator as when ranked anew, but for what is far below its interval', () => {
    const units = ratings(300, 5, 7);
    const without = alphaWithoutEach(valuedOf(units), 'ordinal', 5);
    for (const [annotator, alpha] of without.entries())
      expect(Math.abs(alpha! - exact(units.map((own) => own.filter((_, who) => who !== annotator))))).toBeLessThan(
        0.01,
      );
  });
});
