import * as z from 'zod';
import { ruleScopes } from '../judgementValues';
import { ruleMarksSchema } from '../ruleMarks';
import { ofNone, part, type ListField } from './field';

const markSchema = z.object({
  rule: z.string().min(1).describe('Id of the rule.'),
  version: z.int().positive().describe('Version of the rule.'),
  scope: z
    .enum(ruleScopes)
    .describe('Whether the prompt is in scope of the rule, only seems to be ("near"), or is out of scope.'),
});

export const rules = {
  ...ofNone,
  schema: z.array(markSchema).describe('Whether rules apply to the prompt. A rule has at most one entry.'),
  about: ({ rule }) => rule,
  says: ({ version, scope }) => [version, scope],
  draft: part(ruleMarksSchema, {}),
} satisfies ListField<z.infer<typeof markSchema>>;
