import * as z from 'zod';
import { type Item, type Message, type Response, turnsOf } from '../../../model/item/item';
import { labelFormat } from '../../builders/labelFormat';
import { pairFormat } from '../../builders/pairFormat';
import { msSwiftWith } from '../../commands/fineTuningTools';
import type { Pair } from '../../derive/pairs';
import type { DropReason } from '../../dropReasons';
import { sameColumns, swiftTools } from '../../formatRules';
import type { SupportedMedia } from '../../media/mediaKinds';
import { markedText } from '../../media/mediaMarkers';
import { contentsOf, markersCounted } from '../../media/rules';
import { goodLabel, marginColumn, mediaColumns, toolsOr, wholeTurns } from '../../sharedColumns';
import { memoize } from '../../texts/memoize';
import { callsAsText, isOneText, withoutSystem } from '../../texts/turns';
import { strictLabel } from '../unpaired/ktoRules';

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
  return turns.at(-1)?.role === 'assistant' && !turns.some(isUnknown) ? 'last-from-assistant' : sidesFault(turns);
}

const isUnknown = ({ role }: Message): boolean => !['user', 'assistant', 'tool'].includes(role);

/** Why turns behind the system's do not alternate between the asking side and the assistant. */
function sidesFault(turns: readonly Message[]): DropReason | undefined {
  if (turns.some(isUnknown)) return 'unknown-role';
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
const isCallForSwift = (role: string | undefined): boolean =>
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
const swiftToolsColumn = { tools: toolsOr(swiftTools) };

/** The media of a prompt with what answers it. */
export const swiftMediaColumns = mediaColumns(wholeTurns);

/**
 * The media of a pair; those of the rejected answer's conversation too where any answer of the file has some: where
 * nothing is said it is read with those of the chosen one (`template_inputs.py TemplateInputs.from_dict`).
 * @param isWhole whether the rejected conversation stands in the row as a whole, of which all has to be said
 */
function pairMedia(isWhole: boolean) {
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

/**
 * `{messages: [… assistant], rejected_response: text, tools?, margin?}` (ms-swift
 * `swift/dataset/preprocessor/core.py:30-36`, `:194`; the margin in `swift/template/base.py:1791`): the messages end
 * with the chosen answer. Rows with an error are deleted, with a line in the log.
 */
export const msSwift = pairFormat({
  name: 'ms-swift',
  title: 'Conversations with the chosen answer, and the rejected answer in its own column',
  files: ['jsonl', 'json'],
  trainers: [{ name: 'ms-swift (dpo, orpo, simpo, cpo, rm)', command: msSwiftWith('swift rlhf --rlhf_type dpo') }],
  media: swiftMedia,
  names: swiftMediaNames,
  refuses: ({ item, chosen, rejected }) =>
    swiftFault(item) ??
    (!isOneText(chosen) || !isOneText(rejected)
      ? 'not-one-message'
      : answerText(chosen) === answerText(rejected)
        ? 'same-but-media'
        : undefined),
  columns: {
    messages: {
      rule: swiftMessages.refine((list) => isAnswerForSwift(list.at(-1)?.role), 'must end with the chosen answer'),
      value: ({ item, chosen }) => [
        ...item.prompt.flatMap(swiftTurn),
        { role: 'assistant' as const, content: answerText(chosen) },
      ],
    },
    rejected_response: {
      rule: z.string('must be text: ms-swift says "ValueError: rejected_response: None", and the row is deleted'),
      value: ({ rejected }) => answerText(rejected),
    },
    ...swiftToolsColumn,
    ...pairMedia(false),
    ...marginColumn,
  },
  rules: {
    roles: namesForSwift,
    between: (row) =>
      markersCounted(({ messages }: z.output<typeof row>) => contentsOf(messages))(
        row.refine(
          ({ messages, rejected_response: rejected }) => messages.at(-1)?.content !== rejected,
          'rejected_response is the chosen answer: ms-swift says "ValueError: rejected_response: …", and the row is deleted',
        ),
      ),
    across: sameColumns,
  },
});

const answerText = (response: Response): string => turnsOf(response).map(markedText).join('');

/**
 * `{messages, rejected_messages, tools?, rejected_tools?, margin?}`: both conversations as a whole, so that answers may
 * call tools and have several turns (ms-swift `swift/dataset/preprocessor/core.py` `rejected_messages`;
 * docs/source_en/Customization/Custom-dataset.md: what goes with `messages` has to be said of `rejected_messages` too).
 */
export const msSwiftConversations = pairFormat({
  name: 'ms-swift-conversations',
  title: 'Whole chosen and rejected conversations, with tool calls',
  files: ['jsonl', 'json'],
  trainers: [{ name: 'ms-swift (dpo, orpo, simpo, cpo, rm)', command: msSwiftWith('swift rlhf --rlhf_type dpo') }],
  media: swiftMedia,
  names: swiftMediaNames,
  refuses: ({ item, chosen, rejected }) =>
    promptFault(item) ?? conversationFault(item, chosen) ?? conversationFault(item, rejected),
  columns: {
    messages: {
      rule: swiftMessages,
      value: ({ item, chosen }) => [...promptOf(item.prompt), ...answerOf(chosen)],
    },
    rejected_messages: {
      rule: swiftMessages,
      value: ({ item, rejected }) => [...promptOf(item.prompt), ...answerOf(rejected)],
    },
    ...swiftToolsColumn,
    rejected_tools: swiftToolsColumn.tools,
    ...pairMedia(true),
    ...marginColumn,
  },
  rules: {
    roles: namesForSwift,
    between: (row) =>
      markersCounted(({ messages }: z.output<typeof row>) => contentsOf(messages))(
        row
          .refine(
            ({ messages, rejected_messages: rejected }) => JSON.stringify(messages[0]) === JSON.stringify(rejected[0]),
            'messages and rejected_messages begin with different turns, so the answers are for different prompts',
          )
          .refine(
            ({ tools, rejected_tools: rejected }) => tools === rejected,
            'rejected_tools are not the same as tools: the rejected conversation is trained on with other tools, or none',
          ),
      ),
    silent: ({ messages, rejected_messages: rejected, ...row }) =>
      JSON.stringify([messages, row.images, row.videos, row.audios]) ===
      JSON.stringify([rejected, row.rejected_images, row.rejected_videos, row.rejected_audios])
        ? 'messages and rejected_messages are the same: ms-swift trains on the row but learns nothing from it'
        : undefined,
    across: sameColumns,
  },
});

const promptOf = memoize((prompt: readonly Message[]) => prompt.flatMap(swiftTurn));
const answerOf = memoize((response: Response) => turnsOf(response).flatMap(swiftTurn));

/** Why a prompt is none; one of a system message alone is, as runs that users began differently share no more. */
const promptFault = (item: Pick<Item, 'prompt'>): DropReason | undefined =>
  withoutSystem(item.prompt).length === 0 ? undefined : swiftFault(item);

/**
 * Why a conversation is none to ms-swift, which reads each as a whole: the sides have to alternate to the end, which is
 * the assistant's (`swift/template/base.py _swift_encode`).
 */
function conversationFault({ prompt }: Pick<Item, 'prompt'>, response: Response): DropReason | undefined {
  const turns = [...withoutSystem(prompt), ...turnsOf(response)];
  return turns.at(-1)?.role === 'assistant' ? sidesFault(turns) : 'same-role';
}

/**
 * `{messages: [… assistant], label: boolean, tools?}` (ms-swift `swift/dataset/preprocessor/core.py:30-36`;
 * docs/source_en/Customization/Custom-dataset.md, "KTO").
 */
export const msSwiftKto = labelFormat({
  name: 'ms-swift-kto',
  title: 'Conversations whose last answer is labeled good or bad',
  media: swiftMedia,
  names: swiftMediaNames,
  files: ['jsonl', 'json'],
  trainers: [{ name: 'ms-swift (kto)', command: msSwiftWith('swift rlhf --rlhf_type kto') }],
  refuses: ({ item, response }) =>
    swiftFault(item) ??
    (turnsOf(response).every(({ role }) => role === 'assistant' || role === 'tool') &&
    turnsOf(response).at(-1)?.role === 'assistant'
      ? undefined
      : 'not-one-message'),
  columns: {
    messages: {
      rule: swiftMessages.refine(
        (list) => isAnswerForSwift(list.at(-1)?.role) || isCallForSwift(list.at(-1)?.role),
        'must end with the answer',
      ),
      value: (row) => wholeTurns(row).flatMap(swiftTurn),
    },
    label: goodLabel(strictLabel('of a column of numbers or text ms-swift makes floats for a regression')),
    ...swiftToolsColumn,
    ...swiftMediaColumns,
  },
  rules: {
    roles: namesForSwift,
    between: markersCounted(({ messages }) => contentsOf(messages)),
    across: sameColumns,
  },
});
