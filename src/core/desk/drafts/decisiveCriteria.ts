import type { Draft } from '../../model/annotation/draft';
import type { Item } from '../../model/item/item';
import type { Rubrics } from '../../model/rubric/rubric';
import { criteriaFor, currentRubrics } from '../../rubric/inForce';

/** A criterion that a judgement can rest on. */
export interface DecisiveCriterion {
  readonly id: string;
  /** The title, or else the text. */
  readonly name: string;
  /** What it asks, where it is called something else. */
  readonly text?: string;
}

/** The criteria that a judgement of an item can rest on: those in force for it, and those that it rests on already. */
export function decisiveCriteriaFor(
  { because }: Pick<Draft, 'because'>,
  rubrics: Rubrics,
  item: Item,
): DecisiveCriterion[] {
  const inForce = criteriaFor(rubrics, item).map(({ criterion: { id, title, text } }): DecisiveCriterion =>
    title === undefined ? { id, name: text } : { id, name: title, text },
  );
  const known = new Set(inForce.map(({ id }) => id));
  return [...inForce, ...because.filter((id) => !known.has(id)).map((id) => ({ id, name: id }))];
}

/** The criteria that a draft rests on, by name; null where there are none to choose from. */
export function decisiveCriteriaShown(draft: Pick<Draft, 'because'>, rubrics: Rubrics, item: Item): string[] | null {
  if (draft.because.length === 0) return currentRubrics(rubrics, item).length > 0 ? [] : null;
  const names = new Map(decisiveCriteriaFor(draft, rubrics, item).map(({ id, name }) => [id, name]));
  return draft.because.map((id) => names.get(id) ?? id);
}
