import * as z from 'zod';
import { index, part, type ListField } from './field';

const flagSchema = z.object({
  flag: z.string().describe('Name of the flag.'),
  response: z.string().optional().describe('Id of the response. Absent if the flag is on the item.'),
});

export const flags = {
  schema: z.array(flagSchema).describe('Flags.'),
  // The response may have gone since: what was flagged stays flagged.
  responses: () => [],
  rename: (entry, name) => (entry.response === undefined ? entry : { ...entry, response: name(entry.response) }),
  about: (entry) => entry,
  /** On a response, or (null) on the item. */
  draft: part(z.array(z.object({ flag: z.string(), index: index.nullable() })).readonly(), []),
} satisfies ListField<z.infer<typeof flagSchema>>;
