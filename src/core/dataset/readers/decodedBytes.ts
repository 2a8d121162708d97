import { createReadStream } from 'node:fs';
import type { Transform } from 'node:stream';
import zlib from 'node:zlib';
import { Decompress } from 'fzstd';
import { problem, UserError } from '../../model/problems/problem';
import { harnessNamed } from '../runs/recognize';
import { runLines } from '../runs/runLines';
import { entryBytes } from './archive';
import type { ReadOptions } from './readOptions';
import { kindOfBytes, kindOfFile, magicBytes, type FileKind } from './fileKind';

/** The packed data of a file end early; everything before was given. */
export class CutOffError extends UserError {
  override readonly name = 'CutOffError';
}

/**
 * The text of a file as UTF-8 bytes: decompressed where it is gzip, zstd or a zip archive of one file, transcoded where
 * it is UTF-16; a run a line where a harness wrote it. Gives all that can be read and then throws `CutOffError` where packed data end early, and `UserError`
 * where they are damaged or hold no text.
 */
export async function* plainBytes(path: string, options: ReadOptions = {}): AsyncGenerator<Buffer> {
  const kind = await kindOfFile(path);
  const isText = kind.kind !== 'packed' || (kind.packing === 'runs' && options.asWritten);
  for await (const chunk of isText ? fileBytes(path, options) : textOf(kind, path, options)) {
    options.signal?.throwIfAborted();
    yield chunk;
  }
  options.signal?.throwIfAborted();
}

function textOf(
  kind: Extract<FileKind, { readonly kind: 'packed' }>,
  path: string,
  options: ReadOptions,
): AsyncGenerator<Buffer> {
  if (kind.packing === 'zip') return innerText(entryBytes(path, kind.entry, options.onBytes), path);
  if (kind.packing === 'runs') return runLines(path, harnessNamed(kind.harness), options);
  const bytes = fileBytes(path, options);
  return kind.packing === 'utf-16' ? transcoded(bytes) : innerText(unpacked(bytes, kind.packing, path), path);
}

/**
 * Small, as a chunk is garbage as soon as its records were read, and a collection comes the later the more room there
 * is.
 */
const chunkBytes = 1 << 18;

async function* fileBytes(path: string, { onBytes }: ReadOptions): AsyncGenerator<Buffer> {
  const source = createReadStream(path, { highWaterMark: chunkBytes });
  let bytes = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      onBytes?.(bytes);
      yield chunk;
    }
  } finally {
    source.destroy();
  }
}

/** What was packed must be text: a table needs its own file, to be read from its end. */
async function* innerText(packed: AsyncGenerator<Buffer>, path: string): AsyncGenerator<Buffer> {
  const chunks = firstAtLeast(packed, magicBytes);
  const first = await chunks.next();
  if (first.done) return;
  const kind = kindOfBytes(first.value, path);
  if (kind.kind === 'table')
    throw new UserError(
      problem('dataset.packedTable', { table: kind.table === 'parquet' ? 'Parquet' : 'Arrow' }, path),
    );
  if (kind.kind === 'archive' || (kind.kind === 'packed' && kind.packing !== 'utf-16'))
    throw new UserError(problem('dataset.packedTwice', {}, path));
  const all = async function* (): AsyncGenerator<Buffer> {
    yield first.value;
    yield* chunks;
  };
  yield* kind.kind === 'packed' ? transcoded(all()) : all();
}

/** Passes bytes on with a first chunk that holds at least `bytes` of them, where there are so many. */
export async function* firstAtLeast(chunks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let first: Buffer[] | undefined = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      if (!first) {
        yield chunk;
        continue;
      }
      first.push(chunk);
      size += chunk.length;
      if (size < bytes) continue;
      const whole = first.length === 1 ? chunk : Buffer.concat(first);
      first = undefined;
      yield whole;
    }
  } catch (error) {
    if (size > 0 && first) yield Buffer.concat(first);
    throw error;
  }
  if (size > 0 && first) yield Buffer.concat(first);
}

/** UTF-16 with a byte order mark, as UTF-8 without one. */
async function* transcoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(chunk[0] === 0xfe ? 'utf-16be' : 'utf-16le');
    yield Buffer.from(decoder.decode(chunk, { stream: true }));
  }
  if (decoder) yield Buffer.from(decoder.decode());
}

/** How much packed data is unpacked at a time, so that what comes out at once stays small even where it packs well. */
const packedSize = 1 << 16;

async function* unpacked(
  source: AsyncIterable<Buffer>,
  packing: 'gzip' | 'zstd',
  path: string,
): AsyncGenerator<Buffer> {
  const unpacker = packing === 'gzip' ? new StreamUnpacker(zlib.createGunzip({ chunkSize: 1 << 18 })) : zstdUnpacker();
  try {
    for await (const chunk of source) {
      for (let at = 0; at < chunk.length; at += packedSize) yield* unpacker.push(chunk.subarray(at, at + packedSize));
    }
    yield* unpacker.end();
  } catch (error) {
    throw asPackingError(error, packing, path);
  } finally {
    unpacker.close();
  }
}

interface Unpacker {
  push(packed: Buffer): AsyncIterable<Buffer> | Iterable<Buffer>;
  end(): AsyncIterable<Buffer> | Iterable<Buffer>;
  close(): void;
}

/** zstd comes with Node from 22.15 on; where it does not, a smaller and slower reader does it. */
function zstdUnpacker(): Unpacker {
  const { createZstdDecompress } = zlib as { createZstdDecompress?: (options: object) => Transform };
  return createZstdDecompress ? new StreamUnpacker(createZstdDecompress({ chunkSize: 1 << 18 })) : new ZstdUnpacker();
}

/**
 * One of Node's streams. It is written to by hand, because what it unpacked before an error would be lost in a pipe.
 */
class StreamUnpacker implements Unpacker {
  private ready: Buffer[] = [];
  private failure: Error | undefined;

  constructor(private readonly stream: Transform) {
    stream.on('data', (chunk: Buffer) => this.ready.push(chunk));
    stream.on('error', (error) => (this.failure = error));
  }

  async *push(packed: Buffer): AsyncGenerator<Buffer> {
    await this.until((done) => this.stream.write(packed, done));
    yield* this.take();
  }

  async *end(): AsyncGenerator<Buffer> {
    await this.until((done) => this.stream.once('end', done).end());
    yield* this.take();
  }

  close(): void {
    this.stream.destroy();
  }

  /** Starts something, and waits until it is done or the stream has failed. */
  private async until(start: (done: () => void) => unknown): Promise<void> {
    if (this.stream.closed) return;
    await new Promise<void>((resolve) => {
      this.stream.once('close', resolve);
      start(() => {
        this.stream.off('close', resolve);
        resolve();
      });
    });
  }

  private *take(): Generator<Buffer> {
    yield* this.ready.splice(0);
    if (this.failure) throw this.failure;
  }
}

/** How much of zstd data is unpacked at a time by the reader that does it in one go. */
const zstdStretch = 1 << 10;

class ZstdUnpacker implements Unpacker {
  private ready: Buffer[] = [];
  private readonly stream = new Decompress((chunk) => {
    // What it hands out it goes on writing to.
    if (chunk.length > 0) this.ready.push(Buffer.from(chunk));
  });

  *push(packed: Buffer): Iterable<Buffer> {
    // A push gives all that comes out of it at once, and some bytes may be a block of 128 kB each.
    for (let at = 0; at < packed.length; at += zstdStretch)
      yield* this.turn(packed.subarray(at, at + zstdStretch), false);
  }

  end(): Iterable<Buffer> {
    return this.turn(Buffer.alloc(0), true);
  }

  close(): void {
    this.ready = [];
  }

  private *turn(packed: Buffer, last: boolean): Generator<Buffer> {
    let failure: Error | undefined;
    try {
      this.stream.push(packed, last);
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
    yield* this.ready.splice(0);
    if (failure) throw failure;
  }
}

/** fzstd's code for data that end early. */
const unexpectedEnd = 5;

function asPackingError(error: unknown, packing: 'gzip' | 'zstd', path: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const { code, message } = error;
  if (code === 'Z_BUF_ERROR' || code === unexpectedEnd)
    return new CutOffError(problem('dataset.packedCutOff', { packing }), { cause: error });
  const known = typeof code === 'number' || /^(Z_|ZSTD_)/.test(String(code));
  return known
    ? new UserError(
        problem('dataset.packedDamaged', { packing, reason: typeof code === 'number' ? message : String(code) }, path),
        { cause: error },
      )
    : error;
}
