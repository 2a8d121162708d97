import type { DeskContent, DeskTurn, TextPlace } from '../model/desk';
import { turnsOf, type Item, type Message } from '../model/item';
import { fairLength, partOf, type TextPart } from '../model/part';
import { textOfTools, textOfTurn } from '../model/toolText';
import type { ShownItem } from './judgement';

/** Of all texts of an item together so much is sent with the item; the rest is asked for. In UTF-16 units. */
const mostSent = 524_288;

/** The texts of an item as the desk first shows them: each from its beginning. */
export function contentOf(key: string, { item, responses }: ShownItem): DeskContent {
  const prompt = promptOf(item);
  const answers = responses.map((response) => turnsOf(response).map(read));
  const longest = fairLength([prompt, ...answers].flat().map(({ text }) => text.length), mostSent);
  const cut = (turns: readonly ReadTurn[]): DeskTurn[] => turns.map(({ role, text }) => ({ role, ...partOf(text, 0, longest) }));
  return { key, prompt: cut(prompt), responses: answers.map(cut) };
}

/** The next part of one text of an item; undefined where there is no such text, or nothing left of it. */
export function moreOf({ item, responses }: ShownItem, { response, turn }: TextPlace, from: number): TextPart | undefined {
  const shown = response === null ? undefined : responses[response];
  const text = (response === null ? promptOf(item) : shown && turnsOf(shown).map(read))?.[turn]?.text;
  return text === undefined || from >= text.length ? undefined : partOf(text, from);
}

/** A turn as people read it. */
interface ReadTurn {
  readonly role: string;
  readonly text: string;
}

const read = (turn: Message): ReadTurn => ({ role: turn.role, text: textOfTurn(turn) });

/** The prompt's turns, after the tools that can be called where there are any. */
function promptOf({ prompt, tools }: Item): ReadTurn[] {
  return [...(tools ? [{ role: 'tools', text: textOfTools(tools) }] : []), ...prompt.map(read)];
}
