import { turnsOf } from '../model/item';
import type { ExportFormat } from './format';
import { plain, toolsColumn } from './messages';

/**
 * C, "conversational explicit": `{prompt: messages, chosen: [assistant], rejected: [assistant]}`, the shape TRL recommends
 * (trl `docs/source/dataset_formats.md`; read by `trl/data_utils.py is_conversational`, `apply_chat_template`).
 * A transcript whose two sides part before the last turn keeps its further turns.
 */
export const trlDpo: ExportFormat = {
  name: 'trl-dpo',
  title: 'Conversational pairs with an explicit prompt',
  shape: 'messages',
  trainers: ['TRL 0.12 and later (DPO, reward, ORPO, CPO)', 'Unsloth', 'OpenRLHF (--data.prompt_key prompt --data.apply_chat_template)', 'axolotl (chat_template.default, field_messages: prompt)'],
  row: ({ item, chosen, rejected }, context) => ({ prompt: item.prompt.map(plain), chosen: turnsOf(chosen).map(plain), rejected: turnsOf(rejected).map(plain), ...toolsColumn(item, context) }),
};
