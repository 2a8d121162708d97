import * as z from 'zod';
import { longTable, maybeText, ofResponse } from '../../builders/longTable';

/**
 * Every rating of a response on an aspect, on the scale on which it was made; null where the aspect was said not to
 * apply.
 */
export const ratings = longTable({
  name: 'ratings',
  title: 'Table of all ratings, for each annotator',
  agreesOn: 'ratings',
  facts: ({ judgement: { ratings: all = [] } }) => all,
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    aspect: { rule: z.string(), value: ({ aspect }) => aspect },
    value: { rule: z.number().nullable(), value: ({ value }) => value, isReal: true },
    note: { rule: maybeText, value: ({ note }) => note ?? null },
  },
});
