import { splits, type Split } from '../split/splitRatios';

/** Rows as they are written, in their order: plain bytes, which go from thread to thread with their memory. */
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
  for (let begin = 0; begin < buffer.length;) {
    const end = buffer.indexOf(newline, begin);
    yield buffer.subarray(begin, end);
    begin = end + 1;
  }
}

/** The lines of each split, those that stand behind each other together. */
export function* bySplit({
  splits: of,
  lines,
}: Pick<RowBatch, 'splits' | 'lines'>): Generator<{ readonly split: Split; readonly lines: Uint8Array }> {
  const buffer = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);
  const isOne = of.every((split) => split === of[0]);
  for (let row = 0, begin = 0; row < of.length;) {
    const number = of[row] ?? 0;
    let end = isOne ? buffer.length : begin;
    if (isOne) row = of.length;
    else for (; of[row] === number; row++) end = buffer.indexOf(newline, end) + 1;
    yield { split: splits[number] ?? 'train', lines: buffer.subarray(begin, end) };
    begin = end;
  }
}
