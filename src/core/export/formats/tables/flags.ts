import * as z from 'zod';
import { longTable, ofResponse } from '../../builders/longTable';

/** Every flag, of a response or (where that is null) of the item. */
export const flags = longTable({
  name: 'flags',
  title: 'Table of all flags on items and responses',
  facts: ({ judgement: { flags: all = [] } }) => all,
  columns: {
    flag: { rule: z.string(), value: ({ flag }) => flag },
    response: { ...ofResponse, rule: ofResponse.rule.nullable(), value: ({ response }) => response ?? null },
  },
});
