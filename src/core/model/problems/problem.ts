import type { Messages, ProblemCode, Problems } from './index';
import { locationText, wordsOfReason, type ProblemLocation } from './wording';

/** Something wrong with what a person gave: what it is, what its text needs to know, and where. */
export interface Problem<C extends ProblemCode = ProblemCode> {
  readonly code: C;
  readonly params: Problems[C];
  readonly place?: ProblemLocation;
}

/** A problem; its place is a file's path, or a line of it. */
export function problem<C extends ProblemCode>(
  code: C,
  params: Problems[C],
  place?: ProblemLocation | string,
): Problem<C> {
  if (place === undefined) return { code, params };
  return { code, params, place: typeof place === 'string' ? { file: place } : place };
}

/** Whether a problem is the one with a code. */
export const isProblem = <C extends ProblemCode>(found: Problem, code: C): found is Problem<C> => found.code === code;

/** The texts of all problems. */
export type Wording = Messages<Problems>;

/** The text of a problem, after its place. */
export const wordsOf = (found: Problem): string => wordsOfReason(found);

/** Something wrong in a file, told so that a person can act on it. */
export interface FileProblem {
  readonly severity: 'error' | 'warning';
  /** Absolute path. */
  readonly file: string;
  /** 1-based; absent where the whole file is meant. */
  readonly line?: number;
  /** What `line` counts: lines, or the rows of a table that has no lines (Parquet, Arrow). */
  readonly unit?: 'row';
  /** What is wrong, and what to do about it. */
  readonly message: string;
  /** What the message is the text of. */
  readonly code?: ProblemCode;
  /** What that text needs to know: for whoever words it again, in another thread or language (`reworded`). */
  readonly params?: Problems[ProblemCode];
}

/** A problem of a file, or at a place of it, which its message does not name. */
export function fileProblem(
  severity: FileProblem['severity'],
  place: ProblemLocation | string,
  { code, params }: Problem,
): FileProblem {
  const { file, line, unit }: ProblemLocation = typeof place === 'string' ? { file: place } : place;
  return {
    severity,
    file,
    ...(line !== undefined && { line }),
    ...(unit && { unit }),
    message: wordsOf({ code, params }),
    code,
    params,
  };
}

/** Words a problem anew in this process or thread, where another one worded it, or one at an earlier time. */
export function reworded<P extends Pick<FileProblem, 'message' | 'code' | 'params'>>(found: P): P {
  const { code, params } = found;
  return code && params ? { ...found, message: wordsOf({ code, params }) } : found;
}

/** An error whose message is written for the person: what was found, where, what to do next. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
  /** What its message is the text of; absent where another process or thread threw it, or a text was given. */
  readonly problem: Problem | undefined;

  constructor(what: Problem | string, options?: ErrorOptions) {
    super(typeof what === 'string' ? what : wordsOf(what), options);
    this.problem = typeof what === 'string' ? undefined : what;
  }
}

/** A problem of a file as an error, where nothing can be done before it is solved. */
export const errorOf = ({ file, message, code, params }: FileProblem): UserError =>
  new UserError(code && params ? { code, params, place: { file } } : `${file}: ${message}`);

/** What an error says, without the place where it is. */
export const reasonIn = (error: unknown): string =>
  error instanceof UserError && error.problem
    ? wordsOf({ code: error.problem.code, params: error.problem.params })
    : messageOf(error);

/** Something wrong at a line of a text whose file is named by who read it; `reason` says what. */
export class LineError extends UserError {
  override readonly name: string = 'LineError';

  /** The text of what is wrong, without the line. */
  readonly reason: string;
  /** What that is the text of. */
  readonly what: Problem | undefined;

  constructor(
    /** 1-based. */
    readonly line: number,
    what: Problem | string,
    options?: ErrorOptions,
  ) {
    const reason = typeof what === 'string' ? what : wordsOf(what);
    super(problem('file.atLine', { line, what: reason }), options);
    this.reason = reason;
    this.what = typeof what === 'string' ? undefined : what;
  }
}

/** Names in a `UserError` the file that it is about; returns other errors as they are. */
export function inFile(file: string, error: unknown): unknown {
  if (error instanceof LineError)
    return new UserError(
      error.what
        ? { ...error.what, place: { file, line: error.line } }
        : `${locationText(file, error)}: ${error.reason}`,
      { cause: error },
    );
  if (!(error instanceof UserError)) return error;
  const { problem: found, message } = error;
  return new UserError(found && !found.place ? { ...found, place: { file } } : `${file}: ${message}`, { cause: error });
}

/**
 * An error about a file as a problem of it: at its line where it has one, and without the path, which whoever shows it
 * puts before.
 */
export function problemOf(file: string, error: unknown): FileProblem {
  const found = error instanceof UserError ? error.problem : undefined;
  const code = found && { code: found.code };
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof LineError) return { severity: 'error', file, line: cause.line, message: cause.reason, ...code };
  return { severity: 'error', file, message: messageOf(error).replace(`${file}: `, ''), ...code };
}

/**
 * What was asked for makes no sense, whatever the data: a name that there is not, an option that does not go with
 * another.
 */
export class UsageError extends UserError {
  override readonly name: string = 'UsageError';
}

/** What went wrong, of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The first thing that a zod error complains about, as `field: what is wrong`. */
export function firstIssue(error: {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}): string {
  const issue = error.issues[0];
  if (!issue) return 'is not valid';
  const path = issue.path.map(String).join('.');
  return path ? `${path}: ${issue.message}` : issue.message;
}
