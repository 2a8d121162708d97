import * as z from 'zod';
import { rowFormat } from '../../builders/rowFormat';
import { axolotl, trlPrmScript } from '../../commands/fineTuningTools';
import { stepsIn } from '../../derive/stepRows';
import type { Fields } from '../../fields';
import { text } from '../../formatRules';
import { promptText } from '../../texts/plainText';

/**
 * Stepwise supervision, `{prompt, completions: [step], labels: [bool]}`: trl `experimental/prm/prm_trainer.py:274-350
 * tokenize_row`, axolotl `prompt_strategies/stepwise_supervised.py`. A row is a response as one annotator judged its
 * steps (`stepsIn` says which are right), or a run as one judged it, each step a turn of the agent behind what it was told.
 * Prompt and steps are read as text, with no chat template, and only the end of a step has a label. Steps are joined by "\n" and the prompt by nothing, so the prompt ends with a
 * line break.
 */
export const trlPrm = rowFormat({
  name: 'trl-prm',
  title: 'Steps, each labeled right or wrong',
  family: 'steps',
  shape: 'text',
  writesCalls: true,
  takes: ['steps', 'neutral', 'unnecessary', 'context', 'evidence', 'media'],
  agreesOn: 'steps',
  trainers: [
    { name: 'TRL PRM (experimental)', command: trlPrmScript },
    {
      name: 'axolotl (stepwise_supervised)',
      command: axolotl(['type: stepwise_supervised', 'step_separator: "\\n"'], ['process_reward_model: true']),
    },
  ],
  find: stepsIn,
  columns: {
    prompt: { rule: text.min(1, 'is empty'), value: ({ item, prompt }) => endedLine(prompt ?? promptText(item)) },
    completions: {
      rule: z.array(text, 'must be a list of texts').min(1, 'holds no step'),
      value: ({ steps }) => steps.map((step) => step.text),
    },
    labels: {
      rule: z.array(
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
      value: ({ steps }) => steps.map(({ isRight }) => isRight),
    },
  },
  rules: {
    between: (row) =>
      row.refine(
        ({ completions, labels }) => completions.length === labels.length,
        'has a different number of labels and completions: TRL stops with "ValueError: zip() argument 2 is shorter than argument 1", and axolotl ignores the rest without a warning',
      ),
    silent,
  },
});

function silent({ prompt, completions, labels }: Fields): string | undefined {
  if (Array.isArray(labels) && labels.some((label) => typeof label === 'number' && !Number.isInteger(label)))
    return 'a label is between 0 and 1: TRL rounds it down to 0';
  if (Array.isArray(completions) && completions.includes(''))
    return 'a step is empty: TRL trains only on its separator';
  return typeof prompt === 'string' && !/\s$/.test(prompt)
    ? 'the prompt does not end with white space: TRL joins it to the first step without a space'
    : undefined;
}

const endedLine = (line: string): string => (line.endsWith('\n') ? line : `${line}\n`);
