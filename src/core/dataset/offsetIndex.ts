import { open } from 'node:fs/promises';
import { framerFor, type Framing, type WholeFileProblem } from './framing';

const chunkSize = 1 << 14;
/** A line number is kept for one record in this many; the rest are counted from there, by reading what lies between. */
export const lineStride = 64;

/** Record starts found by one stretch of reading, in order. */
export interface IndexBatch {
  readonly starts: Float64Array;
  /** 1-based lines of those records whose ordinal is a multiple of `lineStride`. */
  readonly lines: readonly number[];
  /** Bytes read so far. */
  readonly bytes: number;
}

/** How an index ended: the bytes that it is of, and what is wrong with the file as a whole. */
export interface IndexEnd {
  readonly size: number;
  readonly problem?: WholeFileProblem;
}

/** The starts of `chunkSize` records, relative to the first of them: 4 bytes each, 8 where they span more than 4 GB. */
interface Chunk {
  readonly base: number;
  offsets: Uint32Array | Float64Array;
}

/** The start offset of every record of a file, filled while the file is read: 4 bytes a record, and 8 where records are over 256 kB on average. */
export class OffsetIndex {
  private readonly chunks: Chunk[] = [];
  private readonly lines: number[] = [];
  private length = 0;

  get count(): number {
    return this.length;
  }

  /** Adds what was found next, in the order of the file. */
  add(batch: IndexBatch): void {
    for (const start of batch.starts) {
      const slot = this.length % chunkSize;
      let chunk = this.chunks.at(-1);
      if (slot === 0 || !chunk) this.chunks.push((chunk = { base: start, offsets: new Uint32Array(chunkSize) }));
      const offset = start - chunk.base;
      if (offset > 0xffffffff && chunk.offsets instanceof Uint32Array) chunk.offsets = Float64Array.from(chunk.offsets);
      chunk.offsets[slot] = offset;
      this.length++;
    }
    for (const line of batch.lines) this.lines.push(line);
  }

  /** Byte offset of record `ordinal` (0-based), or undefined where it is not known (yet). */
  start(ordinal: number): number | undefined {
    const chunk = ordinal < this.length ? this.chunks[Math.floor(ordinal / chunkSize)] : undefined;
    return chunk && chunk.base + (chunk.offsets[ordinal % chunkSize] ?? 0);
  }

  /** The nearest record at or before `ordinal` whose line is kept. */
  lineMark(ordinal: number): { readonly ordinal: number; readonly line: number } {
    const mark = Math.floor(ordinal / lineStride);
    return { ordinal: mark * lineStride, line: this.lines[mark] ?? 1 };
  }
}

/** Where to go on with a file of which the records before are known: at the start of one. */
export interface Resumption {
  readonly offset: number;
  /** 1-based. */
  readonly line: number;
  /** Of the record there, 0-based. */
  readonly ordinal: number;
}

/**
 * Reads the file once and reports where its records begin, some megabytes at a time. Runs on any thread.
 * Throws the file system's error if the file cannot be read, and `signal.reason` once aborted.
 */
export async function indexRecords(path: string, framing: Framing, onBatch: (batch: IndexBatch) => void, signal?: AbortSignal, from: Resumption = { offset: 0, line: 1, ordinal: 0 }): Promise<IndexEnd> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(4 << 20);
    const framer = framerFor(framing, from.line);
    let { offset, ordinal } = from;
    let starts = new Float64Array(1 << 14);
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
      if (bytesRead === 0) break;
      let found = 0;
      const lines: number[] = [];
      framer.push(buffer.subarray(0, bytesRead), offset, (start, line) => {
        if (found === starts.length) {
          const larger = new Float64Array(found * 2);
          larger.set(starts);
          starts = larger;
        }
        starts[found++] = start;
        if (ordinal++ % lineStride === 0) lines.push(line);
      });
      offset += bytesRead;
      onBatch({ starts: starts.slice(0, found), lines, bytes: offset });
    }
    const problem = framer.end();
    return problem ? { size: offset, problem } : { size: offset };
  } finally {
    await file.close();
  }
}
