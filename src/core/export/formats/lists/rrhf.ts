import * as z from 'zod';
import { listFormat } from '../../builders/listFormat';
import { rrhfTrain } from '../../commands/researchAndHosted';
import { listedScores, listedTexts, promptTextOf } from '../../sharedColumns';
import { allTied, sameCount } from './listRules';

/**
 * `{query, responses: [text], scores: [number]}`, best first (RRHF `train.py:140-201`: `torch.FloatTensor(all_scores)`
 * needs the same number of responses in every row of a batch, so in every row here; `:81` reads every line as JSON).
 * The loss takes the sign of differences alone.
 */
export const rrhf = listFormat({
  name: 'rrhf',
  title: 'Scored responses to a query (RRHF)',
  shape: 'text',
  files: ['jsonl'],
  trainers: [{ name: 'RRHF', command: rrhfTrain }],
  sameSize: true,
  columns: {
    query: promptTextOf(z.string('must be text').min(1, 'is empty')),
    responses: {
      rule: z.array(z.string('must be text: the tokenizer stops at anything else')).min(2, 'needs two at least'),
      value: listedTexts,
    },
    scores: {
      rule: z.array(z.number('must be a number: "TypeError: must be real number" stops RRHF')),
      value: listedScores,
      isReal: '[]',
    },
  },
  rules: {
    between: (row) =>
      row.refine(
        ({ responses, scores }) => responses.length === scores.length,
        'has a different number of scores and responses: RRHF assigns scores to the responses of a whole batch in order',
      ),
    silent: ({ scores }) => allTied(scores, 'RRHF only trains on the first response'),
    across: sameCount('responses', 'RRHF says "ValueError: expected sequence of length …" where a batch holds both'),
    blankLine: 'RRHF stops with "JSONDecodeError: Expecting value"',
  },
});
