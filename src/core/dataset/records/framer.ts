import type { Problems, ProblemCode } from '../../model/problems';
import { wordsOf, type FileProblem, type Problem } from '../../model/problems/problem';

/** What is wrong with a file as a whole, with the line it was noticed on. An error, unless it says otherwise. */
export interface WholeFileProblem {
  readonly line?: number;
  readonly severity?: FileProblem['severity'];
  readonly message: string;
  /** What the message is the text of, and what that needs to know. */
  readonly code?: ProblemCode;
  readonly params?: Problems[ProblemCode];
}

/** What is wrong with a file as a whole; at a line where one is given. */
export function wholeFileProblem({ code, params }: Problem, line?: number): WholeFileProblem {
  return { ...(line !== undefined && { line }), message: wordsOf({ code, params }), code, params };
}

/** The same where it is only worth knowing. */
export const wholeFileWarning = (what: Problem, line?: number): WholeFileProblem => ({
  severity: 'warning',
  ...wholeFileProblem(what, line),
});

/** Finds where records begin in the chunks of a file, which are pushed in their order. */
export interface Framer {
  /**
   * Reports the absolute offset and the 1-based line of every record that begins in `chunk`, which starts at `offset`.
   */
  push(chunk: Buffer, offset: number, onStart: (start: number, line: number) => void): void;
  /** What is wrong with the file as a whole once all of it was pushed. */
  end(): WholeFileProblem | undefined;
}
