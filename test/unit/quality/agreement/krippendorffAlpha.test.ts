import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Metric } from '../../../../src/core/model/report/coverage';
import { krippendorffAlpha, type Agreement } from '../../../../src/core/quality/agreement/krippendorffAlpha';

type Table = readonly (readonly (number | null)[])[];

/** Values by unit, of a table of observers × units. */
const unitsOf = (table: Table): number[][] =>
  [...Array(table[0]?.length ?? 0).keys()].map((unit) =>
    table.map((observer) => observer[unit] ?? null).filter((value) => value !== null),
  );

function agreement(units: readonly (readonly number[])[], metric: Metric): Agreement {
  const ends = units.map((_, unit) => units.slice(0, unit + 1).reduce((sum, { length }) => sum + length, 0));
  return krippendorffAlpha(Float64Array.from(units.flat()), Uint32Array.from(ends), metric);
}

/** As the paper writes it: the coincidence matrix, every two values of it, and δ² by its definition. */
function naiveAlpha(units: readonly (readonly number[])[], metric: Metric): number | null {
  const pairable = units.filter(({ length }) => length > 1);
  const values = [...new Set(pairable.flat())].sort((a, b) => a - b);
  const coincidences = values.map(() => values.map(() => 0));
  for (const unit of pairable)
    for (const [i, c] of unit.entries())
      for (const [j, k] of unit.entries())
        if (i !== j) coincidences[values.indexOf(c)]![values.indexOf(k)]! += 1 / (unit.length - 1);
  const totals = coincidences.map((row) => row.reduce((sum, each) => sum + each, 0));
  const n = totals.reduce((sum, each) => sum + each, 0);
  const distance = (c: number, k: number): number => {
    if (metric === 'nominal') return c === k ? 0 : 1;
    if (metric === 'interval') return (values[c]! - values[k]!) ** 2;
    const [from, to] = [Math.min(c, k), Math.max(c, k)];
    return (totals.slice(from, to + 1).reduce((sum, each) => sum + each, 0) - (totals[c]! + totals[k]!) / 2) ** 2;
  };
  let [observed, expected] = [0, 0];
  for (const c of values.keys())
    for (const k of values.keys())
      [observed, expected] = [
        observed + coincidences[c]![k]! * distance(c, k),
        expected + totals[c]! * totals[k]! * distance(c, k),
      ];
  return n === 0 || expected === 0 ? null : 1 - ((n - 1) * observed) / expected;
}

const _ = null;

describe("Krippendorff's alpha", () => {
  // K. Krippendorff, Computing Krippendorff's Alpha-Reliability (2011), section C: four observers, twelve units, values
  // missing.
  const published: Table = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
    [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
  ];
  it.each([
    ['nominal', 0.743],
    ['ordinal', 0.815],
    ['interval', 0.849],
  ] as const)('is the published one of the worked example, %s', (metric, alpha) => {
    const found = agreement(unitsOf(published), metric);
    expect(found.alpha).toBeCloseTo(alpha, 3);
    expect(found).toMatchObject({ units: 11, values: 40 });
  });

  it('is 0.095 of the two observers of section A', () => {
    expect(
      agreement(
        unitsOf([
          [0, 1, 0, 0, 0, 0, 0, 0, 1, 0],
          [1, 1, 1, 0, 0, 1, 0, 0, 0, 0],
        ]),
        'nominal',
      ).alpha,
    ).toBeCloseTo(0.095, 3);
  });

  it('is nothing where there is nothing to compare, or nothing varies', () => {
    expect(agreement([[1], [2]], 'nominal')).toMatchObject({ alpha: null, units: 0, values: 0, pairs: 0 });
    for (const metric of ['nominal', 'ordinal', 'interval'] as const)
      expect(
        agreement(
          [
            [1, 1],
            [1, 1, 1],
          ],
          metric,
        ),
      ).toMatchObject({ alpha: null, pairs: 4, equal: 4 });
  });

  it('is what the matrix of coincidences gives, and equal pairs are counted', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 5 }), { maxLength: 15 }),
        fc.constantFrom<Metric>('nominal', 'ordinal', 'interval'),
        (units, metric) => {
          const found = agreement(units, metric);
          const naive = naiveAlpha(units, metric);
          if (naive === null) expect(found.alpha).toBeNull();
          else expect(found.alpha).toBeCloseTo(naive, 9);
          const pairs = units.flatMap((unit) => unit.flatMap((a, i) => unit.slice(i + 1).map((b) => a === b)));
          expect([found.pairs, found.equal]).toEqual([pairs.length, pairs.filter(Boolean).length]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
