import * as z from 'zod';
import { listFormat, sidesOf } from '../../builders/listFormat';
import { rewardBenchV2 } from '../../commands/loadAndEvaluate';
import { listedTexts, promptTextOf } from '../../sharedColumns';

/**
 * `{id, prompt, chosen: [text], rejected: [text], num_correct, total_completions, subset}`: RewardBench 2's best-of-N,
 * on which a reward model is right where it scores every chosen one above all rejected ones (reward-bench
 * `rewardbench/utils.py:594-696`). Chosen is what was called acceptable, or the best. The subset is "Preferences": that
 * of "Ties" is scored by another rule, and its ids name groups.
 */
export const rewardBench2 = listFormat({
  name: 'rewardbench2',
  title: 'Best-of-N tests for reward models (RewardBench 2)',
  shape: 'text',
  wraps: true,
  files: ['jsonl', 'parquet'],
  trainers: [{ name: 'reward-bench, scripts/run_v2.py', command: rewardBenchV2 }],
  sides: true,
  columns: {
    id: { rule: z.string('must be text'), value: ({ item }) => item.id },
    prompt: promptTextOf(z.string('must be text: it becomes one user turn').min(1, 'is empty')),
    chosen: {
      rule: z.array(z.string('must be text')).min(1, 'is empty: no answer can be right'),
      value: (list) => listedTexts({ item: list.item, listed: sidesOf(list).good }),
    },
    rejected: {
      rule: z.array(z.string('must be text')).min(1, 'is empty: every answer is right'),
      value: (list) => listedTexts({ item: list.item, listed: sidesOf(list).bad }),
    },
    num_correct: { rule: z.int(), value: (list) => sidesOf(list).good.length },
    total_completions: { rule: z.int(), value: (list) => Object.values(sidesOf(list)).flat().length },
    subset: { rule: z.string().min(1, 'is empty'), value: () => 'Preferences' },
  },
  rules: {
    between: (row) =>
      row
        .refine(
          ({ chosen, num_correct: correct }) => chosen.length === correct,
          'num_correct differs from the number of chosen answers, which RewardBench needs to separate the scores',
        )
        .refine(
          ({ chosen, rejected, total_completions: total }) => chosen.length + rejected.length === total,
          'total_completions differs from the number of answers, which RewardBench needs to group the scores',
        ),
    silent: ({ chosen, rejected }) =>
      (chosen as string[]).some((text) => (rejected as string[]).includes(text))
        ? 'the same answer is listed as right and as wrong'
        : undefined,
  },
});
