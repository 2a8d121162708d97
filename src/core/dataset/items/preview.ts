import type { FileProblem } from '../../model/problems/problem';
import { LayoutError } from '../fields/recordFields';
import { grouped, groupingsOf } from '../grouping/grouping';
import type { Head } from '../records/head';
import { promptKey } from './identity';
import { fullMapping, valuesOf } from '../layouts/layout';
import { mappingSettings, type Mapping } from '../fields/fieldMapping';
import { contentsOf, parseRecord, type Reading } from './parse';
import { type ItemOrProblem } from './parsedItem';
import { RecordReader } from '../records/recordReader';
import { UnreadLabels } from './unreadLabels';
import { valuePreview } from '../records/valuePreview';

/**
 * Nothing is written before it was seen. `head` reads the first records once; this and `fieldPaths` say what a layout
 * and its fields make of them and what else there is to choose. The chooser draws that and keeps none of it;
 * `study/create` and `study/datasetReading` look again, at every file, before they write. */

/** What a reading gives of a dataset's first records. */
export interface Preview {
  readonly fields: readonly FieldPlace[];
  readonly items: readonly Extract<ItemOrProblem, { readonly item: unknown }>[];
  /** Why records give no item, or rows cannot be gathered. */
  readonly problems: readonly FileProblem[];
  /** How many of the records give no item. */
  readonly unreadable: number;
  /** The field to correct before any item can be read, where it is a field. */
  readonly missing?: string;
  /** Whether there may be something to gather: rows share a prompt, or have one response. */
  readonly canGather: boolean;
}

/** Where a field of a layout stands. */
export interface FieldPlace {
  readonly name: string;
  readonly path: string;
  /** A person said so. */
  readonly mapped: boolean;
  /** The beginning of the first value there; undefined where none of the records has one. */
  readonly sample: string | undefined;
  /** It is looked for by its name, as long as nobody says where it is. */
  readonly free: boolean;
}

export function previewOf(head: Head, reading: Reading): Preview {
  const rows = head.records.map(({ raw, file }) => parseRecord(raw, file, reading));
  const files = [...new Set(head.records.map(({ file }) => file))];
  const apart = grouped(rows.flat(), groupingsOf({ ...reading, gather: false }, files));
  const parsed = reading.gather ? grouped(rows.flat(), groupingsOf(reading, files)) : apart;
  const items = parsed.flatMap((each) => ('item' in each ? [each] : []));
  const unread = new UnreadLabels(reading.mapping.values);
  for (const each of items) unread.add(each);
  const missing = items.length === 0 ? fieldToCorrect(head, reading) : undefined;
  return {
    fields: fieldPlaces(head, reading),
    items,
    problems: [
      // Of records that are put together, what a part misses may stand behind the first ones.
      ...(reading.layout.joins && items.length > 0
        ? []
        : parsed.flatMap((each) => ('problem' in each ? [each.problem] : []))),
      ...head.problems,
      ...unread.problems(),
    ],
    unreadable: rows.filter((row) => row.some((each) => 'problem' in each)).length,
    ...(missing !== undefined && { missing }),
    canGather: reading.mapping.gather !== undefined || canGather(apart),
  };
}

/**
 * How many of the first items are others (by id or content) in another reading: judgements of those no longer count for
 * what is shown then.
 */
export function changedItems(before: Preview, after: Preview): { readonly of: number; readonly changed: number } {
  const key = ({ item }: Preview['items'][number]): string => JSON.stringify([item.id, item.hash]);
  const there = new Set(after.items.map(key));
  return { of: before.items.length, changed: before.items.filter((item) => !there.has(key(item))).length };
}

/**
 * Where the fields stand that the layout finds by their names in a dataset's first records, with those that a mapping
 * names.
 */
export function mappingInFull({ records }: Head, { layout, mapping }: Reading): Mapping {
  const found: Record<string, string> = {};
  for (const { value } of records) {
    if (!value) continue;
    const record = new RecordReader(value, fullMapping(layout, mapping));
    try {
      layout.read(record);
    } catch (error) {
      if (!(error instanceof LayoutError)) throw error;
    }
    for (const [name, path] of Object.entries(record.foundFields))
      if (path !== layout.fields[name]) found[name] ??= path;
  }
  return { ...found, ...mapping };
}

function fieldPlaces(head: Head, reading: Reading): FieldPlace[] {
  const { records } = head;
  const { layout, mapping } = reading;
  const full = mappingInFull(head, reading);
  return Object.entries(fullMapping(layout, full))
    .filter(([name]) => !mappingSettings.includes(name))
    .map(([name, path]): FieldPlace => {
      const common = {
        name,
        path,
        mapped: Object.hasOwn(mapping, name),
        free: layout.free?.names.includes(name) === true,
      };
      for (const { value: record } of records) {
        const values = record
          ? valuesOf(record, layout, full, name).flatMap(({ value }) =>
              (value ?? '') === '' ? [] : [valuePreview(value)],
            )
          : [];
        if (values.length > 0) return { ...common, sample: values.join(' | ') };
      }
      return { ...common, sample: undefined };
    });
}

function fieldToCorrect({ records }: Head, reading: Reading): string | undefined {
  for (const { raw, value } of records) {
    if (!value) continue;
    try {
      contentsOf(raw, reading);
    } catch (error) {
      if (!(error instanceof LayoutError)) throw error;
      return error.field;
    }
  }
  return undefined;
}

function canGather(rows: readonly ItemOrProblem[]): boolean {
  const items = rows.flatMap((row) => ('item' in row ? [row.item] : []));
  return new Set(items.map(promptKey)).size < items.length || items.some(({ responses }) => responses.length === 1);
}
