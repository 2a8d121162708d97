import { kindOfFile } from '../readers/fileKind';
import { isWholeFileFraming } from '../readers/wholeFileFraming';
import { CutOffError, plainBytes } from '../readers/decodedBytes';
import { framerFor, rawRecord, type SerialFraming } from './framing';
import type { Mapping } from '../fields/fieldMapping';
import type { Prefilter } from '../search/prefilter';
import type { RawRecord } from './rawRecord';
import { maxRecordBytes, readHead, streamRecords } from './recordStream';

/** A record with its 0-based place in the dataset. */
export interface Candidate {
  readonly ordinal: number;
  readonly raw: RawRecord;
}

/** What one stretch of reading gave. */
export interface CandidateBatch {
  readonly candidates: Iterable<Candidate>;
  /** Bytes of the dataset's files read so far. */
  readonly bytes: number;
}

/**
 * The records of a dataset that `prefilter` lets through (all of them without one), in order, a stretch at a time.
 * Others are counted and no more: bytes of JSON are searched a megabyte at a time, and a record is made of them only
 * where something was found. Tables are not JSON, so every row of theirs is a candidate. Throws `signal.reason` once
 * aborted, and the file system's error if a file cannot be read.
 */
export async function* candidatesOf(
  paths: readonly string[],
  mapping: Mapping,
  prefilter: Prefilter | undefined,
  signal?: AbortSignal,
): AsyncGenerator<CandidateBatch> {
  let ordinal = 0;
  let before = 0;
  for (const path of paths) {
    let read = 0;
    const options = { signal, mapping, onBytes: (all: number): number => (read = all) };
    const framing = prefilter && (await jsonFramingOf(path, mapping));
    if (!framing) {
      for await (const batch of streamRecords(path, options)) {
        const first = ordinal;
        yield { candidates: batch.map((raw, i) => ({ ordinal: first + i, raw })), bytes: before + read };
        ordinal += batch.length;
      }
    } else {
      for await (const { bytes, starts } of chunksOf(path, framing, options)) {
        yield { candidates: chosen(bytes, starts, framing, ordinal, prefilter), bytes: before + read };
        ordinal += starts.length;
      }
    }
    before += read;
  }
}

/** How the records of a file follow each other, where they are JSON. */
async function jsonFramingOf(path: string, mapping: Mapping): Promise<SerialFraming | undefined> {
  if ((await kindOfFile(path)).kind === 'table') return undefined;
  const { framing } = await readHead(path, 1, { mapping });
  return isWholeFileFraming(framing) || (typeof framing === 'object' && framing.kind === 'csv') ? undefined : framing;
}

/** Whole records, one after the other: where each begins, and the next one's separator with it. */
interface Records {
  readonly bytes: Buffer;
  readonly starts: readonly number[];
}

async function* chunksOf(
  path: string,
  framing: SerialFraming,
  options: { signal: AbortSignal | undefined; onBytes: (bytes: number) => void },
): AsyncGenerator<Records> {
  const framer = framerFor(framing);
  let offset = 0;
  /** The record that is still open, as far as it was read. */
  let pending: Buffer[] = [];
  let pendingSize = 0;
  try {
    for await (const chunk of plainBytes(path, options)) {
      const found: number[] = [];
      framer.push(chunk, offset, (start) => found.push(start - offset));
      offset += chunk.length;
      const last = found.at(-1);
      if (last === undefined) {
        if (pending.length > 0) pending.push(chunk);
        pendingSize += chunk.length;
        // Reported when the dataset is checked; its end cannot be waited for here.
        if (pendingSize > maxRecordBytes) return;
        continue;
      }
      const [first = 0] = found;
      if (pending.length > 0) {
        pending.push(chunk.subarray(0, first));
        yield { bytes: Buffer.concat(pending), starts: [0] };
      }
      if (last > first)
        yield { bytes: chunk.subarray(first, last), starts: found.slice(0, -1).map((start) => start - first) };
      pending = [chunk.subarray(last)];
      pendingSize = chunk.length - last;
    }
  } catch (error) {
    // What there is of a file that is cut off is read; the check tells of it.
    if (!(error instanceof CutOffError)) throw error;
  }
  if (pending.length > 0) yield { bytes: Buffer.concat(pending), starts: [0] };
}

function* chosen(
  bytes: Buffer,
  starts: readonly number[],
  framing: SerialFraming,
  ordinal: number,
  prefilter: Prefilter,
): Generator<Candidate> {
  const candidate = (index: number): Candidate => ({
    ordinal: ordinal + index,
    raw: rawRecord(bytes.subarray(starts[index], starts[index + 1]), 1, framing),
  });
  const text = bytes.toString('latin1');
  const [lead, ...others] = prefilter.runs;
  const guards = prefilter.guards.map((seek) => new Seeker((from) => seek(bytes, from)));
  const leads = new Seeker((from) => {
    lead.lastIndex = from;
    return lead.exec(text)?.index ?? -1;
  });
  const all = [leads, ...guards];
  let index = 0;
  for (let from = 0; from < bytes.length; from = starts[index] ?? bytes.length) {
    // What begins in a record and ends in the next lets the first through in vain, and hides nothing: the next is
    // looked at from its start.
    const at = Math.min(...all.map((seeker) => seeker.next(from)));
    if (at >= bytes.length) return;
    while (index + 1 < starts.length && (starts[index + 1] ?? 0) <= at) index++;
    const end = starts[index + 1] ?? bytes.length;
    const isOpaque = guards.some((guard) => guard.next(from) < end);
    if (isOpaque || others.every((run) => matches(run, text.slice(starts[index], end)))) yield candidate(index);
    index++;
  }
}

/** Remembers what is next, so that nothing is passed over twice. */
class Seeker {
  private at = -1;

  constructor(private readonly seek: (from: number) => number) {}

  /** The first place at `from` or after it; infinite where there is none. */
  next(from: number): number {
    if (this.at >= from) return this.at;
    const found = this.seek(from);
    this.at = found < 0 ? Infinity : found;
    return this.at;
  }
}

function matches(run: RegExp, text: string): boolean {
  run.lastIndex = 0;
  return run.test(text);
}
