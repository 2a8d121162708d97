import * as z from 'zod';
import { turnsOf, type Item, type Message } from '../../../model/item/item';
import { bestIn } from '../../derive/bestResponse';
import type { ExportFormat, FileContext } from '../../format';
import type { Fields } from '../../fields';
import { mediaColumns } from '../../media/itemMedia';
import { hasImagesForParts, imageColumnRule, unequalParts, visionMessages } from '../../media/rules';
import { trlImages } from '../../media/trl';
import { messagesOf, toolsColumn } from '../../texts/messages';
import { nonPairRows } from '../../builders/nonPairRow';
import { sameColumns, tools } from '../../formatRules';
import { axolotl, openInstruct, torchtune, trainAndEval, trl } from '../../commands/fineTuningTools';

/**
 * Programs that read `{messages}` for supervised fine-tuning: trl/trainer/sft_trainer.py, torchtune datasets/_chat.py,
 * axolotl prompt_strategies/chat_template.py, LLaMA-Factory (sharegpt with OpenAI's tags).
 */
export const messageTrainers: ExportFormat['trainers'] = [
  { name: 'TRL (SFT)', command: trl('sft') },
  { name: 'Unsloth', command: trainAndEval },
  { name: 'axolotl (chat_template)', command: axolotl(['type: chat_template', 'field_messages: messages']) },
  {
    name: 'torchtune',
    command: torchtune('chat_dataset', ['conversation_column: messages', 'conversation_style: openai']),
  },
  { name: 'open-instruct', command: openInstruct('finetune') },
];

/** The whole conversation, `{messages, tools?, images?}`. */
export function conversationRow(item: Item, answer: readonly Message[], file: FileContext): Fields {
  const turns = [...item.prompt, ...answer];
  return { messages: messagesOf(turns, file), ...toolsColumn(item, file), ...mediaColumns(turns, file.media) };
}

/** What these do with rows that are wrong. */
export const messageRules: ExportFormat['rules'] = {
  row: z
    .strictObject({ messages: visionMessages('the whole conversation'), tools, ...imageColumnRule })
    .refine((row) => hasImagesForParts(row, row.messages), unequalParts),
  silent({ messages: turns }: Fields) {
    const last = Array.isArray(turns) ? (turns.at(-1) as { role?: unknown; content?: unknown }) : undefined;
    if (last?.role !== 'assistant')
      return 'the last turn is not an assistant turn: trainers with loss on assistant turns only learn nothing from it';
    return last.content === '' ? 'the answer is empty: the model learns to give empty answers' : undefined;
  },
  across: sameColumns,
};

/**
 * Best of n: the conversation with the response that was judged best (`bestIn`), a row for each annotator, or for each
 * item under a rule for several (`aggregate`). What RAFT (H. Dong et al., 2023) fine-tunes on.
 */
export const bestOfN: ExportFormat = {
  name: 'best-of-n',
  title: 'The best response of each item, for supervised fine-tuning',
  family: 'texts',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  takes: ['criterion', 'aggregate', 'ties', 'context', 'evidence', 'media'],
  trainers: messageTrainers,
  media: trlImages,
  names: ['images'],
  *rows(judged, options, file, notify) {
    for (const { annotations, response } of bestIn(judged, options, notify)) {
      const value = conversationRow(judged.item, turnsOf(response), file);
      yield* nonPairRows(
        judged,
        { annotations, responses: [response], value, named: { response: response.id } },
        'messages',
        notify,
      );
    }
  },
  rules: messageRules,
};
