import * as z from 'zod';
import { ruleScopes } from './judgementValues';

/** What a draft says by the study's rules. */

const version = z.number().int().positive().describe('Version of the rule.');

/** Where the item stands to a rule's scope, by the words of one version. */
const ruleMarkSchema = z.object({ version, scope: z.enum(ruleScopes) });

/** By the rule's id; a rule that nothing is said of has no mark. */
export const ruleMarksSchema = z.record(z.string(), ruleMarkSchema);

/** The version of a rule that something was made by. */
export const ruleRefSchema = z.object({ id: z.string().min(1).describe('Id of the rule.'), version });
