import * as z from 'zod';
import { mediaColumns } from '../../media/itemMedia';
import { hasImagesForParts, imageColumnRule, unequalParts, visionMessages } from '../../media/rules';
import { trlPromptImages } from '../../media/trl';
import { promptMessages, responseMessages, toolsColumn } from '../../texts/messages';
import { pairFormat } from '../../builders/pairFormat';
import { pairColumns, sameAnswers, sameColumns, tools } from '../../formatRules';
import { axolotl, openRlhf, trainAndEval, trl, trlExample } from '../../commands/fineTuningTools';

/**
 * C, "conversational explicit": `{prompt: messages, chosen: [assistant], rejected: [assistant]}`, the shape TRL
 * recommends (trl `docs/source/dataset_formats.md`; read by `trl/data_utils.py is_conversational`,
 * `apply_chat_template`). A transcript whose two sides part before the last turn keeps its further turns.
 */
export const trlDpo = pairFormat({
  name: 'trl-dpo',
  title: 'Conversational pairs with an explicit prompt',
  family: 'pairs',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [
    { name: 'TRL 0.12 and later (DPO, reward)', command: trl('dpo') },
    { name: 'TRL ORPO (trl.experimental)', command: trlExample('orpo') },
    { name: 'TRL CPO (trl.experimental)', command: trlExample('cpo') },
    { name: 'Unsloth', command: trainAndEval },
    {
      name: 'OpenRLHF (--data.prompt_key prompt --data.apply_chat_template)',
      command: openRlhf('dpo', '--data.prompt_key prompt --data.apply_chat_template'),
    },
    {
      name: 'axolotl (chat_template.default, field_messages: prompt)',
      command: axolotl(['type: chat_template.default', 'field_messages: prompt'], ['rl: dpo']),
    },
  ],
  media: trlPromptImages,
  row: ({ item, chosen, rejected }, file) => ({
    prompt: promptMessages(item, file),
    chosen: responseMessages(chosen, file),
    rejected: responseMessages(rejected, file),
    ...toolsColumn(item, file),
    ...mediaColumns(item.prompt, file.media),
  }),
  rules: {
    row: z
      .strictObject({
        prompt: visionMessages('text beside message lists stops TRL 0.29 and later'),
        chosen: visionMessages('[{"role": "assistant", …}]'),
        rejected: visionMessages('[{"role": "assistant", …}]'),
        tools,
        ...imageColumnRule,
        ...pairColumns,
      })
      .refine((row) => hasImagesForParts(row, row.prompt), unequalParts),
    silent: sameAnswers,
    across: sameColumns,
  },
});
