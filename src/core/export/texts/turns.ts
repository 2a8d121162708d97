import { turnsOf, type Item, type Message, type Response } from '../../model/item/item';
import type { Fields } from '../fields';
import type { DropReason } from '../dropReasons';

/** What formats ask of a conversation whose readers take less than TRL does. */

/** A prompt without the system's turn that leads it. */
export const withoutSystem = (prompt: readonly Message[]): readonly Message[] =>
  prompt[0]?.role === 'system' ? prompt.slice(1) : prompt;

/** Whether a response is one message of the assistant's that is text alone. */
export function isOneText(response: Response): boolean {
  const [turn, ...further] = turnsOf(response);
  return further.length === 0 && turn?.role === 'assistant' && turn.toolCalls === undefined;
}

/** The text of a response that is one message. */
export const textOfOne = (response: Response): string => turnsOf(response)[0]?.content ?? '';

/**
 * Why a prompt is none in which user and assistant take turns, the user first and last; a system's turn may lead it,
 * and where the format has a place for tools' answers they come in the place of the user's turns.
 */
export function turnFault(
  { prompt }: Pick<Item, 'prompt'>,
  tools: 'tools' | 'no-tools' = 'no-tools',
): DropReason | undefined {
  const turns = withoutSystem(prompt);
  const asking = tools === 'tools' ? ['user', 'tool'] : ['user'];
  if (
    turns.some(
      ({ role, toolCalls }) =>
        (role !== 'assistant' && !asking.includes(role)) || (tools === 'no-tools' && toolCalls !== undefined),
    )
  )
    return 'unknown-role';
  if (turns.at(-1)?.role === 'assistant') return 'last-from-assistant';
  return turns.length === 0 || turns.some(({ role }, i) => (role === 'assistant') !== (i % 2 === 1))
    ? 'same-role'
    : undefined;
}

/**
 * Calls of tools as JSON text, `{name, arguments}` of one and a list of several: how LLaMA-Factory and ms-swift have
 * them in a turn's content.
 */
export function callsAsText({ toolCalls = [] }: Message): string {
  const calls = toolCalls.map(({ name, arguments: given }): Fields => ({ name, arguments: given }));
  return JSON.stringify(calls.length === 1 ? calls[0] : calls);
}

/** Why a prompt is none for readers that know no calls of tools. */
export const toolTurn = (prompt: readonly Message[]): DropReason | undefined =>
  prompt.some(({ role, toolCalls }) => role === 'tool' || toolCalls !== undefined) ? 'unknown-role' : undefined;
