import * as z from 'zod';
import { longTable, maybeText, responseId } from '../../builders/longTable';

/**
 * Every edited response. `edit` counts those of one response from 1, and `of_edit` is the one whose text was edited;
 * null for the response itself; `of_hash` names that text by its hash (`shortHash`). `text_id` is the id under which the text was judged among the responses, and `rule`
 * what it was edited by.
 */
export const refinementTable = longTable({
  name: 'refinements',
  title: 'Table of all refinements (edited responses)',
  names: ['response', 'text_id'],
  columns: {
    response: responseId,
    edit: z.int().positive(),
    of_edit: z.int().positive().nullable(),
    of_hash: z
      .string()
      .regex(/^[0-9a-f]{16}$/, 'is not the hash of a text')
      .nullable(),
    text: z.string(),
    text_id: maybeText,
    rule: maybeText,
    rule_version: z.int().positive().nullable(),
  },
  *facts({ judgement: { refinements = [] } }) {
    for (const { response, text, round, of, ofHash, id, rule } of refinements)
      yield {
        response,
        edit: round ?? 1,
        of_edit: of ?? null,
        of_hash: ofHash ?? null,
        text,
        text_id: id ?? null,
        rule: rule?.id ?? null,
        rule_version: rule?.version ?? null,
      };
  },
});
