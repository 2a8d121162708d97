import { parsePythonJson } from '../../json/pythonJson';
import { problem, UserError } from '../../../model/problems/problem';
import { isObject, type JsonObject } from '../../fields/recordFields';
import { wholeFileWarning, type WholeFileProblem } from '../../records/framer';
import { byteOrderMark } from '../../records/syntaxBytes';
import type { RawRecord } from '../../records/rawRecord';

/**
 * The records stand inside others, or in several places of a JSON file: `*.answers` (in the list `answers` of each
 * record), `results.*.samples` (of each model in `results`), `small,medium,large` (in three lists). A step is a key, or
 * `*` for each element of a list or each value of an object; at its end a path opens the list that it leads to. A
 * record takes along the fields of the records around it, and under `key` by which key of an object it was found.
 */
export interface InnerFraming {
  readonly kind: 'inner';
  /** The keys of the path, split at its dots; alternatives stand behind commas in them. */
  readonly path: readonly string[];
}

/** Whether a path leads to records inside others, or in several places. */
export const isInner = (path: string): boolean => path.includes(',') || path.split('.').includes(wildcard);

/** The step to each element of a list, or each value of an object. */
export const wildcard = '*';

/** The name under which a record has the key of the object that it was found by. */
export const keyField = 'key';

/** The records of a file, in batches, as JSON texts. Throws `UserError` where it has none at the path. */
export function* innerRecords(bytes: Buffer, { path }: InnerFraming, file: string): Generator<readonly RawRecord[]> {
  const { document, broken } = documentIn(bytes);
  const rows = recordsAt(document, path.join('.'));
  if (rows.length === 0 && broken[0])
    throw new UserError(problem('dataset.jsonDamaged', {}, { file, line: broken[0].line }));
  if (rows.length === 0) throw new UserError(problem('dataset.noRecordsAt', { path: path.join('.') }, file));
  for (let from = 0; from < rows.length; from += some) {
    yield rows
      .slice(from, from + some)
      .map((row, i): RawRecord => ({ line: from + i + 1, unit: 'row', text: JSON.stringify(row) }));
  }
  // Whoever reads them tells what is wrong with each.
  yield broken;
}

/** Rows made at a time. */
const some = 500;

/** What is told of a file whose records stand so. */
export function innerRecordsWarning({ path }: InnerFraming): WholeFileProblem {
  return wholeFileWarning(problem('dataset.innerRecords', { path: path.join('.') }));
}

/** The value of a JSON file, of JSONL a list of its lines; and the lines that are no JSON. */
export function documentIn(bytes: Buffer): { readonly document: unknown; readonly broken: readonly RawRecord[] } {
  const text = bytes.toString('utf8', byteOrderMark(bytes));
  const whole = parsed(text);
  if (whole) return { document: whole.value, broken: [] };
  const lines = text
    .split('\n')
    .map((line, at) => ({ text: line, line: at + 1, json: parsed(line) }))
    .filter((line) => line.text.trim() !== '');
  return {
    document: lines.flatMap(({ json }) => (json ? [json.value] : [])),
    broken: lines.flatMap(({ json, ...record }) => (json ? [] : [record])),
  };
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parsePythonJson(text) };
  } catch {
    return undefined;
  }
}

/** The records at a path of a document. */
export function recordsAt(document: unknown, path: string): unknown[] {
  const alternatives = path.split(',');
  return alternatives.flatMap((alternative) => {
    const steps = alternative.split('.');
    const name = steps.at(-1);
    return follow(document, steps, alternatives.length > 1 && name !== undefined ? { [keyField]: name } : {});
  });
}

function follow(value: unknown, [step, ...rest]: readonly string[], around: JsonObject): unknown[] {
  if (step === undefined)
    return Array.isArray(value)
      ? value.map((entry) => within(around, entry))
      : value === undefined
        ? []
        : [within(around, value)];
  if (step !== wildcard) return isObject(value) && Object.hasOwn(value, step) ? follow(value[step], rest, around) : [];
  const [next] = rest;
  const entries: readonly (readonly [string | undefined, unknown])[] = Array.isArray(value)
    ? value.map((entry) => [undefined, entry] as const)
    : isObject(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([key, entry]) => {
    // What the record says itself tells no more than that it is this one: the key around it does.
    const keyed =
      key === undefined || (Object.hasOwn(around, keyField) && isObject(entry) && Object.values(entry).includes(key))
        ? around
        : { ...around, [keyField]: key };
    return follow(
      entry,
      rest,
      next !== undefined && isObject(entry)
        ? asObject(
            within(
              keyed,
              Object.fromEntries(Object.entries(entry).filter(([name]) => name !== next && next !== wildcard)),
            ),
          )
        : keyed,
    );
  });
}

/** A record with the fields of what stands around it; where both have a name, the record's is its own. */
function within(around: JsonObject, value: unknown): unknown {
  if (!isObject(value)) return value;
  return {
    ...Object.fromEntries(
      Object.entries(around)
        .filter(([name, field]) => value[name] !== field)
        .map(([name, field]) => [Object.hasOwn(value, name) ? `parent_${name}` : name, field]),
    ),
    ...value,
  };
}

const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});
