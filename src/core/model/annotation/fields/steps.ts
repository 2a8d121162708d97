import * as z from 'zod';
import { stepLabels } from '../judgementValues';
import { draftStepSchema } from '../steps';
import { ofOne, perResponse, responseId, type ListField } from './field';

/** A step of a response (a line, a thought unit), in code points of its exact text, and what is thought of it. */
const stepSchema = z.object({
  response: responseId,
  start: z.int().nonnegative().describe('Where the step starts in the text of the response.'),
  end: z.int().nonnegative().describe('Where it ends. The character at this offset is not included.'),
  quote: z
    .string()
    .optional()
    .describe(
      'Text of the step. If it is not at the offsets any more, the step is looked for by its quote. Old lines do not have it: their steps are lost if the item changes.',
    ),
  label: z
    .enum(stepLabels)
    .nullable()
    .describe('The label. "unnecessary" means correct, but of no help. `null` means not judged.'),
  type: z.string().optional().describe('What is wrong with it.'),
  note: z.string().optional().describe('A note on the step.'),
  lost: z
    .literal(true)
    .optional()
    .describe('The step is not in the response any more. `start` and `end` are where it was.'),
});
export type Step = Readonly<z.infer<typeof stepSchema>>;

export const steps = {
  ...ofOne,
  schema: z.array(stepSchema).min(1).describe('Judged steps of responses.'),
  about: ({ response, start, end }) => [response, start, end],
  says: ({ label }) => label,
  /** Null for a response whose steps nobody touched. */
  draft: perResponse(z.array(draftStepSchema).readonly().nullable(), null, {
    judges: (all) => all.some((own) => own?.some(({ label }) => label !== null) ?? false),
  }),
} satisfies ListField<Step>;
