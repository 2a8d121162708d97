import * as z from 'zod';
import { rowOrigin } from '../../builders/pairFormat';
import { verlJudge } from '../../commands/reinforcementLearning';
import type { ExportFormat } from '../../format';
import { explainedPairOptions, orderedPairs } from '../../judges/orderedPairs';
import { message, sameColumns } from '../../formatRules';
import { comparisonTask } from './generativeRm';

/**
 * `{data_source, prompt: [system, user: prompt, criteria and two responses], ability, reward_model: {style: "rule",
 * ground_truth: "A" | "B"}, extra_info}`: what a generative reward model learns from by its own verdicts, rewarded
 * where they are the annotators' (RM-R1, arXiv 2505.02387, whose rows verl reads: `verl/utils/dataset/rl_dataset.py`).
 * No words of annotators are needed, and none are in it.
 */
export const verlGenerativeRm: ExportFormat = {
  name: 'verl-generative-rm',
  title: 'verl: generative reward models, rewarded for the right verdict',
  family: 'judges',
  shape: 'messages',
  files: ['parquet', 'json'],
  trainers: [{ name: 'verl (GRPO; with a reward function that compares the verdict)', command: verlJudge }],
  takes: explainedPairOptions,
  *rows(judged, options, _file, notify) {
    const { item, context } = judged;
    for (const each of orderedPairs(judged, options, notify)) {
      const { pair, a, b, better } = each;
      if (context !== undefined) notify.note('under-context');
      const value = {
        data_source: 'preference',
        prompt: comparisonTask(judged, each, options),
        ability: 'judge',
        reward_model: { style: 'rule', ground_truth: better },
        extra_info: { id: item.id },
      };
      yield { value, from: { ...rowOrigin(pair), a: a.id, b: b.id } };
    }
  },
  rules: {
    row: z.strictObject({
      data_source: z
        .string()
        .min(
          1,
          "is empty: default_compute_score raises NotImplementedError: Reward function is not implemented for data_source=''",
        ),
      prompt: z.tuple([message, message], 'must be what the judge is told (system) and what it is asked (user)'),
      ability: z.string(),
      reward_model: z.strictObject(
        { style: z.string(), ground_truth: z.enum(['A', 'B'], 'must be "A" or "B"') },
        "must be an object: the reward manager stops with KeyError: 'ground_truth'",
      ),
      extra_info: z.strictObject({ id: z.string() }),
    }),
    across: sameColumns,
  },
};
