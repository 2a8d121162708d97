import * as z from 'zod';
import { listFormat } from '../../builders/listFormat';
import { ordinalPreferences } from '../../commands/fineTuningTools';
import { listedScores, listedTexts, promptTextOf } from '../../sharedColumns';
import { allTied, sameCount } from './listRules';

/**
 * `{prompt, all_responses: [text], overall_scores: [number]}`, best first, in folders with train and test
 * (ordinal-preference-optimization `scripts/run_list.py`, columns_to_keep; `ndcg_trainer.py`, which takes indexes 0 to
 * 7 of each list at `list_size: 8`): LiPO-λ (T. Liu et al., arXiv 2402.01878), NDCG and ListMLE. The prompt is wrapped
 * as one user turn.
 */
export const lipo = listFormat({
  name: 'lipo',
  title: 'Scored lists of eight responses (LiPO, NDCG, ListMLE)',
  shape: 'text',
  wraps: true,
  files: ['jsonl', 'parquet'],
  trainers: [
    { name: 'ordinal-preference-optimization (LiPO, NDCG, ListMLE), with a split', command: ordinalPreferences },
  ],
  sameSize: true,
  defaults: { listSize: 8 },
  columns: {
    prompt: promptTextOf(z.string('must be text: it becomes one user turn').min(1, 'is empty')),
    all_responses: {
      rule: z
        .array(z.string('must be text: "ValueError: response_i should be an str but got …"'))
        .min(2, 'needs two at least'),
      value: listedTexts,
    },
    overall_scores: { rule: z.array(z.number('must be a number')), value: listedScores, isReal: '[]' },
  },
  rules: {
    between: (row) =>
      row.refine(
        ({ all_responses: responses, overall_scores: scores }) => responses.length === scores.length,
        'has a different number of scores and responses: the trainer matches them by index',
      ),
    silent({ overall_scores: scores }) {
      const large = (scores as number[]).find((score) => Math.abs(score) > 65504);
      return large === undefined
        ? allTied(scores, 'no list-wise loss learns of it')
        : `the score ${large} is too large: the trainer uses float16 and reads it as infinite`;
    },
    across: sameCount(
      'all_responses',
      'with list_size 8 "IndexError: list index out of range" stops the trainer at a shorter one',
    ),
  },
});
