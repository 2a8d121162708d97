import { problem } from '../../model/problems/problem';
import type { Message } from '../../model/item/item';
import type { WantedValue } from '../../model/problems/layouts';
import {
  field,
  isObject,
  LayoutError,
  listInText,
  otherFields,
  pathsIn,
  wrongValue,
  type JsonObject,
  objectsIn,
  textOf,
} from '../fields/recordFields';
import { noPromptPath, type Mapping } from '../fields/fieldMapping';
import { asMessage, asMessages } from '../items/messages';
import { promptOfText } from '../items/roleMarkers';
import { pathIn, shapeOf, type RecordShape } from './recordShape';

/**
 * A record seen through a layout's fields. Fields are asked for by the layout's name for them and found at their mapped
 * path; what is asked for is remembered, so that the rest of the record is its metadata. The `…At` methods throw a
 * `LayoutError` that names the path where the value is not what it must be; the `maybe…` ones give undefined.
 */
export class RecordReader {
  /** Paths that were asked for and lead, or may lead, into the record; the few that these are, each once. */
  private readonly used: string[] = [];
  /** Fields that were found by their names, see `foundFields`. */
  private readonly found: (readonly [name: string, paths: readonly string[]])[] = [];
  private ownShape: RecordShape | undefined;

  /** @param fields every field of the layout with its path, see `fieldsOf` */
  constructor(
    readonly record: JsonObject,
    private readonly fields: Mapping,
  ) {}

  /**
   * Leaves a field in the metadata though it was read: as the source writes it, where the model holds it on a scale of
   * its own.
   */
  keep(...names: readonly string[]): void {
    for (const name of names) {
      const at = this.used.indexOf(this.path(name));
      if (at >= 0) this.used.splice(at, 1);
    }
  }

  /** What the record has in common with others that have the same fields. */
  get shape(): RecordShape {
    return (this.ownShape ??= shapeOf(this.record, this.fields));
  }

  /** Where a field stands in the record. */
  path(name: string): string {
    return pathIn(this.fields, name);
  }

  /** The value of a field, whatever it is; undefined where there is none. */
  value(name: string): unknown {
    const path = this.path(name);
    if (path === noPromptPath) return '';
    const value = field(this.record, path);
    // A plain key that is not there has nothing to do with the rest; a dotted path hides what it starts from all the
    // same.
    if (value !== undefined || path.includes('.')) this.use(path);
    return value;
  }

  /** What stands at each of the paths of a field for which several were named; undefined where it is one. */
  several(name: string): readonly { readonly path: string; readonly value: unknown }[] | undefined {
    const named = this.path(name);
    const paths = named.includes(',') ? pathsIn(this.record, named) : [];
    if (paths.length < 2) return undefined;
    for (const path of paths) this.use(path);
    return paths.map((path) => ({ path, value: field(this.record, path) }));
  }

  /** Remembers at which paths a field of the layout was found by its name, where no mapping says where it is. */
  noteFound(name: string, ...paths: readonly string[]): void {
    if (paths.length > 0 && Object.hasOwn(this.fields, name)) this.found.push([name, paths]);
  }

  /** Where fields were found by their names, once the record is read; of several paths each behind a comma. */
  get foundFields(): Mapping {
    return Object.fromEntries(this.found.map(([name, paths]) => [name, paths.join(',')]));
  }

  /** Takes a field out of the metadata, at each of the paths that were named for it. */
  useAll(name: string): void {
    for (const path of pathsIn(this.record, this.path(name))) this.use(path);
  }

  /** Whether all of the fields are there and not null. */
  has(...names: readonly string[]): boolean {
    return names.every(
      (name) => this.path(name) === noPromptPath || (field(this.record, this.path(name)) ?? null) !== null,
    );
  }

  /** Whether all of the fields are texts. */
  hasText(...names: readonly string[]): boolean {
    return names.every((name) => typeof field(this.record, this.path(name)) === 'string');
  }

  /** Whether all of the fields are lists. */
  hasList(...names: readonly string[]): boolean {
    return names.every((name) => Array.isArray(field(this.record, this.path(name))));
  }

  /** The record's own id, where it has one. */
  ownId(name = 'id'): string | undefined {
    return idOf(this.value(name));
  }

  textAt(name: string): string {
    const value = this.value(name);
    if (typeof value !== 'string') throw this.wrong(name, value, 'text');
    return value;
  }

  maybeText(name: string): string | undefined {
    return textOf(this.value(name));
  }

  numberAt(name: string): number {
    const value = numberOf(this.value(name));
    if (value === undefined) throw this.wrong(name, this.value(name), 'number');
    return value;
  }

  maybeNumber(name: string): number | undefined {
    return numberOf(this.value(name));
  }

  maybeBoolean(name: string): boolean | undefined {
    return booleanOf(this.value(name));
  }

  listAt(name: string): readonly unknown[] {
    const value = this.value(name);
    if (!Array.isArray(value)) throw this.wrong(name, value, 'list');
    return value;
  }

  /** An absent list is an empty one. */
  maybeList(name: string): readonly unknown[] {
    const value = this.value(name);
    return Array.isArray(value) ? value : [];
  }

  /** A non-empty list of objects. */
  objectsAt(name: string): readonly JsonObject[] {
    const list = this.listAt(name);
    if (list.length === 0) throw this.wrong(name, list, 'listOfObjects');
    return objectsIn(list, this.path(name));
  }

  objectAt(name: string): JsonObject {
    const value = this.value(name);
    if (!isObject(value)) throw this.wrong(name, value, 'object');
    return value;
  }

  /** A list of messages, also as JSON text in a table's cell, or an error that says which one is wrong. */
  messagesAt(name: string): Message[] {
    const value = listInText(this.value(name));
    if (!Array.isArray(value) || value.length === 0) throw this.wrong(name, value, 'messages');
    const messages = asMessages(value);
    if (messages) return messages;
    const wrong = value.findIndex((entry) => asMessage(entry) === undefined);
    throw new LayoutError(problem('layouts.notMessage', { path: `${this.path(name)}[${wrong}]` }));
  }

  /** Texts of the fields that are named for one, a line between them; undefined where one is named. */
  joined(name: string): string | undefined {
    const several = this.several(name);
    if (!several) return undefined;
    return several
      .flatMap(({ path, value }) => {
        if ((value ?? '') === '') return [];
        if (typeof value !== 'string') throw wrongValue(path, value, 'text', name);
        return [value];
      })
      .join('\n');
  }

  /** A prompt as text (one user turn) or as messages; of several fields their texts together. */
  promptAt(name = 'prompt'): { prompt: Message[]; promptText?: string } {
    const value = this.joined(name) ?? this.value(name);
    if (typeof value === 'string') return promptOfText(value);
    const messages = asMessages(value);
    if (!messages) throw this.wrong(name, value, 'textOrMessages');
    return { prompt: messages };
  }

  /** The error for a field that is not `wanted`. */
  wrong(name: string, value: unknown, wanted: WantedValue): LayoutError {
    return wrongValue(this.path(name), value, wanted, name);
  }

  /** What nobody has asked for, as the item's metadata. To be called last. */
  rest(): { metadata?: JsonObject } {
    const metadata = otherFields(this.record, this.used);
    return metadata ? { metadata } : {};
  }

  private use(path: string): void {
    if (!this.used.includes(path)) this.used.push(path);
  }
}

/** A record's or response's own id, where it has one. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

/** A number, also where the source writes it as text ("4"), as tables do. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** True or false, also as a table or NumPy writes them (1, "True", "1.0"). */
export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (text === 1 || text === '1' || text === '1.0' || text === 'true') return true;
  return text === 0 || text === '0' || text === '0.0' || text === 'false' ? false : undefined;
}
