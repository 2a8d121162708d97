import * as z from 'zod';
import { ruleScopes } from '../annotation/judgementValues';
import { partSchema } from './itemsQuestion';

/** Findings of coverage that name items, each of which can be opened. */
export const itemFindings = ['unexplained', 'against', 'withoutRubric', 'withoutReason', 'underOldVersions'] as const;
export type ItemFinding = (typeof itemFindings)[number];

/** Which items stand behind a figure of the coverage report; of the whole study where no slice is named. */
export const coverageQuestionSchema = z.discriminatedUnion('of', [
  /** Those with verdicts by a criterion, or without. */
  z.object({
    of: z.literal('criterion'),
    criterion: z.string(),
    state: z.enum(['filled', 'not-applicable', 'unfilled']),
    slice: partSchema.optional(),
  }),
  /** Those with spans of a type (null: of none), of any where none is named; `bare`: only negative ones that nothing explains. */
  z.object({
    of: z.literal('spans'),
    kind: z.enum(['span', 'missing']),
    type: z.string().nullable().optional(),
    bare: z.literal(true).optional(),
    slice: partSchema.optional(),
  }),
  /** Those with marks of a rule, or without. */
  z.object({ of: z.literal('rule'), rule: z.string(), mark: z.enum([...ruleScopes, 'marked', 'unmarked']) }),
  /** Those that a finding names. */
  z.object({ of: z.literal('finding'), finding: z.enum(itemFindings) }),
]);
export type CoverageQuestion = z.infer<typeof coverageQuestionSchema>;
