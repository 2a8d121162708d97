import * as z from 'zod';

/** What a response is rated on (C6), with its scale. Ratings are kept by the aspect's name. */
export const aspectSchema = z.looseObject({
  name: z.string().min(1).describe('Name of the aspect in the journal and in exports.'),
  description: z.string().optional().describe('Explains the aspect to annotators.'),
  min: z.number().default(1).describe('Lowest value of the scale. Default: 1.'),
  max: z.number().default(5).describe('Highest value of the scale. Default: 5.'),
  continuous: z.boolean().optional().describe('If true, annotators can give values between whole numbers.'),
  levels: z
    .record(z.string(), z.string())
    .optional()
    .describe('What each value means, for example { "1": "useless", "5": "excellent" }.'),
  overall: z
    .boolean()
    .optional()
    .describe(
      'If true, the aspect rates the response as a whole. It is shown separately and is not used for the suggested ranking.',
    ),
  weight: z
    .number()
    .optional()
    .describe(
      'Weight of the aspect in the suggested ranking. Default: 1. The suggestion is never saved as a judgment.',
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
