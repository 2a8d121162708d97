import * as z from 'zod';
import { longTable, maybeText, responseId } from '../../builders/longTable';

/**
 * What a response ought to hold and does not. `passage` is the passage of the evidence that it should have come from,
 * by id, and `sentences` the places in its list; null and empty where none was named.
 */
export const missingInformation = longTable({
  name: 'missing',
  title: 'Table of all missing information, with or without an evidence passage',
  names: ['response'],
  columns: {
    response: responseId,
    type: maybeText,
    note: maybeText,
    passage: maybeText,
    sentences: z.array(z.int().nonnegative()),
  },
  *facts({ judgement: { critiques = [] } }) {
    for (const { response, missing: all = [] } of critiques) {
      for (const { type, note, evidence, sentences } of all)
        yield {
          response,
          type: type ?? null,
          note: note ?? null,
          passage: evidence ?? null,
          sentences: sentences ?? [],
        };
    }
  },
});
