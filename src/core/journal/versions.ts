import type { Seat } from '../model/seat';
import type { LineRef } from './journal';

/** Characters of a ULID, which is what every line's id is. */
export const ulidLength = 26;

/** Numbers one version of an annotation in its table; never given to another. */
export type Row = number;
export const noRow: Row = -1;

const skipped = 1;
const retracted = 2;
const lost = 4;
const inForce = 8;
const imported = 16;

/** What is kept of a version, beside the texts that find it. */
export interface Version {
  readonly id: string;
  readonly hash: string;
  readonly skipped: boolean;
  /** It is a label of the source. */
  readonly imported: boolean;
  readonly ref: LineRef;
}

/** An annotator's judgements of an item in one seat, one for each content that it had. */
export interface JudgedContents {
  readonly annotator: string;
  readonly item: string;
  readonly seat: Seat;
  readonly contents: readonly { readonly row: Row; readonly hash: string }[];
}

/**
 * Versions of annotations as columns of numbers: 29 bytes a version and 58 for its id and hash. A million of them as objects
 * take five times as much, and the garbage collector walks through them again and again.
 */
export class Versions {
  private count = 0;
  private flags = new Uint8Array(1 << 10);
  private sourceAt = new Uint32Array(1 << 10);
  private offsets = new Float64Array(1 << 10);
  private lengths = new Uint32Array(1 << 10);
  private lines = new Uint32Array(1 << 10);
  private olders = new Int32Array(1 << 10);
  /** Ids and hashes one after the other, and where each row's end. */
  private texts = Buffer.alloc(1 << 16);
  private ends = new Uint32Array(1 << 10);
  private readonly sources: string[] = [];

  /** Adds a version, above `older` in the versions of its item. */
  push(version: Version, older: Row): Row {
    const { id, hash } = version;
    const row = this.count++;
    if (row === this.flags.length) this.widen();
    const begin = this.end(row - 1);
    const need = begin + ulidLength + Buffer.byteLength(hash);
    if (need > this.texts.length) this.texts = Buffer.concat([this.texts], Math.max(need, Math.ceil(this.texts.length * 1.5)));
    this.texts.write(id, begin, ulidLength, 'latin1');
    this.texts.write(hash, begin + ulidLength, 'utf8');
    this.ends[row] = need;
    this.olders[row] = older;
    this.place(row, version);
    return row;
  }

  /** Says where a version that was there before stands now. */
  place(row: Row, { ref, ...version }: Omit<Version, 'id' | 'hash'>): void {
    this.sourceAt[row] = this.numberOf(ref.source);
    this.offsets[row] = ref.offset;
    this.lengths[row] = ref.length;
    this.lines[row] = ref.line;
    this.flags[row] = (this.flag(row) & ~(lost | skipped | imported)) | (version.skipped ? skipped : 0) | (version.imported ? imported : 0);
  }

  id(row: Row): string {
    const begin = this.end(row - 1);
    return this.texts.toString('latin1', begin, begin + ulidLength);
  }

  hash(row: Row): string {
    return this.texts.toString('utf8', this.end(row - 1) + ulidLength, this.end(row));
  }

  ref(row: Row): LineRef {
    return { source: this.sources[this.sourceAt[row] ?? 0] ?? '', id: this.id(row), line: this.lines[row] ?? 0, offset: this.offsets[row] ?? 0, length: this.lengths[row] ?? 0 };
  }

  /** The version below this one: of the same item, with a smaller id. */
  older(row: Row): Row {
    return this.olders[row] ?? noRow;
  }

  setOlder(row: Row, older: Row): void {
    this.olders[row] = older;
  }

  isSkipped(row: Row): boolean {
    return (this.flag(row) & skipped) !== 0;
  }

  isImported(row: Row): boolean {
    return (this.flag(row) & imported) !== 0;
  }

  /** Whether the version counts: its line is there, and nothing takes it back. */
  stands(row: Row): boolean {
    return (this.flag(row) & (retracted | lost)) === 0;
  }

  isRetracted(row: Row): boolean {
    return (this.flag(row) & retracted) !== 0;
  }

  /** Whether the version's line is there no more. */
  isLost(row: Row): boolean {
    return (this.flag(row) & lost) !== 0;
  }

  isInForce(row: Row): boolean {
    return (this.flag(row) & inForce) !== 0;
  }

  /** Which of two annotations of one item counts it: a judgement before a skip, else the later one; either may be `noRow`. */
  better(a: Row, b: Row): Row {
    if (a === noRow || b === noRow) return a === noRow ? b : a;
    const isFirst = this.isSkipped(a) === this.isSkipped(b) ? this.id(a) > this.id(b) : this.isSkipped(b);
    return isFirst ? a : b;
  }

  setRetracted(row: Row, is: boolean): void {
    this.set(row, retracted, is);
  }

  setInForce(row: Row, is: boolean): void {
    this.set(row, inForce, is);
  }

  /** The lines that stood in `source` are there no more. */
  lose(source: string): void {
    const number = this.numberOf(source);
    for (let row = 0; row < this.count; row++) if (this.sourceAt[row] === number) this.set(row, lost, true);
  }

  private flag(row: Row): number {
    return this.flags[row] ?? 0;
  }

  private set(row: Row, flag: number, is: boolean): void {
    this.flags[row] = is ? this.flag(row) | flag : this.flag(row) & ~flag;
  }

  private end(row: Row): number {
    return this.ends[row] ?? 0;
  }

  private numberOf(source: string): number {
    const number = this.sources.indexOf(source);
    return number >= 0 ? number : this.sources.push(source) - 1;
  }

  private widen(): void {
    this.flags = longer(this.flags, Uint8Array);
    this.sourceAt = longer(this.sourceAt, Uint32Array);
    this.offsets = longer(this.offsets, Float64Array);
    this.lengths = longer(this.lengths, Uint32Array);
    this.lines = longer(this.lines, Uint32Array);
    this.olders = longer(this.olders, Int32Array);
    this.ends = longer(this.ends, Uint32Array);
  }
}

type Column = Uint8Array | Uint32Array | Int32Array | Float64Array;

function longer<C extends Column>(column: C, Kind: new (length: number) => C): C {
  const copy = new Kind(Math.ceil(column.length * 1.5));
  copy.set(column);
  return copy;
}
