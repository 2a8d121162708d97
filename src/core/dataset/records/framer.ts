import type { FileProblem } from '../../model/problems/problem';

/** What is wrong with a file as a whole, with the line it was noticed on. An error, unless it says otherwise. */
export interface WholeFileProblem {
  readonly line?: number;
  readonly severity?: FileProblem['severity'];
  readonly message: string;
}

/** Finds where records begin in the chunks of a file, which are pushed in their order. */
export interface Framer {
  /**
   * Reports the absolute offset and the 1-based line of every record that begins in `chunk`, which starts at `offset`.
   */
  push(chunk: Buffer, offset: number, onStart: (start: number, line: number) => void): void;
  /** What is wrong with the file as a whole once all of it was pushed. */
  end(): WholeFileProblem | undefined;
}
