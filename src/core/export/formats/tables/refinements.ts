import * as z from 'zod';
import { longTable, maybeText, ofResponse } from '../../builders/longTable';

/**
 * Every edited response. `edit` counts those of one response from 1, and `of_edit` is the one whose text was edited;
 * null for the response itself; `of_hash` names that text by its hash (`shortHash`). `text_id` is the id under which the text was judged among the responses, and `rule`
 * what it was edited by.
 */
export const refinementTable = longTable({
  name: 'refinements',
  title: 'Table of all refinements (edited responses)',
  facts: ({ judgement: { refinements = [] } }) => refinements,
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    edit: { rule: z.int().positive(), value: ({ round }) => round ?? 1 },
    of_edit: { rule: z.int().positive().nullable(), value: ({ of }) => of ?? null },
    of_hash: {
      rule: z
        .string()
        .regex(/^[0-9a-f]{16}$/, 'is not the hash of a text')
        .nullable(),
      value: ({ ofHash }) => ofHash ?? null,
    },
    text: { rule: z.string(), value: ({ text }) => text },
    text_id: { rule: maybeText, value: ({ id }) => id ?? null, isName: true },
    rule: { rule: maybeText, value: ({ rule }) => rule?.id ?? null },
    rule_version: { rule: z.int().positive().nullable(), value: ({ rule }) => rule?.version ?? null },
  },
});
