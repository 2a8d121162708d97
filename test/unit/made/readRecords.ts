import { join } from 'node:path';
import { openRecords } from '../../../src/core/dataset/records/openRecords';
import { placeOf, recordValue, type RawRecord } from '../../../src/core/dataset/records/rawRecord';
import { streamRecords } from '../../../src/core/dataset/records/recordStream';
import type { WholeFileProblem } from '../../../src/core/dataset/records/framer';
import type { Mapping } from '../../../src/core/dataset/fields/fieldMapping';
import { unpackedCopy } from '../../../src/core/dataset/sources/unpackedCopy';
import { temporaryFolder } from './temporaryFolder';

/** What stands at a place: the record's fields, or why it has none. */
export interface ReadRecord {
  readonly place: string;
  readonly value?: unknown;
  readonly fault?: string;
}

export function found(raw: RawRecord): ReadRecord {
  const { line, unit } = placeOf(raw);
  const place = unit ? `${unit} ${line}` : String(line);
  try {
    return { place, value: recordValue(raw) };
  } catch (error) {
    return { place, fault: (error as Error).message };
  }
}

/** Every record of a file by streaming. */
export async function streamRecordsOf(
  path: string,
  mapping: Mapping = {},
): Promise<{ records: ReadRecord[]; problem: WholeFileProblem | undefined }> {
  const records: ReadRecord[] = [];
  let problem: WholeFileProblem | undefined;
  for await (const batch of streamRecords(path, { mapping, onEnd: (end) => (problem = end) }))
    records.push(...batch.map(found));
  return { records, problem };
}

/** The same by random access, the last record first; checks that nothing lies behind the last. */
export async function fetchRecordsOf(
  path: string,
  mapping: Mapping = {},
  cache = join(temporaryFolder(), 'cache'),
): Promise<ReadRecord[]> {
  const file = await openRecords(path, {
    mapping,
    unpack: (packed, signal, whole) => unpackedCopy(packed, cache, { signal, ...(whole && { whole }) }),
  });
  try {
    await file.whenComplete();
    const records: ReadRecord[] = [];
    for (let ordinal = file.count - 1; ordinal >= 0; ordinal--) {
      const raw = await file.record(ordinal);
      if (!raw) throw new Error(`no record ${ordinal} of ${file.count}`);
      records.unshift(found(raw));
    }
    if (await file.record(file.count)) throw new Error('a record behind the last');
    return records;
  } finally {
    await file.close();
  }
}
