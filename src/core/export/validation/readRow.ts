import { isObject, type JsonObject } from '../../dataset/fields/recordFields';
import { describeJsonFault } from '../../dataset/records/jsonFault';
import { strictRecordValue, type Place, type RawRecord } from '../../dataset/records/rawRecord';
import { messageOf, problem, wordsOf, type Problem } from '../../model/problems/problem';

/**
 * Why a record of a training file is no row, and what its readers do then. Nothing is left out here: the trainer gets
 * the line as it stands.
 */
export interface RowFault {
  readonly what: Problem;
  /** The same for all faults of this kind. */
  readonly kind: string;
  /** Lines from that of the row on, where the fault stands in another. */
  readonly below?: number;
}

/**
 * A row as its readers have it: in a row of Parquet every object of a list has the fields of all others, and those that
 * say nothing below the columns are none.
 */
export function readRow(record: RawRecord): { readonly row: JsonObject } | RowFault {
  if ('fault' in record)
    return {
      what: problem('validation.unreadableRow', {
        reason: wordsOf(record.fault),
      }),
      kind: 'unreadable',
    };
  if (!('text' in record))
    return {
      row: Object.fromEntries(
        Object.entries(strictRecordValue(record)).map(([column, value]) => [column, said(value)]),
      ),
    };
  let value: unknown;
  try {
    value = JSON.parse(record.text);
  } catch (error) {
    return noJson(record, error);
  }
  if (isObject(value)) return { row: value };
  return {
    what: problem('validation.rowNotObject', {}),
    kind: 'no object',
  };
}

/** Beyond this, what is wrong is told in the engine's words: the place is sought sign by sign. */
const maxSoughtBytes = 4 << 20;

function noJson({ text }: Place & { readonly text: string }, error: unknown): RowFault {
  const { line, reason } =
    text.length > maxSoughtBytes ? { line: 1, reason: `is not JSON: ${messageOf(error)}` } : describeJsonFault(text);
  return {
    what: problem('validation.rowNotJson', { reason }),
    kind: 'not JSON',
    ...(line > 1 && { below: line - 1 }),
  };
}

function said(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(said);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).flatMap(([key, each]) => (each === null ? [] : [[key, said(each)]])))
    : value;
}
