import { turnsOf, type Item } from '../../model/item/item';
import { fileProblem, type FileProblem, problem, type Problem } from '../../model/problems/problem';
import type { ParsedItem } from './parsedItem';
import { placeOf } from '../records/rawRecord';

/** What is odd about an item that can be judged all the same: told by whoever looks a whole dataset through. */
export function itemWarningsOf(parsed: ParsedItem): FileProblem[] {
  const { item, file } = parsed;
  return [...alone(parsed), ...oddities(item)].map((found) =>
    fileProblem('warning', { file, ...placeOf(parsed) }, found),
  );
}

/**
 * One response is the way of some sources (ratings, thumbs); where it has no judgement the others may have been lost.
 */
function alone({ item, labels }: ParsedItem): Problem[] {
  return item.responses.length === 1 && labels.length === 0 ? [problem('dataset.oneResponse', {})] : [];
}

function* each(item: Item): Generator<string> {
  for (const { content } of item.prompt) yield content;
  for (const response of item.responses) for (const { content } of turnsOf(response)) yield content;
}

function oddities(item: Item): Problem[] {
  const found: Problem[] = [];
  const same = twins(item);
  if (same) found.push(problem('dataset.sameResponses', { first: same[0], second: same[1] }));
  const blank = item.responses.find((response) =>
    turnsOf(response).every(({ content, media, toolCalls }) => !/\S/.test(content) && !media && !toolCalls),
  );
  if (blank) found.push(problem('dataset.emptyResponse', { response: blank.id }));
  for (const text of each(item)) {
    if (text.isWellFormed()) continue;
    found.push(problem('dataset.halfSurrogate', {}));
    break;
  }
  if (item.prompt.every(({ content, media }) => content === '' && !media))
    found.push(problem('dataset.emptyPrompt', {}));
  return found;
}

/** The ids of two responses with the same turns. Texts alone, as most are, are compared as they stand. */
function twins({ responses }: Item): readonly [string, string] | undefined {
  const [one, two] = responses;
  // Pairs of texts are what most datasets hold: they need no memory.
  if (one && two && responses.length === 2 && !one.turns && !two.turns)
    return one.text === two.text ? [one.id, two.id] : undefined;
  const areTexts = responses.every(({ turns }) => !turns);
  const seen = new Map<string, string>();
  for (const response of responses) {
    const key = areTexts ? response.text : JSON.stringify(turnsOf(response));
    const first = seen.get(key);
    if (first !== undefined) return [first, response.id];
    seen.set(key, response.id);
  }
  return undefined;
}
