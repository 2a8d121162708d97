import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Low } from 'lowdb';
import { TextFile } from 'lowdb/node';
import type { z } from 'zod';
import { isCode } from '../journal/onDisk';
import { firstIssue, messageOf, UserError } from '../model/problem';

/** A small JSON document: lowdb (whole-file, atomic replacement) with a zod schema over it. */
export interface Document<T> {
  readonly data: T;
  write(data: T): Promise<void>;
}

/** What is wrong with a value that a schema refuses, in words. */
export type IssueWords = (error: z.ZodError, value: unknown) => string;

/** Opens a document, or starts it with `initial` where the file does not exist. Throws `UserError` with file and field for anything that is not one. */
export async function openDocument<T>(path: string, schema: z.ZodType<T>, initial?: T, issueOf: IssueWords = firstIssue): Promise<Document<T>> {
  const text = await readText(path);
  if (text === undefined && initial === undefined) throw new UserError(`${path}: there is no such file`);
  const data = text === undefined ? (initial as T) : parseDocument(path, text, schema, issueOf);
  const file = new TextFile(path);
  const low = new Low<T>({ read: () => Promise.resolve(data), write: (value) => file.write(`${JSON.stringify(value, undefined, 2)}\n`) }, data);
  return {
    get data() {
      return low.data;
    },
    async write(value) {
      low.data = schema.parse(value);
      await mkdir(dirname(path), { recursive: true });
      await low.write();
    },
  };
}

/** Parses and checks a document's text. Throws `UserError`. */
function parseDocument<T>(path: string, text: string, schema: z.ZodType<T>, issueOf: IssueWords): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(`${path}: is not JSON: ${messageOf(error)}`, { cause: error });
  }
  const result = schema.safeParse(value);
  if (!result.success) throw new UserError(`${path}: ${issueOf(result.error, value)}`);
  return result.data;
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
