import * as z from 'zod';
import { longTable, maybeText, responseId } from '../../builders/longTable';

/**
 * What programs found out about each response that was judged (tests, checkers, reward models), as the dataset has it:
 * to be held against the judgement by `annotation` and `response`.
 */
export const verifierResults = longTable({
  name: 'verifiers',
  title: 'Table of all verifier results on judged responses',
  reals: ['score'],
  names: ['response'],
  columns: {
    response: responseId,
    verifier: z.string(),
    passed: z.boolean().nullable(),
    score: z.number().nullable(),
    detail: maybeText,
  },
  *facts({ shown }, { source }) {
    for (const { id, verifiers: results = [] } of source.responses) {
      if (shown.includes(id))
        for (const { name, passed, score, detail } of results)
          yield { response: id, verifier: name, passed: passed ?? null, score: score ?? null, detail: detail ?? null };
    }
  },
});
