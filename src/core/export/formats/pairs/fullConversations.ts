import * as z from 'zod';
import { turnsOf } from '../../../model/item/item';
import { trainerMessage, toolsColumn } from '../../texts/messages';
import { pairFormat } from '../../builders/pairFormat';
import { messages, pairColumns, sameAnswers, sameColumns, tools } from '../../formatRules';
import { rewardBench } from '../../commands/loadAndEvaluate';
import {
  alignmentHandbook,
  axolotl,
  llamaFactoryPairs,
  openInstruct,
  openRlhf,
  torchtune,
  trl,
} from '../../commands/fineTuningTools';

/**
 * F, "full conversations": `{chosen: messages, rejected: messages}`, equal but for the answer; no `prompt`. The widest
 * single shape (TRL, OpenRLHF `reward_dataset.py`, torchtune `data/_messages.py ChosenRejectedToMessages`,
 * open-instruct `preference_tokenize_v1`, reward-bench `utils.py:174`).
 */
export const fullConversations = pairFormat({
  name: 'full-conversations',
  title: 'Pairs of whole conversations',
  family: 'pairs',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [
    { name: 'TRL 0.12 and later', command: trl('dpo') },
    { name: 'OpenRLHF (--data.apply_chat_template)', command: openRlhf('dpo', '--data.apply_chat_template') },
    { name: 'torchtune', command: torchtune('preference_dataset') },
    { name: 'open-instruct', command: openInstruct('dpo') },
    { name: 'reward-bench', command: rewardBench },
    { name: 'RLHFlow' },
    { name: 'alignment-handbook', command: alignmentHandbook },
    { name: 'LLaMA-Factory v1 (dpo, rm; converter: pair)', command: llamaFactoryPairs },
    {
      name: 'axolotl (chat_template.argilla_chat)',
      command: axolotl(['type: chat_template.argilla_chat'], ['rl: dpo']),
    },
  ],
  row: ({ item, chosen, rejected }, file) => ({
    chosen: [...item.prompt, ...turnsOf(chosen)].map(trainerMessage),
    rejected: [...item.prompt, ...turnsOf(rejected)].map(trainerMessage),
    ...toolsColumn(item, file),
  }),
  rules: {
    row: z
      .strictObject({
        chosen: messages('the whole conversation').min(
          2,
          'needs a prompt and an answer: torchtune and open-instruct stop below two messages',
        ),
        rejected: messages('the whole conversation').min(2, 'needs a prompt and an answer'),
        tools,
        ...pairColumns,
      })
      .refine(
        ({ chosen, rejected }) => JSON.stringify(chosen[0]) === JSON.stringify(rejected[0]),
        'chosen and rejected begin with different messages, so there is no common prompt',
      ),
    silent: sameAnswers,
    across: sameColumns,
  },
});
