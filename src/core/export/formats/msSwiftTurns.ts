import { z } from 'zod';
import type { Item, Message } from '../../model/item';
import type { Fields } from '../format';
import type { Drop } from '../reasons';
import { callsAsText, withoutSystem } from '../texts/turns';

/** Conversations as ms-swift reads them (`swift/dataset/preprocessor/core.py:110-116 _check_messages`). */

/** A turn as messages: what it says, and each call of a tool as one of its own (docs/source_en/Customization/Custom-dataset.md, "Agent"). */
export function swiftTurn(message: Message): Fields[] {
  const { role, content, toolCalls } = message;
  if (!toolCalls) return [{ role: role === 'tool' ? 'tool_response' : role, content }];
  const calls = toolCalls.map((call): Fields => ({ role: 'tool_call', content: callsAsText({ role, content: '', toolCalls: [call] }) }));
  return content === '' ? calls : [{ role, content }, ...calls];
}

/**
 * Why a prompt is none for ms-swift: everything behind the last turn that is not the assistant's is the answer to it. Turns by the same role are joined, and must then be the asking side's and the assistant's in turn
 * (`swift/template/base.py _swift_encode`, `assert query_role in {'user', 'tool'}`); a system's turn stands first or nowhere.
 */
export function swiftFault({ prompt }: Pick<Item, 'prompt'>): Drop | undefined {
  const turns = withoutSystem(prompt);
  if (turns.some(({ role }) => !['user', 'assistant', 'tool'].includes(role))) return 'unknown-role';
  if (turns.at(-1)?.role === 'assistant') return 'last-from-assistant';
  const sides = turns.filter(({ role }, i) => role !== turns[i - 1]?.role);
  return sides.length === 0 || sides.some(({ role }, i) => (role === 'assistant') !== (i % 2 === 1)) ? 'same-role' : undefined;
}

const swiftMessage = z.strictObject({
  role: z.enum(['system', 'user', 'assistant', 'tool', 'tool_call', 'tool_response'], "ms-swift's assertion on the role fails, and the row is deleted"),
  content: z.string("must be text: ms-swift's assertion `content is not None` fails, and the row is deleted"),
});

export const swiftMessages = z.array(swiftMessage, 'must be a list of messages').min(1, "is an empty list: ms-swift's assertion fails, and the row is deleted");
