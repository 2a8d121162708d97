import * as z from 'zod';
import { callPath, draftCallMarkSchema } from '../callMarks';
import { callVerdicts } from '../judgementValues';
import { ofOne, perResponse, responseId, type ListField } from './field';

/** What is wrong in one place of a call of a run. */
const callMarkSchema = z.object({
  response: responseId,
  step: z.string().describe('Key of the step that calls, as in `runSteps`.'),
  at: z.int().nonnegative().describe('Its number in the run when it was judged, from 0.'),
  tool: z.string().describe('The tool that was called.'),
  path: callPath.describe(
    'Where in the call: empty for the tool itself, else a JSON Pointer to an argument, as `/start_line`. `/` is all of the arguments where they are one text that is no JSON.',
  ),
  verdict: z
    .enum(callVerdicts)
    .describe(
      '`wrong-tool`; of an argument `wrong-value`, `wrong-type`, `wrong-name`, `missing`, `malformed` (cannot be read); `unexpected` where the argument, or with an empty path the call, should not be there.',
    ),
  corrected: z
    .unknown()
    .optional()
    .describe('What should stand there: the value, or the name of the right tool or (`wrong-name`) argument.'),
  lost: z.literal(true).optional().describe('The step, or the argument, is not in the run any more.'),
});
export type CallMark = Readonly<z.infer<typeof callMarkSchema>>;

export const calls = {
  ...ofOne,
  schema: z.array(callMarkSchema).min(1).describe('What is wrong in calls of runs.'),
  about: ({ response, step, path }) => [response, step, path],
  says: ({ verdict, corrected }) => [verdict, corrected],
  draft: perResponse(z.array(draftCallMarkSchema).readonly(), []),
} satisfies ListField<CallMark>;
