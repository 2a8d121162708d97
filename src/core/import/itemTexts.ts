import { createHash } from 'node:crypto';
import { turnsOf, type Item, type Message, type Response } from '../model/item/item';
import { textOfTurn } from '../model/item/toolCallText';
import { withoutLeadingSpace, flatResponses } from './flattenedTexts';

/** What people read of an item, as digests: as many are kept as there are texts. */

/**
 * The turns of the prompt and of the responses, whatever their ids and order; `responses` in the order of `texts`,
 * which is sorted.
 */
export interface ItemTexts {
  readonly key: string;
  readonly prompt: string;
  readonly responses: readonly string[];
  readonly texts: readonly string[];
}

export function textsOf({ prompt, responses }: Item): ItemTexts {
  const sorted = byText(responses.map((response) => ({ id: response.id, text: digestOfTurns(turnsOf(response)) })));
  const [asked, texts] = [digestOfTurns(prompt), sorted.map(({ text }) => text)];
  return { key: digest(JSON.stringify([asked, texts])), prompt: asked, responses: sorted.map(({ id }) => id), texts };
}

/** 128 bits. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Of turns. */
export const digestOfTurns = (turns: readonly Message[]): string => digest(JSON.stringify(turns.map(read)));

/** A turn as it reads; whatever ids its calls of tools have. */
function read(turn: Message): unknown[] {
  return [turn.role, turn.toolCalls ? textOfTurn(turn) : turn.content];
}

const byText = <T extends { readonly text: string }>(list: T[]): T[] =>
  list.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));

/**
 * Where each of the texts stands among all, equal ones behind each other, as both are sorted; undefined where one does
 * not.
 */
export function placesIn(all: readonly string[], texts: readonly string[]): number[] | undefined {
  const places = texts.map((text, at) => all.indexOf(text) + at - texts.indexOf(text));
  return places.every((place, at) => all[place] === texts[at]) ? places : undefined;
}

/**
 * Digests of the texts that exports write for responses of other turns than one, with those of their turns; undefined
 * where there are none.
 */
export function flatTextsOf({ responses }: Item): ReadonlyMap<string, string> | undefined {
  const flat = responses.flatMap((response) =>
    flatResponses(response).map((text) => [digestOfTurns([answer(text)]), digestOfTurns(turnsOf(response))] as const),
  );
  return flat.length === 0 ? undefined : new Map(flat);
}

const answer = (content: string): Message => ({ role: 'assistant', content });

/** Whether a response of a row has a space before it that is the transcript's in which its prompt is written. */
const isSpaced = ({ text, turns }: Response, isTranscript: boolean): boolean =>
  isTranscript && turns === undefined && text.startsWith(' ');

/** The responses of a row whose texts begin with a space, and whether these were parted into turns. */
export const responsesWithLeadingSpace = ({ responses }: Item): ReadonlyMap<string, 'text' | 'turns'> =>
  new Map(
    responses.flatMap(({ id, text, turns }) => (text.startsWith(' ') ? [[id, turns ? 'turns' : 'text'] as const] : [])),
  );

/**
 * The responses of an item that those of a row are, whose texts may be flattened: by the row's ids; undefined where it
 * does not have them all.
 */
export function flatPlaces(
  row: Item,
  {
    responses,
    texts,
    flat,
  }: Pick<ItemTexts, 'responses' | 'texts'> & { readonly flat?: ReadonlyMap<string, string> | undefined },
  isTranscript: boolean,
): ReadonlyMap<string, string> | undefined {
  const found = row.responses.map((response) => {
    const text = digestOfTurns([answer(response.text)]);
    const exact = digestOfTurns(
      isSpaced(response, isTranscript) ? [answer(withoutLeadingSpace(response.text))] : turnsOf(response),
    );
    return {
      id: response.id,
      text: texts.includes(exact) ? exact : !isTranscript && texts.includes(text) ? text : flat?.get(text),
    };
  });
  if (!found.every((each): each is { id: string; text: string } => each.text !== undefined)) return undefined;
  const sorted = byText(found);
  const places = placesIn(
    texts,
    sorted.map(({ text }) => text),
  );
  return places && new Map(sorted.map(({ id }, at) => [id, responses[places[at] ?? -1] ?? id]));
}
