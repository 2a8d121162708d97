import type { UnplacedCriterion } from '../../model/rubric/criterion';
import type { Item } from '../../model/item/item';
import { addToItemRubric } from '../../rubric/itemRubric';
import { drawnLetters } from '../../rubric/ids';
import type { Session } from '../session';

/** Characters of the prompt that name the rubric of one item, at most. */
const maxTitleLength = 60;

/**
 * Adds a criterion for one item to the study's library, where it is in force at once; resolves to its id. Rejects with
 * `UserError` where it is none, or the library cannot be written.
 */
export async function addCriterionFor(
  { study, annotator, changed }: AddsTo,
  item: Item,
  criterion: UnplacedCriterion,
): Promise<string> {
  let made = '';
  await study.changeRubrics((rubrics) => {
    const { rubrics: library, id } = addToItemRubric(rubrics, { id: item.id, title: titleOf(item) }, criterion, {
      used: study.versionsInUse,
      author: annotator,
      time: new Date().toISOString(),
      draw: drawnLetters,
    });
    made = id;
    return library;
  });
  changed();
  return made;
}

interface AddsTo extends Pick<Session, 'study' | 'annotator'> {
  /** Tells every desk. */
  readonly changed: () => void;
}

/** The beginning of what is asked, as the name of its rubric. */
function titleOf({ id, prompt }: Item): string {
  const asked = prompt.findLast(({ role }) => role === 'user') ?? prompt.at(-1);
  const words = (asked?.content ?? '').replaceAll(/\s+/g, ' ').trim();
  if (words === '') return id;
  const beginning = Array.from(words);
  return beginning.length > maxTitleLength ? `${beginning.slice(0, maxTitleLength).join('').trimEnd()}…` : words;
}
