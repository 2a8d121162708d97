import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { fileProblem, problem, UserError, type FileProblem } from '../../model/problems/problem';
import { fileKinds } from '../../model/study/recipe';
import { exportAt } from './checkExport';
import { sha256Of } from './fileHash';
import { isSameButForLineEnds } from './sameButForLineEnds';
import { stateOfLock } from './lock';
import { readManifest, type Manifest, type ManifestFile } from './manifest';
import type { ExportTarget } from './exportTarget';

/**
 * Whether an export still is what was written there: its folder, or the one file, is held against the hashes of its
 * manifest, and a lock beside it tells of an export that is being written, or that died in the middle of its moves and
 * left a mix of two. Empty where there is no manifest and no lock. May throw what `readManifest` does not: the file
 * system's errors.
 */
export async function checkIntegrity(path: string, signal?: AbortSignal): Promise<readonly FileProblem[]> {
  const target = await targetAt(path);
  const state = await stateOfLock(target.lock);
  if (state === 'held') return [fileProblem('warning', { file: target.folder }, problem('export.isBeingWritten', {}))];
  const dead: FileProblem[] =
    state === 'dead'
      ? [
          fileProblem(
            'error',
            { file: target.folder },
            problem('export.diedWhileWritten', { lock: basename(target.lock) }),
          ),
        ]
      : [];
  let manifest: Manifest | undefined;
  try {
    manifest = await readManifest(target.manifest);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [...dead, fileProblem('warning', { file: target.manifest }, problem('export.filesNotCompared', {}))];
  }
  const files = manifest?.files ?? [];
  const isOne = target.isFolder && extname(path) !== '' && files.some(({ name }) => name === basename(path));
  const asked = isOne ? files.filter(({ name }) => name === basename(path)) : files;
  const changed = await Promise.all(asked.map(async (file) => changeOf(join(target.folder, file.name), file, signal)));
  const media: FileProblem[] = [];
  if (!isOne)
    for (const file of manifest?.media ?? [])
      media.push(...[await changeOf(join(target.folder, file.name), file, signal)].flatMap((each) => each ?? []));
  return [...dead, ...changed.flatMap((each) => each ?? []), ...media];
}

async function changeOf(
  path: string,
  { bytes, sha256, rows }: Pick<ManifestFile, 'bytes' | 'sha256' | 'rows'>,
  signal?: AbortSignal,
): Promise<FileProblem | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return fileProblem('error', { file: path }, problem('export.fileGone', {}));
  if (found.size === bytes && sha256 === (await sha256Of(path, signal))) return undefined;
  if (await isSameButForLineEnds(path, sha256, signal))
    return fileProblem('warning', { file: path }, problem('export.otherLineEnds', {}));
  return fileProblem(
    'warning',
    { file: path },
    problem('export.fileChanged', { size: found.size, written: bytes, holdsRows: rows !== undefined }),
  );
}

/** The export that a path names: a folder, a file that is one by itself, or one of those in a folder. */
async function targetAt(path: string): Promise<ExportTarget> {
  if (!(await stat(path)).isFile()) return exportAt(path);
  if (!(fileKinds as readonly string[]).includes(extname(path).slice(1))) return exportAt(dirname(path));
  const alone = exportAt(path);
  const hasOwn =
    (await stat(alone.manifest).catch(() => undefined)) !== undefined || (await stateOfLock(alone.lock)) !== undefined;
  return hasOwn ? alone : exportAt(dirname(path));
}
