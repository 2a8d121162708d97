import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Low } from 'lowdb';
import type { z } from 'zod';
import { isDeeperThan, whyNoJson } from '../dataset/jsonFault';
import { makeFolders } from '../journal/makeFolders';
import { isCode, reasonOf } from '../journal/onDisk';
import { issueWords } from '../model/issueWords';
import { firstIssue, inFile, LineError, UserError } from '../model/problem';
import { replaceFile } from './replaceFile';

/** A small JSON document: lowdb (whole-file, atomic replacement) with a zod schema over it. */
export interface Document<T> {
  readonly data: T;
  /** Rejects with `DocumentChanged` where the file is not as it was read, and with `UserError` where it cannot be written; what stands in it stands then. */
  write(data: T): Promise<void>;
}

/** Somebody else wrote to a document since it was read. */
export class DocumentChanged extends UserError {
  override readonly name = 'DocumentChanged';
}

/** What is wrong with a value that a schema refuses, in words. */
export type IssueWords = (error: z.ZodError, value: unknown) => string;

/** Opens a document, or starts it with `initial` where the file does not exist. Throws `UserError` with file and field for anything that is not one. */
export async function openDocument<T>(path: string, schema: z.ZodType<T>, initial?: T, issueOf: IssueWords = firstIssue): Promise<Document<T>> {
  const text = await readText(path);
  if (text === undefined && initial === undefined) throw new UserError(`${path}: there is no such file`);
  const data = text === undefined ? (initial as T) : parseDocument(path, text, schema, issueOf);
  let known = text;
  const replace = async (value: T): Promise<void> => {
    const written = `${JSON.stringify(value, undefined, 2)}\n`;
    const agree = async (): Promise<void> => {
      if ((await readText(path)) !== known) throw new DocumentChanged(`${path}: was written to by somebody else meanwhile, and stands as they left it. Try again`);
    };
    try {
      await makeFolders(dirname(path));
      await replaceFile(path, (partial) => writeFile(partial, written, { flush: true }), agree);
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw new UserError(`${path}: could not be written, and stands as it was: ${reasonOf(error)}`, { cause: error });
    }
    known = written;
  };
  const low = new Low<T>({ read: () => Promise.resolve(data), write: replace }, data);
  return {
    get data() {
      return low.data;
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
  };
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
    throw inFile(path, text.trim() === '' ? new UserError('is empty. Bring it back from git or a copy', { cause: error }) : new LineError(line, `${reason}. Mend that place, or bring the file back from git or a copy`, { cause: error }));
  }
  if (isDeeperThan(value, deepest)) throw new UserError(`${path}: holds lists and objects in one another more than ${deepest} deep`);
  const result = schema.safeParse(value, { error: issueWords });
  if (!result.success) throw new UserError(`${path}: ${issueOf(result.error, value)}`);
  return result.data;
}

/** Undefined where there is no such file; without a byte order mark, as some editors write it. Throws `UserError`. */
async function readText(path: string): Promise<string | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw new UserError(`${path}: cannot be read: ${isCode(error, 'EISDIR') ? 'it is a folder. Move it away' : isCode(error, 'EACCES') ? 'permission denied. Make it readable' : reasonOf(error)}`, { cause: error });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UserError(`${path}: is not UTF-8 text. Save it as such, or bring it back from git or a copy`, { cause: error });
  }
}
