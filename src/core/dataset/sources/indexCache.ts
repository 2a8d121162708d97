import { open, writeFile, type FileHandle } from 'node:fs/promises';
import { reworded } from '../../model/problems/problem';
import { contentSample } from './contentSample';
import { cachedPath, markUsed, replaceCached } from './cachedFile';
import type { SerialFraming } from '../records/framing';
import {
  batchesOf,
  indexRecords,
  lineStride,
  startsOf,
  type IndexBatch,
  type IndexEnd,
  type Resumption,
} from './offsetIndex';

/**
 * What stands at the end of a kept index, as JSON with its length in 4 bytes behind it; before it `count` record starts
 * and `lines` line numbers, 8 bytes each.
 */
interface Trailer {
  readonly size: number;
  readonly mtimeMs: number;
  /** See `contentSample`. */
  readonly content: string;
  readonly count: number;
  readonly lines: number;
  readonly problem?: IndexEnd['problem'];
}
interface KeptIndex extends Trailer {
  readonly file: FileHandle;
  readonly lineNumbers: Float64Array;
}

const batchSize = 1 << 16;

/**
 * As `indexRecords`, with the index of an earlier time where the file is still the same (size, time, and a sample
 * of its content), and kept in `cacheFolder` for the next time. A JSONL file that has only grown is read on from where
 * it ended.
 */
export async function indexCached(
  path: string,
  framing: SerialFraming,
  cacheFolder: string,
  onBatch: (batch: IndexBatch) => void,
  signal?: AbortSignal,
): Promise<IndexEnd> {
  // The number counts up when what is kept changes its form.
  const cached = cachedPath(cacheFolder, `1\0${JSON.stringify(framing)}\0${path}`, 'index');
  const { size, mtimeMs } = await look(path);
  const kept = await openKept(cached);
  try {
    const isKnown = kept !== undefined && kept.size <= size && (await contentSample(path, kept.size)) === kept.content;
    if (isKnown && kept.size === size && kept.mtimeMs === mtimeMs) {
      await markUsed(cached);
      await giveOn(kept, kept.count, size, onBatch);
      return { size, ...(kept.problem && { problem: reworded(kept.problem) }) };
    }

    const batches: IndexBatch[] = [];
    const keepAndGive = (batch: IndexBatch): void => {
      // Whoever gets the batch may pass its memory on to another thread.
      batches.push({ ...batch, offsets: batch.offsets.slice() });
      onBatch(batch);
    };
    const from = isKnown && kept.size < size && framing === 'jsonl' ? await resumption(kept) : undefined;
    if (kept && from) await giveOn(kept, from.ordinal, from.offset, keepAndGive);
    const end = await indexRecords(path, framing, keepAndGive, signal, from);
    const after = await look(path);
    // Of a file that changed while it was read nobody knows which state the index is of.
    if (after.size === end.size && after.mtimeMs === mtimeMs) {
      // Without a kept index the next time costs what this one did; no reason to fail.
      await keep(cached, cacheFolder, batches, { ...end, mtimeMs, content: await contentSample(path, end.size) }).catch(
        () => undefined,
      );
    }
    return end;
  } finally {
    await kept?.file.close();
  }
}

/**
 * The last record whose line is kept: the ones behind it are few, and the very last one may have grown with the file.
 */
async function resumption(kept: KeptIndex): Promise<Resumption | undefined> {
  const mark = kept.lines - 1;
  const line = kept.lineNumbers[mark];
  if (line === undefined) return undefined;
  const [offset] = await numbersAt(kept.file, mark * lineStride, 1);
  return offset === undefined ? undefined : { offset, line, ordinal: mark * lineStride };
}

async function giveOn(
  { file, lineNumbers }: KeptIndex,
  count: number,
  bytes: number,
  onBatch: (batch: IndexBatch) => void,
): Promise<void> {
  for (let at = 0; at < count; at += batchSize) {
    const end = Math.min(count, at + batchSize);
    const lines = [...lineNumbers.subarray(Math.ceil(at / lineStride), Math.ceil(end / lineStride))];
    for (const batch of batchesOf(await numbersAt(file, at, end - at), { lines, bytes })) onBatch(batch);
  }
}

async function look(path: string): Promise<{ size: number; mtimeMs: number }> {
  const file = await open(path, 'r');
  try {
    return await file.stat();
  } finally {
    await file.close();
  }
}

/**
 * An index that cannot be read, for whatever reason, is none: the dataset is there to make another. Whoever gets it
 * closes its file.
 */
async function openKept(cached: string): Promise<KeptIndex | undefined> {
  const file = await open(cached, 'r').catch(() => undefined);
  try {
    if (!file) return undefined;
    const { size } = await file.stat();
    const length = (await bytesAt(file, size - 4, 4)).readUInt32LE();
    const trailer = JSON.parse((await bytesAt(file, size - 4 - length, length)).toString()) as Trailer;
    if (size !== (trailer.count + trailer.lines) * 8 + length + 4)
      throw new RangeError('its parts are not as long as it says');
    return { ...trailer, file, lineNumbers: await numbersAt(file, trailer.count, trailer.lines) };
  } catch {
    await file?.close();
    return undefined;
  }
}

/** Numbers `from` on of a kept index. */
async function numbersAt(file: FileHandle, from: number, count: number): Promise<Float64Array> {
  const { buffer } = await bytesAt(file, from * 8, count * 8);
  return new Float64Array(buffer);
}

/** Throws `RangeError` where there are fewer. */
async function bytesAt(file: FileHandle, from: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.from(new ArrayBuffer(length));
  const { bytesRead } = await file.read(bytes, 0, length, from);
  if (bytesRead < length) throw new RangeError('it is cut off');
  return bytes;
}

async function keep(
  cached: string,
  cacheFolder: string,
  batches: readonly IndexBatch[],
  end: IndexEnd & { readonly mtimeMs: number; readonly content: string },
): Promise<void> {
  const lines = Float64Array.from(batches.flatMap((batch) => batch.lines));
  const count = batches.reduce((sum, { offsets }) => sum + offsets.length, 0);
  const trailer = Buffer.from(JSON.stringify({ ...end, count, lines: lines.length } satisfies Trailer));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(trailer.length);
  await replaceCached(cached, cacheFolder, (partial) => writeFile(partial, parts()));

  function* parts(): Generator<NodeJS.ArrayBufferView> {
    for (const batch of batches) yield startsOf(batch);
    yield* [lines, trailer, length];
  }
}
