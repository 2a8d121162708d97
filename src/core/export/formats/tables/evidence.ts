import * as z from 'zod';
import { longTable, maybeText, ofResponse } from '../../builders/longTable';

/**
 * Every passage of the item's evidence, by id, that was ticked as one that supports a response; `text` is null where
 * the item does not have the passage any more.
 */
export const evidence = longTable({
  name: 'evidence',
  title: 'Table of all evidence passages that were marked as supporting a response',
  facts: ({ judgement: { supports = [] } }, { source }) =>
    supports.map((each) => ({ ...each, text: source.evidence?.find(({ id }) => id === each.passage)?.text })),
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    passage: { rule: z.string(), value: ({ passage }) => passage },
    text: { rule: maybeText, value: ({ text }) => text ?? null },
  },
});
