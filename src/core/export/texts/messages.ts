import { turnsOf, type Item, type Message, type Response, type ToolCall } from '../../model/item/item';
import type { FileContext } from '../format';
import type { Fields } from '../fields';
import { turnParts } from '../media/mediaMarkers';
import { memoize } from './memoize';

/**
 * A turn as a message of a trainer's row: role and content, and calls of tools as TRL has them (trl
 * `docs/source/dataset_formats.md`, "Tool Calling"). A key that some messages lack is null in the others once they are
 * a table, so only what must be there is.
 */
export function trainerMessage({ role, content, toolCalls, toolName, toolCallId }: Message): Fields {
  if (!toolCalls && toolName === undefined && toolCallId === undefined) return { role, content };
  return {
    role,
    content,
    ...(toolCalls && { tool_calls: toolCalls.map(call) }),
    ...(toolName !== undefined && { name: toolName }),
    ...(toolCallId !== undefined && { tool_call_id: toolCallId }),
  };
}

const call = ({ id, name, arguments: given }: ToolCall): Fields => ({
  ...(id !== undefined && { id }),
  type: 'function',
  function: { name, arguments: given },
});

const listOf = memoize((turns: readonly Message[]): readonly Fields[] => turns.map(trainerMessage));

/**
 * A turn whose content is a list of parts, `{type: "text", text}` and `{type: "image"}` in their order: each of these
 * stands for the next image of the column `images` (trl/data_utils.py prepare_multimodal_messages).
 */
const inParts = (turn: Message): Fields => ({ ...trainerMessage(turn), content: partsOf(turn) });

function partsOf(turn: Message): readonly Fields[] {
  const parts = turnParts(turn).map((each): Fields =>
    'text' in each ? { type: 'text', text: each.text } : { type: each.media.kind },
  );
  return parts.length > 0 ? parts : [{ type: 'text', text: '' }];
}

const listInParts = memoize((turns: readonly Message[]): readonly Fields[] => turns.map(inParts));

/** Turns as messages; where the file carries media, all contents as parts, since a column has one type. */
export const messagesOf = (turns: readonly Message[], { media }: Pick<FileContext, 'media'>): readonly Fields[] =>
  media ? listInParts(turns) : listOf(turns);

const noMedia: Pick<FileContext, 'media'> = {};

/** A prompt as messages; the same list for each row of an item. @param file of formats that carry media */
export const promptMessages = ({ prompt }: Pick<Item, 'prompt'>, file = noMedia): readonly Fields[] =>
  messagesOf(prompt, file);

/** A response as messages; the same list for each row that it is in. */
export const responseMessages = (response: Response, { media } = noMedia): readonly Fields[] =>
  media ? answerInParts(response) : answer(response);

const answer = memoize((response: Response): readonly Fields[] => turnsOf(response).map(trainerMessage));
const answerInParts = memoize((response: Response): readonly Fields[] => turnsOf(response).map(inParts));

const toolsText = memoize((tools: readonly unknown[]) => JSON.stringify(tools));

/**
 * The column `tools`, in every row of a file or in none. As JSON text, which TRL takes too: as objects, the schemas of
 * different tools would become one, with null for what each of them lacks. Null where there are none: TRL hands an
 * empty list to the chat template as it is, and templates that ask whether tools are none (Llama 3) then tell the model
 * to answer by a call of one. ms-swift does so itself, of any list and text but null (`swift/template/base.py
 * _preprocess_function_call`, `_get_system`).
 */
export function toolsColumn({ tools }: Item, context: FileContext): { tools?: string | null } {
  return context.tools ? { tools: tools ? toolsText(tools) : null } : {};
}
