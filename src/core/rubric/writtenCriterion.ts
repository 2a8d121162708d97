import type { Rubrics } from '../model/rubric/rubric';
import { addCriterion } from './criteria';
import { addToItemRubric } from './itemRubric';
import type { EditContext, EditResult } from './versions';

/**
 * Adds a yes/no criterion of weight 1 that a person wrote: to the rubric named, or else to that of one item (see
 * `addToItemRubric`). Throws `UserError` where there is no such rubric, or the text is empty.
 */
export function addWrittenCriterion(
  rubrics: Rubrics,
  { rubric, item, text }: { readonly rubric?: string | undefined; readonly item: string; readonly text: string },
  editing: EditContext,
): EditResult {
  const criterion = { text, weight: 1, origin: { kind: 'human' as const } };
  return rubric === undefined
    ? addToItemRubric(rubrics, { id: item, title: `Item ${item}` }, criterion, editing)
    : addCriterion(rubrics, rubric, criterion, editing);
}
