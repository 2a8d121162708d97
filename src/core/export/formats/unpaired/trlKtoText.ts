import * as z from 'zod';
import { labelFormat } from '../../builders/labelFormat';
import { completionText, promptText } from '../../texts/plainText';
import { sameColumns, text } from '../../formatRules';
import { axolotl, trainAndEval, trl } from '../../commands/fineTuningTools';
import { numberLabel, trlLabel } from './ktoRules';

/**
 * `{prompt, completion, label: boolean}`, text (trl `docs/source/dataset_formats.md`, unpaired preference, standard
 * format).
 */
export const trlKtoText = labelFormat({
  name: 'trl-kto-text',
  title: 'Plain-text completions, each labeled good or bad',
  shape: 'text',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [
    { name: 'TRL (KTO, every version)', command: trl('kto') },
    { name: 'Unsloth', command: trainAndEval },
    {
      name: 'axolotl (user_defined)',
      command: axolotl(
        [
          'type:',
          '  field_prompt: prompt',
          '  field_completion: completion',
          '  field_label: label',
          '  prompt_format: "{prompt}"',
          '  completion_format: "{completion}"',
        ],
        ['rl: kto'],
      ),
    },
  ],
  row: ({ item, response, good }) => ({
    prompt: promptText(item),
    completion: completionText(item, response),
    label: good,
  }),
  rules: {
    row: z.strictObject({
      prompt: text.min(1, "is empty: axolotl says 'Prompt and completion keys are required for KTO datasets'"),
      completion: text,
      label: trlLabel,
    }),
    silent: numberLabel,
    across: sameColumns,
  },
});
