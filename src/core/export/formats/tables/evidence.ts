import * as z from 'zod';
import { longTable, maybeText, responseId } from '../../builders/longTable';

/**
 * Every passage of the item's evidence, by id, that was ticked as one that supports a response; `text` is null where
 * the item does not have the passage any more.
 */
export const evidence = longTable({
  name: 'evidence',
  title: 'Table of all evidence passages that were marked as supporting a response',
  names: ['response'],
  columns: { response: responseId, passage: z.string(), text: maybeText },
  *facts({ judgement: { supports = [] } }, { source }) {
    for (const { response, passage } of supports)
      yield { response, passage, text: source.evidence?.find(({ id }) => id === passage)?.text ?? null };
  },
});
