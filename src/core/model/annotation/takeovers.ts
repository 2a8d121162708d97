import * as z from 'zod';

/** What an annotator made of a run that they took over, as a draft has it. */
export const draftTakeoverSchema = z.object({
  step: z
    .string()
    .optional()
    .describe('Key of the step after which it was taken over, as in `runSteps`; absent after the last one.'),
  at: z
    .int()
    .nonnegative()
    .optional()
    .describe('Number of that step in the run when it was taken over, from 0; absent after the last one.'),
  patch: z
    .string()
    .min(1)
    .describe('What the annotator leaves, against the commit that patches are based on, in the form of Git.'),
  leftOut: z
    .array(z.string())
    .min(1)
    .optional()
    .describe('Paths of files that differ too and are not in the patch: binary and large ones, and links.'),
  text: z.string().optional().describe('What the annotator says as the final answer.'),
});
export type DraftTakeover = Readonly<z.infer<typeof draftTakeoverSchema>>;
