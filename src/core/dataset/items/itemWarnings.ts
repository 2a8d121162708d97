import { turnsOf, type Item } from '../../model/item/item';
import type { FileProblem } from '../../model/problems/problem';
import type { ParsedItem } from './parsed';
import { placeOf } from '../records/rawRecord';

/** What is odd about an item that can be judged all the same: told by whoever looks a whole dataset through. */
export function itemWarningsOf(parsed: ParsedItem): FileProblem[] {
  const { item, file } = parsed;
  return [...alone(parsed), ...messages(item)].map((message) => ({
    severity: 'warning',
    file,
    ...placeOf(parsed),
    message,
  }));
}

/**
 * One response is the way of some sources (ratings, thumbs); where it has no judgement the others may have been lost.
 */
function alone({ item, labels }: ParsedItem): string[] {
  return item.responses.length === 1 && labels.length === 0
    ? [
        'holds one response: there is nothing to compare it with. It can be rated, or judged good or bad; add the others if there are more',
      ]
    : [];
}

function* each(item: Item): Generator<string> {
  for (const { content } of item.prompt) yield content;
  for (const response of item.responses) for (const { content } of turnsOf(response)) yield content;
}

function messages(item: Item): string[] {
  const found: string[] = [];
  const [same, other] = twins(item);
  if (same !== undefined)
    found.push(
      `the responses ${JSON.stringify(same)} and ${JSON.stringify(other)} have the same text: nothing can be preferred between them, and no pair of them is exported`,
    );
  const blank = item.responses.find((response) =>
    turnsOf(response).every(({ content, media, toolCalls }) => !/\S/.test(content) && !media && !toolCalls),
  );
  if (blank)
    found.push(
      `the response ${JSON.stringify(blank.id)} is empty: what is preferred to it is preferred to nothing. Add the text where it was lost, or leave the record out`,
    );
  for (const text of each(item)) {
    if (text.isWellFormed()) continue;
    found.push(
      'a text holds half a surrogate pair (an emoji that was cut): it is shown as �, and its pairs are left out of exports, as JSON loaders refuse the whole file. Mend the source',
    );
    break;
  }
  if (item.prompt.every(({ content, media }) => content === '' && !media))
    found.push('the prompt is empty: its pairs are left out of exports, as TRL stops at them');
  return found;
}

/** The ids of two responses with the same text. */
function twins({ responses }: Item): [string, string] | [] {
  const seen = new Map<string, string>();
  for (const response of responses) {
    const key = JSON.stringify(turnsOf(response));
    const first = seen.get(key);
    if (first !== undefined) return [first, response.id];
    seen.set(key, response.id);
  }
  return [];
}
