import * as z from 'zod';
import { ruleScopes } from '../../../model/annotation/judgementValues';
import { longTable } from '../../builders/longTable';

/** Where each prompt stands to the scope of a rule, by the words of one of its versions. */
export const ruleTable = longTable({
  name: 'rules',
  title: 'Table of all rule marks on prompts (in scope, near miss or out of scope)',
  facts: ({ judgement: { rules = [] } }) => rules,
  columns: {
    rule: { rule: z.string().min(1), value: ({ rule }) => rule },
    rule_version: { rule: z.int().positive(), value: ({ version }) => version },
    scope: { rule: z.enum(ruleScopes), value: ({ scope }) => scope },
  },
});
