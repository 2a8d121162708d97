import type { Item } from '../../model/item/item';

/** Words by which sources name fields that tell of responses, though they stand beside them. */
const ofResponses =
  /model|winner|loser|chosen|reject|prefer|better|best|worse|response|answer|completion|generat|output|rating|score|rank|label|vote|judge/i;

/** Tells whether a path of an item's metadata may tell something of its responses, by the words of the path. */
export function isAboutResponses(path: string): boolean {
  return ofResponses.test(path);
}

/** A shorter name may stand in any word by chance. */
const shortestName = 3;

/**
 * Tells whether a text is the id of a response of the item, or holds the name of its model or what its metadata say of
 * it.
 */
export function namesResponse({ responses }: Pick<Item, 'responses'>, text: string): boolean {
  const words = text.toLowerCase();
  if (words === '') return false;
  const isNamed = (name: string): boolean =>
    name !== '' && (name === words || (name.length >= shortestName && words.includes(name)));
  return responses.some(
    ({ id, model, metadata }) =>
      id.toLowerCase() === words ||
      [
        ...(model === undefined ? [] : [model]),
        ...Object.values(metadata ?? {}).filter((value) => typeof value === 'string'),
      ].some((name) => isNamed(name.toLowerCase())),
  );
}
