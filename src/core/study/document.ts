import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Low } from 'lowdb';
import type * as z from 'zod';
import { isDeeperThan, whyNoJson } from '../dataset/records/jsonFault';
import { makeFolders } from '../journal/makeFolders';
import { isCode, reasonOf, refuseStream } from '../journal/onDisk';
import { issueWords } from '../model/study/issueWords';
import { firstIssue, inFile, LineError, messageOf, UserError, type FileProblem } from '../model/problems/problem';
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

/** What is wrong with a value that a schema refuses, in words. */
export type IssueWords = (error: z.ZodError, value: unknown) => string;

/** What a file holds that git could not merge. */
export interface BothSides<T> {
  readonly ours: T;
  readonly theirs: T;
  /** What both came from, where that is known. */
  readonly base: T | undefined;
}

export interface DocumentOptions<T> {
  /** What stands in the document where the file does not exist; without it, it has to. */
  readonly initial?: T;
  readonly issueOf?: IssueWords;
  /**
   * What both sides of a conflict come to, and in words what of that one of them would have otherwise. Without it a
   * file with a conflict is none.
   */
  readonly merge?: (sides: BothSides<T>) => { readonly data: T; readonly left: readonly string[] };
}

/**
 * Opens a document, or starts it where the file does not exist. Throws `UserError` with file and field for anything
 * that is not one.
 */
export async function openDocument<T>(
  path: string,
  schema: z.ZodType<T>,
  { initial, issueOf = firstIssue, merge }: DocumentOptions<T> = {},
): Promise<Document<T>> {
  const text = await readText(path);
  if (text === undefined && initial === undefined) throw new UserError(`${path}: there is no such file`);
  const sides = text === undefined || !merge ? undefined : sidesOf(text);
  const read = (source: string): T => parseDocument(path, source, schema, issueOf);
  const found: Found<T> =
    sides && merge ? readSides(path, sides, read, merge) : { data: text === undefined ? (initial as T) : read(text) };
  const { data } = found;
  let known = text;
  const agree = async (): Promise<void> => {
    if ((await readText(path)) !== known)
      throw new DocumentChanged(
        `${path}: was written to by somebody else meanwhile, and stands as they left it. Try again`,
      );
  };
  const replace = async (value: T): Promise<void> => {
    const written = `${JSON.stringify(value, undefined, 2)}\n`;
    if (found.unread !== undefined) throw new UserError(`${path}: ${found.unread}`);
    try {
      await makeFolders(dirname(path));
      await replaceFile(path, (partial) => writeFile(partial, written, { flush: true }), agree);
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw new UserError(`${path}: could not be written, and stands as it was: ${reasonOf(error)}`, { cause: error });
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
      if (found.unread !== undefined) throw new UserError(`${path}: ${found.unread}`);
      await agree();
      try {
        await rm(path);
      } catch (error) {
        throw new UserError(`${path}: could not be taken away, and stands as it was: ${reasonOf(error)}`, {
          cause: error,
        });
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
  readonly unread?: string;
}

/** What both sides of a conflict come to; where one cannot be read, the other. Throws `UserError` where neither can. */
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
    const message = `git could not merge this file. Both sides were read${left.length > 0 ? `; where both changed the same place, ours is in force (${left.join('; ')})` : ', and both are in force'}. Run "tiebreak keep-both" to write that, and then "git add"`;
    return { data, conflict: { severity: 'warning', file: path, line, message } };
  }
  const readable = [own, other].find((side) => side !== undefined && 'value' in side);
  if (!readable || !('value' in readable))
    throw own && 'error' in own ? own.error : new UserError(`${path}: is not valid`);
  const [which, unreadable] = readable === own ? ['the other side (theirs)', other] : ['one side (ours)', own];
  const why =
    unreadable && 'error' in unreadable
      ? messageOf(unreadable.error)
          .replace(`${path}: `, '')
          .replace(new RegExp(`^${escaped(path)}:\\d+: `), '')
      : '';
  const unread = `git could not merge this file, and ${which} cannot be read: ${why}. What the other one holds is in force. Edit the file, and leave what is right`;
  return { data: readable.value, conflict: { severity: 'error', file: path, line, message: unread }, unread };
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

function attempt<T>(read: () => T): { readonly value: T } | { readonly error: unknown } {
  try {
    return { value: read() };
  } catch (error) {
    return { error };
  }
}

/** Lists and objects in one another, at most; what is deeper cannot be written again. */
const deepest = 64;

/** Parses and checks a document's text. Throws `UserError`. */
function parseDocument<T>(path: string, text: string, schema: z.ZodType<T>, issueOf: IssueWords): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const { line, reason } = whyNoJson(text);
    throw inFile(
      path,
      text.trim() === ''
        ? new UserError('is empty. Bring it back from git or a copy', { cause: error })
        : new LineError(line, `${reason}. Mend that place, or bring the file back from git or a copy`, {
            cause: error,
          }),
    );
  }
  if (isDeeperThan(value, deepest))
    throw new UserError(`${path}: holds lists and objects in one another more than ${deepest} deep`);
  const result = schema.safeParse(value, { error: issueWords });
  if (!result.success) throw new UserError(`${path}: ${issueOf(result.error, value)}`);
  return result.data;
}

/** Undefined where there is no such file; without a byte order mark, as some editors write it. Throws `UserError`. */
async function readText(path: string): Promise<string | undefined> {
  await refuseStream(path);
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw new UserError(
      `${path}: cannot be read: ${isCode(error, 'EISDIR') ? 'it is a folder. Move it away' : isCode(error, 'EACCES') ? 'permission denied. Make it readable' : reasonOf(error)}`,
      { cause: error },
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UserError(`${path}: is not UTF-8 text. Save it as such, or bring it back from git or a copy`, {
      cause: error,
    });
  }
}
