import { z } from 'zod';
import { pairFormat } from '../builders/pairFormat';
import { completionText, promptText } from '../texts/plainText';
import { pairColumns, sameAnswers, sameColumns, text, textPrompt } from '../rules';

/**
 * S, "strings": `{prompt, chosen, rejected}` (trl `docs/source/dataset_formats.md`, standard format; always with an explicit
 * prompt, because `trl/data_utils.py extract_prompt` splits an implied one in the middle of a word).
 */
export const trlDpoText = pairFormat({
  name: 'trl-dpo-text',
  title: 'Plain-text pairs',
  family: 'pairs',
  shape: 'text',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [
    { name: 'TRL (every version)', command: 'trl dpo --dataset_name {folder}' },
    { name: 'Unsloth', command: 'load_dataset("{folder}", split="train")' },
    { name: 'NeMo-RL BinaryPreferenceDataset', command: 'data:\n  dataset_name: BinaryPreferenceDataset\n  train_data_path: {folder}/train.jsonl\n  prompt_key: prompt\n  chosen_key: chosen\n  rejected_key: rejected' },
    { name: 'reward-bench', command: 'rewardbench --dataset {folder}/train.jsonl --load_json' },
    { name: 'verl reward model (as Parquet)' },
  ],
  row: ({ item, chosen, rejected, context }, file) => ({ prompt: promptText(item, file, context), chosen: completionText(item, chosen, file), rejected: completionText(item, rejected, file) }),
  rules: { row: z.strictObject({ prompt: textPrompt, chosen: text, rejected: text, ...pairColumns }), silent: sameAnswers, across: sameColumns },
});
