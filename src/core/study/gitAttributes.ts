import { appendFile, open, readFile, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { startOfSource } from '../dataset/sources/sources';
import { fileErrorReason, isErrorCode } from '../journal/fileStatus';
import type { Project } from '../model/study/project';
import { problem, UserError } from '../model/problems/problem';
import { studyPaths } from './studyPaths';

/**
 * Git on Windows turns `\n` into `\r\n` as it checks files out (`core.autocrlf`), and so alters the texts in a table's
 * cells, and with them the items. `.gitattributes` keeps the bytes of what belongs to a study: its folder, its project,
 * its dataset and its guidelines. A pattern of git reaches no file above its own `.gitattributes`, so what stands
 * elsewhere in the repository has a line beside itself.
 */

/** Lets git merge the journals of a study, whose folder is there. Throws `UserError` where that cannot be written. */
export const keepMergeable = (projectFile: string): Promise<void> =>
  ensureLines(studyPaths(projectFile).folder, ['* -text', 'annotations/*.jsonl merge=union -text']);

/** The same for what judges said, in a study that has a judge. */
export const keepSuggestionsMergeable = (projectFile: string): Promise<void> =>
  ensureLines(studyPaths(projectFile).folder, ['suggestions/*.jsonl merge=union -text']);

/** Has git keep the bytes of a study. Throws `UserError` where a file of attributes cannot be written. */
export async function keepBytes(projectFile: string, project: Project): Promise<void> {
  await keepMergeable(projectFile);
  for (const [folder, lines] of await linesFor(projectFile, project)) await ensureLines(folder, lines);
}

/**
 * Writes git's attributes for a study of an earlier version, where that changes nothing for git: in a repository, and
 * with no file whose lines end in `\r\n` here, which git may have made of `\n`. Throws as `keepBytes` does.
 */
export async function keepBytesOfBefore(
  projectFile: string,
  project: Project,
  sources: readonly string[],
): Promise<void> {
  if ((await repositoryOf(projectFile)) === undefined) return;
  for (const path of [projectFile, ...sources]) if (await endsLinesInTwo(path)) return;
  await keepBytes(projectFile, project);
}

/** The lines for what lies outside of the study's folder, by the folder of their `.gitattributes`. */
async function linesFor(projectFile: string, { dataset, task }: Project): Promise<ReadonlyMap<string, string[]>> {
  const home = dirname(projectFile);
  const repository = await repositoryOf(projectFile);
  const lines = new Map<string, string[]>();
  const add = (folder: string, pattern: string): void => {
    lines.set(folder, [...(lines.get(folder) ?? []), `${quoted(pattern)} -text`]);
  };
  for (const named of [basename(projectFile), ...dataset.sources, ...(task.guidelines ? [task.guidelines] : [])]) {
    const start = await startOfSource(named, home);
    const isFolder = (await stat(start).catch(() => undefined))?.isDirectory() === true;
    const isPattern = start !== resolve(home, named);
    const root = isInside(start, home)
      ? home
      : repository !== undefined && isInside(start, repository)
        ? isFolder
          ? start
          : dirname(start)
        : undefined;
    if (root === undefined) continue;
    const within = relative(root, start)
      .split(sep)
      .filter((part) => part !== '');
    const path = `/${within.map(literal).join('/')}`;
    if (isPattern) add(root, patternBelow(path, relative(start, resolve(home, named)).split(sep).join('/')));
    else add(root, isFolder ? `${path.replace(/\/$/, '')}/**` : path);
  }
  return lines;
}

/** A source's pattern as git understands it: git knows no alternatives, so that these stand for all that is there. */
const patternBelow = (path: string, pattern: string): string =>
  `${path.replace(/\/$/, '')}/${/[{(!]/.test(pattern) ? '**' : pattern}`;

/** A name as a pattern that matches nothing else. */
const literal = (name: string): string => name.replace(/[*?[\]\\]/g, '\\$&');

/** A pattern as a line of attributes takes it, which ends it at a space. */
const quoted = (pattern: string): string =>
  /[\s"]/.test(pattern) ? `"${pattern.replace(/["\\]/g, '\\$&').replaceAll('\t', '\\t')}"` : pattern;

/** Tells whether a path is a folder or lies below it. */
function isInside(path: string, folder: string): boolean {
  const from = relative(folder, path);
  return !isAbsolute(from) && from !== '..' && !from.startsWith(`..${sep}`);
}

/** The folder of the repository that a file lies in; undefined where it lies in none. */
async function repositoryOf(file: string): Promise<string | undefined> {
  for (let folder = dirname(resolve(file)); ; folder = dirname(folder)) {
    // In a worktree and in a submodule it is a file.
    if (await stat(join(folder, '.git')).catch(() => undefined)) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/** So much of a file is looked at for its line ends, in bytes. */
const lookedAt = 1 << 16;

/** Resolves to whether a file's lines end in `\r\n`, by its beginning; false for a file that is not there. */
async function endsLinesInTwo(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  if (!file) return false;
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(lookedAt), 0, lookedAt, 0);
    return buffer.subarray(0, bytesRead).includes('\r\n');
  } finally {
    await file.close();
  }
}

async function ensureLines(folder: string, lines: readonly string[]): Promise<void> {
  const path = join(folder, '.gitattributes');
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isErrorCode(error, 'ENOENT')) return '';
    throw notMade(path, error);
  });
  const there = text.split(/\r?\n/);
  const added = lines.filter((line) => !there.includes(line));
  if (added.length === 0) return;
  await appendFile(path, `${text === '' || text.endsWith('\n') ? '' : '\n'}${added.join('\n')}\n`).catch(
    (error: unknown) => {
      throw notMade(path, error);
    },
  );
}

const notMade = (path: string, error: unknown): UserError =>
  new UserError(problem('study.notMade', { reason: fileErrorReason(error, 'try') }, path), { cause: error });
