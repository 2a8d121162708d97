import { turnsOf, type Item, type Message, type Response, type ToolCall } from '../../model/item';
import type { Fields, FileContext } from '../format';
import { remembered } from './remembered';

/**
 * A turn as a message of a trainer's row: role and content, and calls of tools as TRL has them (trl `docs/source/dataset_formats.md`,
 * "Tool Calling"). A key that some messages lack is null in the others once they are a table, so only what must be there is.
 */
export function plain({ role, content, toolCalls, toolName, toolCallId }: Message): Fields {
  if (!toolCalls && toolName === undefined && toolCallId === undefined) return { role, content };
  return {
    role,
    content,
    ...(toolCalls && { tool_calls: toolCalls.map(call) }),
    ...(toolName !== undefined && { name: toolName }),
    ...(toolCallId !== undefined && { tool_call_id: toolCallId }),
  };
}

const call = ({ id, name, arguments: given }: ToolCall): Fields => ({ ...(id !== undefined && { id }), type: 'function', function: { name, arguments: given } });

const listOf = remembered((turns: readonly Message[]): readonly Fields[] => turns.map(plain));

/** A prompt as messages; the same list for each row of an item. */
export const promptMessages = ({ prompt }: Pick<Item, 'prompt'>): readonly Fields[] => listOf(prompt);

/** A response as messages; the same list for each row that it is in. */
export const responseMessages = remembered((response: Response): readonly Fields[] => turnsOf(response).map(plain));

const toolsText = remembered((tools: readonly unknown[]) => JSON.stringify(tools));

/**
 * The column `tools`, in every row of a file or in none. As JSON text, which TRL takes too: as objects, the schemas of different tools would
 * become one, with null for what each of them lacks. Null where there are none: TRL hands an empty list to the chat template as it is, and
 * templates that ask whether tools are none (Llama 3) then tell the model to answer by a call of one. ms-swift does so itself, of any list and text but null
 * (`swift/template/base.py _preprocess_function_call`, `_get_system`).
 */
export function toolsColumn({ tools }: Item, context: FileContext): { tools?: string | null } {
  return context.tools ? { tools: tools ? toolsText(tools) : null } : {};
}
