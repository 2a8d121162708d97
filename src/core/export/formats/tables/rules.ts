import * as z from 'zod';
import { ruleScopes } from '../../../model/annotation/judgementValues';
import { longTable } from '../../builders/longTable';

/** Where each prompt stands to the scope of a rule (C28), by the words of one of its versions. */
export const ruleTable = longTable({
  name: 'rules',
  title: 'Table of all rule marks on prompts (in scope, near miss or out of scope)',
  columns: { rule: z.string().min(1), rule_version: z.int().positive(), scope: z.enum(ruleScopes) },
  *facts({ judgement: { rules = [] } }) {
    for (const { rule, version, scope } of rules) yield { rule, rule_version: version, scope };
  },
});
