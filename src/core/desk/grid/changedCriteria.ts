import { isDeepStrictEqual } from 'node:util';
import type { Annotation } from '../../model/annotation/annotation';
import type { Criterion } from '../../model/rubric/criterion';
import { kindOfCriterion } from '../../model/rubric/criterionKind';
import type { Draft } from '../../model/annotation/draft';
import type { Rubrics } from '../../model/rubric/rubric';

/**
 * Rows of criteria that ask something else now than when the draft's verdicts by them were given, in the judgement in
 * force: other words, or other answers. A weight is none of the question. Those whose verdicts were given anew since
 * are not among them.
 */
export function changedCriteria(
  criteria: readonly Criterion[],
  { rubrics }: Rubrics,
  {
    draft,
    saved,
    annotation,
  }: { readonly draft: Draft; readonly saved: Draft; readonly annotation: Annotation | undefined },
): number[] {
  if (!annotation || Object.keys(saved.verdicts).length === 0) return [];
  const before = new Map<string, Criterion>();
  for (const { id, version } of annotation.rubrics) {
    const found = rubrics.find((rubric) => rubric.id === id)?.versions.find((each) => each.version === version);
    for (const criterion of found?.criteria ?? []) before.set(criterion.id, criterion);
  }
  return criteria.flatMap((criterion, row) => {
    const { id } = criterion;
    const old = before.get(id);
    const isKept = Object.hasOwn(saved.verdicts, id) && isDeepStrictEqual(draft.verdicts[id], saved.verdicts[id]);
    return isKept && old && !isDeepStrictEqual(asked(old), asked(criterion)) ? [row] : [];
  });
}

const asked = (criterion: Criterion): unknown => {
  const { title, text, min = 1, max = 5, levels, categories } = criterion;
  const kind = kindOfCriterion(criterion);
  return [
    title,
    text,
    kind,
    kind === 'scale' && [min, max, levels],
    kind === 'category' && categories?.map(({ name }) => name),
  ];
};
