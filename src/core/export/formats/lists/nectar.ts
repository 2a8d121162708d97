import * as z from 'zod';
import { continuationOf, transcriptOf } from '../../../dataset/layouts/texts/transcript';
import { turnsOf, type Item, type Response } from '../../../model/item/item';
import { listFormat } from '../../builders/listFormat';
import { trainAndEval } from '../../commands/fineTuningTools';
import { areDescending } from './listRules';

/**
 * `{prompt: "\n\nHuman: …\n\nAssistant: ", answers: [{answer, model, rank}], turns, num_responses}`, rank 1 for the
 * best (berkeley-nest/Nectar). Its ranks are strict; here those that are tied share one, and the next follows without a
 * gap. axolotl's `zephyr.nectar` (`src/axolotl/prompt_strategies/dpo/zephyr.py`) takes the worst answer for the chosen
 * one.
 */
export const nectar = listFormat({
  name: 'nectar',
  title: 'Ranked answers to a transcript (Nectar)',
  shape: 'text',
  files: ['jsonl', 'parquet'],
  names: ['model'],
  trainers: [
    {
      name: 'research code for Nectar (not axolotl zephyr.nectar, which uses the worst answer as chosen)',
      command: trainAndEval,
    },
  ],
  columns: {
    prompt: {
      rule: z
        .string('must be text')
        .endsWith('\n\nAssistant: ', 'must end with "\\n\\nAssistant: ", because the answer is added after it'),
      value: ({ item }) => `${promptOf(item)} `,
    },
    answers: {
      rule: z
        .array(
          z.strictObject({
            answer: z.string('must be text'),
            model: z.string('must be text'),
            rank: z.number('must be a number: answers are sorted by it').positive('begins with 1, for the best'),
          }),
        )
        .min(2, 'needs two at least'),
      value: ({ item, listed }) =>
        listed.map(({ response, rank }) => ({ answer: answerOf(item, response), model: response.model ?? '', rank })),
    },
    turns: {
      rule: z.int().nonnegative(),
      value: ({ item }) => item.prompt.filter(({ role }) => role === 'user').length,
    },
    num_responses: { rule: z.int().positive(), value: ({ listed }) => listed.length },
  },
  rules: {
    between: (row) =>
      row
        .refine(
          ({ answers, num_responses: count }) => answers.length === count,
          'num_responses differs from the number of answers',
        )
        .refine(
          ({ answers }) => areDescending(answers.map(({ rank }) => -rank)),
          'answers: the best answer is not first',
        ),
    silent: ({ answers }) =>
      new Set((answers as { rank: number }[]).map(({ rank }) => rank)).size < (answers as unknown[]).length
        ? 'two answers have the same rank, but code for Nectar expects different ranks'
        : undefined,
  },
});

const promptOf = (item: Item): string => (isOwn(item) ? (item.promptText ?? '') : transcriptOf(item.prompt));

const isOwn = ({ promptText }: Item): boolean => promptText?.endsWith('\n\nAssistant:') ?? false;

/** What follows the prompt and the space behind it. */
function answerOf(item: Item, response: Response): string {
  const text = isOwn(item) ? response.text : continuationOf(turnsOf(response));
  return text.startsWith(' ') ? text.slice(1) : text;
}
