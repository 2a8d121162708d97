import * as z from 'zod';
import { ratingSchema } from '../aspect';
import { ofOne, part, responseId, type ListField } from './field';

const entrySchema = z.object({
  response: responseId,
  aspect: z.string().describe('Name of the aspect.'),
  value: z.number().nullable().describe('Value on the scale of the aspect. `null` if the aspect does not apply.'),
  note: z.string().optional().describe('Why, in words.'),
});

export const ratings = {
  ...ofOne,
  schema: z.array(entrySchema).describe('Ratings of responses on aspects.'),
  about: ({ response, aspect }) => [response, aspect],
  says: ({ value }) => value,
  /** The values of each aspect, by its name. */
  draft: part(z.record(z.string(), z.array(ratingSchema.nullable()).readonly()), {}),
} satisfies ListField<z.infer<typeof entrySchema>>;
