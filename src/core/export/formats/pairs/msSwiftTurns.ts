import * as z from 'zod';
import { turnsOf, type Item, type Message } from '../../../model/item/item';
import type { Pair } from '../../derive/pairs';
import type { DropReason } from '../../dropReasons';
import { swiftTools } from '../../formatRules';
import { type SupportedMedia } from '../../media/mediaKinds';
import { markedText } from '../../media/mediaMarkers';
import { mediaColumns, toolsOr, wholeTurns } from '../../sharedColumns';
import { callsAsText, withoutSystem } from '../../texts/turns';

/**
 * ms-swift's columns `images`, `videos` and `audios` (`swift/dataset/preprocessor/core.py _cast_mm_data`): files, from
 * the folder it runs in or from ROOT_IMAGE_DIR, addresses of the web, and data: URLs (`swift/template/vision_utils.py
 * load_file`, `_check_path`). Markers take them in turn, whoever speaks (`swift/template/base.py
 * _pre_tokenize_images`).
 */
export const swiftMedia: SupportedMedia = {
  kinds: ['image', 'video', 'audio'],
  inResponses: true,
  addresses: ['web', 'record'],
  markers: 'row',
};

/** Columns that may name a model: paths of what it drew. */
export const swiftMediaNames = [
  'images',
  'videos',
  'audios',
  'rejected_images',
  'rejected_videos',
  'rejected_audios',
] as const;

/** Conversations as ms-swift reads them (`swift/dataset/preprocessor/core.py:110-116 _check_messages`). */

/**
 * A turn as messages: what it says, and each call of a tool as one of its own
 * (docs/source_en/Customization/Custom-dataset.md, "Agent").
 */
export function swiftTurn(message: Message): SwiftMessage[] {
  const { role, toolCalls } = message;
  const content = markedText(message);
  if (!toolCalls) return [{ role: role === 'tool' ? 'tool_response' : (role as SwiftMessage['role']), content }];
  const calls = toolCalls.map((call): SwiftMessage => ({
    role: 'tool_call',
    content: callsAsText({ role, content: '', toolCalls: [call] }),
  }));
  return content === '' ? calls : [{ role: role as SwiftMessage['role'], content }, ...calls];
}

/**
 * Why a prompt is none for ms-swift: everything behind the last turn that is not the assistant's is the answer to it.
 * Turns by the same role are joined, and must then be the asking side's and the assistant's in turn
 * (`swift/template/base.py _swift_encode`, `assert query_role in {'user', 'tool'}`); a system's turn stands first or
 * nowhere.
 */
export function swiftFault({ prompt }: Pick<Item, 'prompt'>): DropReason | undefined {
  const turns = withoutSystem(prompt);
  if (turns.some(({ role }) => !['user', 'assistant', 'tool'].includes(role))) return 'unknown-role';
  if (turns.at(-1)?.role === 'assistant') return 'last-from-assistant';
  const sides = turns.filter(({ role }, i) => role !== turns[i - 1]?.role);
  return sides.length === 0 || sides.some(({ role }, i) => (role === 'assistant') !== (i % 2 === 1))
    ? 'same-role'
    : undefined;
}

/**
 * Speakers as ms-swift knows them, each with its other names (`swift/dataset/preprocessor/core.py
 * MessagesPreprocessor`, which makes these of those before the assertion on the role).
 */
const swiftRoles = {
  system: ['system'],
  user: ['user', 'human'],
  assistant: ['assistant', 'gpt', 'bot'],
  tool: ['tool'],
  tool_call: ['tool_call', 'function_call', 'function-call'],
  tool_response: ['tool_response', 'function_response', 'function-response', 'observation', 'observations'],
} as const;

/** All names that ms-swift knows. */
export const namesForSwift = Object.values(swiftRoles).flat();

/** Whether a turn is the model's. */
export const isAnswerForSwift = (role: string | undefined): boolean =>
  role !== undefined && (swiftRoles.assistant as readonly string[]).includes(role);

/** Whether a turn calls a tool. */
export const isCallForSwift = (role: string | undefined): boolean =>
  role !== undefined && (swiftRoles.tool_call as readonly string[]).includes(role);

const swiftMessage = z.strictObject({
  role: z.enum(
    namesForSwift,
    `is none that ms-swift knows (${Object.keys(swiftRoles).join(', ')}): its assertion fails, and the row is deleted`,
  ),
  content: z.string("must be text: ms-swift's assertion `content is not None` fails, and the row is deleted"),
});

type SwiftMessage = z.infer<typeof swiftMessage>;

export const swiftMessages = z
  .array(swiftMessage, 'must be a list of messages')
  .min(1, "is an empty list: ms-swift's assertion fails, and the row is deleted");

/** Tools as ms-swift reads them: null where there are none. */
export const swiftToolsColumn = { tools: toolsOr(swiftTools) };

/** The media of a prompt with what answers it. */
export const swiftMediaColumns = mediaColumns(wholeTurns);

/**
 * The media of a pair; those of the rejected answer's conversation too where any answer of the file has some: where
 * nothing is said it is read with those of the chosen one (`template_inputs.py TemplateInputs.from_dict`).
 * @param isWhole whether the rejected conversation stands in the row as a whole, of which all has to be said
 */
export function pairMedia(isWhole: boolean) {
  const { images, videos, audios } = mediaColumns(({ item, rejected }: Pair, { file }) =>
    file.mediaOfResponses || isWhole ? [...item.prompt, ...turnsOf(rejected)] : undefined,
  );
  return {
    ...mediaColumns(({ item, chosen }: Pair) => [...item.prompt, ...turnsOf(chosen)]),
    rejected_images: images,
    rejected_videos: videos,
    rejected_audios: audios,
  };
}
