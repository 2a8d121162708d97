import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { UserError, type Problem } from '../model/problem';

/** The files of a dataset, and what is odd about them. */
export interface Sources {
  /** Absolute paths, in the order in which they are read; each once. */
  readonly files: readonly string[];
  readonly problems: readonly Problem[];
}

/** File names that are read as data where a folder or a pattern is named; what stands in the file is found by its bytes. */
const dataFile = /\.(jsonl|ndjson|json|csv|tsv|tab|psv|parquet|pq|arrow|feather|ipc)(\.(gz|zst))?$/i;
/** What HF datasets and model repositories keep beside the data, and the caches of `datasets`. */
const noData = /^(dataset_infos?|dataset_dict|state|config|package|package-lock|tsconfig|metadata|schema|index)\.json$|^cache-.*\.arrow$|^readme/i;

/**
 * Finds the files that sources name, each a file, a folder (all data files in it) or a pattern, relative to `base`. Files stand
 * in the order of the sources and, within one, in natural order. Throws `UserError` where a folder or a pattern holds none, or
 * cannot be read; a single file that is missing is left for its reader to tell.
 */
export async function expandSources(sources: readonly string[], base: string): Promise<Sources> {
  const files = new Set<string>();
  const problems: Problem[] = [];
  for (const source of sources) {
    const path = resolve(base, source);
    const kind = await kindAt(path);
    if (kind === 'folder' || (kind === undefined && (await isPattern(source)))) {
      const found = kind === 'folder' ? await filesIn(path) : await matching(source, base);
      if (found.length === 0) throw new UserError(kind === 'folder' ? `${path}: the folder holds no data file (JSONL, JSON, CSV, TSV, Parquet or Arrow; plain, .gz or .zst). Name another, or the files themselves` : `${path}: no file matches this pattern. Correct it, or name a folder or files`);
      found.sort(naturally);
      for (const file of found) files.add(file);
      problems.push(...missingShards(found));
    } else files.add(path);
  }
  return { files: [...files], problems };
}

/** Where a source begins, as an absolute path: the file or folder itself; of a pattern, the folder below which it looks. */
export async function startOfSource(source: string, base: string): Promise<string> {
  const path = resolve(base, source);
  if ((await kindAt(path)) !== undefined || !(await isPattern(source))) return path;
  return resolve(base, source.slice(0, source.search(magic)).replace(/[^/\\]*$/, ''));
}

async function kindAt(path: string): Promise<'file' | 'folder' | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && (found.isDirectory() ? 'folder' : 'file');
}

/** Data files at any depth; what begins with a dot, a study's own folder and installed packages are passed over. */
async function filesIn(folder: string): Promise<string[]> {
  let entries;
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    throw new UserError(`${folder}: the folder cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : String(error)}). Make it readable, or name its files`, { cause: error });
  }
  const files: string[] = [];
  for (const { name } of entries) {
    const path = join(folder, name);
    if (name.startsWith('.') || name.endsWith('.tiebreak.d') || name === 'node_modules') continue;
    // Also behind a link, as the files in a hub's cache are.
    const kind = await kindAt(path);
    if (kind === 'folder') files.push(...(await filesIn(path)));
    else if (kind === 'file' && dataFile.test(name) && !noData.test(name)) files.push(path);
  }
  return files;
}

/** What a pattern has and few names do. */
const magic = /[*?[{(!]/;

async function isPattern(source: string): Promise<boolean> {
  return magic.test(source) && (await import('./libraries/patterns')).isDynamicPattern(source);
}

async function matching(pattern: string, base: string): Promise<string[]> {
  const { filesMatching } = await import('./libraries/patterns');
  const found = await filesMatching(sep === '\\' ? pattern.replaceAll(sep, '/') : pattern, base);
  // Whoever writes a pattern knows the endings; only what never holds records is passed over.
  return found.map((path) => resolve(path)).filter((path) => !noData.test(basename(path)));
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
function missingShards(files: readonly string[]): Problem[] {
  const series = new Map<string, { file: string; numbers: Set<number>; total: number; name: (number: number) => string }>();
  for (const file of files) {
    const match = /^(.*?)(\d+)(-of-)(\d+)(.*)$/.exec(basename(file));
    if (!match) continue;
    const [, before = '', number = '', of = '', total = '', after = ''] = match;
    const key = join(dirname(file), `${before}*${of}${total}${after}`);
    const known = series.get(key) ?? { file, numbers: new Set(), total: Number(total), name: (n: number) => `${before}${String(n).padStart(number.length, '0')}${of}${total}${after}` };
    known.numbers.add(Number(number));
    series.set(key, known);
  }
  return [...series.values()].flatMap(({ file, numbers, total, name }): Problem[] => {
    // Shards are counted from 0, here and there from 1.
    const first = numbers.has(0) || !numbers.has(total) ? 0 : 1;
    const missing: string[] = [];
    for (let n = first; n < first + total && missing.length < 4; n++) if (!numbers.has(n)) missing.push(name(n));
    if (missing.length === 0) return [];
    const some = missing.length > 3 ? `${missing.slice(0, 3).join(', ')} and more are` : `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'}`;
    return [{ severity: 'warning', file, message: `${some} not there: ${numbers.size} of ${total} parts were found. Fetch the rest, or go on without` }];
  });
}

/** How a file is named beside the project: as its source says, or relative to the project's folder. */
export function sourceName(file: string, sources: readonly string[], base: string): string {
  return sources.find((source) => resolve(base, source) === file) ?? relative(base, file).split(sep).join('/');
}
