import * as z from 'zod';
import { verdictsSchema } from '../verdictSchemas';
import { ofOne, part, responseId, type ListField } from './field';

const entrySchema = z.object({
  response: responseId,
  criterion: z.string().describe('Id of the criterion.'),
  value: z
    .union([z.boolean(), z.number(), z.string(), z.null()])
    .describe('Yes or no, a level of the scale, or the name of a category. `null` if the criterion does not apply.'),
  note: z.string().optional().describe('Why, in words.'),
});

export const verdicts = {
  ...ofOne,
  schema: z.array(entrySchema).describe('Verdicts on responses by criteria of rubrics.'),
  about: ({ response, criterion }) => [response, criterion],
  says: ({ value }) => value,
  /** By criteria of the item's rubrics, whatever the way to judge. */
  draft: part(verdictsSchema, {}),
} satisfies ListField<z.infer<typeof entrySchema>>;
