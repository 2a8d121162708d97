import * as z from 'zod';
import { longTable, maybeText, ofResponse } from '../../builders/longTable';

/**
 * What a response ought to hold and does not. `passage` is the passage of the evidence that it should have come from,
 * by id, and `sentences` the places in its list; null and empty where none was named.
 */
export const missingInformation = longTable({
  name: 'missing',
  title: 'Table of all missing information, with or without an evidence passage',
  facts: ({ judgement: { critiques = [] } }) =>
    critiques.flatMap(({ response: of, missing = [] }) => missing.map((each) => ({ response: of, ...each }))),
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    type: { rule: maybeText, value: ({ type }) => type ?? null },
    note: { rule: maybeText, value: ({ note }) => note ?? null },
    passage: { rule: maybeText, value: ({ evidence }) => evidence ?? null },
    sentences: { rule: z.array(z.int().nonnegative()), value: ({ sentences }) => sentences ?? [] },
  },
});
