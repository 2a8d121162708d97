import type { Fields, Made } from '../format';
import type { Split } from '../split/shares';
import { escapeInPlace, growthOf } from './jsonEscapes';
import { Known } from './known';

/** Rows are written into stretches of so many bytes. */
const stretch = 1 << 20;
/** Texts up to this length are written byte by byte, where they are plain ASCII. */
const short = 32;
/** Names of fields are few, but an object may be keyed by whatever a dataset holds. */
const mostNames = 1000;

const [newline, quote, comma, openBracket, backslash, closeBracket, openBrace, closeBrace] = [0x0a, 0x22, 0x2c, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d];

/**
 * JSON of rows as UTF-8: the bytes that `JSON.stringify` gives, without a text for each row. The rows of an item hold the same few texts and lists again and again (a ranking of four gives six
 * pairs): each is written once, and copied where it comes again.
 */
export class RowJson {
  private buffer = Buffer.allocUnsafeSlow(stretch);
  /** The same memory, four bytes at a time. */
  private words = new Int32Array(this.buffer.buffer);
  private at = 0;
  /** Where the row at hand begins. */
  private start = 0;
  private wellFormed = true;
  private readonly texts = new Known<string>();
  private readonly parts = new Known<object>();
  private readonly names = new Map<string, Uint8Array>();
  /** What rows that follow each other have in common in their provenance, and where its JSON stands. */
  private common: { readonly item: string; readonly from: Made['from']; readonly start: number; readonly end: number } | undefined;
  /** Whole stretches of lines, and where those that were not taken begin in the one at hand. */
  private full: Buffer[] = [];
  private untaken = 0;

  /** What was given so far may be written over. */
  reuse(): void {
    this.forget();
    this.full = [];
    this.at = this.untaken = 0;
  }

  /** What comes next has other texts. */
  forget(): void {
    this.texts.clear();
    this.parts.clear();
    this.common = undefined;
  }

  /** The JSON of plain values (no `toJSON`), and whether every text within holds whole characters: JSON loaders refuse half of a surrogate pair (FORMATS.md 0.7). */
  of(value: unknown): { readonly json: Buffer; readonly isWellFormed: boolean } {
    this.begin();
    this.value(value);
    return { json: this.buffer.subarray(this.start, this.at), isWellFormed: this.wellFormed };
  }

  /** The JSON of one object with the fields of both, which share none. */
  ofBoth(first: Fields, second: Fields): Buffer {
    this.begin();
    this.byte(openBrace);
    this.fields(second, this.fields(first, true));
    this.byte(closeBrace);
    return this.buffer.subarray(this.start, this.at);
  }

  /** Writes a row and a newline behind the lines that there are (`take`). A row in which a text holds half of a surrogate pair is not written, and that is told by `false`. */
  line(value: Fields): boolean {
    this.begin();
    this.object(value);
    if (this.wellFormed) this.byte(newline);
    else {
      this.at = this.start;
      // Some of it may stand in what is written over.
      this.forget();
    }
    return this.wellFormed;
  }

  /** Writes the provenance of a row as a line: `{split, row, item, …from}`, annotators by the names that the export has for them. What it has in common with that of the row before is copied. */
  provenanceLine(split: Split, row: number, item: string, from: Made['from'], nameOf: (annotator: string) => string): void {
    this.begin();
    this.byte(openBrace);
    this.field('split', split, true);
    this.field('row', row, false);
    this.byte(comma);
    this.basis(item, from, nameOf);
    for (const name in from) if (name !== 'annotations' && name !== 'annotators' && name !== 'context') this.field(name, from[name], false);
    this.byte(closeBrace);
    this.byte(newline);
  }

  /** All lines since they were last taken, in their order. They stay as they are. */
  take(): Buffer[] {
    const lines = [...this.full, this.buffer.subarray(this.untaken, this.at)].filter(({ length }) => length > 0);
    this.full = [];
    this.forget();
    this.use(Buffer.allocUnsafeSlow(stretch));
    this.at = this.untaken = 0;
    return lines;
  }

  private use(buffer: Buffer<ArrayBuffer>): void {
    this.buffer = buffer;
    this.words = new Int32Array(buffer.buffer);
  }

  private begin(): void {
    this.start = this.at;
    this.wellFormed = true;
  }

  private basis(item: string, from: Made['from'], nameOf: (annotator: string) => string): void {
    const { annotations, annotators, context } = from;
    const before = this.common;
    if (before && before.item === item && before.from.annotations === annotations && before.from.annotators === annotators && before.from.context === context) {
      this.copy(before.start, before.end);
      return;
    }
    // The row may move until it is whole.
    const start = this.at - this.start;
    this.fields({ item, annotations, annotators: annotators.map(nameOf), context }, true);
    this.common = { item, from, start: this.start + start, end: this.at };
  }

  private value(value: unknown): void {
    if (typeof value === 'string') this.text(value);
    else if (typeof value === 'number') this.number(value);
    else if (Array.isArray(value)) this.list(value);
    else if (typeof value === 'object' && value !== null) this.object(value as Fields);
    // A list has null for what JSON has no word for; an object leaves it out.
    else this.ascii(value === undefined || typeof value === 'function' || typeof value === 'symbol' ? 'null' : JSON.stringify(value));
  }

  private list(values: readonly unknown[]): void {
    this.byte(openBracket);
    for (let i = 0; i < values.length; i++) {
      if (i > 0) this.byte(comma);
      this.value(values[i]);
    }
    this.byte(closeBracket);
  }

  private object(fields: Fields): void {
    this.byte(openBrace);
    this.fields(fields, true);
    this.byte(closeBrace);
  }

  /** @param isFirst whether none stands before them; tells the same of those that follow */
  private fields(fields: Fields, isFirst: boolean): boolean {
    for (const name in fields) isFirst = this.field(name, fields[name], isFirst) && isFirst;
    return isFirst;
  }

  /** Tells whether it is left out, because JSON has no word for it. */
  private field(name: string, value: unknown, isFirst: boolean): boolean {
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return true;
    if (!isFirst) this.byte(comma);
    this.name(name);
    if (typeof value === 'object' && value !== null) this.part(value);
    else this.value(value);
    return false;
  }

  /** A list or an object, which rows may share. */
  private part(value: object): void {
    const place = this.parts.find(value);
    if (place >= 0) {
      this.copy(this.parts.start(place), this.parts.end(place));
      return;
    }
    const before = this.at - this.start;
    this.value(value);
    if (this.wellFormed) this.parts.add(value, this.start + before, this.at);
  }

  private name(name: string): void {
    let bytes = this.names.get(name);
    if (!bytes) {
      bytes = Buffer.from(`${JSON.stringify(name)}:`);
      if (this.names.size < mostNames) this.names.set(name, bytes);
    }
    this.room(bytes.length);
    const { buffer } = this;
    for (let i = 0; i < bytes.length; i++) buffer[this.at++] = bytes[i] ?? 0;
  }

  private text(text: string): void {
    if (text.length <= short && this.plain(text)) return;
    const place = this.texts.find(text);
    if (place >= 0) {
      this.copy(this.texts.start(place), this.texts.end(place));
      return;
    }
    // No UTF-16 code unit takes more than three bytes.
    this.room(text.length * 3 + 2);
    const before = this.at - this.start;
    this.byte(quote);
    const bytes = this.buffer.write(text, this.at);
    // Half a pair has no UTF-8, and takes three bytes as what is written in its place.
    if (bytes !== text.length && !text.isWellFormed()) {
      this.at--;
      this.illFormed(text);
      return;
    }
    const grown = growthOf(this.buffer, this.words, this.at, this.at + bytes);
    this.at += bytes;
    this.room(grown + 1);
    if (grown > 0) escapeInPlace(this.buffer, this.at, grown);
    this.at += grown;
    this.byte(quote);
    this.texts.add(text, this.start + before, this.at);
  }

  private illFormed(text: string): void {
    this.wellFormed = false;
    const json = JSON.stringify(text);
    this.room(json.length * 3);
    this.at += this.buffer.write(json, this.at);
  }

  /** Writes a short text of plain ASCII, or nothing where it is none. */
  private plain(text: string): boolean {
    this.room(text.length + 2);
    const { buffer } = this;
    let { at } = this;
    buffer[at++] = quote;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code < 0x20 || code > 0x7e || code === quote || code === backslash) return false;
      buffer[at++] = code;
    }
    buffer[at++] = quote;
    this.at = at;
    return true;
  }

  private number(value: number): void {
    if (value < 10 && value >= 0 && Number.isInteger(value)) this.byte(0x30 + value);
    else this.ascii(Number.isFinite(value) ? String(value) : 'null');
  }

  private ascii(json: string): void {
    this.room(json.length);
    const { buffer } = this;
    for (let i = 0; i < json.length; i++) buffer[this.at++] = json.charCodeAt(i);
  }

  private byte(byte: number): void {
    if (this.at === this.buffer.length) this.room(1);
    this.buffer[this.at++] = byte;
  }

  /** Copies what stands in the stretch already. */
  private copy(start: number, end: number): void {
    if (this.at + end - start > this.buffer.length) {
      // The stretch is left, and with it all that is known.
      const { buffer } = this;
      this.room(end - start);
      buffer.copy(this.buffer, this.at, start, end);
    } else this.buffer.copyWithin(this.at, start, end);
    this.at += end - start;
  }

  /** Makes room behind what was written of the row at hand, which moves where there is none. */
  private room(bytes: number): void {
    if (this.at + bytes <= this.buffer.length) return;
    const begun = this.at - this.start;
    // A whole number of words.
    const next = Buffer.allocUnsafeSlow(Math.max(stretch, Math.ceil((begun + bytes) / 2) * 4));
    this.buffer.copy(next, 0, this.start, this.at);
    if (this.start > this.untaken) this.full.push(this.buffer.subarray(this.untaken, this.start));
    this.use(next);
    this.start = this.untaken = 0;
    this.at = begun;
    this.forget();
  }
}
