import type * as z from 'zod';
import type { Item, Response } from '../../../model/item/item';
import { rowFormat } from '../../builders/rowFormat';
import type { ExportSetting, RowRules } from '../../columns';
import { axolotl, openInstruct, torchtune, trainAndEval, trl } from '../../commands/fineTuningTools';
import { bestIn } from '../../derive/bestResponse';
import { writtenAnswersIn } from '../../derive/demonstrations';
import type { Fields } from '../../fields';
import type { ExportFormat } from '../../format';
import { sameColumns } from '../../formatRules';
import { partsCounted, visionMessages } from '../../media/rules';
import { trlImages, trlPromptImages } from '../../media/trl';
import { completion, mediaColumns, promptTextOf, toolsColumn, wholeTurns } from '../../sharedColumns';
import { messagesOf } from '../../texts/messages';

/**
 * Programs that read `{messages}` for supervised fine-tuning: trl/trainer/sft_trainer.py, torchtune datasets/_chat.py,
 * axolotl prompt_strategies/chat_template.py, LLaMA-Factory (sharegpt with OpenAI's tags).
 */
const messageTrainers: ExportFormat['trainers'] = [
  { name: 'TRL (SFT)', command: trl('sft') },
  { name: 'Unsloth', command: trainAndEval },
  { name: 'axolotl (chat_template)', command: axolotl(['type: chat_template', 'field_messages: messages']) },
  {
    passesOverTools: true,
    name: 'torchtune',
    command: torchtune('chat_dataset', ['conversation_column: messages', 'conversation_style: openai']),
  },
  { name: 'open-instruct', command: openInstruct('finetune') },
];

/** The whole conversation, `{messages, tools?, images?}`. */
const conversationColumns = {
  messages: {
    rule: visionMessages('the whole conversation'),
    value: (row: { readonly item: Item; readonly response: Response }, { file }: ExportSetting) =>
      messagesOf(wholeTurns(row), file),
  },
  ...toolsColumn,
  images: mediaColumns(wholeTurns).images,
};

/** What these do with rows that are wrong. */
const conversationRules = {
  between: partsCounted(({ messages }) => messages),
  silent({ messages: turns }: Fields) {
    const last = Array.isArray(turns) ? (turns.at(-1) as { role?: unknown; content?: unknown }) : undefined;
    if (last?.role !== 'assistant')
      return 'the last turn is not an assistant turn: trainers with loss on assistant turns only learn nothing from it';
    return last.content === '' ? 'the answer is empty: the model learns to give empty answers' : undefined;
  },
  across: sameColumns,
} satisfies RowRules<{ messages: z.infer<typeof conversationColumns.messages.rule> }>;

/**
 * Best of n: the conversation with the response that was judged best (`bestIn`), a row for each annotator, or for each
 * item under a rule for several (`aggregate`). What RAFT (H. Dong et al., 2023) fine-tunes on.
 */
export const bestOfN = rowFormat({
  name: 'best-of-n',
  title: 'The best response of each item, for supervised fine-tuning',
  family: 'texts',
  takes: ['criterion', 'aggregate', 'ties', 'context', 'evidence', 'media'],
  trainers: messageTrainers,
  media: trlImages,
  names: ['images'],
  find: bestIn,
  columns: conversationColumns,
  rules: conversationRules,
});

/**
 * Answers that annotators wrote themselves, and runs that they took over, `{messages}`: a row for each, of which a prompt
 * may have several.
 */
export const demonstrations = rowFormat({
  name: 'demonstrations',
  title: 'Answers that annotators wrote, for supervised fine-tuning',
  family: 'texts',
  trainers: messageTrainers,
  media: trlPromptImages,
  promptOnly: true,
  find: writtenAnswersIn,
  columns: conversationColumns,
  rules: conversationRules,
});

/**
 * The best response (`bestIn`) as text, `{prompt, completion}`: trl/trainer/sft_trainer.py, the prompt-completion
 * format of `docs/source/dataset_formats.md`.
 */
export const sftText = rowFormat({
  name: 'sft-text',
  title: 'The best response of each item, as plain text',
  family: 'texts',
  shape: 'text',
  takes: ['criterion', 'aggregate', 'ties', 'context', 'evidence', 'media'],
  trainers: [
    { name: 'TRL (SFT)', command: trl('sft') },
    { name: 'Unsloth', command: trainAndEval },
  ],
  find: bestIn,
  columns: { prompt: promptTextOf(), completion },
  rules: {
    silent: (row) =>
      row.completion === '' ? 'the completion is empty: the model learns to give empty answers' : undefined,
    across: sameColumns,
  },
});
