import type { CriterionFigures, CriterionFinding } from '../../model/coverage';
import { z95 } from '../rate';

/** On fewer verdicts or pairs than this nothing is called always, never or the same: three times yes is no finding. */
export const fewestForFinding = 10;
/** Two criteria are redundant from this correlation on, either way. */
export const redundantFrom = 0.9;

const found = (criteria: readonly CriterionFigures[], isFound: (figures: CriterionFigures) => boolean, n: (figures: CriterionFigures) => number): CriterionFinding[] =>
  criteria.filter(isFound).map((figures) => ({ criterion: figures.id, n: n(figures) })).sort((a, b) => b.n - a.n);

const verdictsOf = ({ yes }: CriterionFigures): number => yes?.n ?? 0;

/** Criteria whose verdicts are all worth 1 (a scale: all at its top). `n`: verdicts. */
export const alwaysYes = (criteria: readonly CriterionFigures[]): CriterionFinding[] => found(criteria, (each) => isConstantAt(each, 1), verdictsOf);

/** The same of 0. */
export const alwaysNo = (criteria: readonly CriterionFigures[]): CriterionFinding[] => found(criteria, (each) => isConstantAt(each, 0), verdictsOf);

const isConstantAt = (figures: CriterionFigures, worth: 0 | 1): boolean => verdictsOf(figures) >= fewestForFinding && figures.yes?.rate === worth;

/** Ids of those in force, and not marked as faulty, by which nobody ever judged. */
export const neverUsed = (criteria: readonly CriterionFigures[]): string[] => criteria.filter(({ inForce, faulty, used }) => inForce && faulty === null && used === 0).map(({ id }) => id);

/** Those that vary over all responses and never within a strict preference. `n`: strict preferences with a verdict on both. */
export const neverSeparating = (criteria: readonly CriterionFigures[]): CriterionFinding[] =>
  found(criteria, ({ separation, variance }) => separation.pairs >= fewestForFinding && separation.equal === separation.pairs && (variance ?? 0) > 0, ({ separation }) => separation.pairs);

/** Those whose weight has the wrong sign by what is preferred: on its own and with all others held. `n`: strict preferences that they separate. */
export const wrongWay = (criteria: readonly CriterionFigures[]): CriterionFinding[] =>
  found(criteria, ({ weight, separation, implied }) => weight !== 0 && implied !== null && implied.pairs >= fewestForFinding && separation.against > separation.same && implied.logOdds * Math.sign(weight) + z95 * implied.standardError < 0, ({ implied }) => implied?.pairs ?? 0);
