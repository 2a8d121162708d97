import * as z from 'zod';
import { ruleRefSchema } from '../ruleMarks';
import { ofOne, perResponse, responseId, type ListField } from './field';

/** A response edited into a better one. The edited text and this one are a pair, in the scope of its rule. */
export const refinementSchema = z.object({
  response: responseId,
  text: z.string().describe('The improved text.'),
  round: z
    .int()
    .positive()
    .optional()
    .describe('Number of the refinement of this response, starting at 1. Absent means 1.'),
  of: z
    .int()
    .positive()
    .optional()
    .describe('Number of the refinement that was edited. Absent if it was the response itself.'),
  ofHash: z
    .string()
    .optional()
    .describe(
      'The first 16 hexadecimal digits of the SHA-256 of the text that was edited (UTF-8). If this text changed since, exports leave the refinement out. Lines of older versions do not have it, and their refinements are left out if the item changed.',
    ),
  id: z.string().min(1).optional().describe('Id under which the improved text is judged like a response.'),
  rule: ruleRefSchema.optional().describe('The rule that the text was improved by.'),
});
export type Refinement = Readonly<z.infer<typeof refinementSchema>>;

export const refinements = {
  ...ofOne,
  schema: z.array(refinementSchema).describe('Responses that the annotator improved.'),
  rename: (entry, name) => ({
    ...ofOne.rename(entry, name),
    ...(entry.id !== undefined && { id: name(entry.id) }),
  }),
  about: ({ response, text }) => [response, text],
  /** Better texts made of the responses, not judged yet; empty where there is none. */
  draft: perResponse(z.string(), '', { texts: (texts) => texts }),
  parts: {
    /** By which rule each of these texts, which count themselves, is made. */
    refinementRules: perResponse(ruleRefSchema.nullable(), null, { judges: () => false }),
  },
} satisfies ListField<Refinement>;
