import type { CheckEvidence, TestStatus } from '../annotation/checkEvidence';

/** What the tests of a task did on one state of the code, for the screen. */
export interface DeskTestRun {
  /** "exit", or the limit that ended them. */
  readonly ended: CheckEvidence['ended'];
  readonly exit: number | null;
  readonly seconds: number;
  /** Status of each test in `DeskTests.names`; null for one that is not told. */
  readonly statuses: readonly (TestStatus | null)[];
  readonly passed: number;
  /** With those in error. */
  readonly failed: number;
  readonly skipped: number;
  /** Tests that should pass: how many did, of how many; absent where nothing says which. */
  readonly shouldPass?: { readonly passed: number; readonly of: number };
  /** Not passed on the base, passed here, and the other way round; absent without results of the base. */
  readonly fixed?: number;
  readonly broken?: number;
  /** Told on the base, and no longer here. */
  readonly gone?: number;
  /** Tests whose status was not the same when they ran again; absent where they ran once. */
  readonly flaky?: number;
  /** The end of the output, where no results of tests were found in it. */
  readonly lastLine?: string;
  readonly isIsolated: boolean;
  /** Files of the response whose changes could not all be made. */
  readonly unapplied: readonly string[];
  /** Files of the response that change how tests are run. */
  readonly settings: readonly string[];
}

/** Results of the tests of a task on the base and on the code of each response, beside each other. */
export interface DeskTests {
  /** Tests that tell states of the code apart, or that should pass and somewhere do not. */
  readonly names: readonly string[];
  /** How many more of these there are. */
  readonly more: number;
  readonly base?: DeskTestRun;
  /** In the order shown; null where none ran. */
  readonly responses: readonly (DeskTestRun | null)[];
}
