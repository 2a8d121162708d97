/** Something wrong in a file, told so that a person can act on it. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  /** Absolute path. */
  readonly file: string;
  /** 1-based; absent where the whole file is meant. */
  readonly line?: number;
  /** What `line` counts: lines, or the rows of a table that has no lines (Parquet, Arrow). */
  readonly unit?: 'row';
  /** What is wrong, and what to do about it. */
  readonly message: string;
}

/** A place as messages name it: `file:12`, or `file:row 12` in a table. */
export function placed(file: string, { line, unit }: { readonly line?: number; readonly unit?: 'row' }): string {
  return line === undefined ? file : `${file}:${unit ? `${unit} ` : ''}${line}`;
}

/** An error whose message is written for the person: what was found, where, what to do next. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}

/** Something wrong at a line of a text whose file is named by who read it; `reason` says what. */
export class LineError extends UserError {
  override readonly name: string = 'LineError';

  constructor(
    /** 1-based. */
    readonly line: number,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`line ${line}: ${reason}`, options);
  }
}

/** The same error with the file in which it is. */
export function inFile(file: string, error: unknown): unknown {
  if (error instanceof LineError) return new UserError(`${placed(file, error)}: ${error.reason}`, { cause: error });
  return error instanceof UserError ? new UserError(`${file}: ${error.message}`, { cause: error }) : error;
}

/**
 * An error about a file as a problem of it: at its line where it has one, and without the path, which whoever shows it
 * puts before.
 */
export function problemOf(file: string, error: unknown): Problem {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof LineError) return { severity: 'error', file, line: cause.line, message: cause.reason };
  return { severity: 'error', file, message: messageOf(error).replace(`${file}: `, '') };
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
