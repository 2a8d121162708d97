import { pairFormat } from '../../builders/pairFormat';
import { trainAndEval, trl, trlExample } from '../../commands/fineTuningTools';
import { sameAnswers, sameColumns } from '../../formatRules';
import { pairNumbers, textPair } from '../../sharedColumns';

/**
 * S, "strings": `{prompt, chosen, rejected}` (trl `docs/source/dataset_formats.md`, standard format; always with an
 * explicit prompt, because `trl/data_utils.py extract_prompt` splits an implied one in the middle of a word). None of
 * its readers puts the prompt into a chat template: reward-bench and NeMo-RL's BinaryPreferenceDataset, which do, would
 * make one user turn of a transcript, and read `full-conversations` and `nemo-rl`.
 */
export const trlDpoText = pairFormat({
  name: 'trl-dpo-text',
  title: 'Plain-text pairs',
  shape: 'text',
  trainers: [
    { name: 'TRL (every version; DPO, reward)', command: trl('dpo') },
    { name: 'TRL ORPO (trl.experimental)', command: trlExample('orpo') },
    { name: 'TRL CPO (trl.experimental)', command: trlExample('cpo') },
    { name: 'Unsloth', command: trainAndEval },
    { name: 'verl reward model (as Parquet)', files: ['parquet'] },
  ],
  columns: { ...textPair, ...pairNumbers },
  rules: { silent: sameAnswers, across: sameColumns },
});
