import { z } from 'zod';
import { labelFormat } from '../builders/labelFormat';
import { completionText, promptText } from '../texts/plainText';
import { sameColumns, text } from '../rules';
import { trlLabel } from './trlKto';

/** `{prompt, completion, label: boolean}`, text (trl `docs/source/dataset_formats.md`, unpaired preference, standard format). */
export const trlKtoText = labelFormat({
  name: 'trl-kto-text',
  title: 'Plain-text completions, each good or not',
  shape: 'text',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [
    { name: 'TRL (KTO, every version)', command: 'trl kto --dataset_name {folder}' },
    { name: 'Unsloth', command: 'load_dataset("{folder}", split="train")' },
    { name: 'axolotl (user_defined)', command: 'rl: kto\ndatasets:\n  - path: {folder}\n    split: train\n    type:\n      field_prompt: prompt\n      field_completion: completion\n      field_label: label\n      prompt_format: "{prompt}"\n      completion_format: "{completion}"' },
  ],
  row: ({ item, response, good, context }, file) => ({ prompt: promptText(item, file, context), completion: completionText(item, response, file), label: good }),
  rules: { row: z.strictObject({ prompt: text.min(1, 'is empty: axolotl says \'Prompt and completion keys are required for KTO datasets\''), completion: text, label: trlLabel }), across: sameColumns },
});
