import * as z from 'zod';
import type { ExportFormat } from '../../format';
import type { Fields } from '../../fields';
import { nonPairRows } from '../../builders/nonPairRow';
import { promptText } from '../../texts/plainText';
import { text } from '../../formatRules';
import { stepsIn } from '../../derive/stepRows';
import { axolotl, trlPrmScript } from '../../commands/fineTuningTools';

/**
 * Stepwise supervision, `{prompt, completions: [step], labels: [bool]}`: trl `experimental/prm/prm_trainer.py:274-350
 * tokenize_row`, axolotl `prompt_strategies/stepwise_supervised.py`. A row is a response as one annotator judged its
 * steps (`stepsIn` says which are right). Steps are joined by "\n" and the prompt by nothing, so the prompt ends with a
 * line break.
 */
export const trlPrm: ExportFormat = {
  name: 'trl-prm',
  title: 'Steps, each labeled right or wrong',
  family: 'steps',
  shape: 'text',
  wraps: true,
  files: ['jsonl', 'json', 'parquet'],
  takes: ['steps', 'neutral', 'unnecessary', 'context', 'evidence', 'media'],
  agreesOn: 'steps',
  trainers: [
    { name: 'TRL PRM (experimental)', command: trlPrmScript },
    {
      name: 'axolotl (stepwise_supervised)',
      command: axolotl(['type: stepwise_supervised', 'step_separator: "\\n"'], ['process_reward_model: true']),
    },
  ],
  *rows(judged, options, _file, notify) {
    const prompt = promptText(judged.item);
    for (const { annotation, response, steps } of stepsIn(judged, options, notify)) {
      const value = {
        prompt: prompt.endsWith('\n') ? prompt : `${prompt}\n`,
        completions: steps.map((step) => step.text),
        labels: steps.map(({ isRight }) => isRight),
      };
      yield* nonPairRows(
        judged,
        { annotations: [annotation], responses: [response], value, named: { response: response.id } },
        'text',
        notify,
      );
    }
  },
  rules: {
    row: z
      .strictObject({
        prompt: text.min(1, 'is empty'),
        completions: z.array(text, 'must be a list of texts').min(1, 'holds no step'),
        labels: z.array(
          z.union(
            [
              z.boolean(),
              z
                .number()
                .min(0, 'is below 0: TRL stops with "IndexError: Target -1 is out of bounds"')
                .max(1, 'is above 1: TRL stops with an IndexError'),
            ],
            'must be true or false: TRL stops with a TypeError of int() at null',
          ),
          'must be a list',
        ),
      })
      .refine(
        ({ completions, labels }) => completions.length === labels.length,
        'has a different number of labels and completions: TRL stops with "ValueError: zip() argument 2 is shorter than argument 1", and axolotl ignores the rest without a warning',
      ),
    silent,
  },
};

function silent({ prompt, completions, labels }: Fields): string | undefined {
  if (Array.isArray(labels) && labels.some((label) => typeof label === 'number' && !Number.isInteger(label)))
    return 'a label is between 0 and 1: TRL rounds it down to 0';
  if (Array.isArray(completions) && completions.includes(''))
    return 'a step is empty: TRL trains only on its separator';
  return typeof prompt === 'string' && !/\s$/.test(prompt)
    ? 'the prompt does not end with white space: TRL joins it to the first step without a space'
    : undefined;
}
