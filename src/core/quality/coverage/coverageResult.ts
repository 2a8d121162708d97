import type { FileProblem } from '../../model/problems/problem';
import type { CoverageSlice, CriterionFigures, SpanCounts, StudyFigures } from '../../model/report/coverage';
import type { CritiqueCounts } from '../../model/report/critiqueCounts';
import type { RuleCounts } from '../../model/report/ruleCoverage';
import type { Matrix } from './counts/matrix';

/** What a study's rubrics cover and explain. */
export interface Coverage {
  readonly slices: readonly CoverageSlice[];
  /** By number; `matrix.cell(number, slice)` has the counts in a slice. */
  readonly criteria: readonly CriterionFigures[];
  readonly matrix: Matrix;
  readonly study: StudyFigures;
  readonly spans: SpanCounts;
  readonly critiques: CritiqueCounts;
  readonly rules: RuleCounts;
  /**
   * Records of the dataset that are no items, and files that end too early: what is wrong with the first of them, and
   * how many there are.
   */
  readonly faulty: { readonly count: number; readonly first: readonly FileProblem[] };
}
