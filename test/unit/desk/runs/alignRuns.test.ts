import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignRuns } from '../../../../src/core/desk/runs/alignRuns';

const rowsOf = (...runs: string[]): string[] =>
  alignRuns(runs.map((run) => Array.from(run))).rows.map((rows, run) => {
    const line = Array.from<string>({ length: (rows.at(-1) ?? -1) + 1 }).fill('.');
    rows.forEach((row, at) => (line[row] = runs[run]![at]!));
    return line.join('');
  });
const divergence = (...runs: string[]): number | undefined => alignRuns(runs.map((run) => Array.from(run))).divergence;

describe('runs side by side', () => {
  it('share the rows of what they do at first, and of what all of them do once later', () => {
    expect(rowsOf('abxyz', 'abqz')).toEqual(['abxyz', 'abq.z']);
    expect(rowsOf('axt', 'abct', 'at')).toEqual(['ax.t', 'abct', 'a..t']);
  });

  it('keep the order of each where what they share comes in another order', () => {
    expect(rowsOf('1xy', '2yx')).toEqual(['1.xy', '2yx']);
  });

  it('part at the first row in which they do not do the same', () => {
    expect(divergence('abc', 'abd')).toBe(2);
    expect(divergence('abc', 'ab')).toBe(2);
    expect(divergence('abc', 'abc')).toBeUndefined();
    expect(divergence('abc')).toBeUndefined();
    expect(divergence()).toBeUndefined();
  });

  it('have a row for each step, rising, whatever they do', () => {
    const run = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(run, { minLength: 1, maxLength: 4 }), (runs) => {
        const { rows } = alignRuns(runs);
        rows.forEach((own, at) => {
          expect(own).toHaveLength(runs[at]!.length);
          expect(own.every((row, i) => i === 0 || row > own[i - 1]!)).toBe(true);
        });
      }),
    );
  });
});
