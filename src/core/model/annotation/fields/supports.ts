import * as z from 'zod';
import { index, ofOne, part, responseId, type ListField } from './field';

const supportSchema = z.object({ response: responseId, passage: z.string().describe('Id of the passage.') });

export const supports = {
  ...ofOne,
  schema: z.array(supportSchema).describe('Evidence passages that support a response.'),
  about: (entry) => entry,
  /** Passages by number. */
  draft: part(z.array(z.object({ index, passage: index })).readonly(), []),
} satisfies ListField<z.infer<typeof supportSchema>>;
