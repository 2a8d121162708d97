import * as z from 'zod';
import { faults, innerKinds, runStepLabels } from '../judgementValues';
import { draftRunStepSchema } from '../runSteps';
import { ofOne, perResponse, responseId, type ListField } from './field';

/** A step of a run, by the key of its turn, and what is thought of it. */
const runStepSchema = z.object({
  response: responseId,
  step: z
    .string()
    .describe(
      'Key of the step: the id that the writer gave its turn, or a hash of what the turn says and of how often the same stood before. `#2` behind it is the second call of a turn.',
    ),
  at: z
    .int()
    .nonnegative()
    .describe(
      'Its number in the run when it was judged, from 0; of a step beside the run that of the step behind which it stands.',
    ),
  inner: z
    .enum(innerKinds)
    .optional()
    .describe('It is not of the run itself: `helper` of an agent that it called, `branch` of what it took back.'),
  quote: z.string().optional().describe('What the step does, in one line, for people.'),
  label: z
    .literal(runStepLabels)
    .nullable()
    .describe('1 helps, 0 neither helps nor harms, -1 is wrong. `null` means not judged.'),
  firstError: z.literal(true).optional().describe('The first wrong step of the run.'),
  category: z
    .string()
    .optional()
    .describe('What kind of error it is, from `task.stepErrors` or as the source names it.'),
  severity: z.number().optional().describe('How bad: 1 minor, 2 major, 3 critical.'),
  fault: z.enum(faults).optional().describe('Who is to blame.'),
  note: z.string().optional().describe('A note on the step.'),
  lost: z.literal(true).optional().describe('The step is not in the run any more.'),
});
export type RunStepLabelled = Readonly<z.infer<typeof runStepSchema>>;

export const runSteps = {
  ...ofOne,
  schema: z.array(runStepSchema).min(1).describe('Judged steps of runs.'),
  about: ({ response, step }) => [response, step],
  says: ({ label, firstError }) => [label, firstError ?? false],
  draft: perResponse(z.array(draftRunStepSchema).readonly(), []),
} satisfies ListField<RunStepLabelled>;
