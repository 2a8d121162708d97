import { fileProblem, problem, type Problem } from '../../model/problems/problem';
import type { Item } from '../../model/item/item';
import { field, LayoutError, type JsonObject } from '../fields/recordFields';
import { contentHash } from './identity';
import { sourceTexts, type SourceTexts } from '../json/sourceTexts';
import { layouts } from '../layouts';
import { fullMapping, type Content, type Label, type Layout } from '../layouts/layout';
import { type Mapping } from '../fields/fieldMapping';
import type { RunPairs } from '../grouping/runPairs';
import { withoutSkipped } from '../layouts/labels/skippedValues';
import { MaterializedProblem } from '../layouts/texts/materialized';
import { maybeRecordValue, placeOf, recordValue, type RawRecord } from '../records/rawRecord';
import { idOf, RecordReader } from '../records/recordReader';
import { withLineEnds } from './lineEnds';
import { type ParsedItem, type ItemOrProblem } from './parsedItem';

/** How records of a dataset are read. */
export interface Reading {
  readonly layout: Layout;
  readonly mapping: Mapping;
  /**
   * Whether rows with the same prompt are one item; 'files': each file holds the responses of one model, and an item
   * has one of each.
   */
  readonly gather?: GatherOption;
  /** Of a task's runs, the two that are its item; all of them where absent. */
  readonly pairs?: RunPairs | undefined;
}

export type GatherOption = boolean | 'files';

/**
 * What the layout makes of a record, without the hash, which costs as much again. Throws `LayoutError` where it does
 * not fit.
 */
export function contentsOf(raw: RawRecord, reading: Reading): readonly Content[] {
  return contentsIn(recordValue(withLineEnds(raw, reading)), reading);
}

function contentsIn(record: JsonObject, reading: Reading): readonly Content[] {
  const read = reading.layout.read(new RecordReader(record, fieldsFor(reading)));
  return isList(read) ? read : [read];
}

/** What a reading says once for all its records. */
const knownFields = new WeakMap<Reading, Mapping>();

function fieldsFor(reading: Reading): Mapping {
  let fields = knownFields.get(reading);
  if (!fields) knownFields.set(reading, (fields = fullMapping(reading.layout, reading.mapping)));
  return fields;
}

/**
 * The items of one record of `file` (an absolute path); never throws for what is in the record.
 * @param givesTexts whether they come with their `texts`
 */
export function parseRecord(
  raw: RawRecord,
  file: string,
  reading: Reading,
  givesTexts = false,
): readonly ItemOrProblem[] {
  try {
    const record = recordValue(withLineEnds(raw, reading));
    const texts = 'text' in raw && raw.source ? sourceTexts(raw.source, record) : undefined;
    const { gather } = reading.mapping;
    const group = gather === undefined ? undefined : idOf(field(record, gather));
    const parsed = contentsIn(record, reading).map((content) =>
      parsedOf(content, raw, file, texts, givesTexts, reading.mapping.values),
    );
    return group === undefined ? parsed : parsed.map((each) => ({ ...each, group }));
  } catch (error) {
    if (error instanceof MaterializedProblem) return [{ problem: error.fileProblem }];
    if (!(error instanceof LayoutError)) throw error;
    return [{ problem: fileProblem('error', { file, ...placeOf(raw) }, leftOut(error, raw, reading)) }];
  }
}

const unlabelled: readonly Label[] = [];

/**
 * The item of a content, with where it stands: key by key, as taking an object apart and putting it together again
 * costs more than all else that is done here.
 */
function parsedOf(
  content: Content,
  raw: RawRecord,
  file: string,
  texts: SourceTexts | undefined,
  givesTexts: boolean,
  meanings: string | undefined,
): ParsedItem {
  const item: Record<string, unknown> = {};
  for (const key in content)
    if (key !== 'id' && key !== 'hash' && key !== 'labels' && key !== 'place' && key !== 'unread')
      item[key] = content[key as keyof Content];
  const hash = content.hash ?? contentHash(content, texts);
  item.id = content.id ?? hash;
  item.hash = hash;
  const { labels = unlabelled, place, unread } = content;
  const parsed = {
    item: item as unknown as Item,
    labels,
    file,
    line: raw.line,
    texts: givesTexts ? texts : undefined,
    ...(unread && withoutSkipped(unread, meanings)),
  };
  return raw.unit || place ? { ...parsed, ...placeOf(raw), ...place } : parsed;
}

/** Why a record that its layout cannot read gives no item, and what to do about it. */
function leftOut(error: LayoutError, raw: RawRecord, { layout, mapping }: Reading): Problem {
  const record = maybeRecordValue(raw);
  const reason = error.problem ?? error.message;
  if (!record && error.problem) return problem('dataset.recordLeftOut', { reason: error.problem });
  if (!record) return problem('dataset.itemLeftOut', { reason });
  // No choice of fields mends it.
  if (error.problem?.code === 'runs.messagesNoJson') return problem('dataset.recordLeftOut', { reason: error.problem });
  const other = layouts.find(
    (each) => each !== layout && each.matches(new RecordReader(record, fullMapping(each, mapping))),
  );
  return other
    ? problem('dataset.itemOfOtherLayout', { reason, layout: other.name })
    : problem('dataset.itemLeftOut', { reason });
}

const isList = (read: Content | readonly Content[]): read is readonly Content[] => Array.isArray(read);
