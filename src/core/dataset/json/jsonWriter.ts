import { escapeInPlace, growthOf } from './escapeText';
import { RecentValues } from './recentValues';
import type { SourceTexts } from './sourceTexts';

/** Room that there is at first, in bytes. */
const chunk = 1 << 16;
/** Texts up to this length are written byte by byte, where they are plain ASCII. */
const short = 32;

const [quote, backslash] = [0x22, 0x5c];

/** Its own, so that a thread can give it away; memory that threads share is copied within much slower. */
const memory = (bytes: number): Buffer => Buffer.allocUnsafeSlow(bytes);

/**
 * JSON in UTF-8: the bytes that `JSON.stringify` gives, without a text for them. Texts are written once: where one
 * comes again it is copied, and so it is where it stands in the source already.
 */
export class JsonWriter {
  protected buffer: Buffer = Buffer.alloc(0);
  /** The same memory, four bytes at a time. */
  private words: Int32Array = new Int32Array(0);
  protected at = 0;
  /** Whether every text holds whole characters, since somebody said so. */
  protected wellFormed = true;
  private readonly texts = new RecentValues<string>();
  private source: SourceTexts | undefined;

  /** Begins with nothing. @param spare what was written here or elsewhere before, and may be written over */
  begin(spare?: Uint8Array): void {
    this.forget();
    this.use(spare && spare.buffer.byteLength >= chunk ? Buffer.from(spare.buffer) : memory(chunk));
    this.at = 0;
  }

  /** What comes next has other texts. @param source where they stand */
  forget(source?: SourceTexts): void {
    this.texts.clear();
    this.source = source;
  }

  /** All that was written since the beginning; it stays as it is while more is written. */
  get written(): Buffer {
    return this.buffer.subarray(0, this.at);
  }

  /** Writes a text with its quotes. */
  text(text: string): void {
    if (text.length <= short && this.plain(text)) return;
    const place = this.texts.find(text);
    if (place >= 0) {
      this.copy(this.texts.start(place), this.texts.end(place));
      return;
    }
    if (this.copied(text)) return;
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

  /** Writes a text that stands in the source as it does there; nothing where it does not. */
  private copied(text: string): boolean {
    const { source, at } = this;
    const place = source?.find(text) ?? -1;
    if (!source || place < 0) return false;
    const json = source.jsonAt(place);
    this.room(json.length);
    this.buffer.set(json, at);
    this.at += json.length;
    this.texts.add(text, at, this.at);
    return true;
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

  protected number(value: number): void {
    if (value < 10 && value >= 0 && Number.isInteger(value)) this.byte(0x30 + value);
    else this.ascii(Number.isFinite(value) ? String(value) : 'null');
  }

  /** Writes JSON that is plain ASCII as it is. */
  ascii(json: string): void {
    this.room(json.length);
    const { buffer } = this;
    for (let i = 0; i < json.length; i++) buffer[this.at++] = json.charCodeAt(i);
  }

  byte(byte: number): void {
    if (this.at === this.buffer.length) this.room(1);
    this.buffer[this.at++] = byte;
  }

  /** Copies what stands there already. */
  protected copy(start: number, end: number): void {
    this.room(end - start);
    this.buffer.copyWithin(this.at, start, end);
    this.at += end - start;
  }

  /** Makes room behind what was written. */
  protected room(bytes: number): void {
    if (this.at + bytes <= this.buffer.length) return;
    // A whole number of words.
    const longer = memory(Math.max(this.buffer.length * 2, Math.ceil((this.at + bytes) / 4) * 4));
    this.buffer.copy(longer, 0, 0, this.at);
    this.use(longer);
  }

  private use(buffer: Buffer): void {
    this.buffer = buffer;
    this.words = new Int32Array(buffer.buffer);
  }
}
