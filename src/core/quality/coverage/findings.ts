import type {
  CoverageSlice,
  CriterionFigures,
  CriterionFinding,
  RedundantFigures,
  SliceFinding,
} from '../../model/report/coverage';
import { proportionOf, z95 } from '../rate';
import type { Cells } from './counts/matrix';

/** On fewer verdicts or pairs than this nothing is called always, never or the same: three times yes is no finding. */
export const minForFinding = 10;
/** Two criteria are redundant from this correlation on, either way. */
const redundantFrom = 0.9;

/** Two criteria are nearly redundant from this correlation on, once annotator disagreement is taken out of it. */
const nearlyRedundantFrom = 0.8;
/** On fewer responses, or with less agreement than this, that correction says nothing. */
const minForCorrection = 50;
const minReliability = 0.3;

/**
 * Below this alpha nothing should be concluded from values (K. Krippendorff, Content Analysis, 4th edition, 2018,
 * chapter 12).
 */
export const lowestAlpha = 0.667;
/** A slice stands out whose cells are unfilled this often, and so many times as often as those of all. */
const unfilledFrom = 0.25;
const timesAsOften = 1.5;

const found = (
  criteria: readonly CriterionFigures[],
  isFound: (figures: CriterionFigures) => boolean,
  n: (figures: CriterionFigures) => number,
): CriterionFinding[] =>
  criteria
    .filter(isFound)
    .map((figures) => ({ criterion: figures.id, n: n(figures) }))
    .sort((a, b) => b.n - a.n);

const verdictsOf = ({ yes }: CriterionFigures): number => yes?.n ?? 0;

/** Criteria whose verdicts are all worth 1 (a scale: all at its top). `n`: verdicts. */
export const alwaysYes = (criteria: readonly CriterionFigures[]): CriterionFinding[] =>
  found(criteria, (each) => isConstantAt(each, 1), verdictsOf);

/** The same of 0. */
export const alwaysNo = (criteria: readonly CriterionFigures[]): CriterionFinding[] =>
  found(criteria, (each) => isConstantAt(each, 0), verdictsOf);

const isConstantAt = (figures: CriterionFigures, worth: 0 | 1): boolean =>
  verdictsOf(figures) >= minForFinding && figures.yes?.rate === worth;

/** Ids of those in force, and not marked as faulty, by which nobody ever judged. */
export const neverUsed = (criteria: readonly CriterionFigures[]): string[] =>
  criteria.filter(({ inForce, faulty, used }) => inForce && faulty === null && used === 0).map(({ id }) => id);

/** Those whose annotators agree too little to rely on it. `n`: responses that several judged. */
export const lowAgreement = (criteria: readonly CriterionFigures[]): CriterionFinding[] =>
  found(
    criteria,
    ({ agreement: { alpha, units } }) => alpha !== null && alpha < lowestAlpha && units >= minForFinding,
    ({ agreement }) => agreement.units,
  ).sort((a, b) => b.n - a.n);

/**
 * How reliable one verdict by a criterion is: its alpha. Null where too few responses were judged by several
 * annotators, or these agree too little.
 */
export const reliabilityOf = ({ agreement: { alpha, units } }: CriterionFigures): number | null =>
  units >= minForFinding && alpha !== null && alpha >= minReliability ? alpha : null;

/**
 * Tells whether two criteria are redundant: `{}` by their correlation alone; `{corrected}` by what they would correlate
 * if annotators agreed, which is divided by the geometric mean of their reliabilities (C. Spearman, The Proof and
 * Measurement of Association between Two Things, American Journal of Psychology 15, 1904); null where they are not.
 * @param n responses with a verdict by both
 * @param a the reliability of the one criterion, and `b` of the other (`reliabilityOf`)
 */
export function redundancyOf(
  correlation: number,
  n: number,
  a: number | null,
  b: number | null,
): Pick<RedundantFigures, 'corrected'> | null {
  if (Math.abs(correlation) >= redundantFrom) return {};
  if (a === null || b === null || n < minForCorrection) return null;
  const corrected = Math.max(-1, Math.min(1, correlation / Math.sqrt(a * b)));
  return Math.abs(corrected) >= nearlyRedundantFrom ? { corrected } : null;
}

/** Slices whose cells are unfilled much more often than those of all, the most cells first. */
export function unfilledSlices(
  slices: readonly CoverageSlice[],
  criteria: number,
  cells: Cells,
  overall: number,
): SliceFinding[] {
  return slices
    .flatMap((slice, index): SliceFinding[] => {
      let [unfilled, chances] = [0, 0];
      for (let criterion = 0; criterion < criteria; criterion++) {
        const cell = cells.cell(criterion, index);
        unfilled += cell.unfilled;
        chances += cell.chances;
      }
      const share = proportionOf(unfilled, chances);
      return share && chances >= minForFinding && share.rate >= Math.max(unfilledFrom, timesAsOften * overall)
        ? [{ slice, unfilled: share }]
        : [];
    })
    .sort(
      (a, b) => b.unfilled.rate * b.unfilled.n - a.unfilled.rate * a.unfilled.n || b.unfilled.rate - a.unfilled.rate,
    );
}

/**
 * Those that vary over all responses and never within a strict preference. `n`: strict preferences with a verdict on
 * both.
 */
export const neverSeparating = (criteria: readonly CriterionFigures[]): CriterionFinding[] =>
  found(
    criteria,
    ({ separation, variance }) =>
      separation.pairs >= minForFinding && separation.equal === separation.pairs && (variance ?? 0) > 0,
    ({ separation }) => separation.pairs,
  );

/**
 * Those whose weight has the wrong sign by what is preferred: on its own and with all others held. `n`: strict
 * preferences that they separate.
 */
export const wrongSignWeights = (criteria: readonly CriterionFigures[]): CriterionFinding[] =>
  found(
    criteria,
    ({ weight, separation, implied }) =>
      weight !== 0 &&
      implied !== null &&
      implied.pairs >= minForFinding &&
      separation.against > separation.same &&
      implied.logOdds * Math.sign(weight) + z95 * implied.standardError < 0,
    ({ implied }) => implied?.pairs ?? 0,
  );
