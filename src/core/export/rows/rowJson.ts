import { JsonWriter } from '../../dataset/json/jsonWriter';
import { RecentValues } from '../../dataset/json/recentValues';
import type { SourceTexts } from '../../dataset/json/sourceTexts';
import type { ExportRow } from '../format';
import type { Fields } from '../fields';
import { looksWhole, floatsOf, type FloatColumns } from './floatColumns';

/** Names of fields are few, but an object may be keyed by whatever a dataset holds. */
const maxNames = 1000;

const [newline, comma, openBracket, closeBracket, openBrace, closeBrace] = [0x0a, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d];

/** JSON has no word for it: an object leaves it out, and a list has null in its place. */
const isWordless = (value: unknown): boolean =>
  value === undefined || typeof value === 'function' || typeof value === 'symbol';

interface FieldName {
  readonly name: string;
  readonly json: Uint8Array;
  /** Names are few, but an object may be keyed by whatever a dataset holds. */
  readonly isKept: boolean;
  /** Where real numbers stand in what a row has by this name. */
  readonly reals: FloatColumns | undefined;
  next?: FieldName | undefined;
}

/** A row as it was written: its fields in their order, and by field how far behind the row's beginning it ends. */
interface WrittenRow {
  start: number;
  fields: number;
  readonly names: FieldName[];
  readonly values: unknown[];
  readonly ends: number[];
}

/**
 * JSON of rows as UTF-8: the bytes that `JSON.stringify` gives, without a text for each row. The rows of an item hold
 * the same few texts and lists again and again (a ranking of four gives six pairs): each is written once, and copied
 * where it comes again; fields with which the row before begins too are copied together. The one exception are the
 * places of real numbers, where whole ones have a fraction: 1.0 and not 1.
 */
export class RowJson extends JsonWriter {
  private readonly parts = new RecentValues<object>();
  private readonly names = new Map<string, FieldName>();
  /** The name that was written last: after it nearly always comes the one that came then. */
  private last: FieldName = { name: '', json: new Uint8Array(0), isKept: false, reals: undefined };
  private readonly before: WrittenRow = { start: 0, fields: 0, names: [], values: [], ends: [] };
  /** What rows that follow each other have in common in their provenance, and where its JSON stands. */
  private common:
    | { readonly item: string; readonly from: ExportRow['from']; readonly start: number; readonly end: number }
    | undefined;

  /** @param reals where real numbers stand in rows */
  constructor(private readonly reals?: FloatColumns) {
    super();
  }

  /** What comes next has other texts and parts. @param source where the texts stand */
  override forget(source?: SourceTexts): void {
    super.forget(source);
    this.parts.clear();
    this.before.fields = 0;
    this.common = undefined;
  }

  /**
   * Writes a row of plain values (no `toJSON`) and a newline behind the lines that there are. A row in which a text
   * holds half of a surrogate pair, which JSON loaders refuse, is not written, and that is told by
   * `false`.
   */
  line(value: Fields): boolean {
    const start = this.at;
    this.wellFormed = true;
    this.row(value, start);
    this.byte(closeBrace);
    return this.ended(start);
  }

  /** Tells of each field of the row that was written last how many bytes it has, with its name. */
  eachField(see: (name: string, bytes: number) => void): void {
    const { fields, names, ends } = this.before;
    let from = 0;
    for (let at = 0; at < fields; at++) {
      const end = ends[at] ?? from;
      see(names[at]?.name ?? '', end - from);
      from = end;
    }
  }

  /**
   * Writes where a row is from as a line: `{item, …from}`, annotators by the names that the export has for them. What
   * it has in common with that of the row before is copied.
   */
  provenanceLine(item: string, from: ExportRow['from'], nameOf: (annotator: string) => string): void {
    this.byte(openBrace);
    this.basis(item, from, nameOf);
    for (const name in from)
      if (name !== 'annotations' && name !== 'annotators' && name !== 'context') this.field(name, from[name], false);
    this.byte(closeBrace);
    this.byte(newline);
  }

  /** Writes a row up to its closing brace. */
  private row(row: Fields, start: number): void {
    const { fields, names, values, ends } = this.before;
    let isShared = true;
    let at = 0;
    for (const name in row) {
      const value = row[name];
      if (isShared && at < fields && names[at]?.name === name && values[at] === value) {
        at++;
        continue;
      }
      if (isShared) this.beginning(at);
      isShared = false;
      if (isWordless(value)) continue;
      if (at > 0) this.byte(comma);
      const last = names[at];
      const field = last?.name === name ? last : this.known(name);
      this.named(field, value, field.reals);
      names[at] = field;
      values[at] = value;
      ends[at++] = this.at - start;
    }
    if (isShared) this.beginning(at);
    this.before.fields = at;
    this.before.start = start;
  }

  /** The beginning of a row that has its first few fields in common with the one before. */
  private beginning(fields: number): void {
    const { start, ends } = this.before;
    if (fields === 0) this.byte(openBrace);
    else this.copy(start, start + (ends[fields - 1] ?? 0));
  }

  private ended(start: number): boolean {
    if (this.wellFormed) this.byte(newline);
    else {
      this.at = start;
      // Some of it may stand in what is written over.
      this.forget();
    }
    return this.wellFormed;
  }

  private basis(item: string, from: ExportRow['from'], nameOf: (annotator: string) => string): void {
    const { annotations, annotators, context } = from;
    const before = this.common;
    if (
      before &&
      before.item === item &&
      before.from.annotations === annotations &&
      before.from.annotators === annotators &&
      before.from.context === context
    ) {
      this.copy(before.start, before.end);
      return;
    }
    const start = this.at;
    this.fields({ item, annotations, annotators: annotators.map(nameOf), context }, true);
    this.common = { item, from, start, end: this.at };
  }

  private value(value: unknown, reals: FloatColumns | undefined): void {
    if (typeof value === 'string') this.text(value);
    else if (typeof value === 'number') {
      this.number(value);
      if (reals?.isReal && looksWhole(value)) this.ascii('.0');
    } else if (Array.isArray(value)) this.list(value, reals?.items);
    else if (typeof value === 'object' && value !== null) this.object(value as Fields, reals);
    else this.ascii(isWordless(value) ? 'null' : JSON.stringify(value));
  }

  private list(values: readonly unknown[], reals: FloatColumns | undefined): void {
    this.byte(openBracket);
    for (let i = 0; i < values.length; i++) {
      if (i > 0) this.byte(comma);
      this.value(values[i], reals);
    }
    this.byte(closeBracket);
  }

  private object(fields: Fields, reals: FloatColumns | undefined): void {
    this.byte(openBrace);
    this.fields(fields, true, reals);
    this.byte(closeBrace);
  }

  /** @param isFirst whether none stands before them; tells the same of those that follow */
  private fields(fields: Fields, isFirst: boolean, within?: FloatColumns): boolean {
    for (const name in fields) isFirst = this.field(name, fields[name], isFirst, within) && isFirst;
    return isFirst;
  }

  /** Tells whether it is left out, because JSON has no word for it. */
  private field(name: string, value: unknown, isFirst: boolean, within?: FloatColumns): boolean {
    if (isWordless(value)) return true;
    if (!isFirst) this.byte(comma);
    this.named(this.next(name), value, within && floatsOf(within, name));
    return false;
  }

  private named({ json }: FieldName, value: unknown, reals: FloatColumns | undefined): void {
    this.room(json.length);
    const { buffer } = this;
    for (let i = 0; i < json.length; i++) buffer[this.at++] = json[i] ?? 0;
    if (typeof value === 'object' && value !== null && !reals) this.part(value);
    else this.value(value, reals);
  }

  /** A list or an object without real numbers, which rows may share. */
  private part(value: object): void {
    const place = this.parts.find(value);
    if (place >= 0) {
      this.copy(this.parts.start(place), this.parts.end(place));
      return;
    }
    const start = this.at;
    this.value(value, undefined);
    if (this.wellFormed) this.parts.add(value, start, this.at);
  }

  private next(name: string): FieldName {
    const { next } = this.last;
    const known = next?.name === name ? next : this.known(name);
    // Names that are not kept must not hold on to each other.
    if (this.last.isKept) this.last.next = known.isKept ? known : undefined;
    return (this.last = known);
  }

  private known(name: string): FieldName {
    const known = this.names.get(name);
    if (known) return known;
    const made = {
      name,
      json: Buffer.from(`${JSON.stringify(name)}:`),
      isKept: this.names.size < maxNames,
      reals: this.reals && floatsOf(this.reals, name),
    };
    if (made.isKept) this.names.set(name, made);
    return made;
  }
}
