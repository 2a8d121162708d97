import { describe, expect, it } from 'vitest';
import { bootstrapped, rateByItem } from '../../../src/core/quality/bootstrap';
import { rateOf } from '../../../src/core/quality/rate';

/** Numbers from 0 up to 1. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

describe('a rate over items', () => {
  it("is Wilson's where each item has one yes or no", () => {
    const parts = Array.from({ length: 40 }, (_, at) => Number(at % 4 === 0));
    expect(
      rateByItem(
        parts,
        parts.map(() => 1),
      ),
    ).toEqual(rateOf(10, 40));
  });

  it('knows no more of items whose trials all say the same than of as many trials', () => {
    const yes = Array.from({ length: 100 }, (_, at) => (at % 3 === 0 ? 6 : 0));
    const found = rateByItem(
      yes,
      yes.map(() => 6),
    )!;
    const [asItems, asTrials] = [rateOf(34, 100)!, rateOf(204, 600)!];
    expect(found).toMatchObject({ rate: 0.34, n: 600 });
    expect(found.high - found.low).toBeCloseTo(asItems.high - asItems.low, 1);
    expect(found.high - found.low).toBeGreaterThan(2 * (asTrials.high - asTrials.low));
  });

  it('knows more of means that hardly vary than of yes and no with the same mean', () => {
    const parts = Array.from({ length: 80 }, (_, at) => 0.5 + (at % 2 === 0 ? 0.01 : -0.01));
    const found = rateByItem(
      parts,
      parts.map(() => 1),
    )!;
    expect(found.high - found.low).toBeLessThan(0.01);
  });

  it('is as wide by the formula of many items as by drawing them', () => {
    const next = random(11);
    const items = Array.from({ length: 501 }, () => ({ part: Math.floor(next() * 4), whole: 3 }));
    const of = (some: typeof items) =>
      rateByItem(
        some.map(({ part }) => part),
        some.map(({ whole }) => whole),
      )!;
    const [drawn, worked] = [of(items.slice(0, 500)), of(items)];
    expect(drawn.low).toBeCloseTo(worked.low, 2);
    expect(drawn.high).toBeCloseTo(worked.high, 2);
  });

  it('holds the truth about as often as it says, where trials of an item hang together and Wilson is much too sure', () => {
    const next = random(3);
    let [held, heldByWilson] = [0, 0];
    for (let study = 0; study < 200; study++) {
      const items = Array.from({ length: 60 }, () => {
        const chance = next() < 0.5 ? 0.9 : 0.1;
        return Array.from({ length: 6 }, () => Number(next() < chance)).reduce((sum, each) => sum + each);
      });
      const [found, wilson] = [
        rateByItem(
          items,
          items.map(() => 6),
        )!,
        rateOf(
          items.reduce((sum, each) => sum + each),
          360,
        )!,
      ];
      held += Number(found.low <= 0.5 && 0.5 <= found.high);
      heldByWilson += Number(wilson.low <= 0.5 && 0.5 <= wilson.high);
    }
    expect(held).toBeGreaterThan(180);
    expect(heldByWilson).toBeLessThan(140);
  });

  it('says something of few items, and of none nothing', () => {
    const { low, high } = rateByItem([3, 0], [6, 6])!;
    expect(high - low).toBeGreaterThan(0.5);
    expect(rateByItem([6, 6, 0], [6, 6, 0])).toMatchObject({ rate: 1, n: 12, low: rateOf(2, 2)!.low, high: 1 });
    expect(rateByItem([0], [0])).toBeNull();
  });

  it('is the same each time, and of any figure', () => {
    const values = Array.from({ length: 30 }, (_, at) => at);
    const median = (times: Uint16Array): number =>
      values.flatMap((value) => Array.from({ length: times[value] ?? 0 }, () => value))[15] ?? 0;
    const found = bootstrapped(30, median)!;
    expect(bootstrapped(30, median)).toEqual(found);
    expect([found.low < 15, found.high > 15, found.low > 3, found.high < 27]).toEqual([true, true, true, true]);
    expect(bootstrapped(3, () => null)).toBeNull();
  });
});
