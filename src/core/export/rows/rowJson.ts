import type { Fields } from '../format';

/** Rows are written into stretches of so many bytes. */
const stretch = 1 << 20;

/** Where the JSON of a text stands already. */
interface Written {
  readonly buffer: Buffer;
  readonly start: number;
  readonly end: number;
}

/**
 * JSON of rows as UTF-8: the bytes that `JSON.stringify` gives, without a text for each row. The rows of an item hold the same few texts again and again (a ranking of four gives six
 * pairs): each is written once, and copied where it comes again.
 */
export class RowJson {
  private buffer = Buffer.allocUnsafeSlow(stretch);
  private at = 0;
  /** Where the row at hand begins. */
  private start = 0;
  private wellFormed = true;
  private readonly known = new Map<string, Written>();
  private readonly names = new Map<string, Buffer>();

  /** What was given so far may be written over. */
  reuse(): void {
    this.forget();
    this.at = 0;
  }

  /** What comes next has other texts. */
  forget(): void {
    this.known.clear();
  }

  /** The JSON of plain values (no `toJSON`), and whether every text within holds whole characters: JSON loaders refuse half of a surrogate pair (FORMATS.md 0.7). */
  of(value: unknown): { readonly json: Buffer; readonly isWellFormed: boolean } {
    this.start = this.at;
    this.wellFormed = true;
    this.value(value);
    return { json: this.buffer.subarray(this.start, this.at), isWellFormed: this.wellFormed };
  }

  /** The JSON of one object with the fields of both, which share none. */
  ofBoth(first: Fields, second: Fields): Buffer {
    this.start = this.at;
    this.byte(0x7b);
    this.fields(second, this.fields(first, true));
    this.byte(0x7d);
    return this.buffer.subarray(this.start, this.at);
  }

  private value(value: unknown): void {
    if (typeof value === 'string') this.text(value);
    else if (Array.isArray(value)) this.list(value);
    else if (typeof value === 'object' && value !== null) this.object(value as Fields);
    // A list has null for what JSON has no word for; an object leaves it out.
    else this.ascii(value === undefined || typeof value === 'function' || typeof value === 'symbol' ? 'null' : JSON.stringify(value));
  }

  private list(values: readonly unknown[]): void {
    this.byte(0x5b);
    for (let i = 0; i < values.length; i++) {
      if (i > 0) this.byte(0x2c);
      this.value(values[i]);
    }
    this.byte(0x5d);
  }

  private object(fields: Fields): void {
    this.byte(0x7b);
    this.fields(fields, true);
    this.byte(0x7d);
  }

  /** @param isFirst whether none stands before them; tells the same of those that follow */
  private fields(fields: Fields, isFirst: boolean): boolean {
    for (const name of Object.keys(fields)) {
      const value = fields[name];
      if (value === undefined || typeof value === 'function' || typeof value === 'symbol') continue;
      if (!isFirst) this.byte(0x2c);
      isFirst = false;
      this.name(name);
      this.value(value);
    }
    return isFirst;
  }

  private name(name: string): void {
    let bytes = this.names.get(name);
    if (!bytes) {
      bytes = Buffer.from(`${JSON.stringify(name)}:`);
      // Names of fields are few, but an object may be keyed by whatever a dataset holds.
      if (this.names.size < 1000) this.names.set(name, bytes);
    }
    this.room(bytes.length);
    this.buffer.set(bytes, this.at);
    this.at += bytes.length;
  }

  private text(text: string): void {
    const known = this.known.get(text);
    if (known) {
      const { buffer, start, end } = known;
      this.room(end - start);
      if (buffer === this.buffer) buffer.copyWithin(this.at, start, end);
      else buffer.copy(this.buffer, this.at, start, end);
      this.at += end - start;
      return;
    }
    const json = JSON.stringify(text);
    // Half a pair is escaped, and nothing else is this way; looking for that is quicker than looking at each character.
    const isWellFormed = !json.includes('\\ud') || text.isWellFormed();
    if (!isWellFormed) this.wellFormed = false;
    // No UTF-16 code unit takes more than three bytes.
    this.room(json.length * 3);
    const start = this.at;
    this.at += this.buffer.write(json, start);
    if (isWellFormed) this.known.set(text, { buffer: this.buffer, start, end: this.at });
  }

  private ascii(json: string): void {
    this.room(json.length);
    this.at += this.buffer.write(json, this.at, 'latin1');
  }

  private byte(byte: number): void {
    if (this.at === this.buffer.length) this.room(1);
    this.buffer[this.at++] = byte;
  }

  /** Makes room behind what was written of the row at hand, which moves where there is none. */
  private room(bytes: number): void {
    if (this.at + bytes <= this.buffer.length) return;
    const begun = this.at - this.start;
    const next = Buffer.allocUnsafeSlow(Math.max(stretch, (begun + bytes) * 2));
    this.buffer.copy(next, 0, this.start, this.at);
    this.buffer = next;
    this.start = 0;
    this.at = begun;
  }
}
