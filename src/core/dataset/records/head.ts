import type { FileProblem } from '../../model/problems/problem';
import { innerPathsIn } from '../recognition/innerPaths';
import { firstObjects } from '../recognition/firstObjects';
import type { JsonObject } from '../fields/recordFields';
import type { Layout } from '../layouts/layout';
import type { Mapping } from '../fields/fieldMapping';
import { maybeRecordValue, type RawRecord } from './rawRecord';
import { readHead, recordArrays } from './recordStream';

/** The first records of a dataset: what a person looks at before a study is made of it. */
export interface Head {
  readonly records: readonly HeadRecord[];
  /** What is wrong with a file as a whole. */
  readonly problems: readonly FileProblem[];
  /**
   * Where records may stand in the JSON object that holds them, as dotted paths, or in which sheets of a workbook; the
   * one that was read first, and none where they stand by themselves.
   */
  readonly recordsPaths: readonly string[];
}

export interface HeadRecord {
  /** Absolute path. */
  readonly file: string;
  readonly raw: RawRecord;
  /** Its fields; undefined where it is no object. */
  readonly value: JsonObject | undefined;
}

/** A person chooses among so many places inside others. */
const maxPlaces = 8;

/** Files beyond these look like them, or creating the study tells where not. */
const maxFiles = 4;

/** Of records that are put together, so many of each file and so many files are read: the parts of an item lie apart. */
const [joinedRecords, joinedFiles] = [200, 32];

/**
 * Reads the first records of the first files that have any. Throws `UserError` where none is an object.
 * @param layout by which they are read, where that is known
 */
export async function headOf(files: readonly string[], mapping: Mapping, layout?: Layout): Promise<Head> {
  const [most, count] = layout?.joins ? [joinedFiles, joinedRecords] : [maxFiles, undefined];
  const records: HeadRecord[] = [];
  const problems: FileProblem[] = [];
  let recordsPaths: readonly string[] = [];
  let read = 0;
  for (const file of files) {
    if (read === most) break;
    const head = await readHead(file, count, { mapping });
    if (head.records.length > 0) read++;
    records.push(...head.records.map((raw) => ({ file, raw, value: maybeRecordValue(raw) })));
    const { framing } = head;
    if (head.problem) problems.push({ severity: 'error', file, ...head.problem });
    if (typeof framing === 'object' && framing.kind === 'nested-array')
      recordsPaths = [
        ...new Set([
          ...recordsPaths,
          framing.path.join('.'),
          ...(await recordArrays(file)),
          ...(await innerPathsIn(file)).slice(0, maxPlaces),
        ]),
      ];
    if (typeof framing === 'object' && framing.kind === 'inner')
      recordsPaths = [
        ...new Set([
          ...recordsPaths,
          framing.path.join('.'),
          ...(await innerPathsIn(file)).slice(0, maxPlaces),
          ...(await recordArrays(file)),
        ]),
      ];
    if (framing === undefined)
      recordsPaths = [
        ...new Set([
          ...recordsPaths,
          ...(mapping.records === undefined ? [] : [mapping.records]),
          ...(await recordArrays(file)),
        ]),
      ];
  }
  if (records.every(({ value }) => value === undefined)) await firstObjects(files[0] ?? '', mapping);
  return { records, problems, recordsPaths };
}

/** The records of a head that are objects. */
export const objectsOf = ({ records }: Head): readonly JsonObject[] =>
  records.flatMap(({ value }) => (value ? [value] : []));
