import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { UserError, type FileProblem, fileProblem, problem } from '../../model/problems/problem';
import { benchmarkHistory, dataFilePattern, ignoredFilePattern } from '../readers/dataFileNames';
import { isRunFile } from '../readers/fileKind';
import { keepKinds, takeKeptKinds } from './keptKinds';
import { eachOf } from './fileVersion';

/** The files of a dataset, and what is odd about them. */
export interface Sources {
  /** Absolute paths, in the order in which they are read; each once. */
  readonly files: readonly string[];
  readonly problems: readonly FileProblem[];
}

/**
 * Finds the files that sources name, each a file, a folder (all data files in it) or a pattern, relative to `base`.
 * Files stand in the order of the sources and, within one, in natural order. Throws `UserError` where a folder or a
 * pattern holds none, or cannot be read; a single file that is missing is left for its reader to tell.
 */
export async function expandSources(sources: readonly string[], base: string): Promise<Sources> {
  const files = new Set<string>();
  const reals = new Map<string, string>();
  const problems: FileProblem[] = [];
  for (const source of sources) {
    const path = resolve(base, source);
    const kind = await kindAt(path);
    if (kind === 'stream') throw new UserError(problem('dataset.sourceIsStream', {}, path));
    if (kind === 'folder' || (kind === undefined && (await isPattern(source)))) {
      const all: Found = kind === 'folder' ? await filesIn(path) : { files: await matching(source, base), again: [] };
      const { files: found, again } = await eachOnce(all, reals);
      if (again.length > 0)
        problems.push(
          fileProblem(
            'warning',
            { file: path },
            problem('dataset.linksReadAlready', { names: again.slice(0, 3), count: again.length }),
          ),
        );
      if (all.files.length === 0)
        throw new UserError(
          problem(kind === 'folder' ? 'dataset.folderWithoutData' : 'dataset.nothingMatches', {}, path),
        );
      found.sort(naturally);
      const { kept, passedOver } = kind === 'folder' ? await runsAmong(found) : { kept: found, passedOver: [] };
      if (passedOver.length > 0)
        problems.push(
          fileProblem(
            'warning',
            { file: path },
            problem('runs.otherFiles', {
              names: passedOver.slice(0, 3).map((file) => relative(path, file)),
              count: passedOver.length,
            }),
          ),
        );
      for (const file of kept) files.add(file);
      problems.push(...missingShards(kept));
    } else if (!files.has(path)) {
      const real = await realpath(path).catch(() => path);
      if (reals.has(real)) problems.push(fileProblem('warning', { file: path }, problem('dataset.readAlready', {})));
      else files.add(path);
      reals.set(real, reals.get(real) ?? path);
    }
  }
  return { files: [...files], problems };
}

/** Of the files in a folder with runs of agents those that hold some; in other folders all of them. */
async function runsAmong(
  files: readonly string[],
): Promise<{ readonly kept: readonly string[]; readonly passedOver: readonly string[] }> {
  const kept: string[] = [];
  const passedOver: string[] = [];
  let hasRuns = false;
  // What cannot be read is left for its reader to tell.
  const before = await takeKeptKinds(files);
  const areRuns = await eachOf(files, (file) => isRunFile(file).catch(() => undefined));
  await keepKinds(files, before);
  for (const [at, file] of files.entries()) {
    const isRun = areRuns[at];
    (isRun === false ? passedOver : kept).push(file);
    hasRuns ||= isRun === true;
  }
  return hasRuns ? { kept, passedOver } : { kept: files, passedOver: [] };
}

/**
 * Where a source begins, as an absolute path: the file or folder itself; of a pattern, the folder below which it looks.
 */
export async function startOfSource(source: string, base: string): Promise<string> {
  const path = resolve(base, source);
  if ((await kindAt(path)) !== undefined || !(await isPattern(source))) return path;
  return resolve(base, source.slice(0, source.search(magic)).replace(/[^/\\]*$/, ''));
}

async function kindAt(path: string): Promise<'file' | 'folder' | 'stream' | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && (found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'stream');
}

/** Files that were found, and what leads to the same ones once more. */
interface Found {
  readonly files: readonly string[];
  readonly again: readonly string[];
}

/**
 * The files without those that another path leads to; of two paths the one without links stays.
 * @param reals what is read already: by real path, the path that it goes by; the files come to it
 */
async function eachOnce(
  { files, again }: Found,
  reals: Map<string, string>,
): Promise<{ files: string[]; again: readonly string[] }> {
  const named = await eachOf(files, async (path) => ({ path, real: await realpath(path).catch(() => path) }));
  const links = named.filter(({ path, real }) => path !== real);
  const once: string[] = [];
  const twice: string[] = [];
  for (const { path, real } of [
    ...named.filter((each) => !links.includes(each)),
    ...links.sort((a, b) => naturally(a.path, b.path)),
  ]) {
    const before = reals.get(real);
    if (before === undefined) once.push(path);
    else if (before !== path) twice.push(path);
    if (before === undefined) reals.set(real, path);
  }
  return { files: once, again: [...again, ...twice] };
}

/**
 * Data files at any depth, behind links too (as those in a hub's cache are); what begins with a dot (but what aider's benchmark leaves), a study's own
 * folder and installed packages are passed over. Folders behind links come last, so that each is entered once and by
 * its own name.
 */
async function filesIn(folder: string): Promise<Found> {
  const files: string[] = [];
  const again: string[] = [];
  const entered = new Set<string>();
  const links: string[] = [];
  const enter = async (path: string, real: string): Promise<void> => {
    entered.add(real);
    const entries = await entriesOf(path);
    if (entries.some(({ name }) => name === benchmarkHistory.results))
      for (const { name } of entries)
        if (name === benchmarkHistory.results || name === benchmarkHistory.history) files.push(join(path, name));
    for (const entry of entries) {
      const { name } = entry;
      if (name.startsWith('.') || name.endsWith('.tiebreak.d') || name === 'node_modules') continue;
      const at = join(path, name);
      const kind = await kindAt(at);
      if (kind === 'file' && dataFilePattern.test(name) && !ignoredFilePattern.test(name)) files.push(at);
      else if (kind === 'folder' && entry.isSymbolicLink()) links.push(at);
      else if (kind === 'folder') await enter(at, join(real, name));
    }
  };
  await enter(folder, await realpath(folder));
  // The list grows by links in the folders that are entered.
  for (const link of links) {
    const real = await realpath(link);
    if (entered.has(real)) again.push(link);
    else await enter(link, real);
  }
  return { files, again };
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    throw new UserError(
      problem(
        'dataset.folderUnreadable',
        { reason: error instanceof Error && 'code' in error ? String(error.code) : String(error) },
        folder,
      ),
      { cause: error },
    );
  }
}

/** So many names a pattern looks through: far more than any dataset has, and some 700 MB of memory. */
export const maxNames = 1_000_000;

/** What a pattern has and few names do. */
const magic = /[*?[{(!]/;

async function isPattern(source: string): Promise<boolean> {
  return magic.test(source) && (await import('../libraries/patterns')).isDynamicPattern(source);
}

async function matching(pattern: string, base: string): Promise<string[]> {
  const { filesMatching } = await import('../libraries/patterns');
  const found = await filesMatching(sep === '\\' ? pattern.replaceAll(sep, '/') : pattern, base, maxNames);
  if (!found) throw new UserError(problem('dataset.patternTooWide', { most: maxNames }, pattern));
  // Whoever writes a pattern knows the endings; only what never holds records is passed over.
  return found.map((path) => resolve(path)).filter((path) => !ignoredFilePattern.test(basename(path)));
}

/** Numbers by their value, so that train-2 comes before train-10; the same on every machine. */
function naturally(a: string, b: string): number {
  const [left, right] = [parts(a), parts(b)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [x = '', y = ''] = [left[i], right[i]];
    if (x === y) continue;
    const isNumber = /^\d/.test(x) && /^\d/.test(y);
    if (isNumber && BigInt(x) !== BigInt(y)) return BigInt(x) < BigInt(y) ? -1 : 1;
    return x < y ? -1 : 1;
  }
  return left.length - right.length;
}

/** What parts folders sorts before all else, so that a folder's files stay together. */
const parts = (path: string): string[] => path.replaceAll(sep, '\u0000').match(/\d+|\D+/g) ?? [];

/** A warning for each file that a name such as train-00000-of-00004.parquet promises and that is not there. */
function missingShards(files: readonly string[]): FileProblem[] {
  const series = new Map<
    string,
    { file: string; numbers: Set<number>; total: number; name: (number: number) => string }
  >();
  for (const file of files) {
    const match = /^(.*?)(\d+)(-of-)(\d+)(.*)$/.exec(basename(file));
    if (!match) continue;
    const [, before = '', number = '', of = '', total = '', after = ''] = match;
    const key = join(dirname(file), `${before}*${of}${total}${after}`);
    const known = series.get(key) ?? {
      file,
      numbers: new Set(),
      total: Number(total),
      name: (n: number) => `${before}${String(n).padStart(number.length, '0')}${of}${total}${after}`,
    };
    known.numbers.add(Number(number));
    series.set(key, known);
  }
  return [...series.values()].flatMap(({ file, numbers, total, name }): FileProblem[] => {
    // Shards are counted from 0, here and there from 1.
    const first = numbers.has(0) || !numbers.has(total) ? 0 : 1;
    const missing: string[] = [];
    for (let n = first; n < first + total && missing.length < 4; n++) if (!numbers.has(n)) missing.push(name(n));
    if (missing.length === 0) return [];
    return [
      fileProblem(
        'warning',
        { file },
        problem('dataset.partsMissing', {
          names: missing.slice(0, 3),
          hasMore: missing.length > 3,
          found: numbers.size,
          total,
        }),
      ),
    ];
  });
}

/** How a file is named beside the project: as its source says, or relative to the project's folder. */
export function sourceName(file: string, sources: readonly string[], base: string): string {
  return sources.find((source) => resolve(base, source) === file) ?? relative(base, file).split(sep).join('/');
}
