import { describe, expect, it } from 'vitest';
import { dawidSkene } from '../../../src/core/quality/annotators/dawidSkene';

/**
 * A. P. Dawid and A. M. Skene 1979, table 1: 45 patients, five anaesthetists, the first of them three times; grades 1 to 4.
 * Seven digits a patient: three of the first, then one of each other.
 */
const anaesthetists =
  '1111111 3334334 1122122 2223121 2223222 2223322 1222111 3333433 2222223 2322223 4444444 2223343 1111111 2223212 1211111 1112111 1111111 1111111 2222221 2221322 2222222 2222221 2223222 2212222 1111111 1111111 2322222 1111111 1111111 1121121 1111111 3333233 1111111 2222222 2223232 4334343 2212232 2323233 3333432 1111111 1111111 1212111 2322222 1211111 2222222';

describe('Dawid and Skene’s model', () => {
  const labels = anaesthetists
    .split(' ')
    .flatMap((row, unit) =>
      Array.from(row, (grade, at) => ({ unit, annotator: Math.max(0, at - 2), value: Number(grade) - 1 })),
    );
  const found = dawidSkene(
    {
      units: labels.map(({ unit }) => unit),
      annotators: labels.map(({ annotator }) => annotator),
      values: labels.map(({ value }) => value),
    },
    4,
  );

  it('gives the anaesthetists’ shares of grades: .40, .42, .11, .07', () => {
    expect([...found.chances].map((chance) => chance.toFixed(2))).toEqual(['0.40', '0.42', '0.11', '0.07']);
  });

  it('gives the first anaesthetist’s error-rates of table 2', () => {
    const row = (truth: number): string[] =>
      [...found.confusion.subarray(truth * 4, truth * 4 + 4)].map((rate) => rate.toFixed(2));
    expect(row(0)).toEqual(['0.89', '0.11', '0.00', '0.00']);
    expect(row(1)).toEqual(['0.07', '0.88', '0.05', '0.00']);
  });

  it('says what is likely true of each patient', () => {
    const grades = Array.from({ length: 45 }, (_, unit) => {
      const own = [...found.posteriors.subarray(unit * 4, unit * 4 + 4)];
      return 1 + own.indexOf(Math.max(...own));
    });
    // Those of whom all said the same.
    expect([grades[0], grades[10], grades[20]]).toEqual([1, 4, 2]);
    expect(grades.filter((grade) => grade === 4)).toHaveLength(3);
  });

  it('keeps off 0 what nobody said, where it is smoothed', () => {
    const smoothed = dawidSkene({ units: [0, 0, 1, 1], annotators: [0, 1, 0, 1], values: [0, 0, 1, 1] }, 2, 1);
    expect(Math.min(...smoothed.confusion)).toBeGreaterThan(0.1);
  });
});
