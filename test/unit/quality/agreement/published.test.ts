import { describe, expect, it } from 'vitest';
import { alphaByItem, alphaWithoutEach, type AlphaMetric } from '../../../../src/core/quality/agreement/itemAlpha';
import { cohenKappa } from '../../../../src/core/quality/agreement/cohenKappa';
import {
  icc1Of,
  icc1Width,
  addTarget,
  intraclassCorrelations,
} from '../../../../src/core/quality/agreement/intraclassCorrelation';
import { kendallW, midRanks } from '../../../../src/core/quality/agreement/kendallW';

/** Values by unit, one unit an item. */
const valuedOf = (units: readonly (readonly number[])[]) => {
  const rows = units.flatMap((values, unit) => values.map((value, annotator) => ({ unit, annotator, value })));
  return {
    items: rows.map(({ unit }) => unit),
    units: rows.map(({ unit }) => unit),
    annotators: rows.map(({ annotator }) => annotator),
    values: rows.map(({ value }) => value),
  };
};

describe('figures of agreement that are published', () => {
  // K. Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011, section C: four observers, twelve units.
  const n = Number.NaN;
  const krippendorff = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, n, n, n],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, n, 3],
    [n, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, n],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, n],
  ];
  const units = krippendorff[0]!.map((_, unit) =>
    krippendorff.map((own) => own[unit]!).filter((value) => !Number.isNaN(value)),
  );
  it.each<[AlphaMetric, number]>([
    ['nominal', 0.743],
    ['ordinal', 0.815],
    ['interval', 0.849],
    ['ratio', 0.797],
  ])('α of Krippendorff 2011, %s: %d', (metric, expected) => {
    const { alpha, units: pairable, values } = alphaByItem(valuedOf(units), metric);
    expect(alpha?.value).toBeCloseTo(expected, 3);
    expect([pairable, values]).toEqual([11, 40]);
  });

  // J. L. Fleiss 1971, table 1: 30 patients, 6 psychiatrists each, 5 diagnoses.
  const fleiss = `0 0 0 6 0|0 3 0 0 3|0 1 4 0 1|0 0 0 0 6|0 3 0 3 0|2 0 4 0 0|0 0 4 0 2|2 0 3 1 0|2 0 0 4 0|0 0 0 0 6|1 0 0 5 0|1 1 0 4 0|0 3 3 0 0|1 0 0 5 0|0 2 0 3 1|0 0 5 0 1|3 0 0 1 2|5 1 0 0 0|0 2 0 4 0|1 0 2 0 3|0 0 0 0 6|0 1 0 5 0|0 2 0 1 3|2 0 0 4 0|1 0 0 4 1|0 5 0 1 0|4 0 0 0 2|0 2 0 4 0|1 0 5 0 0|0 0 0 0 6`;
  it('κ of Fleiss 1971: .430', () => {
    const patients = fleiss
      .split('|')
      .map((row) => row.split(' ').flatMap((count, category) => Array<number>(Number(count)).fill(category)));
    const { kappa } = alphaByItem(valuedOf(patients), 'nominal');
    expect(kappa?.value).toBeCloseTo(0.43, 3);
    expect(kappa!.low).toBeLessThan(kappa!.value);
    expect(kappa!.high).toBeGreaterThan(kappa!.value);
  });

  // J. Cohen 1960, table 1: three categories, 200 subjects (proportions × 200): κ .492.
  it('κ of Cohen 1960: .492', () => {
    const table = [
      [88, 14, 18],
      [10, 40, 10],
      [2, 6, 12],
    ];
    let item = 0;
    const pairs = table.flatMap((row, first) =>
      row.flatMap((count, second) => Array.from({ length: count }, () => ({ item: item++, first, second }))),
    );
    const { kappa, same, units: both } = cohenKappa(3, pairs);
    expect([both, same?.value]).toEqual([200, 0.7]);
    expect(kappa?.value).toBeCloseTo(0.492, 3);
  });

  // P. E. Shrout and J. L. Fleiss 1979, table 2, and the six coefficients of table 4.
  const ratings = [
    [9, 2, 5, 8],
    [6, 1, 3, 2],
    [8, 4, 6, 8],
    [7, 1, 2, 6],
    [10, 5, 6, 9],
    [6, 2, 4, 7],
  ];
  it('intraclass correlations of Shrout and Fleiss 1979', () => {
    const found = intraclassCorrelations(ratings)!;
    const rounded = Object.fromEntries(
      Object.entries<number>({ ...found }).map(([name, value]) => [name, value.toFixed(2)]),
    );
    expect(rounded).toEqual({
      one: '0.17',
      two: '0.29',
      three: '0.71',
      oneMean: '0.44',
      twoMean: '0.62',
      threeMean: '0.91',
    });
  });

  it('ICC(1, 1) from sums, which is the same where all have as many raters', () => {
    const sums = new Float64Array(icc1Width);
    for (const own of ratings) addTarget(sums, own);
    expect(icc1Of(sums)).toBeCloseTo(intraclassCorrelations(ratings)!.one, 12);
  });

  // S. Siegel and N. J. Castellan, Nonparametric Statistics, 1988: three interviewers rank six applicants, W = .16;
  // without ties.
  it('Kendall’s W of Siegel’s applicants: .16, and with ties 1 where all tie alike', () => {
    expect(
      kendallW([
        [1, 6, 3, 2, 5, 4],
        [1, 5, 6, 4, 2, 3],
        [6, 3, 2, 5, 4, 1],
      ]),
    ).toBeCloseTo(0.16, 2);
    expect(kendallW([midRanks([0, 0, 1]), midRanks([0, 0, 1])])).toBeCloseTo(1, 12);
    expect(kendallW([midRanks([0, 0, 0]), midRanks([0, 0, 0])])).toBeNull();
  });
});

describe('intervals of α', () => {
  it('say why there is none', () => {
    expect(alphaByItem(valuedOf([[1], [2]]), 'nominal')).toMatchObject({ alpha: null, why: 'no-overlap' });
    expect(
      alphaByItem(
        valuedOf([
          [1, 1],
          [1, 1],
        ]),
        'nominal',
      ),
    ).toMatchObject({ alpha: null, why: 'all-same' });
    expect(
      alphaByItem(
        valuedOf([
          [1, 1],
          [1, 2],
        ]),
        'nominal',
      ).alpha,
    ).toMatchObject({ low: null, high: null });
  });
});

describe('α without each annotator', () => {
  it.each<AlphaMetric>(['nominal', 'ordinal', 'interval', 'ratio'])('is α of what the others said, %s', (metric) => {
    const units = [
      [1, 2, 1],
      [2, 2, 3],
      [3, 1, 3],
      [4, 4, 2],
      [1, 1, 1],
    ];
    const all = valuedOf(units);
    const without = alphaWithoutEach(all, metric, 3);
    for (const annotator of [0, 1, 2]) {
      const rest = valuedOf(units.map((values) => values.filter((_, at) => at !== annotator)));
      expect(without[annotator]).toBeCloseTo(alphaByItem(rest, metric).alpha!.value, 12);
    }
  });
});
