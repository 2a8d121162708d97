import type { CoverageSlice } from '../../model/report/coverage';
import { minForFinding } from './findings';
import type { Cells } from './counts/matrix';

/**
 * By what verdicts differ most, the most first: names of slicings (`CoverageSlice.by`). Of each criterion and slicing,
 * the variance between slices of the mean worth of verdicts, each slice by its number of verdicts n, less what chance
 * alone would make of it: Σ n (m − M)² / N − (k − 1) M (1 − M) / N, for k slices with n of `minForFinding` or more (N
 * together, mean M), and worths from 0 to 1; the mean over criteria by N. Slicings in which nothing varies by more than
 * chance are left out.
 */
export function slicingsByVariation(
  slices: readonly CoverageSlice[],
  criteria: number,
  cells: Cells,
): readonly string[] {
  const numbers = new Map<string, number[]>();
  for (const [number, { by }] of slices.entries()) numbers.set(by, [...(numbers.get(by) ?? []), number]);
  return [...numbers]
    .map(([by, own]) => ({ by, excess: excessOf(own, criteria, cells) }))
    .filter(({ excess }) => excess > 0)
    .sort((a, b) => b.excess - a.excess)
    .map(({ by }) => by);
}

function excessOf(slices: readonly number[], criteria: number, cells: Cells): number {
  let [sum, weight] = [0, 0];
  for (let criterion = 0; criterion < criteria; criterion++) {
    const found = slices
      .map((slice) => cells.cell(criterion, slice))
      .filter(({ valued }) => valued >= minForFinding)
      .map(({ valued, worth }) => ({ n: valued, mean: worth / valued }));
    if (found.length < 2) continue;
    const n = found.reduce((all, each) => all + each.n, 0);
    const mean = found.reduce((all, each) => all + each.n * each.mean, 0) / n;
    const between = found.reduce((all, each) => all + each.n * (each.mean - mean) ** 2, 0) / n;
    const chance = ((found.length - 1) * mean * (1 - mean)) / n;
    sum += n * (between - chance);
    weight += n;
  }
  return weight === 0 ? 0 : sum / weight;
}
