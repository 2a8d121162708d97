import * as z from 'zod';
import { longTable, maybeText, responseId } from '../../builders/longTable';

/**
 * Every rating of a response on an aspect, on the scale on which it was made; null where the aspect was said not to
 * apply.
 */
export const ratings = longTable({
  name: 'ratings',
  title: 'Table of all ratings, for each annotator',
  reals: ['value'],
  names: ['response'],
  agreesOn: 'ratings',
  columns: { response: responseId, aspect: z.string(), value: z.number().nullable(), note: maybeText },
  *facts({ judgement: { ratings: all = [] } }) {
    for (const { response, aspect, value, note } of all) yield { response, aspect, value, note: note ?? null };
  },
});
