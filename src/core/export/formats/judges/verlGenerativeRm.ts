import * as z from 'zod';
import { rowFormat } from '../../builders/rowFormat';
import { verlJudge } from '../../commands/reinforcementLearning';
import { message, sameColumns } from '../../formatRules';
import { explainedPairOptions, orderedPairs } from '../../judges/orderedPairs';
import { verlDataSource } from '../rubrics/verl';
import { comparisonTask } from './generativeRm';

/**
 * `{data_source, prompt: [system, user: prompt, criteria and two responses], ability, reward_model: {style: "rule",
 * ground_truth: "A" | "B"}, extra_info}`: what a generative reward model learns from by its own verdicts, rewarded
 * where they are the annotators' (RM-R1, arXiv 2505.02387, whose rows verl reads: `verl/utils/dataset/rl_dataset.py`).
 * No words of annotators are needed, and none are in it.
 */
export const verlGenerativeRm = rowFormat({
  name: 'verl-generative-rm',
  title: 'verl: generative reward models, rewarded for the right verdict',
  family: 'judges',
  files: ['parquet', 'json'],
  trainers: [{ name: 'verl (GRPO; with a reward function that compares the verdict)', command: verlJudge }],
  takes: explainedPairOptions,
  tells: 'context',
  *find(judged, options, notify) {
    for (const pair of orderedPairs(judged, options, notify))
      yield { ...pair, task: comparisonTask(judged, pair, options) };
  },
  columns: {
    data_source: { rule: verlDataSource, value: () => 'preference' },
    prompt: {
      rule: z.tuple([message, message], 'must be what the judge is told (system) and what it is asked (user)'),
      value: ({ task }) => task,
    },
    ability: { rule: z.string(), value: () => 'judge' },
    reward_model: {
      rule: z.strictObject(
        { style: z.string(), ground_truth: z.enum(['A', 'B'], 'must be "A" or "B"') },
        "must be an object: the reward manager stops with KeyError: 'ground_truth'",
      ),
      value: ({ better }) => ({ style: 'rule', ground_truth: better }),
    },
    extra_info: { rule: z.strictObject({ id: z.string() }), value: ({ item }) => ({ id: item.id }) },
  },
  rules: { across: sameColumns },
});
