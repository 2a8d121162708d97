import type { UnplacedCriterion } from '../model/criterion';
import type { Rubrics } from '../model/rubric';
import { addCriterion } from './criteria';
import { addRubric } from './library';
import type { Editing, Made } from './versions';

/**
 * Adds a criterion for one item only: to the first rubric that is for it, as the least important, or to a new one with that title. Gives the criterion's id. Throws `UserError`
 * for what is no criterion.
 */
export function addForItem(rubrics: Rubrics, { id: item, title }: { readonly id: string; readonly title: string }, criterion: UnplacedCriterion, editing: Editing): Made {
  const own = rubrics.rubrics.find(({ scope }) => scope?.kind === 'item' && scope.item === item);
  if (own) return addCriterion(rubrics, own.id, criterion, editing);
  const { rubrics: added, id } = addRubric(rubrics, { title, scope: { kind: 'item', item } }, [], editing);
  return addCriterion(added, id, criterion, editing);
}
