import { rateOf } from '../rate';
import { tellingSlices, type Cell, type CoverageSlice, type CriterionFigures } from '../../model/coverage';
import type { Coverage } from './figures';
import type { Cells } from './matrix';

/** One cell of the matrix as JSON: the slice's index, chances, filled, not applicable, unfilled, and the mean of what the verdicts are worth. */
export type WrittenCell = readonly [slice: number, chances: number, filled: number, notApplicable: number, unfilled: number, mean: number | null];

/** Coverage as JSON (`tiebreak report --section coverage --json`): the shapes of `Coverage`, and each criterion's cells of slices in which it had a chance. Numbers have six significant digits. */
export function coverageAsJson({ slices, criteria, matrix, study, spans, critiques, rules }: Coverage): object {
  const cellsOf = (criterion: number): WrittenCell[] =>
    [...slices.keys()].flatMap((slice): WrittenCell[] => {
      const { chances, filled, notApplicable, unfilled, valued, worth } = matrix.cell(criterion, slice);
      return chances === 0 ? [] : [[slice, chances, filled, notApplicable, unfilled, valued === 0 ? null : worth / valued]];
    });
  return rounded({ section: 'coverage', version: 1, slices, study, criteria: criteria.map((figures, number) => ({ ...figures, cells: cellsOf(number) })), spans, critiques, rules }) as object;
}

/** Every number in a value with six significant digits: what lies behind them depends on the order in which sums were made. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(6));
  if (Array.isArray(value)) return value.map(rounded);
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rounded(each)])) : value;
}

/**
 * The matrix as lines of CSV (RFC 4180, without line ends): one for each criterion in the whole study ("all"), then in each slice in which it had a chance. The rate is the mean of what verdicts are worth, with its interval.
 * Slices that tell a person nothing (see `tellingSlices`) are left out.
 */
export function* matrixAsCsv({ slices, criteria, matrix }: Pick<Coverage, 'slices' | 'criteria'> & { readonly matrix: Cells }): Generator<string> {
  const telling = new Set(tellingSlices(slices));
  yield 'criterion,rubric,name,by,slice,chances,filled,not_applicable,unfilled,rate,low,high';
  for (const [number, figures] of criteria.entries()) {
    yield csvLine(figures, undefined, matrix.cell(number));
    for (const [index, slice] of slices.entries()) {
      if (!telling.has(slice.by)) continue;
      const cell = matrix.cell(number, index);
      if (cell.chances > 0) yield csvLine(figures, slice, cell);
    }
  }
}

function csvLine({ id, rubric, name }: CriterionFigures, slice: CoverageSlice | undefined, { chances, filled, notApplicable, unfilled, worth, valued }: Cell): string {
  const rate = rateOf(worth, valued);
  const shares = [rate?.rate, rate?.low, rate?.high].map((share) => (share === undefined ? '' : String(Number(share.toPrecision(6)))));
  return [...[id, rubric, name, slice?.by ?? 'all', slice ? (slice.value ?? 'other') : ''].map(quoted), chances, filled, notApplicable, unfilled, ...shares].join(',');
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
