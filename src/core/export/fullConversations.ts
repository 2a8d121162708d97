import { turnsOf } from '../model/item';
import type { ExportFormat } from './format';
import { plain, toolsColumn } from './messages';

/**
 * F, "full conversations": `{chosen: messages, rejected: messages}`, equal but for the answer; no `prompt`. The widest single
 * shape (TRL, OpenRLHF `reward_dataset.py`, torchtune `data/_messages.py ChosenRejectedToMessages`, open-instruct
 * `preference_tokenize_v1`, reward-bench `utils.py:174`).
 */
export const fullConversations: ExportFormat = {
  name: 'full-conversations',
  title: 'Pairs of whole conversations',
  shape: 'messages',
  trainers: ['TRL 0.12 and later', 'OpenRLHF (--data.apply_chat_template)', 'torchtune', 'open-instruct', 'reward-bench', 'RLHFlow', 'alignment-handbook', 'axolotl (chat_template.argilla_chat)'],
  row: ({ item, chosen, rejected }, context) => ({ chosen: [...item.prompt, ...turnsOf(chosen)].map(plain), rejected: [...item.prompt, ...turnsOf(rejected)].map(plain), ...toolsColumn(item, context) }),
};
