import { closeSync, openSync, readSync } from 'node:fs';
import { maxRecordBytes, tooLong } from '../records/recordStream';
import { LineFramer } from '../readers/json/jsonl';
import { type TextRecords } from '../records/framing';
import { newline } from '../records/syntaxBytes';

/**
 * Bytes of a file in which records begin that are to be read, each up to its end: records are lines, so that they can
 * be read from anywhere.
 */
export interface LineRange {
  readonly begin: number;
  readonly end: number;
}

/** Bytes that are read at a time behind a range, for the end of its last line. */
const tail = 1 << 14;

/** Lines of a range, as they stand in the file; they are numbered from 1. */
export interface RangeRecords extends TextRecords {
  /** How many lines there are, empty ones too. */
  readonly count: number;
}

/** Reads ranges of files, one after the other: what one gives stands until the next is read. */
export class RangeReader {
  private readonly files = new Map<string, number>();
  private buffer = Buffer.alloc(0);

  /**
   * The records that begin in a range. Throws the file system's error, and `UserError` for a record that cannot be one.
   */
  read(path: string, { begin, end }: LineRange): RangeRecords {
    const file = this.fileAt(path);
    // A line begins behind a newline, which may stand before the range.
    const from = Math.max(begin - 1, 0);
    const limit = end - from;
    let size = this.fill(file, from, 0, limit);
    const first = begin === 0 ? 0 : behindNewline(this.buffer, 0, size);
    if (first < 0 || first >= limit) return recordsIn(this.buffer.subarray(0, 0), begin);
    let last = behindNewline(this.buffer, limit - 1, size);
    while (last < 0) {
      const more = this.fill(file, from + size, size, tail);
      last = more === 0 ? size : behindNewline(this.buffer, size, size + more);
      size += more;
      if (size > maxRecordBytes) throw tooLong(path);
    }
    return recordsIn(this.buffer.subarray(first, last), from + first);
  }

  close(): void {
    for (const file of this.files.values()) closeSync(file);
    this.files.clear();
  }

  private fileAt(path: string): number {
    let file = this.files.get(path);
    if (file === undefined) this.files.set(path, (file = openSync(path, 'r')));
    return file;
  }

  /** Reads so many bytes from `position` into the buffer, at `at`; tells how many there are. */
  private fill(file: number, position: number, at: number, bytes: number): number {
    if (this.buffer.length < at + bytes) {
      const longer = Buffer.allocUnsafeSlow((at + bytes) * 2);
      this.buffer.copy(longer, 0, 0, at);
      this.buffer = longer;
    }
    let read = 0;
    for (let more = -1; more !== 0 && read < bytes; read += more)
      more = readSync(file, this.buffer, at + read, bytes - read, position + read);
    return read;
  }
}

/** Where the line after the first newline from `at` on begins; -1 where there is none before `end`. */
function behindNewline(bytes: Buffer, at: number, end: number): number {
  const found = bytes.indexOf(newline, at);
  return found < 0 || found >= end ? -1 : found + 1;
}

function recordsIn(bytes: Buffer, offset: number): RangeRecords {
  const framer = new LineFramer();
  const [starts, lines]: [number[], number[]] = [[], []];
  framer.push(bytes, offset, (start, line) => {
    starts.push(start - offset);
    lines.push(line);
  });
  return {
    bytes,
    starts: Uint32Array.from(starts),
    lines: Uint32Array.from(lines),
    framing: 'jsonl',
    count: framer.lines,
  };
}
