import { splits, type Split } from '../split/shares';

/** Rows as they are written, in their order: plain bytes, which a thread gives away without a copy. */
export interface RowBatch {
  /** By row: its split, as its place in `splits`. */
  readonly splits: Uint8Array;
  /** The rows' JSON in UTF-8, one a line. */
  readonly lines: Uint8Array;
  /** Where each row is from, as JSON, one a line. */
  readonly provenance: Uint8Array;
}

const newline = 0x0a;

/** The lines of bytes in which each line has its end, without it. No text within JSON holds a newline of its own. */
export function* linesIn(bytes: Uint8Array): Generator<Buffer> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let begin = 0; begin < buffer.length; ) {
    const end = buffer.indexOf(newline, begin);
    yield buffer.subarray(begin, end);
    begin = end + 1;
  }
}

/** The lines of each split, those that stand behind each other together. */
export function* bySplit({ splits: of, lines }: Pick<RowBatch, 'splits' | 'lines'>): Generator<{ readonly split: Split; readonly lines: Uint8Array }> {
  const buffer = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);
  const isOne = of.every((split) => split === of[0]);
  for (let row = 0, begin = 0; row < of.length; ) {
    const number = of[row] ?? 0;
    let end = isOne ? buffer.length : begin;
    if (isOne) row = of.length;
    else for (; of[row] === number; row++) end = buffer.indexOf(newline, end) + 1;
    yield { split: splits[number] ?? 'train', lines: buffer.subarray(begin, end) };
    begin = end;
  }
}

/** Puts rows together. */
export class RowBatchMaker {
  private readonly lines: GrowingBytes;
  private readonly provenance: GrowingBytes;
  private readonly splits: number[] = [];

  /** @param spare memory that may be written over */
  constructor(spare: Pick<RowBatch, 'lines' | 'provenance'> | undefined) {
    this.lines = new GrowingBytes(spare?.lines);
    this.provenance = new GrowingBytes(spare?.provenance);
  }

  /** Adds a row by its JSON, without a newline, which may be written over afterwards. */
  add(split: Split, json: Uint8Array, provenance: Uint8Array): void {
    this.splits.push(splits.indexOf(split));
    this.lines.add(json);
    this.provenance.add(provenance);
  }

  /** What was added. */
  batch(): RowBatch {
    return { splits: Uint8Array.from(this.splits), lines: this.lines.all, provenance: this.provenance.all };
  }
}

/** Lines one behind the other. */
class GrowingBytes {
  private bytes: Buffer;
  private size = 0;

  constructor(spare: Uint8Array | undefined) {
    this.bytes = spare ? Buffer.from(spare.buffer) : Buffer.allocUnsafeSlow(1 << 16);
  }

  get all(): Buffer {
    return this.bytes.subarray(0, this.size);
  }

  add(line: Uint8Array): void {
    const end = this.size + line.length;
    if (end >= this.bytes.length) {
      const longer = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, end + 1));
      longer.set(this.all);
      this.bytes = longer;
    }
    this.bytes.set(line, this.size);
    this.bytes[end] = newline;
    this.size = end + 1;
  }
}
