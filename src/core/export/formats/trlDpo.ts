import { z } from 'zod';
import { promptMessages, responseMessages, toolsColumn } from '../texts/messages';
import { pairFormat } from '../builders/pairFormat';
import { messages, pairColumns, sameAnswers, sameColumns, tools } from '../rules';
import { axolotl, openRlhf, trainAndEval, trl } from '../commands/tuning';

/**
 * C, "conversational explicit": `{prompt: messages, chosen: [assistant], rejected: [assistant]}`, the shape TRL recommends
 * (trl `docs/source/dataset_formats.md`; read by `trl/data_utils.py is_conversational`, `apply_chat_template`).
 * A transcript whose two sides part before the last turn keeps its further turns.
 */
export const trlDpo = pairFormat({
  name: 'trl-dpo',
  title: 'Conversational pairs with an explicit prompt',
  family: 'pairs',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [
    { name: 'TRL 0.12 and later (DPO, ORPO, CPO, reward)', command: trl('dpo') },
    { name: 'Unsloth', command: trainAndEval },
    { name: 'OpenRLHF (--data.prompt_key prompt --data.apply_chat_template)', command: openRlhf('dpo', '--data.prompt_key prompt --data.apply_chat_template') },
    { name: 'axolotl (chat_template.default, field_messages: prompt)', command: axolotl(['type: chat_template.default', 'field_messages: prompt'], ['rl: dpo']) },
  ],
  row: ({ item, chosen, rejected }, file) => ({ prompt: promptMessages(item), chosen: responseMessages(chosen), rejected: responseMessages(rejected), ...toolsColumn(item, file) }),
  rules: {
    row: z.strictObject({ prompt: messages('text beside message lists stops TRL 0.29 and later'), chosen: messages('[{"role": "assistant", …}]'), rejected: messages('[{"role": "assistant", …}]'), tools, ...pairColumns }),
    silent: sameAnswers,
    across: sameColumns,
  },
});
