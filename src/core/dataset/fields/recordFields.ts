import type { ValueKind, WantedValue } from '../../model/problems/layouts';
import { problem, UserError, type Problem } from '../../model/problems/problem';
import { sectionsIn } from '../items/textSections';

/** An object as JSON has it, with fields that nobody has looked at yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A record does not have the shape its layout needs; the message names the field. */
export class LayoutError extends UserError {
  override readonly name = 'LayoutError';
  /** The layout's name for the field that may stand elsewhere, where it is a field. */
  readonly field: string | undefined;

  constructor(what: Problem | string, { field, ...options }: ErrorOptions & { readonly field?: string } = {}) {
    super(what, options);
    this.field = field;
  }
}

/** Whether a value is an object with fields, and no list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The fields of an entry in a list: an object's own, and those of a short list with one text and what is said of it
 * (`["Paris", 0.93]`) by their places, as dotted paths name them. Undefined for anything else.
 */
export function entryFields(entry: unknown): JsonObject | undefined {
  if (!Array.isArray(entry)) return isObject(entry) ? entry : undefined;
  if (entry.length < 2 || entry.length > maxTupleLength) return undefined;
  const texts = entry.filter((each) => typeof each === 'string' && !isNumeric(each));
  const areSaidOfIt = entry.every(
    (each) =>
      texts.includes(each) ||
      each === null ||
      typeof each === 'number' ||
      typeof each === 'boolean' ||
      typeof each === 'string',
  );
  return texts.length === 1 && areSaidOfIt
    ? Object.fromEntries((entry as readonly unknown[]).map((each, at) => [at, each]))
    : undefined;
}

const maxTupleLength = 4;
const isNumeric = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));

/**
 * The value at `path` of a record: a key as it stands, else a dotted path into objects, arrays, and texts with headings
 * (`sectionsIn`).
 */
export function field(record: JsonObject, path: string): unknown {
  // Nearly every path is a key as it stands: what is there, or is not, is found by one look.
  const plain = record[path];
  if (plain === undefined ? !path.includes('.') : typeof plain === 'string' || Object.hasOwn(record, path))
    return plain;
  if (Object.hasOwn(record, path)) return plain;
  return path.split('.').reduce<unknown>(valueAt, record);
}

function valueAt(value: unknown, key: string): unknown {
  if (typeof value === 'string') return sectionsIn(value)?.get(key);
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as JsonObject)[key]
    : undefined;
}

/** The paths that one text names with commas between them; it is a single one where something stands at it as it is. */
export function pathsIn(record: JsonObject, paths: string): readonly string[] {
  return paths.includes(',') && field(record, paths) === undefined
    ? paths.split(',').map((path) => path.trim())
    : [paths];
}

/** What a value is, for a message. */
export function valueKind(value: unknown): ValueKind {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'emptyList' : 'list';
  const kind = typeof value;
  return kind === 'string' || kind === 'boolean' || kind === 'object' ? kind : 'number';
}

/**
 * The error for the value at `path` of a record, which is not `wanted`; `name` is the layout's for it, where it is a
 * field.
 */
export function wrongValue(path: string, value: unknown, wanted: WantedValue, name?: string): LayoutError {
  return new LayoutError(
    problem('layouts.wrongKind', { path, kind: valueKind(value), wanted }),
    name === undefined ? {} : { field: name },
  );
}

/** The error for a value that is none of those that are `wanted`, though of their kind. */
export const wrongCode = (path: string, value: unknown, wanted: WantedValue): LayoutError =>
  new LayoutError(problem('layouts.wrongValue', { path, value: JSON.stringify(value).slice(0, 40), wanted }));

/** The record's other fields, as metadata; undefined where there are none. */
export function otherFields(record: JsonObject, used: readonly string[]): JsonObject | undefined {
  let rest: Record<string, unknown> | undefined;
  for (const key of Object.keys(record)) {
    if (used.includes(key) || key === '__proto__') continue;
    const value = leadsToUsed(record, key, used) ? othersIn(record[key], key, used) : record[key];
    if (value === undefined) continue;
    rest ??= {};
    rest[key] = value;
  }
  return rest;
}

/** What an object holds beside the fields of it that paths lead to; undefined for nothing, and for lists and texts. */
function othersIn(value: unknown, key: string, used: readonly string[]): JsonObject | undefined {
  if (!isObject(value)) return undefined;
  const inner = used.flatMap((path) => (path.startsWith(`${key}.`) ? [path.slice(key.length + 1)] : []));
  return otherFields(value, inner);
}

/** Whether paths lead to all that is wanted of a field; of a text that was cut, to each of its sections. */
function leadsToUsed(record: JsonObject, key: string, used: readonly string[]): boolean {
  if (!used.some((path) => path[key.length] === '.' && path.startsWith(key) && !Object.hasOwn(record, path)))
    return false;
  const value = record[key];
  const sections = typeof value === 'string' ? sectionsIn(value) : undefined;
  return (
    typeof value !== 'string' ||
    (sections !== undefined && [...sections.keys()].every((name) => used.includes(`${key}.${name}`)))
  );
}

/** The list in a JSON text, as tables hold lists in their cells; any other value as it is. */
export function listInText(value: unknown): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** The list of objects at `path`, which may be empty. Throws `LayoutError` for anything else. */
export function objectsIn(value: unknown, path: string): JsonObject[] {
  if (!Array.isArray(value)) throw wrongValue(path, value, 'list');
  return value.map((entry: unknown, index) => objectIn(entry, `${path}[${index}]`));
}

/** Text as it stands, also none at all; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The object at `path`. Throws `LayoutError` for anything else. */
export function objectIn(value: unknown, path: string): JsonObject {
  if (!isObject(value)) throw wrongValue(path, value, 'object');
  return value;
}
