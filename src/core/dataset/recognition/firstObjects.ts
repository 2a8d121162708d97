import { stat } from 'node:fs/promises';
import { isJson } from '../../model/text/isJson';
import { problem, UserError, type Problem } from '../../model/problems/problem';
import { LayoutError, type JsonObject } from '../fields/recordFields';
import type { Framing } from '../records/framing';
import type { Mapping } from '../fields/fieldMapping';
import { NoLayoutError } from '../items/noLayoutError';
import { maybeRecordValue, placeOf, recordValue, type RawRecord } from '../records/rawRecord';
import { readHead, recordArrays } from '../records/recordStream';

/**
 * Records: what a file holds one of the other. JSONL; an array; an object that holds an array of them, unless the
 * object itself has a prompt; an object keyed by id; columns; rows of a table below their names (`formats` finds which
 * it is, by the bytes). A folder with a file per model and rows with the same prompt are put together later
 * (`gathering`). Where several arrays hold records alike, or a table has no names, a person has to say which are meant.
 */

/** So many records are looked at: few say what a code means. */
const sampled = 200;

/** The first records of a file that are objects. Throws `UserError` where it has none, and says why. */
export async function firstObjects(path: string, mapping: Mapping): Promise<readonly [JsonObject, ...JsonObject[]]> {
  const { framing, records, problem: ofFile } = await readHead(path, sampled, { mapping });
  if (records.length === 0 && ofFile)
    throw new UserError(problem('recognition.notReadable', { reason: ofFile.message }, path));
  if (records.length === 0)
    throw new UserError(
      (await stat(path)).size === 0 ? problem('recognition.isEmpty', {}, path) : withoutRecords(path, framing),
    );
  const objects: JsonObject[] = [];
  let why: Problem | undefined;
  for (const record of records) {
    try {
      objects.push(recordValue(record));
    } catch (error) {
      if (!(error instanceof LayoutError)) throw error;
      why ??= problem('recognition.notReadable', { reason: error.message }, { file: path, ...placeOf(record) });
    }
  }
  const [first, ...more] = objects;
  if (!first) throw new UserError(proseIn(path, records) ?? why ?? problem('recognition.noRecord', {}, path));
  return [first, ...more];
}

/** Returns the first objects of each file that has records: one of several may be empty. */
export async function firstObjectsOf(
  paths: readonly string[],
  mapping: Mapping,
): Promise<readonly { readonly path: string; readonly records: readonly JsonObject[] }[]> {
  const found: { path: string; records: readonly JsonObject[] }[] = [];
  for (const path of paths)
    if ((await readHead(path, 1, { mapping })).records.length > 0)
      found.push({ path, records: await firstObjects(path, mapping) });
  return found;
}

/** What is said of a file that is not empty and has no record. */
const withoutRecords = (path: string, framing: Framing | undefined): Problem =>
  typeof framing === 'object' && framing.kind === 'csv'
    ? problem('recognition.onlyColumnNames', { columns: framing.columns.length }, path)
    : problem('recognition.noRecord', {}, path);

/**
 * What is said of a file whose first lines are neither JSON nor a table; undefined where the first begins like JSON.
 */
function proseIn(path: string, records: readonly RawRecord[]): Problem | undefined {
  const [first] = records;
  if (!first || !('text' in first) || isJson(first.text) || /^\s*["[{]/.test(first.text)) return undefined;
  const line = first.text.trim();
  return problem('recognition.isProse', { beginning: line.length > 40 ? `${line.slice(0, 40)}…` : line }, path);
}

/**
 * Throws `NoLayoutError` where several arrays of a JSON object hold records with the same fields, and are no parts of
 * one dataset: nobody can tell whether one is meant, or each holds the responses of one model.
 */
export async function assertOneRecordArray(path: string): Promise<void> {
  const { framing, records } = await readHead(path, 1);
  if (typeof framing !== 'object' || framing.kind !== 'nested-array') return;
  const own = framing.path.join('.');
  const [fields] = records.map(fieldNames);
  if (fields === undefined || isPart(own)) return;
  const rivals: string[] = [];
  for (const other of await recordArrays(path)) {
    if (other === own || isPart(other)) continue;
    // A key with a dot leads to nothing, and so to no rival.
    const [first] = await readHead(path, 1, { mapping: { records: other } }).then((head) => head.records);
    if (first && fieldNames(first) === fields) rivals.push(other);
  }
  if (rivals.length === 0) return;
  throw new NoLayoutError(
    [],
    problem(
      'recognition.severalArrays',
      { arrays: [own, ...rivals.slice(0, maxRivals)], more: Math.max(0, rivals.length - maxRivals) },
      path,
    ),
    undefined,
    'place',
  );
}

/** So many arrays are named beside the first. */
const maxRivals = 4;

const fieldNames = (record: RawRecord): string | undefined =>
  Object.keys(maybeRecordValue(record) ?? {})
    .sort()
    .join('\n') || undefined;

/** Whether an array is called like a part of a dataset: the others are told, and left out. */
const isPart = (path: string): boolean =>
  /^(train(ing)?|test(ing)?|val(id(ation)?)?|dev|eval(uation)?|heldout|held_out)$/i.test(path.split('.').at(-1) ?? '');

/** Whether names are what stands in a row: a sentence or a date among them. */
export const isHeadless = (names: readonly string[]): boolean =>
  names.some((name) => name.length > maxColumnLength || /^\d{4}-\d{2}-\d{2}/.test(name)) ||
  (names.some((name) => /^[+-]?\d+([.,]\d+)?$/.test(name)) &&
    names.some((name) => /\S\s+\S+\s+\S.*[?.!。？！]$/.test(name))) ||
  (names.length > 1 &&
    names.every((name) => /^[+-]?\d+([.,]\d+)?$/.test(name) || name.trim().split(/\s+/).length >= wordsOfRow));

/** Where all that is no number has so many words, it is a row. */
const wordsOfRow = 4;

/** Names of columns are no longer: questions of forms are, by a little. */
const maxColumnLength = 200;

/** Whether a file is one JSON object and nothing else. */
export async function isOneObject(path: string, mapping: Mapping): Promise<boolean> {
  const { framing, records } = await readHead(path, 2, { mapping });
  return (
    records.length === 1 && (framing === 'json-values' || (framing === 'jsonl' && /\.json(\.(gz|zst))?$/i.test(path)))
  );
}
