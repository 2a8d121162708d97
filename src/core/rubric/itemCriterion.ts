import { versionInForce, type Rubrics } from '../model/rubric';
import { addCriterion } from './criteria';
import { addRubric } from './library';
import type { Editing, Made } from './versions';

/** Adds a yes/no criterion of weight 1 that a person wrote: to the rubric named, or else to that of one item, which is made where there is none. Throws `UserError` where there is no such rubric, or the text is empty. */
export function addItemCriterion(rubrics: Rubrics, { rubric, item, text }: { readonly rubric?: string | undefined; readonly item: string; readonly text: string }, editing: Editing): Made {
  const criterion = { text, weight: 1, origin: { kind: 'human' as const } };
  const home = rubric ?? rubrics.rubrics.find(({ scope }) => scope?.kind === 'item' && scope.item === item)?.id;
  if (home !== undefined) return addCriterion(rubrics, home, criterion, editing);
  const added = addRubric(rubrics, { title: `Item ${item}`, scope: { kind: 'item', item } }, [criterion], editing);
  const own = added.rubrics.rubrics.find(({ id }) => id === added.id);
  return { rubrics: added.rubrics, id: own ? (versionInForce(own).criteria[0]?.id ?? '') : '' };
}
