import * as z from 'zod';
import { labelFormat } from '../../builders/labelFormat';
import { mediaColumns } from '../../media/itemMedia';
import { hasImagesForParts, imageColumnRule, unequalParts, visionMessages } from '../../media/rules';
import { trlPromptImages } from '../../media/trl';
import { promptMessages, responseMessages, toolsColumn } from '../../texts/messages';
import { sameColumns, tools } from '../../formatRules';
import { trainAndEval, trl } from '../../commands/fineTuningTools';
import { numberLabel, trlLabel } from './ktoRules';

/**
 * `{prompt: messages, completion: messages, label: boolean}` (trl `docs/source/dataset_formats.md`, unpaired
 * preference; `trainer/kto_trainer.py:1005-1140`, the labels summed at `:1115`).
 */
export const trlKto = labelFormat({
  name: 'trl-kto',
  title: 'Conversational completions, each labeled good or bad',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [
    { name: 'TRL (KTO)', command: trl('kto') },
    { name: 'Unsloth', command: trainAndEval },
  ],
  media: trlPromptImages,
  row: ({ item, response, good }, file) => ({
    prompt: promptMessages(item, file),
    completion: responseMessages(response, file),
    label: good,
    ...toolsColumn(item, file),
    ...mediaColumns(item.prompt, file.media),
  }),
  rules: {
    row: z
      .strictObject({
        prompt: visionMessages('text beside message lists stops TRL 0.29 and later'),
        completion: visionMessages('[{"role": "assistant", …}]'),
        label: trlLabel,
        tools,
        ...imageColumnRule,
      })
      .refine((row) => hasImagesForParts(row, row.prompt), unequalParts),
    silent: numberLabel,
    across: sameColumns,
  },
});
