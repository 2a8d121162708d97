import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reworded, type FileProblem } from '../../model/problems/problem';
import { cachedAsWritten, cachedPath, replaceCached } from './cachedFile';
import { FilesBeside, keptBeside } from './filesBeside';
import { kindOfFile } from '../readers/fileKind';
import { assertVersion, bytesOfVersion, totalFileSize, versionsOf } from './fileVersion';
import { countOf, rawReader, rawRecords, type UnparsedRecords } from '../records/framing';
import { type WholeFileProblem } from '../records/framer';
import { groupingsOf } from '../grouping/grouping';
import { materialized } from '../layouts/texts/materialized';
import type { LineRange } from './lineRanges';
import { parseRecord, type Reading } from '../items/parse';
import { type ItemOrProblem } from '../items/parsedItem';
import { materializeItems, type MaterializeOptions } from '../items/materializeItems';
import { referItems } from '../items/referItems';
import { readHead, streamUnread } from '../records/recordStream';
import { references, RunRows } from './references';
import { leanRunsOf, ReferencedItems } from './runThreads';
import type { ReadOptions } from '../readers/readOptions';
import { runs } from '../layouts/runs/runs';

/** Records that are parsed at a time, so that what was made of each is garbage while still young. */
const few = 8;

export interface ScanOptions {
  readonly signal?: AbortSignal | undefined;
  /** Hears how many bytes of all files were read. */
  readonly onBytes?: (bytes: number) => void;
  /** Hears what is wrong with a file as a whole; else that comes behind its items. */
  readonly onEnd?: (problem: FileProblem) => void;
  /** See `ReadOptions`. */
  readonly onBeside?: ReadOptions['onBeside'];
}

/** Records of one file that stand behind each other, as they stand there. */
export interface RecordChunk {
  readonly file: string;
  readonly reading: Reading;
  readonly records: UnparsedRecords;
}

/** The same by where they stand, for whoever reads them (`RangeReader`). */
export interface RangeChunk {
  readonly file: string;
  readonly reading: Reading;
  readonly range: LineRange;
}

/** What is wrong with a file as a whole. */
export interface FaultyChunk {
  readonly problems: readonly FileProblem[];
}

export type Chunk = RecordChunk | FaultyChunk;

/**
 * Every item of the files in order, in batches: for scans, which need no index. What is to be put together is written
 * out to a temporary file first.
 */
export async function* scan(
  paths: readonly string[],
  reading: Reading,
  options: ScanOptions = {},
): AsyncGenerator<readonly ItemOrProblem[]> {
  for await (const chunk of scanChunks(paths, reading, options)) yield* itemsIn(chunk);
}

/** Reads files in order in chunks of which nothing is made yet: `itemsIn` does, here or on another thread. */
export function scanChunks(
  paths: readonly string[],
  reading: Reading,
  options: ScanOptions = {},
): AsyncGenerator<Chunk> {
  return stretchesBy((file) => chunksOf(file, reading, options), paths, reading, options);
}

/**
 * Cuts files into chunks for those who read them: of files whose records are lines, only the beginning is read here.
 */
export function scanRanges(
  paths: readonly string[],
  reading: Reading,
  options: ScanOptions = {},
): AsyncGenerator<Chunk | RangeChunk> {
  return stretchesBy((file) => rangesOf(file, reading, options), paths, reading, options);
}

async function* stretchesBy<S>(
  of: (paths: readonly string[]) => AsyncGenerator<S>,
  paths: readonly string[],
  reading: Reading,
  options: ScanOptions,
): AsyncGenerator<S | Chunk> {
  if (groupingsOf(reading, paths).length === 0) {
    yield* of(paths);
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'tiebreak-'));
  try {
    const copy = join(folder, `items.${copyKind(reading)}`);
    await writeItems(paths, reading, copy, options);
    yield* chunksOf([copy], readingOfCopy(copy), { signal: options.signal });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The items of a stretch in order, in batches. @param givesTexts whether they come with their `texts` */
export function* itemsIn(chunk: Chunk, givesTexts = false): Generator<readonly ItemOrProblem[]> {
  if ('problems' in chunk) {
    yield chunk.problems.map((problem) => ({ problem }));
    return;
  }
  const { records, file, reading } = chunk;
  const raw = rawReader(records, true);
  for (let begin = 0; begin < countOf(records); begin += few) {
    const some: ItemOrProblem[] = [];
    const end = Math.min(begin + few, countOf(records));
    for (let at = begin; at < end; at++)
      for (const parsed of parseRecord(raw(at), file, reading, givesTexts)) some.push(parsed);
    yield some;
  }
}

/** How items that were written out are read. */
export const materializedReading: Reading = { layout: materialized, mapping: {} };
const referenceReading: Reading = { layout: references, mapping: {} };

/** How a copy that `materializedCopy` made is read. */
export const readingOfCopy = (copy: string): Reading =>
  copy.endsWith('.references') ? referenceReading : materializedReading;

/** Whether what is read so is a copy that `materializedCopy` made. */
export const isOfCopy = ({ layout }: Reading): boolean => layout === materialized || layout === references;

/** Of runs alone is known that what a file holds of a task is read again as fast as it was copied. */
const copyKind = ({ layout, mapping, gather = false }: Reading): 'unpacked' | 'references' =>
  layout === runs && !gather && Object.keys(mapping).length === 0 ? 'references' : 'unpacked';

/** Writes the items of files to `copy`, or where they stand. */
async function writeItems(
  paths: readonly string[],
  reading: Reading,
  copy: string,
  { only, ...options }: ScanOptions & Pick<MaterializeOptions, 'only'>,
): Promise<void> {
  const groupings = groupingsOf(reading, paths);
  const [grouping] = groupings;
  const { signal } = options;
  if (copyKind(reading) === 'unpacked' || !grouping) {
    const rows = scanRecords(paths, reading, options);
    await materializeItems(rows, copy, { groupings, signal, ...(only && { only }) });
    return;
  }
  let before = 0;
  const read = new RunRows();
  const ofFile = (): ScanOptions => ({ ...options, onBytes: (bytes) => options.onBytes?.(before + bytes) });
  await referItems(paths, copy, {
    grouping,
    pairs: reading.pairs,
    signal,
    ...(only && { only }),
    source: {
      async *leanRows(files) {
        for await (const found of leanRunsOf(files, await totalFileSize(files), options)) {
          if (found) options.onBytes?.((before += bytesOfVersion(found.version)));
          yield found;
        }
      },
      async *wholeRows(file) {
        yield* scanRecords([file], reading, ofFile());
        before += (await stat(file)).size;
      },
      rowsAt: (places) => read.rowsAt(places),
    },
  });
}

/** Whether items are not records, so that they must be written out to be found by their number. */
export function mustMaterialize(reading: Reading): boolean {
  return reading.layout.expands === true || groupingsOf(reading, []).length > 0;
}

/**
 * The items of a dataset written out in `cacheFolder`, once per version of its files and of those beside them that
 * were read with them. Resolves to the copy's path, to be read by `materializedReading`. Aborting leaves nothing behind.
 */
export async function materializedCopy(
  paths: readonly string[],
  reading: Reading,
  cacheFolder: string,
  { signal, onFraction }: { readonly signal?: AbortSignal; readonly onFraction?: (fraction: number) => void } = {},
): Promise<string> {
  const { layout, mapping, gather = false, pairs } = reading;
  const versions = await versionsOf(paths);
  const bytes = await totalFileSize(paths);
  // The number counts up when what is written changes its form.
  const key = JSON.stringify([
    5,
    paths,
    versions,
    layout.name,
    mapping,
    gather,
    ...(layout.form === undefined ? [] : [layout.form]),
    ...(pairs ? [pairs] : []),
  ]);
  const keyWith = ({ version }: FilesBeside): string => key + version;
  const kind = copyKind(reading);
  return cachedAsWritten(cacheFolder, keyWith(await keptBeside(cacheFolder, key)), kind, async (partial) => {
    const beside = new FilesBeside();
    const told: FileProblem[] = [];
    const isLine = (parsed: ItemOrProblem): boolean => {
      const isNumbered = hasNumber(parsed);
      if (!isNumbered && told.length < mostTold && 'problem' in parsed) told.push(parsed.problem);
      return isNumbered;
    };
    await writeItems(paths, reading, partial, {
      only: isLine,
      signal,
      onBytes: (read) => onFraction?.(read / bytes),
      onBeside: (path, known) => beside.add(path, known),
    });
    for (const [i, path] of paths.entries()) await assertVersion(path, versions[i]);
    await beside.assertSame();
    await beside.keep(cacheFolder, key);
    if (told.length > 0)
      await replaceCached(cachedPath(cacheFolder, keyWith(beside), 'told'), cacheFolder, (path) =>
        writeFile(path, JSON.stringify(told)),
      );
    return keyWith(beside);
  });
}

/** More is a wrong dataset, not one with faults. */
const mostTold = 1000;

/** What is worth knowing of the files of a copy as a whole, which has no number among the items. */
export async function toldOfCopy(copy: string): Promise<readonly FileProblem[]> {
  const kept = await readFile(copy.replace(/\.\w+$/, '.told'), 'utf8').catch(() => '[]');
  return (JSON.parse(kept) as readonly FileProblem[]).map(reworded);
}

/** All but what `toldOfCopy` tells. */
const hasNumber = (parsed: ItemOrProblem): boolean =>
  'item' in parsed || parsed.problem.severity === 'error' || parsed.problem.line !== undefined;

async function* scanRecords(
  paths: readonly string[],
  reading: Reading,
  options: ScanOptions,
): AsyncGenerator<readonly ItemOrProblem[]> {
  for await (const chunk of chunksOf(paths, reading, options)) yield* itemsIn(chunk);
}

/** Bytes of a range. */
const rangeBytes = 1 << 18;

async function* rangesOf(
  paths: readonly string[],
  reading: Reading,
  options: ScanOptions,
): AsyncGenerator<Chunk | RangeChunk> {
  let before = 0;
  const onBytes = (read: number): void => options.onBytes?.(before + read);
  for (const file of paths) {
    const { size } = await stat(file);
    if (await hasLines(file, reading)) {
      for (let begin = 0; begin < size; begin += rangeBytes) {
        options.signal?.throwIfAborted();
        yield { file, reading, range: { begin, end: Math.min(begin + rangeBytes, size) } };
        onBytes(Math.min(begin + rangeBytes, size));
      }
    } else yield* chunksOf([file], reading, { ...options, onBytes });
    before += size;
  }
}

/** Whether all records are lines of texts as they stand, so that `ranges` gives where they stand. */
export async function areLineRecords(paths: readonly string[], reading: Reading): Promise<boolean> {
  return (
    groupingsOf(reading, paths).length === 0 &&
    (await Promise.all(paths.map((path) => hasLines(path, reading)))).every((is) => is)
  );
}

/** Whether a file is a text as it stands, with a record a line. */
async function hasLines(file: string, { layout, mapping }: Reading): Promise<boolean> {
  return (
    layout !== references &&
    (await kindOfFile(file)).kind === 'text' &&
    (await readHead(file, 1, { mapping })).framing === 'jsonl'
  );
}

async function* chunksOf(paths: readonly string[], reading: Reading, options: ScanOptions): AsyncGenerator<Chunk> {
  let before = 0;
  for (const file of paths) {
    let bytes = 0;
    const onBytes = (read: number): void => {
      bytes = read;
      options.onBytes?.(before + read);
    };
    const ended: FileProblem[] = [];
    const rows = reading.layout === references ? new ReferencedItems() : undefined;
    const onEnd = (problem: WholeFileProblem): number => ended.push({ severity: 'error', file, ...problem });
    try {
      for await (const records of streamUnread(file, { ...options, mapping: reading.mapping, onBytes, onEnd })) {
        // Told before the items where it is known then, as nobody may want to hear the end.
        if (ended.length > 0 && !options.onEnd) yield { problems: ended.splice(0) };
        if (!rows) yield { file, reading, records };
        else
          for await (const raw of rows.wholes(rawRecords(records)))
            yield { file, reading: materializedReading, records: [raw] };
      }
    } finally {
      rows?.end();
    }
    if (options.onEnd) ended.forEach(options.onEnd);
    else if (ended.length > 0) yield { problems: ended };
    before += bytes;
  }
}
