import type { Content, Layout } from '../layout';
import { metadataOf } from '../texts/nestedValues';
import { acceptable, areTexts, chosenAndRejected } from '../labels/chosenAndRejected';

/**
 * `{id, prompt, chosen: [text], rejected: [text], num_correct, total_completions, models, subset}`. Several chosen ones
 * (subset "Ties") are equally right; how the rejected ones stand to each other is not known, so they stay unranked.
 * Which of `models` wrote which is not documented; they stay in the metadata.
 */
export const rewardBench2: Layout = {
  name: 'reward-bench-2',
  title: 'RewardBench 2: right and wrong answers',
  origin: 'allenai/reward-bench, rewardbench/utils.py load_eval_dataset_multi',
  fields: { id: 'id', prompt: 'prompt', chosen: 'chosen', rejected: 'rejected' },
  matches: (record) =>
    record.hasText('prompt') &&
    record.hasList('chosen', 'rejected') &&
    (record.has('num_correct') || record.has('total_completions')) &&
    areTexts(record, 'chosen', 'rejected'),
  read(record): Content {
    const { responses, chosen, rejected } = chosenAndRejected(record);
    return {
      id: record.ownId(),
      ...record.promptAt(),
      responses,
      labels: [{ judgement: { ranking: { tiers: [[...chosen]] }, acceptable: acceptable(chosen, rejected) } }],
      ...metadataOf(record),
    };
  },
};
