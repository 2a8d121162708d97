import { rowFormat } from '../../builders/rowFormat';
import { trainAndEval, trl } from '../../commands/fineTuningTools';
import { bestIn } from '../../derive/bestResponse';
import { sameColumns } from '../../formatRules';
import { completion, promptTextOf } from '../../sharedColumns';

/**
 * The best response (`bestIn`) as text, `{prompt, completion}`: trl/trainer/sft_trainer.py, the prompt-completion
 * format of `docs/source/dataset_formats.md`.
 */
export const sftText = rowFormat({
  name: 'sft-text',
  title: 'The best response of each item, as plain text',
  family: 'texts',
  shape: 'text',
  takes: ['criterion', 'aggregate', 'ties', 'context', 'evidence', 'media'],
  trainers: [
    { name: 'TRL (SFT)', command: trl('sft') },
    { name: 'Unsloth', command: trainAndEval },
  ],
  find: bestIn,
  columns: { prompt: promptTextOf(), completion },
  rules: {
    silent: (row) =>
      row.completion === '' ? 'the completion is empty: the model learns to give empty answers' : undefined,
    across: sameColumns,
  },
});
