import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { counted, number } from '../../model/text/counted';
import { UserError, type FileProblem } from '../../model/problems/problem';
import { fileKinds } from '../../model/study/recipe';
import { exportAt } from './check';
import { sha256Of } from './fileHash';
import { stateOfLock } from './lock';
import { readManifest, type Manifest, type ManifestFile } from './manifest';
import type { Target } from './target';

/**
 * Whether an export still is what was written there: its folder, or the one file, is held against the hashes of its
 * manifest, and a lock beside it tells of an export that is being written, or that died in the middle of its moves and
 * left a mix of two. Empty where there is no manifest and no lock. May throw what `readManifest` does not: the file
 * system's errors.
 */
export async function asWritten(path: string, signal?: AbortSignal): Promise<readonly FileProblem[]> {
  const target = await targetAt(path);
  const state = await stateOfLock(target.lock);
  if (state === 'held')
    return [
      {
        severity: 'warning',
        file: target.folder,
        message: 'an export is being written there at this moment. Validate it again once that is done',
      },
    ];
  const dead: FileProblem[] =
    state === 'dead'
      ? [
          {
            severity: 'error',
            file: target.folder,
            message: `an export died while it was written (${basename(target.lock)} is left of it): files of two exports may be mixed. Export again, which puts that right first`,
          },
        ]
      : [];
  let manifest: Manifest | undefined;
  try {
    manifest = await readManifest(target.manifest);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [
      ...dead,
      {
        severity: 'warning',
        file: target.manifest,
        message:
          'this manifest cannot be read, so nothing tells whether the files are as they were written. Export again, with --overwrite, or take it away',
      },
    ];
  }
  const files = manifest?.files ?? [];
  const isOne = target.isFolder && extname(path) !== '' && files.some(({ name }) => name === basename(path));
  const asked = isOne ? files.filter(({ name }) => name === basename(path)) : files;
  const changed = await Promise.all(asked.map(async (file) => changeOf(join(target.folder, file.name), file, signal)));
  const media: FileProblem[] = [];
  if (!isOne)
    for (const file of manifest?.media ?? [])
      media.push(...[await changeOf(join(target.folder, file.name), file, signal)].flatMap((problem) => problem ?? []));
  return [...dead, ...changed.flatMap((problem) => problem ?? []), ...media];
}

async function changeOf(
  path: string,
  { bytes, sha256, rows }: Pick<ManifestFile, 'bytes' | 'sha256' | 'rows'>,
  signal?: AbortSignal,
): Promise<FileProblem | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return { severity: 'error', file: path, message: 'is not there, and the export wrote it. Export again' };
  if (found.size === bytes && sha256 === (await sha256Of(path, signal))) return undefined;
  return {
    severity: 'warning',
    file: path,
    message: `is not as the export wrote it (${found.size === bytes ? 'its SHA-256 is another' : `${counted(found.size, 'byte')}; ${number(bytes)} were written`}): it was edited since, or is of another export${rows === undefined ? '' : '. Its rows are checked as they are'}`,
  };
}

/** The export that a path names: a folder, a file that is one by itself, or one of those in a folder. */
async function targetAt(path: string): Promise<Target> {
  if (!(await stat(path)).isFile()) return exportAt(path);
  if (!(fileKinds as readonly string[]).includes(extname(path).slice(1))) return exportAt(dirname(path));
  const alone = exportAt(path);
  const hasOwn =
    (await stat(alone.manifest).catch(() => undefined)) !== undefined || (await stateOfLock(alone.lock)) !== undefined;
  return hasOwn ? alone : exportAt(dirname(path));
}
