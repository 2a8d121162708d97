import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isReservedName } from '../model/text/fileName';
import { problem, UserError } from '../model/problems/problem';

/** The bytes of a name that file systems allow, without ".jsonl" and the end of a long one. */
const maxLength = 230;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The file that holds an annotator's journal: letters, digits, `.`, `_` and `-` as they are, the rest as `%XX`, and so
 * the first letter of a name that Windows keeps for itself (`aux`). Many disks take "Bob" and "bob" for the same name,
 * so one with capital letters ends in eight digits of its SHA-256, and one that is too long for a file in all of them:
 * no two names share a file. Throws `UserError` for a name that is no text.
 */
export function journalFile(annotator: string): string {
  const name = escaped(annotator);
  const portable = isReservedName(name) ? `%${hexOf(name)}${name.slice(1)}` : name;
  // What is escaped is in capitals always.
  const marked = /[A-Z]/.test(name.replaceAll(/%[0-9A-F]{2}/g, ''))
    ? `${portable}%-${sha256(annotator).slice(0, 8)}`
    : portable;
  return `${marked.length + '.jsonl'.length <= 255 ? marked : shortened(name, annotator)}.jsonl`;
}

/** The file that held it in studies of former versions, which is the same for most names. */
export function formerJournalFile(annotator: string): string {
  const name = escaped(annotator);
  return `${name.length + '.jsonl'.length <= 255 ? name : shortened(name, annotator)}.jsonl`;
}

/**
 * The path of an annotator's journal in a folder: the former file where it is there and no other is. Names are compared
 * as the folder lists them, as a disk that ignores case opens another's file by this name.
 */
export async function journalPath(folder: string, annotator: string): Promise<string> {
  const [file, former] = [journalFile(annotator), formerJournalFile(annotator)];
  if (file === former) return join(folder, file);
  // A folder that cannot be listed holds no former file; whoever opens the path is told what is wrong with it.
  const names = await readdir(folder).catch((): string[] => []);
  return join(folder, !names.includes(file) && names.includes(former) ? former : file);
}

/** The annotator by whose name a file is called, if it is a journal's; undefined where the name is too long to tell. */
export function annotatorOf(file: string): string | undefined {
  try {
    return decodeURIComponent(file.replace(/(?:%-[0-9a-f]{8})?\.jsonl$/, ''));
  } catch {
    return undefined;
  }
}

/** Ends in the whole hash of the name, which is too long for a file. */
export const isShortened = (file: string): boolean => /%-[0-9a-f]{64}\.jsonl$/.test(file);

function escaped(annotator: string): string {
  if (!annotator.isWellFormed()) throw new UserError(problem('journal.halfCharacter', { annotator }));
  return encodeURIComponent(annotator)
    .replace(/[!'()*~]/g, (char) => `%${hexOf(char)}`)
    .replace(/^\./, '%2E');
}

const shortened = (name: string, annotator: string): string =>
  `${name.slice(0, maxLength - 64).replace(/%.?$/, '')}%-${sha256(annotator)}`;

const hexOf = (char: string): string => char.charCodeAt(0).toString(16).toUpperCase();
