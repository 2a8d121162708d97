import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { problem, UserError } from '../model/problems/problem';
import { pathWithin } from '../study/pathWithin';
import { isArchiveName, unpackedArchive } from './archive';
import { folderFiles } from './folderFiles';
import { GitObjects } from './git/gitObjects';
import type { PipeOptions } from './git/objectPipe';
import type { BaseFiles } from './patch/applyPatch';

export interface RepositoryOptions extends PipeOptions {
  /** Folder for what archives hold. */
  readonly cacheFolder: string;
  /** Hears of paths before anything is read of them, and rejects where that must not be. */
  readonly admit: (paths: readonly string[]) => Promise<void>;
}

/** A repository that can be read: what its commits hold, or, where no git keeps it, what is in its folder. */
export interface CodeRepository {
  /** Where git's own files are; undefined where no git keeps it. */
  readonly git?: GitObjects;
  /** Resolves to the files at a commit. Rejects with `UserError` where it is not there, or not named. */
  filesAt(commit: string | undefined): Promise<BaseFiles>;
  close(): void;
}

/**
 * Opens a repository: a folder with a checkout, a bare one, a folder of files alone, or an archive of one of these.
 * Rejects with `UserError` where it is none or may not be read.
 */
export async function openRepository(path: string, options: RepositoryOptions): Promise<CodeRepository> {
  await options.admit([path]);
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UserError(problem('code.repositoryMissing', {}, path));
  if (found.isDirectory()) return openFolder(path, options);
  if (!isArchiveName(path)) throw new UserError(problem('code.notRepository', {}, path));
  const folder = await unpackedArchive(await realpath(path), options.cacheFolder);
  // What an archive leads to is never outside of it.
  const inside = (paths: readonly string[]): Promise<void> =>
    paths.every((each) => pathWithin(folder, each) !== undefined)
      ? Promise.resolve()
      : Promise.reject(new UserError(problem('code.notRepository', {}, path)));
  return openFolder(await innermost(folder), { ...options, admit: inside });
}

async function openFolder(folder: string, options: RepositoryOptions): Promise<CodeRepository> {
  const own = await gitFolderOf(folder);
  if (own === undefined) {
    const files = folderFiles(folder);
    return { filesAt: () => Promise.resolve(files), close: () => undefined };
  }
  await options.admit(await placesOfObjects(own, options.admit));
  const git = new GitObjects(own, options);
  return {
    git,
    filesAt: async (commit) => {
      if (commit === undefined) throw new UserError(problem('code.commitNotNamed', {}, folder));
      return git.files(await git.rootOf(commit));
    },
    close: () => git.close(),
  };
}

/** The folder in which archives often hold all that they hold. */
async function innermost(folder: string): Promise<string> {
  let at = folder;
  for (let depth = 0; depth < 3; depth++) {
    if ((await gitFolderOf(at)) !== undefined) return at;
    const entries = await readdir(at, { withFileTypes: true });
    const [only] = entries;
    if (entries.length !== 1 || !only?.isDirectory()) return at;
    at = join(at, only.name);
  }
  return at;
}

/** Where git's own files of a folder are; undefined where there are none. */
async function gitFolderOf(folder: string): Promise<string | undefined> {
  const inside = join(folder, '.git');
  const found = await stat(inside).catch(() => undefined);
  if (found?.isDirectory()) return inside;
  // A worktree or a submodule has a file that says where.
  if (found?.isFile()) {
    const line = /^gitdir: (.+)/.exec(await readFile(inside, 'utf8'))?.[1]?.trim();
    return line === undefined ? undefined : resolve(folder, line);
  }
  const parts = await Promise.all(
    ['HEAD', 'objects', 'refs'].map((name) => stat(join(folder, name)).catch(() => undefined)),
  );
  return parts.every((part) => part !== undefined) && parts[1]?.isDirectory() ? folder : undefined;
}

/** More repositories than these borrow from no other one; git stops at five (`object-file.c`). */
const maxAlternates = 20;

/** The folders that git reads for a repository beside its own: of the one that it is a worktree of, and that it borrows from. */
async function placesOfObjects(
  gitFolder: string,
  admit: (paths: readonly string[]) => Promise<void>,
): Promise<readonly string[]> {
  await admit([gitFolder]);
  const lines = async (path: string): Promise<readonly string[]> =>
    (await readFile(path, 'utf8').catch(() => ''))
      .split(/\r?\n/)
      .filter((line) => line !== '' && !line.startsWith('#'));
  const [common] = await lines(join(gitFolder, 'commondir'));
  const places = [gitFolder, ...(common === undefined ? [] : [resolve(gitFolder, common)])];
  const objects = places.map((place) => join(place, 'objects'));
  for (const folder of objects) {
    await admit([folder]);
    for (const line of await lines(join(folder, 'info', 'alternates'))) {
      const place = isAbsolute(line) ? line : resolve(folder, line);
      if (objects.length < maxAlternates && !objects.includes(place)) objects.push(place);
    }
  }
  return [...places, ...objects];
}
