import * as z from 'zod';
import { pairFormat } from '../../builders/pairFormat';
import { completionText, promptText } from '../../texts/plainText';
import { pairColumns, sameAnswers, sameColumns, text, textPrompt } from '../../formatRules';
import { trainAndEval, trl, trlExample } from '../../commands/fineTuningTools';

/**
 * S, "strings": `{prompt, chosen, rejected}` (trl `docs/source/dataset_formats.md`, standard format; always with an
 * explicit prompt, because `trl/data_utils.py extract_prompt` splits an implied one in the middle of a word). None of
 * its readers puts the prompt into a chat template: reward-bench and NeMo-RL's BinaryPreferenceDataset, which do, would
 * make one user turn of a transcript, and read `full-conversations` and `nemo-rl`.
 */
export const trlDpoText = pairFormat({
  name: 'trl-dpo-text',
  title: 'Plain-text pairs',
  family: 'pairs',
  shape: 'text',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [
    { name: 'TRL (every version; DPO, reward)', command: trl('dpo') },
    { name: 'TRL ORPO (trl.experimental)', command: trlExample('orpo') },
    { name: 'TRL CPO (trl.experimental)', command: trlExample('cpo') },
    { name: 'Unsloth', command: trainAndEval },
    { name: 'verl reward model (as Parquet)', files: ['parquet'] },
  ],
  row: ({ item, chosen, rejected }) => ({
    prompt: promptText(item),
    chosen: completionText(item, chosen),
    rejected: completionText(item, rejected),
  }),
  rules: {
    row: z.strictObject({ prompt: textPrompt, chosen: text, rejected: text, ...pairColumns }),
    silent: sameAnswers,
    across: sameColumns,
  },
});
