import * as z from 'zod';
import { bestIn } from '../../derive/bestResponse';
import type { ExportFormat } from '../../format';
import type { Fields } from '../../fields';
import { nonPairRows } from '../../builders/nonPairRow';
import { completionText, promptText } from '../../texts/plainText';
import { sameColumns, text } from '../../formatRules';
import { trainAndEval, trl } from '../../commands/fineTuningTools';

/**
 * The best response (`bestIn`) as text, `{prompt, completion}`: trl/trainer/sft_trainer.py, the prompt-completion
 * format of `docs/source/dataset_formats.md`.
 */
export const sftText: ExportFormat = {
  name: 'sft-text',
  title: 'The best response of each item, as plain text',
  family: 'texts',
  shape: 'text',
  files: ['jsonl', 'json', 'parquet'],
  takes: ['criterion', 'aggregate', 'ties', 'context', 'evidence', 'media'],
  trainers: [
    { name: 'TRL (SFT)', command: trl('sft') },
    { name: 'Unsloth', command: trainAndEval },
  ],
  *rows(judged, options, _file, notify) {
    const { item } = judged;
    for (const { annotations, response } of bestIn(judged, options, notify)) {
      const value = { prompt: promptText(item), completion: completionText(item, response) };
      yield* nonPairRows(
        judged,
        { annotations, responses: [response], value, named: { response: response.id } },
        'text',
        notify,
      );
    }
  },
  rules: {
    row: z.strictObject({ prompt: text.min(1, 'is empty'), completion: text }),
    silent: ({ completion }: Fields) =>
      completion === '' ? 'the completion is empty: the model learns to give empty answers' : undefined,
    across: sameColumns,
  },
};
