import type * as z from 'zod';
import { turnsOf, type Item, type Message, type Response, type ToolCall } from '../../model/item/item';
import type { Frozen } from '../columns';
import type { FileContext } from '../format';
import type { message } from '../formatRules';
import type { visionMessage } from '../media/rules';
import { turnParts } from '../media/mediaMarkers';
import { memoize } from './memoize';

/** A turn in a trainer's row, and the same with contents in parts. */
export type TrainerMessage = Frozen<z.infer<typeof message>>;
type VisionMessage = Frozen<z.infer<typeof visionMessage>>;

/**
 * A turn as a message of a trainer's row: role and content, and calls of tools as TRL has them (trl
 * `docs/source/dataset_formats.md`, "Tool Calling"). A key that some messages lack is null in the others once they are
 * a table, so only what must be there is.
 */
export function trainerMessage({ role, content, toolCalls, toolName, toolCallId }: Message): TrainerMessage {
  if (!toolCalls && toolName === undefined && toolCallId === undefined) return { role, content };
  return {
    role,
    content,
    ...(toolCalls && { tool_calls: toolCalls.map(call) }),
    ...(toolName !== undefined && { name: toolName }),
    ...(toolCallId !== undefined && { tool_call_id: toolCallId }),
  };
}

const call = ({ id, name, arguments: given }: ToolCall) => ({
  ...(id !== undefined && { id }),
  type: 'function' as const,
  function: { name, arguments: given },
});

const listOf = memoize((turns: readonly Message[]): readonly TrainerMessage[] => turns.map(trainerMessage));

/**
 * A turn whose content is a list of parts, `{type: "text", text}` and `{type: "image"}` in their order: each of these
 * stands for the next image of the column `images` (trl/data_utils.py prepare_multimodal_messages).
 */
const inParts = (turn: Message): VisionMessage => ({ ...trainerMessage(turn), content: partsOf(turn) });

type Part = Exclude<VisionMessage['content'], string>[number];

function partsOf(turn: Message): readonly Part[] {
  const parts = turnParts(turn).map((each): Part =>
    // Formats with parts take images alone (`media/trl`).
    'text' in each ? { type: 'text', text: each.text } : { type: each.media.kind as 'image' },
  );
  return parts.length > 0 ? parts : [{ type: 'text', text: '' }];
}

const listInParts = memoize((turns: readonly Message[]): readonly VisionMessage[] => turns.map(inParts));

/** Turns as messages; where the file carries media, all contents as parts, since a column has one type. */
export const messagesOf = (
  turns: readonly Message[],
  { media }: Pick<FileContext, 'media'>,
): readonly VisionMessage[] => (media ? listInParts(turns) : listOf(turns));

/** A prompt as messages; the same list for each row of an item. @param file of formats that carry media */
export function promptMessages(item: Pick<Item, 'prompt'>): readonly TrainerMessage[];
export function promptMessages(item: Pick<Item, 'prompt'>, file: FileContext): readonly VisionMessage[];
export function promptMessages({ prompt }: Pick<Item, 'prompt'>, file?: FileContext): readonly VisionMessage[] {
  return file ? messagesOf(prompt, file) : listOf(prompt);
}

/** A response as messages; the same list for each row that it is in. */
export function responseMessages(response: Response): readonly TrainerMessage[];
export function responseMessages(response: Response, file: FileContext): readonly VisionMessage[];
export function responseMessages(response: Response, file?: FileContext): readonly VisionMessage[] {
  return file?.media ? answerInParts(response) : answer(response);
}

const answer = memoize((response: Response): readonly TrainerMessage[] => turnsOf(response).map(trainerMessage));
const answerInParts = memoize((response: Response): readonly VisionMessage[] => turnsOf(response).map(inParts));

/** Tools as JSON text. */
export const toolsText = memoize((tools: readonly unknown[]) => JSON.stringify(tools));
