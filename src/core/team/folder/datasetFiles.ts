import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileErrorReason } from '../../journal/fileStatus';
import { makeFolders } from '../../journal/makeFolders';
import { problem, UserError } from '../../model/problems/problem';
import { setChanged } from '../../study/fileModes';
import { pathWithin } from '../../study/pathWithin';
import { replaceFile } from '../../study/replaceFile';
import type { Study } from '../../study/study';

/** Gives the folder of the dataset in a folder that is a study's remote. */
const datasetIn = (folder: string): string => join(folder, 'dataset');

/**
 * Copies the files of a study's dataset into the folder that is its remote, so that whoever joins has them: a folder gives
 * no items out. Resolves to the paths of those that lie outside of the study's own folder, which everybody has to have.
 */
export async function shareDataset(
  { file, sources }: Pick<Study, 'file' | 'sources'>,
  folder: string,
): Promise<string[]> {
  const elsewhere: string[] = [];
  for (const source of sources) {
    const path = pathWithin(dirname(file), source);
    if (path === undefined) {
      elsewhere.push(source);
      continue;
    }
    await shareFile(source, join(datasetIn(folder), path));
  }
  return elsewhere;
}

/** Copies the dataset's files to where a study was joined; what lies there already stays as it is. */
export async function fetchDataset(folder: string, studyFolder: string): Promise<void> {
  const from = datasetIn(folder);
  if (!(await stat(from).catch(() => undefined))) return;
  try {
    for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const to = join(studyFolder, relative(from, path));
      if (!(await stat(path)).isFile() || (await stat(to).catch(() => undefined))) continue;
      await copyFile(path, to);
    }
  } catch (error) {
    throw new UserError(problem('team.datasetNotCopied', { reason: fileErrorReason(error) }, from), { cause: error });
  }
}

async function shareFile(from: string, to: string): Promise<void> {
  const [here, there] = await Promise.all([from, to].map((path) => stat(path).catch(() => undefined)));
  // Times as some shares keep them: by two seconds.
  if (here && there && here.size === there.size && Math.abs(here.mtimeMs - there.mtimeMs) < 2000) return;
  try {
    await copyFile(from, to);
  } catch (error) {
    throw new UserError(problem('team.datasetNotCopied', { reason: fileErrorReason(error) }, from), { cause: error });
  }
}

/** Copies the content of a file, whole or not at all, and its time where that can be set; no mode, as shares refuse it. */
async function copyFile(from: string, to: string): Promise<void> {
  const { mtime } = await stat(from);
  await makeFolders(dirname(to));
  await replaceFile(to, async (partial) => {
    await pipeline(createReadStream(from), createWriteStream(partial));
    await setChanged(partial, mtime);
  });
}
