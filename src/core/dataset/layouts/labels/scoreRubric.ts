import type { ItemCriterion } from '../../../model/item/item';
import type { JsonObject } from '../../fields/recordFields';
import { meaningfulText } from '../texts/nestedValues';

/**
 * The id of the one criterion that an item of Prometheus or BiGGen-Bench has; ratings by it name it as their aspect.
 */
export const rubricId = 'rubric';

/**
 * `{criteria, score1_description … score5_description}` as a criterion with its levels; none where there are no words.
 */
export function scoreRubric(rubric: JsonObject): ItemCriterion[] {
  const levels = Object.entries(rubric).flatMap(([key, value]) => {
    const level = /^score(\d+)_description$/.exec(key)?.[1];
    const words = meaningfulText(value);
    return level !== undefined && words !== undefined ? [[level, words] as const] : [];
  });
  const text = meaningfulText(rubric.criteria);
  if (text === undefined && levels.length === 0) return [];
  return [{ id: rubricId, text: text ?? '', ...(levels.length > 0 && { levels: Object.fromEntries(levels) }) }];
}
