import { describe, expect, it } from 'vitest';
import { slicingsByVariation } from '../../../../src/core/quality/coverage/sliceVariation';
import type { Cell, CoverageSlice } from '../../../../src/core/model/report/coverage';

const cell = (valued: number, yes: number): Cell => ({
  chances: valued,
  filled: valued,
  notApplicable: 0,
  unfilled: 0,
  valued,
  worth: yes,
});

/** What a slicing has: of each slice, how many verdicts, and how many of them yes. */
const order = (slicings: Readonly<Record<string, readonly (readonly [number, number])[]>>): readonly string[] => {
  const slices: CoverageSlice[] = [];
  const cells: Cell[] = [];
  for (const [by, values] of Object.entries(slicings))
    for (const [at, [valued, yes]] of values.entries()) {
      slices.push({ by, value: String(at) });
      cells.push(cell(valued, yes));
    }
  return slicingsByVariation(slices, 1, { cell: (_, slice = 0) => cells[slice]! });
};

describe('slicings by variation', () => {
  it('begin with the one by which verdicts differ most', () => {
    expect(
      order({
        round: [
          [100, 45],
          [100, 65],
        ],
        topic: [
          [100, 10],
          [100, 90],
        ],
      }),
    ).toEqual(['topic', 'round']);
  });

  it('leave out what differs by chance alone, and slices with few verdicts', () => {
    expect(
      order({
        annotator: [
          [20, 10],
          [20, 11],
        ],
        language: [
          [200, 100],
          [3, 0],
        ],
      }),
    ).toEqual([]);
  });
});
