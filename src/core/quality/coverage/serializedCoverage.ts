import { rateOf, proportionOf } from '../rate';
import {
  sliceDimensions,
  type Cell,
  type CoverageSlice,
  type CriterionFigures,
  type SpanCounts,
} from '../../model/report/coverage';
import type { Rate, Proportion } from '../../model/report/proportion';
import type { RuleCounts } from '../../model/report/ruleCoverage';
import type { Coverage } from './coverageResult';
import type { Cells } from './counts/matrix';

/**
 * One cell of the matrix as JSON: the slice's index, chances, filled, not applicable, unfilled, and the mean of what
 * the verdicts are worth.
 */
export type WrittenCell = readonly [
  slice: number,
  chances: number,
  filled: number,
  notApplicable: number,
  unfilled: number,
  mean: number | null,
];

/**
 * Coverage as JSON (`tiebreak report --section coverage --json`): the shapes of `Coverage`, and each criterion's cells
 * of slices in which it had a chance. Numbers have six significant digits.
 */
export function coverageAsJson({ slices, criteria, matrix, study, spans, critiques, rules }: Coverage): object {
  const {
    annotations: { orphans: strays, ...annotations },
    ...figures
  } = study;
  const cellsOf = (criterion: number): WrittenCell[] =>
    [...slices.keys()].flatMap((slice): WrittenCell[] => {
      const { chances, filled, notApplicable, unfilled, valued, worth } = matrix.cell(criterion, slice);
      return chances === 0
        ? []
        : [[slice, chances, filled, notApplicable, unfilled, valued === 0 ? null : worth / valued]];
    });
  return rounded({
    section: 'coverage',
    version: 1,
    slices,
    // The name that version 1 has.
    study: { ...figures, annotations: { ...annotations, strays } },
    criteria: criteria.map((each, number) => ({ ...each, cells: cellsOf(number) })),
    spans,
    critiques,
    rules,
  }) as object;
}

/**
 * Every number in a value with six significant digits: what lies behind them depends on the order in which sums were
 * made.
 */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(6));
  if (Array.isArray(value)) return value.map(rounded);
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rounded(each)]))
    : value;
}

/**
 * The matrix as lines of CSV (RFC 4180, without line ends): one for each criterion in the whole study ("all"), then in
 * each slice in which it had a chance. The rate is the mean of what verdicts are worth; that of the whole study has its
 * interval, over items, of which a cell keeps no count. Slices that tell a person nothing (`sliceDimensions` has the others) are
 * left out.
 */
export function* matrixAsCsv({
  slices,
  criteria,
  matrix,
}: Pick<Coverage, 'slices' | 'criteria'> & { readonly matrix: Cells }): Generator<string> {
  const telling = new Set(sliceDimensions(slices));
  yield 'criterion,rubric,name,by,slice,chances,filled,not_applicable,unfilled,rate,low,high';
  for (const [number, figures] of criteria.entries()) {
    yield csvLine(figures, undefined, matrix.cell(number), figures.yes);
    for (const [index, slice] of slices.entries()) {
      if (!telling.has(slice.by)) continue;
      const cell = matrix.cell(number, index);
      if (cell.chances > 0) yield csvLine(figures, slice, cell, proportionOf(cell.worth, cell.valued));
    }
  }
}

function csvLine(
  { id, rubric, name }: CriterionFigures,
  slice: CoverageSlice | undefined,
  { chances, filled, notApplicable, unfilled }: Cell,
  rate: Proportion | Rate | null,
): string {
  return [
    ...[id, rubric, name, ...namesOf(slice)].map(quoted),
    chances,
    filled,
    notApplicable,
    unfilled,
    ...sharesOf(rate),
  ].join(',');
}

/**
 * Types of spans as lines of CSV, as the matrix is: in all responses with a critique, then in each slice that has some.
 * The rate is the share of those responses with at least one.
 */
export function* spansAsCsv({ slices, spans }: Pick<Coverage, 'slices' | 'spans'>): Generator<string> {
  const telling = new Set(sliceDimensions(slices));
  yield 'kind,type,by,slice,spans,responses,critiqued,rate,low,high';
  for (const type of spans.types) {
    yield spanLine(type, undefined, type.spans, type.responses);
    for (const [index, critiqued] of spans.slices) {
      const slice = slices[index];
      if (!slice || !telling.has(slice.by)) continue;
      const [, count = 0, responses = 0] = type.slices.find(([number]) => number === index) ?? [];
      yield spanLine(type, slice, count, rateOf(responses, critiqued));
    }
  }
}

function spanLine(
  { kind, type }: SpanCounts['types'][number],
  slice: CoverageSlice | undefined,
  spans: number,
  rate: Rate | null,
): string {
  return [
    ...[kind, type ?? '', ...namesOf(slice)].map(quoted),
    spans,
    rate ? Math.round(rate.rate * rate.n) : 0,
    rate?.n ?? 0,
    ...sharesOf(rate),
  ].join(',');
}

/** Rules as lines of CSV (RFC 4180, without line ends): the balance of each, and Krippendorff's alpha of its marks. */
export function* rulesAsCsv({ rules }: RuleCounts): Generator<string> {
  yield 'rule,feedback,scope,version,in,near,out,unmarked,refined,reworded,alpha';
  for (const { id, feedback, scope, version, refined, earlier, agreement, unmarked, ...counts } of rules) {
    const known = refined ? Math.round(refined.rate * refined.n) : 0;
    yield [
      ...[id, feedback, scope].map(quoted),
      version,
      counts.in,
      counts.near,
      counts.out,
      unmarked,
      known,
      earlier,
      agreement.alpha === null ? '' : shortened(agreement.alpha),
    ].join(',');
  }
}

const namesOf = (slice: CoverageSlice | undefined): [by: string, value: string] =>
  slice ? [slice.by, slice.value ?? 'other'] : ['all', ''];

const sharesOf = (rate: Proportion | Rate | null): string[] =>
  [rate?.rate, ...(rate && 'low' in rate ? [rate.low, rate.high] : [undefined, undefined])].map((share) =>
    share === undefined ? '' : shortened(share),
  );

const shortened = (value: number): string => String(Number(value.toPrecision(6)));

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
