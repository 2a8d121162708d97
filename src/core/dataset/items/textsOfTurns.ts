import type { Item, Response } from '../../model/item/item';
import { textAndTurns } from '../layouts/lists/responseList';
import type { ItemOrProblem } from './parsedItem';

/**
 * A response of several turns says all of them twice, in its turns and in its text. Written out, it says them once: runs
 * of agents are as long as a record may be.
 */

/** An item as it is written out: without the texts that follow from turns. */
export function withoutTextsOfTurns(parsed: ItemOrProblem): ItemOrProblem {
  if (!('item' in parsed) || parsed.item.responses.every(({ turns }) => !turns)) return parsed;
  const responses = parsed.item.responses.map((response): Partial<Response> => {
    const { text, ...rest } = response;
    return rest.turns && rest.turns.length > 0 && text === textAndTurns(rest.turns).text ? rest : response;
  });
  return { ...parsed, item: { ...parsed.item, responses: responses as readonly Response[] } };
}

/** The responses of an item that was written out so. */
export const withTextsOfTurns = ({ responses }: Pick<Item, 'responses'>): readonly Response[] =>
  responses.map((written) => {
    const { text } = written as Partial<Response>;
    return text === undefined ? { ...written, text: textAndTurns(written.turns ?? []).text } : written;
  });
