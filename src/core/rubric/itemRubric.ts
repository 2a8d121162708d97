import type { UnplacedCriterion } from '../model/rubric/criterion';
import type { Rubric, Rubrics } from '../model/rubric/rubric';
import { addCriterion } from './criteria';
import { addRubric } from './library';
import type { EditContext, EditResult } from './versions';

/**
 * Adds a criterion for one item only: to the author's own rubric for it, as the least important, or to a new one with
 * that title. What others ask of the item lies in their files, so that git has nothing to merge. Gives the criterion's
 * id. Throws `UserError` for what is no criterion.
 */
export function addToItemRubric(
  rubrics: Rubrics,
  { id: item, title }: { readonly id: string; readonly title: string },
  criterion: UnplacedCriterion,
  editing: EditContext,
): EditResult {
  const isOwn = ({ scope, versions }: Rubric): boolean =>
    scope?.kind === 'item' && scope.item === item && versions[0]?.author === editing.author;
  const own = rubrics.rubrics.find(isOwn);
  if (own) return addCriterion(rubrics, own.id, criterion, editing);
  const { rubrics: added, id } = addRubric(rubrics, { title, scope: { kind: 'item', item } }, [], editing);
  return addCriterion(added, id, criterion, editing);
}
