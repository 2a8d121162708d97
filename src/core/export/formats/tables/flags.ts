import * as z from 'zod';
import { longTable, responseId } from '../../builders/longTable';

/** Every flag, of a response or (where that is null) of the item. */
export const flags = longTable({
  name: 'flags',
  title: 'Table of all flags on items and responses',
  names: ['response'],
  columns: { flag: z.string(), response: responseId.nullable() },
  *facts({ judgement: { flags: all = [] } }) {
    for (const { flag, response } of all) yield { flag, response: response ?? null };
  },
});
