import type { Item } from './item';

/**
 * What is said about a response beside its text (the title of its passages, the output of a verifier) may name its
 * model or its id. Both are taken out of it before it reaches a page, those of the item's other responses too, whatever
 * their case, where they stand as words of their own.
 */
export const mask = '…';

/** An id of one or two characters is a number or a letter, and no name. */
const shortestId = 3;

/** Takes the names of an item's responses out of a text. */
export function namesMasked({ responses }: Pick<Item, 'responses'>): (text: string) => string {
  const names = new Set(
    responses
      .flatMap(({ id, model }) => [
        ...(id.length >= shortestId ? [id] : []),
        ...(model === undefined ? [] : [model, ...lastPart(model)]),
      ])
      .filter((name) => /[\p{L}\p{N}]/u.test(name)),
  );
  if (names.size === 0) return (text) => text;
  const longestFirst = [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return (text) => text.replaceAll(pattern, mask);
}

/** "gpt-4o" of "openai/gpt-4o", as models are named in paths. */
const lastPart = (model: string): string[] => model.split('/').slice(1).slice(-1);
