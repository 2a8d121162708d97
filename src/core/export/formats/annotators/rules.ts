import * as z from 'zod';
import { ruleScopes } from '../../../model/choices';
import { longTable } from '../../builders/longTable';

/** Where each prompt stands to the scope of a rule (C28), by the words of one of its versions. */
export const ruleTable = longTable({
  name: 'rules',
  title: 'Every mark of a prompt as in, near or out of the scope of a rule, as a table',
  columns: { rule: z.string().min(1), rule_version: z.int().positive(), scope: z.enum(ruleScopes) },
  *facts({ judgement: { rules = [] } }) {
    for (const { rule, version, scope } of rules) yield { rule, rule_version: version, scope };
  },
});
