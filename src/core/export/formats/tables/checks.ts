import * as z from 'zod';
import {
  checkEvidenceSchema,
  testStatuses,
  type CheckEvidence,
  type TestStatus,
} from '../../../model/annotation/checkEvidence';
import { longTable, maybeText, ofResponse } from '../../builders/longTable';

const { sandbox, ended } = checkEvidenceSchema.shape;
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();

/** One of the states of the code that tests ran on. */
interface TestedCode {
  readonly response: string | null;
  readonly run: CheckEvidence;
}

const countOf = ({ run }: TestedCode, status: TestStatus): number =>
  Object.values(run.statuses).filter((each) => each === status).length;

/**
 * Results of the tests that annotators ran at the desk, one row for each state of the code: what patches are based on
 * (`response` is null), and the code of each response that they ran on. `command` and `tree` are SHA-256 of the command
 * and of the files that were tested; `sandbox` is `none` where the tests ran without isolation; `ended` is `exit`, or
 * the limit that ended them, and `exit` what the command returned. `statuses` are those of all tests by name; `flaky`
 * names those whose status was not the same when they ran again, and is null where they ran once; `settings` are files
 * of the response that change how tests are run, and `unapplied` what of its patch was not tested. What was said of the responses before is `verdict_before` of
 * `annotators-judgements`.
 */
export const checks = longTable({
  name: 'checks',
  title: 'Table of all results of tests that annotators ran on the code of responses',
  facts: ({ checks: found }): TestedCode[] => [
    ...(found?.base ? [{ response: null, run: found.base }] : []),
    ...(found?.responses ?? []).map(({ response, ...run }) => ({ response, run })),
  ],
  columns: {
    response: { ...ofResponse, rule: ofResponse.rule.nullable(), value: ({ response }) => response },
    command: { rule: hash, value: ({ run }) => run.command },
    sandbox: { rule: z.enum(sandbox.options), value: ({ run }) => run.sandbox },
    image: { rule: maybeText, value: ({ run }) => run.image ?? null },
    tree: { rule: hash, value: ({ run }) => run.tree },
    ended: { rule: z.enum(ended.options), value: ({ run }) => run.ended },
    exit: { rule: z.int().nullable(), value: ({ run }) => run.exit ?? null },
    seconds: { rule: z.number().nonnegative(), value: ({ run }) => run.seconds, isReal: true },
    passed: { rule: count, value: (tested) => countOf(tested, 'passed') },
    failed: { rule: count, value: (tested) => countOf(tested, 'failed') },
    error: { rule: count, value: (tested) => countOf(tested, 'error') },
    skipped: { rule: count, value: (tested) => countOf(tested, 'skipped') },
    flaky: { rule: z.array(z.string()).nullable(), value: ({ run }) => run.flaky ?? null },
    settings: { rule: z.array(z.string()), value: ({ run }) => run.settings ?? [] },
    unapplied: { rule: z.array(z.string()), value: ({ run }) => run.unapplied ?? [] },
    statuses: {
      rule: z.array(z.strictObject({ test: z.string(), status: z.enum(testStatuses) })),
      value: ({ run }) => Object.entries(run.statuses).map(([test, status]) => ({ test, status })),
    },
    tail: { rule: z.string(), value: ({ run }) => run.tail },
  },
});
