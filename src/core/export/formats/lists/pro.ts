import * as z from 'zod';
import { systemPromptOf, type Item } from '../../../model/item/item';
import { listFormat } from '../../builders/listFormat';
import { listedScores } from '../../sharedColumns';
import { textOfOne, isOneText, turnFault, withoutSystem } from '../../texts/turns';
import { proTrain } from '../../commands/researchAndHosted';
import { areDescending, sameCount } from './listRules';

/**
 * `{prefix: [[turn]], suffix: [text], reward: [number], sft_index: 0}`, best first (PRO
 * `train/utils/data_manager.py:59-69`: prefixes, suffixes and rewards are cut at `training_stage`, the number of
 * responses; `assert sft_index < training_stage`). A prefix is the turns of the conversation behind `<|prompter|>` and
 * `<|assistant|>`, and ends with the latter, once for each response.
 */
export const pro = listFormat({
  name: 'pro',
  title: 'Ranked responses with their prefixes (PRO)',
  shape: 'text',
  files: ['jsonl', 'json'],
  template: true,
  trainers: [{ name: 'PRO', command: proTrain }],
  sameSize: true,
  refuses: ({ item, listed }) =>
    turnFault(item) ?? (listed.every(({ response }) => isOneText(response)) ? undefined : 'not-one-message'),
  columns: {
    prefix: {
      rule: z.array(z.array(z.string('must be text: PRO joins the turns'))),
      value: ({ item, listed }) => listed.map(() => prefixOf(item)),
    },
    suffix: {
      rule: z.array(z.string('must be text: PRO joins it to the prefix')).min(2, 'needs two at least'),
      value: ({ listed }) => listed.map(({ response }) => textOfOne(response)),
    },
    reward: { rule: z.array(z.number('must be a number')), value: listedScores, isReal: '[]' },
    sft_index: { rule: z.int('must be a whole number').nonnegative(), value: () => 0 },
  },
  rules: {
    between: (row) =>
      row
        .refine(
          ({ prefix, suffix, reward }) => prefix.length === suffix.length && suffix.length === reward.length,
          'prefix, suffix and reward have different lengths: PRO cuts them to the shortest and then stops at "view" of the batch',
        )
        .refine(
          ({ suffix, sft_index: index }) => index < suffix.length,
          'sft_index: PRO stops with an AssertionError if it is not less than training_stage',
        )
        .refine(
          ({ reward }) => areDescending(reward),
          'reward: the best response is not first, but PRO treats every response as better than those after it',
        ),
    silent: ({ reward }) =>
      (reward as number[]).some((each, i) => i > 0 && each === (reward as number[])[i - 1])
        ? 'two rewards are the same: PRO treats the earlier response as better'
        : undefined,
    across: sameCount('suffix', 'PRO needs as many as training_stage in every row'),
  },
});

const prefixOf = (item: Item): string[] =>
  [
    ...[systemPromptOf(item)].filter((text) => text !== undefined && text !== ''),
    ...withoutSystem(item.prompt).map(
      ({ role, content }) => `${role === 'assistant' ? '<|assistant|>' : '<|prompter|>'}${content}`,
    ),
    '<|assistant|>',
  ].filter((text) => text !== undefined);
