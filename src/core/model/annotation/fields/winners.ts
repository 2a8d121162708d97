import * as z from 'zod';
import { winnersSchema } from '../verdictSchemas';
import { part, type ListField } from './field';

const entrySchema = z.object({
  criterion: z.string().describe('Id of the criterion.'),
  responses: z.array(z.string()).min(1).describe('Ids of the best response, or of several that are tied.'),
});

export const winners = {
  schema: z.array(entrySchema).describe('Which responses meet a criterion best.'),
  responses: ({ responses }) => responses,
  rename: (entry, name) => ({ ...entry, responses: entry.responses.map(name) }),
  about: ({ criterion }) => criterion,
  says: ({ responses }) => [...responses].sort(),
  draft: part(winnersSchema, {}),
} satisfies ListField<z.infer<typeof entrySchema>>;
