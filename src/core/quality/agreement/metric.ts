import type { Aspect } from '../../model/annotation/aspect';
import type { Metric } from '../../model/report/coverage';
import type { Criterion } from '../../model/rubric/criterion';
import { kindOfCriterion } from '../../model/rubric/criterionKind';

/**
 * Which of Krippendorff's alphas values get: the one place that decides it, for the coverage of rubrics and the quality
 * report alike. The scale decides, whatever values are met.
 */

/** What a study says of the scales that its annotators judge on. */
export interface Scales {
  readonly aspects: readonly Aspect[];
  readonly criteria: readonly Criterion[];
}

/**
 * Of verdicts by a criterion: a scale is ordinal, as nothing says that its levels lie equally far apart (ranks take values
 * between levels too); yes and no, and categories, are nominal.
 */
export const metricOfCriterion = (criterion: Criterion): Metric =>
  kindOfCriterion(criterion) === 'scale' ? 'ordinal' : 'nominal';

/** Of verdicts by several criteria together: levels are told apart as such where all criteria have the same. */
export function metricOfVerdicts(judged: readonly string[], { criteria }: Scales): Metric {
  const byId = new Map(criteria.map((criterion) => [criterion.id, criterion]));
  const scales = new Set(
    judged.map((id) => {
      const criterion = byId.get(id);
      if (!criterion || metricOfCriterion(criterion) !== 'ordinal') return 'none';
      const { min = 1, max = 5 } = criterion;
      return `${min} ${max}`;
    }),
  );
  return scales.size === 1 && !scales.has('none') ? 'ordinal' : 'nominal';
}

/**
 * Of ratings on an aspect: steps are ordinal, as the levels of a criterion are; what is continuous is an amount. Where the
 * study has no such aspect, as with imported scores, fractions say that it is: nobody gives them on a scale of steps.
 */
export function metricOfRatings(aspect: string, values: readonly number[], { aspects }: Scales): Metric {
  const known = aspects.find(({ name }) => name === aspect);
  const isContinuous = known ? known.continuous === true : !values.every(Number.isInteger);
  return isContinuous ? 'interval' : 'ordinal';
}
