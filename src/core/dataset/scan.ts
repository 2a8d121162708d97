import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Problem } from '../model/problem';
import { cachedFile } from './cachedFile';
import { assertVersion, sizeOf, versionOf } from './fileVersion';
import type { WholeFileProblem } from './framing';
import { groupingsOf } from './grouping';
import { prepared } from './layouts/prepared';
import { parseRecord, type Parsed, type Reading } from './parse';
import { prepare } from './prepare';
import type { RawRecord } from './rawRecord';
import { streamRecords } from './recordStream';

/** Records that are parsed at a time, so that what was made of each is garbage while still young. */
const few = 32;

export interface ScanOptions {
  readonly signal?: AbortSignal | undefined;
  /** Hears how many bytes of all files were read. */
  readonly onBytes?: (bytes: number) => void;
  /** Hears what is wrong with a file as a whole; else that comes behind its items. */
  readonly onEnd?: (problem: Problem) => void;
}

/**
 * Every item of the files in order, in batches: for scans, which need no index. What is to be put together is written out to a temporary file first.
 */
export async function* scan(paths: readonly string[], reading: Reading, options: ScanOptions = {}): AsyncGenerator<readonly Parsed[]> {
  const groupings = groupingsOf(reading);
  if (groupings.length === 0) {
    yield* scanRecords(paths, reading, options);
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'tiebreak-'));
  try {
    const copy = join(folder, 'items.jsonl');
    await prepare(scanRecords(paths, reading, options), copy, { groupings, signal: options.signal });
    yield* scanRecords([copy], writtenOut, { signal: options.signal });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How items that were written out are read. */
export const writtenOut: Reading = { layout: prepared, mapping: {} };

/** Whether items are not records, so that they must be written out to be found by their number. */
export function mustBeWrittenOut(reading: Reading): boolean {
  return reading.layout.expands === true || groupingsOf(reading).length > 0;
}

/** The items of a dataset written out in `cacheFolder`, once per version of its files. Resolves to the copy's path, to be read as `writtenOut`. Aborting leaves nothing behind. */
export async function preparedCopy(paths: readonly string[], reading: Reading, cacheFolder: string, { signal, onFraction }: { readonly signal?: AbortSignal; readonly onFraction?: (fraction: number) => void } = {}): Promise<string> {
  const { layout, mapping, gather = false } = reading;
  const versions = await Promise.all(paths.map(versionOf));
  const bytes = await sizeOf(paths);
  // The number counts up when what is written changes its form.
  const key = JSON.stringify([2, paths, versions, layout.name, mapping, gather]);
  return cachedFile(cacheFolder, key, 'unpacked', async (partial) => {
    await prepare(scanRecords(paths, reading, { signal, onBytes: (read) => onFraction?.(read / bytes) }), partial, { groupings: groupingsOf(reading), signal });
    for (const [i, path] of paths.entries()) await assertVersion(path, versions[i]);
  });
}

async function* scanRecords(paths: readonly string[], reading: Reading, options: ScanOptions): AsyncGenerator<readonly Parsed[]> {
  let before = 0;
  for (const path of paths) {
    let bytes = 0;
    const onBytes = (read: number): void => {
      bytes = read;
      options.onBytes?.(before + read);
    };
    const ended: Problem[] = [];
    const onEnd = (problem: WholeFileProblem): number => ended.push({ severity: 'error', file: path, ...problem });
    for await (const batch of streamRecords(path, { ...options, mapping: reading.mapping, onBytes, onEnd })) {
      for (let begin = 0; begin < batch.length; begin += few) yield parsedFrom(batch, begin, path, reading);
    }
    if (options.onEnd) ended.forEach(options.onEnd);
    else if (ended.length > 0) yield ended.map((problem) => ({ problem }));
    before += bytes;
  }
}

/** What a few records give, from the one at `begin` on. */
function parsedFrom(batch: readonly RawRecord[], begin: number, path: string, reading: Reading): Parsed[] {
  const all: Parsed[] = [];
  for (let at = begin; at < begin + few && at < batch.length; at++) for (const parsed of parseRecord(batch[at] as RawRecord, path, reading)) all.push(parsed);
  return all;
}
