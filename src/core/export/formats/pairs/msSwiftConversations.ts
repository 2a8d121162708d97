import type * as z from 'zod';
import { turnsOf, type Message, type Response } from '../../../model/item/item';
import { pairFormat } from '../../builders/pairFormat';
import { msSwiftWith } from '../../commands/fineTuningTools';
import type { DropReason } from '../../dropReasons';
import { sameColumns } from '../../formatRules';
import { contentsOf, markersCounted } from '../../media/rules';
import { marginColumn } from '../../sharedColumns';
import { memoize } from '../../texts/memoize';
import {
  namesForSwift,
  pairMedia,
  swiftFault,
  swiftMedia,
  swiftMediaNames,
  swiftMessages,
  swiftToolsColumn,
  swiftTurn,
} from './msSwiftTurns';

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
  refuses: ({ item, chosen, rejected }) => swiftFault(item) ?? answerFault(chosen) ?? answerFault(rejected),
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

/**
 * Why a response is no answer to ms-swift: it has to begin and end with the assistant, the answers of tools between
 * (`swift/template/base.py _swift_encode`).
 */
function answerFault(response: Response): DropReason | undefined {
  const turns = turnsOf(response);
  if (turns.some(({ role }) => role !== 'assistant' && role !== 'tool')) return 'unknown-role';
  return turns[0]?.role === 'assistant' && turns.at(-1)?.role === 'assistant' ? undefined : 'same-role';
}
