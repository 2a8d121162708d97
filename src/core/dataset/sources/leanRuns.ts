import type { ParsedItem } from '../items/parsedItem';
import type { LeanRows } from '../items/referItems';
import { leanPart } from '../layouts/runs/runs';
import { runFileHarness } from '../readers/fileKind';
import type { ReadOptions } from '../readers/readOptions';
import { harnessNamed } from '../runs/recognize';
import { runsWithoutKeys } from '../runs/runLines';
import { bytesOfVersion, versionOf } from './fileVersion';

/** A larger file is not read anew for an item; one with more runs may hold those of as many items. */
const mostBytes = 4 << 20;
const mostRuns = 4;

/** A file of runs, in a version that is small enough. */
export interface SmallRunFile {
  readonly file: string;
  readonly harness: string;
  readonly version: string;
}

/** Undefined where the file is none, or larger. */
export async function smallRunFile(file: string): Promise<SmallRunFile | undefined> {
  const harness = await runFileHarness(file);
  const version = await versionOf(file);
  return harness && version !== undefined && bytesOfVersion(version) <= mostBytes
    ? { file, harness: harness.name, version }
    : undefined;
}

/** Runs without what was said in them; undefined where the file has too many. */
export async function leanRuns(
  { file, harness, version }: SmallRunFile,
  options: Pick<ReadOptions, 'signal' | 'onBytes' | 'onBeside'>,
): Promise<LeanRows | undefined> {
  const rows: ParsedItem[] = [];
  for await (const run of runsWithoutKeys(file, harnessNamed(harness), options)) {
    if (rows.length >= mostRuns) return undefined;
    rows.push({ item: leanPart(run), labels: [], file, line: rows.length + 1 });
  }
  return { version, rows };
}
