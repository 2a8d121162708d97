import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { random } from '../../../src/core/model/annotation/blindOrder';
import { bradleyTerry, type Differences } from '../../../src/core/quality/bradleyTerry';

type Row = readonly (readonly [feature: number, difference: number])[];

const differences = (features: number, rows: readonly Row[]): Differences => ({
  features,
  ends: Uint32Array.from(rows.map((_, row) => rows.slice(0, row + 1).reduce((sum, { length }) => sum + length, 0))),
  columns: Uint32Array.from(rows.flat().map(([feature]) => feature)),
  values: Float64Array.from(rows.flat().map(([, value]) => value)),
});

const σ = (x: number): number => 1 / (1 + Math.exp(-x));
const scoreOf = (row: Row, weights: readonly number[]): number =>
  row.reduce((sum, [feature, value]) => sum + weights[feature]! * value, 0);

/** Gauss and Jordan. */
function inverse(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => Number(i === j))]);
  for (let i = 0; i < size; i++) {
    const pivot = rows[i]![i]!;
    rows[i] = rows[i]!.map((value) => value / pivot);
    for (let k = 0; k < size; k++)
      if (k !== i) rows[k] = rows[k]!.map((value, at) => value - rows[i]![at]! * rows[k]![i]!);
  }
  return rows.map((row) => row.slice(size));
}

const anyRows = fc.array(
  fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom(-1, -0.5, 0.25, 1)), {
    selector: ([feature]) => feature,
    maxLength: 3,
  }),
  { maxLength: 30 },
);

describe('the weights that preferences imply', () => {
  it('are where the slope is 0, and their errors those of the whole Hessian', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const { logOdds, standardErrors, joint } = bradleyTerry(differences(5, rows));
        const weights = [...logOdds];
        const slope = weights.map((weight, feature) =>
          rows.reduce(
            (sum, row) => sum + (1 - σ(scoreOf(row, weights))) * (row.find(([each]) => each === feature)?.[1] ?? 0),
            -weight,
          ),
        );
        for (const each of slope) expect(each).toBeCloseTo(0, 4);
        const hessian = weights.map((_, a) =>
          weights.map((__, b) =>
            rows.reduce(
              (sum, row) => {
                const p = σ(scoreOf(row, weights));
                const at = (feature: number): number => row.find(([each]) => each === feature)?.[1] ?? 0;
                return sum + p * (1 - p) * at(a) * at(b);
              },
              Number(a === b),
            ),
          ),
        );
        for (const [at, row] of inverse(hessian).entries())
          expect(standardErrors[at]).toBeCloseTo(Math.sqrt(row[at]!), 5);
        expect([...joint]).toEqual([1, 1, 1, 1, 1]);
      }),
    );
  });

  it('are found again in pairs drawn by them, each within four standard errors', () => {
    const truth = [2, 1, 0.5, 0, -1.5];
    const next = random(11);
    const rows = Array.from({ length: 4000 }, (): Row => {
      const row = truth
        .map((_, feature) => [feature, Math.sign(Math.floor(next() * 3) - 1)] as const)
        .filter(([, value]) => value !== 0);
      return next() < σ(scoreOf(row, truth)) ? row : row.map(([feature, value]) => [feature, -value]);
    });
    const { logOdds, standardErrors } = bradleyTerry(differences(5, rows));
    for (const [at, weight] of truth.entries()) {
      expect(standardErrors[at]).toBeLessThan(0.1);
      expect(Math.abs(logOdds[at]! - weight)).toBeLessThan(4 * standardErrors[at]!);
    }
  });

  it('stay finite where one always wins, and are split between two that are the same', () => {
    const { logOdds } = bradleyTerry(
      differences(
        3,
        Array.from({ length: 1000 }, (): Row => [
          [0, 1],
          [1, 1],
        ]),
      ),
    );
    expect(logOdds[0]).toBeGreaterThan(1);
    expect(logOdds[0]).toBeLessThan(20);
    expect(logOdds[1]).toBeCloseTo(logOdds[0]!, 6);
    expect(logOdds[2]).toBe(0);
  });

  it('of more than 400 criteria that meet have the error with the others held, and say so', () => {
    const rows = Array.from({ length: 500 }, (_, at): Row => [
      [at, 1],
      [at + 1, 1],
    ]);
    const { standardErrors, joint, logOdds } = bradleyTerry(differences(502, rows));
    expect([joint[0], joint[500], joint[501]]).toEqual([0, 0, 1]);
    expect(standardErrors[501]).toBe(1);
    const p = σ(logOdds[0]! + logOdds[1]!);
    expect(standardErrors[0]).toBeCloseTo(1 / Math.sqrt(1 + p * (1 - p)), 6);
  });
});
