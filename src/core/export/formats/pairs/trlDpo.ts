import type * as z from 'zod';
import { pairFormat } from '../../builders/pairFormat';
import { axolotl, openRlhf, trainAndEval, trl, trlExample } from '../../commands/fineTuningTools';
import { sameAnswers, sameColumns } from '../../formatRules';
import { partsCounted } from '../../media/rules';
import { trlPromptImages } from '../../media/trl';
import { besideLists, pairNumbers, promptImages, toolsColumn, visionPair, visionPrompt } from '../../sharedColumns';

export const trlDpoColumns = {
  prompt: visionPrompt(besideLists),
  ...visionPair,
  ...toolsColumn,
  ...promptImages,
  ...pairNumbers,
};

export const trlDpoRules = {
  between: partsCounted(({ prompt }: { prompt: z.infer<typeof trlDpoColumns.prompt.rule> }) => prompt),
  silent: sameAnswers,
  across: sameColumns,
};

/**
 * C, "conversational explicit": `{prompt: messages, chosen: [assistant], rejected: [assistant]}`, the shape TRL
 * recommends (trl `docs/source/dataset_formats.md`; read by `trl/data_utils.py is_conversational`,
 * `apply_chat_template`). A transcript whose two sides part before the last turn keeps its further turns.
 */
export const trlDpo = pairFormat({
  name: 'trl-dpo',
  title: 'Conversational pairs with an explicit prompt',
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
  columns: trlDpoColumns,
  rules: trlDpoRules,
});
