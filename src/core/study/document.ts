import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Low } from 'lowdb';
import type * as z from 'zod';
import { isDeeperThan, describeJsonFault } from '../dataset/records/jsonFault';
import { makeFolders } from '../journal/makeFolders';
import { isErrorCode, fileErrorReason, refuseStream } from '../journal/fileStatus';
import { checkValue } from '../model/problems/checkValue';
import {
  fileProblem,
  firstIssue,
  inFile,
  LineError,
  problem,
  reasonIn,
  UserError,
  type FileProblem,
  type Problem,
} from '../model/problems/problem';
import type { ConflictChoice } from '../model/problems/study';
import { sidesOf, type Sides } from './mergeConflict/conflict';
import { replaceFile } from './replaceFile';

/** A small JSON document: lowdb (whole-file, atomic replacement) with a zod schema over it. */
export interface Document<T> {
  readonly data: T;
  /** The file holds a conflict that git left; `data` is what both sides come to. A write leaves that in its place. */
  readonly conflict?: FileProblem | undefined;
  /**
   * Rejects with `DocumentChanged` where the file is not as it was read, and with `UserError` where it cannot be
   * written; what stands in it stands then.
   */
  write(data: T): Promise<void>;
  /** Takes the file away; rejects as `write` does. */
  remove(): Promise<void>;
  /** Rejects with `DocumentChanged` where the file is not as it was read. */
  assertCurrent(): Promise<void>;
}

/** Somebody else wrote to a document since it was read. */
export class DocumentChanged extends UserError {
  override readonly name = 'DocumentChanged';
}

/** Words what is wrong with a value that a schema refuses. */
export type IssueProblem = (error: z.ZodError, value: unknown) => Problem;

/** The two sides of a file that git could not merge. */
export interface BothSides<T> {
  readonly ours: T;
  readonly theirs: T;
  /** The version that both sides came from, where it is known. */
  readonly base: T | undefined;
}

export interface DocumentOptions<T> {
  /** The document of a file that does not exist; without it, the file has to. */
  readonly initial?: T;
  readonly issueOf?: IssueProblem;
  /**
   * Merges the two sides of a conflict; `left` names where ours was taken because both changed the same, "all" where
   * they do not go together at all. Without it a file with a conflict is none.
   */
  readonly merge?: (sides: BothSides<T>) => { readonly data: T; readonly left: readonly ConflictChoice[] | 'all' };
}

/**
 * Opens a document, or starts it where the file does not exist. Throws `UserError` with file and field for anything
 * that is not one.
 */
export async function openDocument<T>(
  path: string,
  schema: z.ZodType<T>,
  { initial, issueOf = invalid, merge }: DocumentOptions<T> = {},
): Promise<Document<T>> {
  const text = await readText(path);
  if (text === undefined && initial === undefined) throw new UserError(problem('study.noFile', {}, path));
  const sides = text === undefined || !merge ? undefined : sidesOf(text);
  const read = (source: string): T => parseDocument(path, source, schema, issueOf);
  const found: Found<T> =
    sides && merge ? readSides(path, sides, read, merge) : { data: text === undefined ? (initial as T) : read(text) };
  const { data } = found;
  let known = text;
  const agree = async (): Promise<void> => {
    if ((await readText(path)) !== known) throw new DocumentChanged(problem('study.changedMeanwhile', {}, path));
  };
  const replace = async (value: T): Promise<void> => {
    const written = `${JSON.stringify(value, undefined, 2)}\n`;
    if (found.unread) throw new UserError(found.unread);
    try {
      await makeFolders(dirname(path));
      await replaceFile(path, (partial) => writeFile(partial, written, { flush: true }), agree);
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw new UserError(problem('study.notWritten', { reason: fileErrorReason(error) }, path), { cause: error });
    }
    known = written;
    isWritten = true;
  };
  let isWritten = false;
  const low = new Low<T>({ read: () => Promise.resolve(data), write: replace }, data);
  return {
    get data() {
      return low.data;
    },
    get conflict() {
      return isWritten ? undefined : found.conflict;
    },
    async write(value) {
      const before = low.data;
      low.data = schema.parse(value);
      try {
        await low.write();
      } catch (error) {
        low.data = before;
        throw error;
      }
    },
    async remove() {
      if (known === undefined) return;
      if (found.unread) throw new UserError(found.unread);
      await agree();
      try {
        await rm(path);
      } catch (error) {
        throw new UserError(problem('study.notRemoved', { reason: fileErrorReason(error) }, path), { cause: error });
      }
      known = undefined;
    },
    assertCurrent: agree,
  };
}

interface Found<T> {
  readonly data: T;
  readonly conflict?: FileProblem;
  /** Why nothing may be written in its place: a side could not be read, and would be lost. */
  readonly unread?: Problem;
}

/** Merges both sides of a conflict; where one cannot be read, gives the other. Throws `UserError` where neither can. */
function readSides<T>(
  path: string,
  { ours, theirs, base, line }: Sides,
  read: (text: string) => T,
  merge: NonNullable<DocumentOptions<T>['merge']>,
): Found<T> {
  const [own, other] = [ours, theirs].map((side) => attempt(() => read(side)));
  if (own && 'value' in own && other && 'value' in other) {
    const from = base === undefined ? undefined : attempt(() => read(base));
    const { data, left } = merge({
      ours: own.value,
      theirs: other.value,
      base: from && 'value' in from ? from.value : undefined,
    });
    const conflict =
      left === 'all'
        ? problem('study.wholeFileOurs', {})
        : left.length > 0
          ? problem('study.bothSidesOurs', { choices: left })
          : problem('study.bothSides', {});
    return { data, conflict: fileProblem('warning', { file: path, line }, conflict) };
  }
  const readable = [own, other].find((side) => side !== undefined && 'value' in side);
  if (!readable || !('value' in readable))
    throw own && 'error' in own ? own.error : new UserError(problem('study.sidesInvalid', {}, path));
  const unreadable = readable === own ? other : own;
  const reason = unreadable && 'error' in unreadable ? reasonIn(unreadable.error) : '';
  const unread = problem(readable === own ? 'study.theirsUnread' : 'study.oursUnread', { reason }, path);
  return { data: readable.value, conflict: fileProblem('error', { file: path, line }, unread), unread };
}

function attempt<T>(read: () => T): { readonly value: T } | { readonly error: unknown } {
  try {
    return { value: read() };
  } catch (error) {
    return { error };
  }
}

/** Lists and objects in one another, at most; what is deeper cannot be written again. */
const deepest = 64;

const invalid: IssueProblem = (error) => problem('study.invalid', { reason: firstIssue(error) });

/** Parses and checks a document's text. Throws `UserError`. */
function parseDocument<T>(path: string, text: string, schema: z.ZodType<T>, issueOf: IssueProblem): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const { line, reason } = describeJsonFault(text);
    throw inFile(
      path,
      text.trim() === ''
        ? new UserError(problem('study.empty', {}), { cause: error })
        : new LineError(line, problem('study.brokenJson', { reason }), { cause: error }),
    );
  }
  if (isDeeperThan(value, deepest)) throw new UserError(problem('study.tooDeep', { most: deepest }, path));
  const result = checkValue(schema, value);
  if (!result.success) throw new UserError({ ...issueOf(result.error, value), place: { file: path } });
  return result.data;
}

/** Undefined where there is no such file; without a byte order mark, as some editors write it. Throws `UserError`. */
async function readText(path: string): Promise<string | undefined> {
  await refuseStream(path);
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return undefined;
    const reason = isErrorCode(error, 'EISDIR')
      ? problem('study.isFolder', {}, path)
      : isErrorCode(error, 'EACCES')
        ? problem('study.notReadable', {}, path)
        : problem('study.unreadable', { reason: fileErrorReason(error) }, path);
    throw new UserError(reason, { cause: error });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UserError(problem('study.notUtf8', {}, path), { cause: error });
  }
}
