import type { RowBatch } from '../rows/rowBatch';
import { splits } from '../split/splitRatios';
import type { DataSplit } from './dataFiles';

const newline = 0x0a;
const comma = 0x2c;
const zero = 0x30;
const openBrace = 0x7b;
const closeBrace = 0x7d;
/** Longer than the beginning of any line: the split and the number of a row. */
const maxBefore = 64;

const heads = splits.map((split) => Buffer.from(`{"split":"${split}","row":`));

/**
 * Lines that say of each row its split and its number there, and then where it is from.
 * @param rows so many rows each split has before; counted on
 * @param spare memory that may be written over
 */
export function provenanceLines(
  { splits: of, provenance }: RowBatch,
  rows: Map<DataSplit, number>,
  spare: Buffer<ArrayBuffer> = Buffer.alloc(0),
): Buffer<ArrayBuffer> {
  const most = provenance.length + of.length * maxBefore;
  const lines = spare.buffer.byteLength >= most ? Buffer.from(spare.buffer) : Buffer.allocUnsafeSlow(most);
  // What is to be moved stands at the end, so far behind what is written that it is never written over.
  let begin = most - provenance.length;
  lines.set(provenance, begin);
  const counts = splits.map((split) => rows.get(split) ?? 0);
  let at = 0;
  for (const number of of) {
    const head = heads[number] ?? Buffer.alloc(0);
    for (let i = 0; i < head.length; i++) lines[at++] = head[i] ?? 0;
    at = writeNumber(lines, at, (counts[number] = (counts[number] ?? 0) + 1));
    const end = lines.indexOf(newline, begin) + 1;
    // Behind its own brace, which stands at the beginning of the line already.
    if (lines[begin] === openBrace && lines[begin + 1] !== closeBrace) lines[at++] = comma;
    lines.copyWithin(at, begin + 1, end);
    at += end - begin - 1;
    begin = end;
  }
  for (const [i, split] of splits.entries()) if (rows.has(split)) rows.set(split, counts[i] ?? 0);
  return lines.subarray(0, at);
}

/** Writes a whole number in digits; tells where they end. */
function writeNumber(bytes: Buffer, at: number, number: number): number {
  let digits = 1;
  for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) digits++;
  for (let place = at + digits - 1, rest = number; place >= at; place--, rest = Math.floor(rest / 10))
    bytes[place] = zero + (rest % 10);
  return at + digits;
}
