import { open } from 'node:fs/promises';
import { framerFor, type SerialFraming } from '../records/framing';
import { type WholeFileProblem } from '../records/framer';

/**
 * In a text a record reaches from its start to the next one's, in JSONL, JSON arrays and CSV alike, so the index is one
 * offset a record (4 bytes; 8 where records are huge) and a line number every 64. Opening reads the head of the file,
 * finds the layout and shows the first item; a worker thread indexes the rest. Scans (import, export, inspect) need no
 * index at all.
 */

/** A line number is kept for one record in this many; the rest are counted from there, by reading what lies between. */
export const lineStride = 64;
/** How far from the first start of a batch a start may lie. */
const widest = 0xffffffff;

/** Record starts found by one stretch of reading, in order. */
export interface IndexBatch {
  /** Byte offset of the first. */
  readonly base: number;
  /** How far behind it each lies, the first too: 4 bytes a record. */
  readonly offsets: Uint32Array<ArrayBuffer>;
  /** 1-based lines of those records whose ordinal is a multiple of `lineStride`. */
  readonly lines: readonly number[];
  /** Bytes read so far. */
  readonly bytes: number;
}

/** Record starts as batches: one, or more where they span more than 4 GB. The first has the lines. */
export function* batchesOf(
  starts: Float64Array,
  { lines, bytes }: Pick<IndexBatch, 'lines' | 'bytes'>,
): Generator<IndexBatch> {
  for (let from = 0; from === 0 || from < starts.length;) {
    const base = starts[from] ?? 0;
    let to = starts.length;
    if ((starts[to - 1] ?? base) - base > widest)
      to = starts.findIndex((start, at) => at > from && start - base > widest);
    const offsets = new Uint32Array(to - from);
    for (let at = from; at < to; at++) offsets[at - from] = (starts[at] ?? 0) - base;
    yield { base, offsets, lines: from === 0 ? lines : [], bytes };
    from = Math.max(to, 1);
  }
}

/** The byte offsets of a batch's records. */
export function startsOf({ base, offsets }: Pick<IndexBatch, 'base' | 'offsets'>): Float64Array {
  return Float64Array.from(offsets, (offset) => base + offset);
}

/** How an index ended: the bytes that it is of, and what is wrong with the file as a whole. */
export interface IndexEnd {
  readonly size: number;
  readonly problem?: WholeFileProblem;
}

/**
 * The start offset of every record of a file, filled while the file is read. Batches are kept as they come, so nothing
 * is ever copied to grow.
 */
export class OffsetIndex {
  private readonly batches: { readonly first: number; readonly base: number; readonly offsets: Uint32Array }[] = [];
  private readonly lines: number[] = [];
  private length = 0;

  get count(): number {
    return this.length;
  }

  /** Adds what was found next, in the order of the file. */
  add({ base, offsets, lines }: IndexBatch): void {
    if (offsets.length > 0) this.batches.push({ first: this.length, base, offsets });
    this.length += offsets.length;
    for (const line of lines) this.lines.push(line);
  }

  /** Byte offset of record `ordinal` (0-based), or undefined where it is not known (yet). */
  start(ordinal: number): number | undefined {
    if (ordinal >= this.length) return undefined;
    let [low, high] = [0, this.batches.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.batches[middle]?.first ?? 0) <= ordinal) low = middle;
      else high = middle - 1;
    }
    const batch = this.batches[low];
    const offset = batch?.offsets[ordinal - batch.first];
    return batch && offset !== undefined ? batch.base + offset : undefined;
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
export async function indexRecords(
  path: string,
  framing: SerialFraming,
  onBatch: (batch: IndexBatch) => void,
  signal?: AbortSignal,
  from: Resumption = { offset: 0, line: 1, ordinal: 0 },
): Promise<IndexEnd> {
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
      for (const batch of batchesOf(starts.subarray(0, found), { lines, bytes: offset })) onBatch(batch);
    }
    const problem = framer.end();
    return problem ? { size: offset, problem } : { size: offset };
  } finally {
    await file.close();
  }
}
