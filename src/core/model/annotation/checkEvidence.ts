import * as z from 'zod';
import { suggestedJudgementSchema, withResponseIds } from './judgement';

/** What a test did, in the words of SWE-bench's harness (`TestStatus` in swebench/harness/constants), in small letters. */
export const testStatuses = ['passed', 'failed', 'error', 'skipped'] as const;
export type TestStatus = (typeof testStatuses)[number];

/** What running the tests of a task on the code of a response has shown. */
export const checkEvidenceSchema = z.object({
  command: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('SHA-256 of the command that ran the tests.'),
  sandbox: z
    .enum(['docker', 'podman', 'bubblewrap', 'seatbelt', 'none'])
    .describe('What kept the tests apart from the machine. "none" if somebody allowed to run them without.'),
  image: z.string().optional().describe('The container image that the tests ran in.'),
  tree: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('SHA-256 of the files that were tested: paths, modes and contents.'),
  ended: z
    .enum(['exit', 'timeout', 'output', 'disk', 'processes', 'memory', 'aborted'])
    .describe('"exit" if the tests ended by themselves. Otherwise the limit that ended them.'),
  exit: z.int().optional().describe('What the command returned. Absent if it was ended.'),
  seconds: z.number().nonnegative().describe('How long the tests took.'),
  statuses: z
    .record(z.string(), z.enum(testStatuses))
    .describe('Status of each test, by the name that its runner gives it.'),
  flaky: z
    .array(z.string())
    .optional()
    .describe('If the tests ran twice: those whose status was not the same. Absent if they ran once.'),
  settings: z
    .array(z.string())
    .optional()
    .describe('Files of the response that change how tests are run, such as conftest.py.'),
  unapplied: z
    .array(z.string())
    .optional()
    .describe(
      'What of the patch of the response was not tested: files whose changes could not all be made, and lines of the patch that could not be read (`:12`).',
    ),
  tail: z.string().describe('The end of the output.'),
});
/** What running the tests of a task on the code of a response has shown. */
export type CheckEvidence = Readonly<z.infer<typeof checkEvidenceSchema>>;

/** What running the tests of a task has shown, and what was thought of the responses before. */
export const checksSchema = z.object({
  base: checkEvidenceSchema
    .optional()
    .describe('The tests on the code that patches are based on. Absent if they did not run there.'),
  responses: z
    .array(checkEvidenceSchema.extend({ response: z.string().describe('Id of the response.') }))
    .describe('The tests on the code of each response that they ran on.'),
  verdictBefore: suggestedJudgementSchema
    .optional()
    .describe(
      'What the annotator had said of the responses when the first results were shown. Absent if that was nothing.',
    ),
});
/** What running the tests of a task has shown, and what was thought of the responses before. */
export type Checks = Readonly<z.infer<typeof checksSchema>>;

/** Results of tests on responses that have other ids. */
export const checksWithResponseIds = (checks: Checks, name: (id: string) => string): Checks => ({
  ...checks,
  responses: checks.responses.map((each) => ({ ...each, response: name(each.response) })),
  ...(checks.verdictBefore && { verdictBefore: withResponseIds(checks.verdictBefore, name) }),
});
