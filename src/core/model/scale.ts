import * as z from 'zod';

/** What a response is rated on (C6), with its scale. Ratings are kept by the aspect's name. */
export const aspectSchema = z.looseObject({
  name: z.string().min(1).describe('Names the aspect, in the journal and in exports.'),
  description: z.string().optional().describe('What is meant by it, for annotators.'),
  min: z.number().default(1).describe('The lowest value.'),
  max: z.number().default(5).describe('The highest value.'),
  continuous: z.boolean().optional().describe('Whether values between whole numbers can be given.'),
  levels: z
    .record(z.string(), z.string())
    .optional()
    .describe('What each value means, by value, as in { "1": "useless", "5": "could not be better" }.'),
  overall: z
    .boolean()
    .optional()
    .describe('Whether it is a verdict on the whole: shown apart from the others, and not part of the proposed order.'),
  weight: z
    .number()
    .optional()
    .describe(
      "How much it counts in the order proposed from the ratings; 1 where nothing is said. What is proposed is never stored as anybody's judgement.",
    ),
});
export type Aspect = Readonly<z.infer<typeof aspectSchema>>;

/** What is rated where a study says nothing else. */
export const defaultAspects: readonly Aspect[] = [
  { name: 'helpfulness', description: 'Does it serve the person who asked?', min: 1, max: 5 },
  { name: 'correctness', description: 'Is it true?', min: 1, max: 5 },
  { name: 'clarity', description: 'Is it easy to follow?', min: 1, max: 5 },
  { name: 'overall', description: 'All in all', min: 1, max: 5, overall: true },
];

/** A value of a rating: a number of the scale, or that the aspect does not apply. */
export const ratingSchema = z.union([z.number(), z.literal('n/a')]);
export type Rating = z.infer<typeof ratingSchema>;
