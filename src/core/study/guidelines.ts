import { hash, randomBytes } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { moveFile } from '../journal/busyFiles';
import { makeFolders } from '../journal/makeFolders';
import { JournalWriteError } from '../journal/journalWriter';
import { isErrorCode, fileErrorReason, refuseStream } from '../journal/fileStatus';
import { problem, UserError } from '../model/problems/problem';

/** The study's guidelines for annotators, a Markdown file. */
export interface Guidelines {
  /** With line ends as `\n`, so that git may write them as it likes. */
  readonly text: string;
  /** SHA-256 of the text, 32 hex digits: what an annotation names. */
  readonly version: string;
}

/** Longer ones are another file, named by mistake. */
const maxMegabytes = 8;

/** Digits of a version by which people and files name it. */
const shortLength = 12;

/** A version as it is shown. */
export const shortVersion = (version: string): string => version.slice(0, shortLength);

/** Gives the path of a project's guidelines; undefined where it names none. */
export function guidelinesPath(projectFile: string, named: string | undefined): string | undefined {
  return named === undefined ? undefined : resolve(dirname(projectFile), named);
}

/** Reads guidelines. Throws `UserError` where the file is missing, cannot be read, is too long or is not text. */
export async function readGuidelines(path: string): Promise<Guidelines> {
  const bytes = await read(path);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UserError(problem('study.guidelinesNotUtf8', {}, path), { cause: error });
  }
  return guidelinesOf(text);
}

/** A text as guidelines. */
export function guidelinesOf(written: string): Guidelines {
  const text = written.replaceAll('\r\n', '\n');
  return { text, version: hash('sha256', text).slice(0, 32) };
}

/** The file in `folder` that keeps a version. */
export const copyOf = (folder: string, version: string): string => join(folder, `${shortVersion(version)}.md`);

/** Resolves to whether `folder` holds the text of a version. */
export async function isKept(folder: string, version: string): Promise<boolean> {
  const text = await readFile(copyOf(folder, version), 'utf8').catch(() => undefined);
  return text !== undefined && guidelinesOf(text).version === version;
}

/** Keeps a copy of guidelines in `folder`, unless it is there. Rejects with `JournalWriteError`. */
export async function keepCopy(folder: string, { text, version }: Guidelines): Promise<void> {
  if (await isKept(folder, version)) return;
  const path = copyOf(folder, version);
  const partial = `${path}.${randomBytes(4).toString('hex')}.partial`;
  try {
    await makeFolders(folder);
    await writeFile(partial, text, { flush: true });
    await moveFile(partial, path);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw new JournalWriteError(problem('study.guidelinesNotKept', { reason: fileErrorReason(error) }, path), {
      cause: error,
    });
  }
}

async function read(path: string): Promise<Buffer> {
  try {
    await refuseStream(path);
    const { size } = await stat(path);
    if (size > maxMegabytes << 20)
      throw new UserError(problem('study.guidelinesTooLong', { megabytes: maxMegabytes }, path));
    return await readFile(path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    if (isErrorCode(error, 'ENOENT'))
      throw new UserError(problem('study.guidelinesMissing', {}, path), { cause: error });
    throw new UserError(
      isErrorCode(error, 'EISDIR')
        ? problem('study.guidelinesAreFolder', {}, path)
        : problem('study.guidelinesUnreadable', { reason: fileErrorReason(error) }, path),
      { cause: error },
    );
  }
}
