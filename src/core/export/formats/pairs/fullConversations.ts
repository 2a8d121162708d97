import { turnsOf } from '../../../model/item/item';
import { pairFormat } from '../../builders/pairFormat';
import {
  alignmentHandbook,
  axolotl,
  llamaFactoryPairs,
  openInstruct,
  openRlhf,
  torchtune,
  trl,
} from '../../commands/fineTuningTools';
import { rewardBench } from '../../commands/loadAndEvaluate';
import { messages, sameAnswers, sameColumns } from '../../formatRules';
import { pairNumbers, toolsColumn } from '../../sharedColumns';
import { trainerMessage } from '../../texts/messages';

/**
 * F, "full conversations": `{chosen: messages, rejected: messages}`, equal but for the answer; no `prompt`. The widest
 * single shape (TRL, OpenRLHF `reward_dataset.py`, torchtune `data/_messages.py ChosenRejectedToMessages`,
 * open-instruct `preference_tokenize_v1`, reward-bench `utils.py:174`).
 */
export const fullConversations = pairFormat({
  name: 'full-conversations',
  title: 'Pairs of whole conversations',
  trainers: [
    { name: 'TRL 0.12 and later', command: trl('dpo') },
    {
      passesOverTools: true,
      name: 'OpenRLHF (--data.apply_chat_template)',
      command: openRlhf('dpo', '--data.apply_chat_template'),
    },
    { passesOverTools: true, name: 'torchtune', command: torchtune('preference_dataset') },
    { passesOverTools: true, name: 'open-instruct', command: openInstruct('dpo') },
    { passesOverTools: true, name: 'reward-bench', command: rewardBench },
    { passesOverTools: true, name: 'RLHFlow' },
    { name: 'alignment-handbook', command: alignmentHandbook },
    { name: 'LLaMA-Factory v1 (dpo, rm; converter: pair)', command: llamaFactoryPairs },
    {
      passesOverTools: true,
      name: 'axolotl (chat_template.argilla_chat)',
      command: axolotl(['type: chat_template.argilla_chat'], ['rl: dpo']),
    },
  ],
  columns: {
    chosen: {
      rule: messages('the whole conversation').min(
        2,
        'needs a prompt and an answer: torchtune and open-instruct stop below two messages',
      ),
      value: ({ item, chosen }) => [...item.prompt, ...turnsOf(chosen)].map(trainerMessage),
    },
    rejected: {
      rule: messages('the whole conversation').min(2, 'needs a prompt and an answer'),
      value: ({ item, rejected }) => [...item.prompt, ...turnsOf(rejected)].map(trainerMessage),
    },
    ...toolsColumn,
    ...pairNumbers,
  },
  rules: {
    between: (row) =>
      row.refine(
        ({ chosen, rejected }) => JSON.stringify(chosen[0]) === JSON.stringify(rejected[0]),
        'chosen and rejected begin with different messages, so there is no common prompt',
      ),
    silent: sameAnswers,
    across: sameColumns,
  },
});
