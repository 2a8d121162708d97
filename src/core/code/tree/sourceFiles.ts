import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackedArchive } from '../archive';
import type { CodeRepository } from '../codeRepository';
import type { GitObjects } from '../git/gitObjects';

/** A file that a tree begins with. */
export interface SourceFile {
  /** In UTF-8, with `/`. */
  readonly path: string;
  readonly kind: 'file' | 'symlink' | 'submodule';
  readonly isExecutable: boolean;
  /** Git's id of the bytes, where git keeps them. */
  readonly id?: string;
  /** Resolves to the bytes; undefined where there are more than are read. */
  readonly read: () => Promise<Uint8Array | undefined>;
}

/** A larger file is not read. In bytes. */
const maxFileBytes = 32 * 1024 * 1024;
/** No tree has more files. */
export const maxFiles = 500_000;

/**
 * Lists the files of a repository at a commit, sorted by path; of one without git those in its folder or archive.
 * Rejects with `UserError` where the commit is not there or not named.
 * @param path the path that `repository` was opened by
 */
export async function sourceFiles(
  repository: CodeRepository,
  commit: string | undefined,
  path: string,
  cacheFolder: string,
): Promise<readonly SourceFile[]> {
  // Says what is wrong with a commit, in its own words.
  await repository.filesAt(commit);
  if (repository.git && commit !== undefined)
    return sorted(await filesOfGit(repository.git, await repository.git.rootOf(commit)));
  const isFolder = (await stat(path)).isDirectory();
  return sorted(
    await filesOfFolder(isFolder ? path : await onlyFolder(await unpackedArchive(await realpath(path), cacheFolder))),
  );
}

const sorted = (files: SourceFile[]): readonly SourceFile[] =>
  files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));

async function filesOfGit(git: GitObjects, root: string): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const folders = [{ id: root, above: '' }];
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    for (const [name, { mode, id }] of await git.tree(folder.id)) {
      const path = `${folder.above}${name}`;
      if (mode === '40000') folders.push({ id, above: `${path}/` });
      else
        files.push({
          path,
          kind: kinds[mode] ?? 'file',
          isExecutable: mode === '100755',
          id,
          read: () => git.blob(id),
        });
      if (files.length + folders.length > maxFiles) return files;
    }
  }
  return files;
}

const kinds: Readonly<Record<string, 'symlink' | 'submodule'>> = { '120000': 'symlink', '160000': 'submodule' };

async function filesOfFolder(root: string): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const folders = [''];
  for (let above = folders.pop(); above !== undefined; above = folders.pop()) {
    for (const entry of await readdir(join(root, above), { withFileTypes: true })) {
      const [path, full] = [`${above}${entry.name}`, join(root, above, entry.name)];
      if (entry.isDirectory()) folders.push(`${path}/`);
      else if (entry.isSymbolicLink())
        files.push({ path, kind: 'symlink', isExecutable: false, read: () => Promise.resolve(undefined) });
      else if (entry.isFile()) {
        const { mode } = await lstat(full);
        files.push({ path, kind: 'file', isExecutable: (mode & 0o100) !== 0, read: () => bytesOf(full) });
      }
      if (files.length + folders.length > maxFiles) return files;
    }
  }
  return files;
}

async function bytesOf(path: string): Promise<Uint8Array | undefined> {
  const found = await lstat(path);
  return found.isFile() && found.size <= maxFileBytes ? readFile(path) : undefined;
}

/** The folder in which archives often hold all that they hold (`codeRepository.ts`). */
async function onlyFolder(folder: string): Promise<string> {
  let at = folder;
  for (let depth = 0; depth < 3; depth++) {
    const entries = await readdir(at, { withFileTypes: true });
    const [only] = entries;
    if (entries.length !== 1 || !only?.isDirectory()) return at;
    at = join(at, only.name);
  }
  return at;
}
