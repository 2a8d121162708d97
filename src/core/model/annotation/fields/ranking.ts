import * as z from 'zod';
import { index, perResponse, part, type ValueField } from './field';

const place = z.number().int().positive().nullable();

const rankingSchema = z.object({
  tiers: z
    .array(z.array(z.string()).min(1))
    .min(1)
    .describe(
      'Tiers of response ids, best first. Responses in one tier are tied. A shown response in no tier is unranked: below all others.',
    ),
});

export const ranking = {
  schema: rankingSchema.describe('An order of responses. Not together with `comparisons`.'),
  responses: ({ tiers }) => tiers.flat(),
  rename: ({ tiers }, name) => ({ tiers: tiers.map((tier) => tier.map(name)) }),
  parts: {
    /** Rank: the place of each. Best: 1 for the one that was chosen. */
    places: perResponse(place, null, { isRequired: true }),
    /**
     * Rank: the order that is being made within one tier, whose `members` these places are of; the ranking follows once
     * it is made.
     */
    within: part(z.object({ members: z.array(index).readonly(), places: z.array(place).readonly() }).nullable(), null, {
      judges: () => false,
    }),
  },
} satisfies ValueField<z.infer<typeof rankingSchema>>;
