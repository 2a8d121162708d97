import * as z from 'zod';
import { longTable, maybeText, ofResponse } from '../../builders/longTable';

/**
 * What programs found out about each response that was judged (tests, checkers, reward models), as the dataset has it:
 * to be held against the judgement by `annotation` and `response`.
 */
export const verifierResults = longTable({
  name: 'verifiers',
  title: 'Table of all verifier results on judged responses',
  facts: ({ shown }, { source }) =>
    source.responses.flatMap(({ id, verifiers = [] }) =>
      shown.includes(id) ? verifiers.map((each) => ({ response: id, ...each })) : [],
    ),
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    verifier: { rule: z.string(), value: ({ name }) => name },
    passed: { rule: z.boolean().nullable(), value: ({ passed }) => passed ?? null },
    score: { rule: z.number().nullable(), value: ({ score }) => score ?? null, isReal: true },
    detail: { rule: maybeText, value: ({ detail }) => detail ?? null },
  },
});
