import * as z from 'zod';
import { outcomes } from '../judgementValues';
import { index, part, type ListField } from './field';

const strength = z.number().min(1).max(3).optional();

const comparisonSchema = z.object({
  a: z.string().describe('Id of the first response.'),
  b: z.string().describe('Id of the second response.'),
  outcome: z.enum(outcomes).describe('Which one is better, or why neither is.'),
  strength: strength.describe('How much better it is: 1 (slightly), 2, or 3 (much).'),
  criterion: z.string().optional().describe('If the responses were compared by one criterion only: its name.'),
});
export type Comparison = Readonly<z.infer<typeof comparisonSchema>>;

export const draftComparisonSchema = z.object({ a: index, b: index, outcome: z.enum(outcomes), strength });
export type DraftComparison = Readonly<z.infer<typeof draftComparisonSchema>>;

export const comparisons = {
  schema: z.array(comparisonSchema).min(1).describe('Comparisons of two responses.'),
  responses: ({ a, b }) => [a, b],
  rename: (entry, name) => ({ ...entry, a: name(entry.a), b: name(entry.b) }),
  about: ({ a, b, criterion }) => [...[a, b].sort(), criterion],
  says: ({ a, b, outcome, strength: own }) => [
    a < b || outcome === 'tie' ? outcome : outcome === 'a' ? 'b' : outcome === 'b' ? 'a' : outcome,
    own,
  ],
  /** In the order in which they were made. */
  draft: part(z.array(draftComparisonSchema).readonly(), []),
} satisfies ListField<Comparison>;
