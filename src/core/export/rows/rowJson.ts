import type { Fields, Made } from '../format';
import { escapeInPlace, growthOf } from './jsonEscapes';
import { Known } from './known';

/** Room that lines have at first, in bytes. */
const stretch = 1 << 16;
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
  private buffer = Buffer.alloc(0);
  /** The same memory, four bytes at a time. */
  private words = new Int32Array(0);
  private at = 0;
  /** Whether every text of the row at hand holds whole characters. */
  private wellFormed = true;
  private readonly texts = new Known<string>();
  private readonly parts = new Known<object>();
  private readonly names = new Map<string, Uint8Array>();
  /** What rows that follow each other have in common in their provenance, and where its JSON stands. */
  private common: { readonly item: string; readonly from: Made['from']; readonly start: number; readonly end: number } | undefined;

  /** Begins with no lines. @param spare memory that they may be written over */
  begin(spare?: Uint8Array): void {
    this.forget();
    this.use(spare && spare.buffer.byteLength >= stretch ? Buffer.from(spare.buffer as ArrayBuffer) : Buffer.allocUnsafeSlow(stretch));
    this.at = 0;
  }

  /** What comes next has other texts. */
  forget(): void {
    this.texts.clear();
    this.parts.clear();
    this.common = undefined;
  }

  /**
   * Writes a row of plain values (no `toJSON`) and a newline behind the lines that there are. A row in which a text holds half of a surrogate pair, which JSON loaders refuse (FORMATS.md 0.7), is not written, and that is
   * told by `false`.
   */
  line(value: Fields): boolean {
    const start = this.at;
    this.wellFormed = true;
    this.object(value);
    return this.ended(start);
  }

  /** Writes where a row is from as a line: `{item, …from}`, annotators by the names that the export has for them. What it has in common with that of the row before is copied. */
  provenanceLine(item: string, from: Made['from'], nameOf: (annotator: string) => string): void {
    this.byte(openBrace);
    this.basis(item, from, nameOf);
    for (const name in from) if (name !== 'annotations' && name !== 'annotators' && name !== 'context') this.field(name, from[name], false);
    this.byte(closeBrace);
    this.byte(newline);
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

  /** All lines since the beginning; they stay as they are once there is another. */
  get lines(): Buffer {
    return this.buffer.subarray(0, this.at);
  }

  private basis(item: string, from: Made['from'], nameOf: (annotator: string) => string): void {
    const { annotations, annotators, context } = from;
    const before = this.common;
    if (before && before.item === item && before.from.annotations === annotations && before.from.annotators === annotators && before.from.context === context) {
      this.copy(before.start, before.end);
      return;
    }
    const start = this.at;
    this.fields({ item, annotations, annotators: annotators.map(nameOf), context }, true);
    this.common = { item, from, start, end: this.at };
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
    const start = this.at;
    this.value(value);
    if (this.wellFormed) this.parts.add(value, start, this.at);
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
    const start = this.at;
    this.byte(quote);
    const bytes = this.buffer.write(text, this.at);
    // Half a pair has no UTF-8, and takes three bytes as what is written in its place.
    if (bytes !== text.length && !text.isWellFormed()) {
      this.at = start;
      this.illFormed(text);
      return;
    }
    const grown = growthOf(this.buffer, this.words, this.at, this.at + bytes);
    this.at += bytes;
    this.room(grown + 1);
    if (grown > 0) escapeInPlace(this.buffer, this.at, grown);
    this.at += grown;
    this.byte(quote);
    this.texts.add(text, start, this.at);
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

  /** Copies what stands there already. */
  private copy(start: number, end: number): void {
    this.room(end - start);
    this.buffer.copyWithin(this.at, start, end);
    this.at += end - start;
  }

  /** Makes room behind what was written. */
  private room(bytes: number): void {
    if (this.at + bytes <= this.buffer.length) return;
    // A whole number of words.
    const longer = Buffer.allocUnsafeSlow(Math.max(this.buffer.length * 2, Math.ceil((this.at + bytes) / 4) * 4));
    this.buffer.copy(longer, 0, 0, this.at);
    this.use(longer);
  }

  private use(buffer: Buffer<ArrayBuffer>): void {
    this.buffer = buffer;
    this.words = new Int32Array(buffer.buffer);
  }
}
