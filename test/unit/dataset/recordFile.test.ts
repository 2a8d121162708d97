import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  batchesOf,
  indexRecords,
  lineStride,
  OffsetIndex,
  type IndexBatch,
  type IndexEnd,
} from '../../../src/core/dataset/sources/offsetIndex';
import { RecordFile } from '../../../src/core/dataset/records/recordFile';
import type { RawRecord } from '../../../src/core/dataset/records/rawRecord';
import { readHead, streamRecords } from '../../../src/core/dataset/records/recordStream';
import { unpackedCopy } from '../../../src/core/dataset/sources/unpackedCopy';
import { jsonl, temporaryFile, temporaryFolder } from '../made/temporaryFolder';
import { anyJsonArray, anyJsonl } from '../made/arbitraryRecordFiles';
import { eventually } from '../made/eventually';

async function streamed(path: string): Promise<RawRecord[]> {
  const records: RawRecord[] = [];
  for await (const batch of streamRecords(path)) records.push(...batch);
  return records;
}

const unpackInto = (folder: string) => (path: string, signal: AbortSignal) => unpackedCopy(path, folder, { signal });
const never = { unpack: () => Promise.reject(new Error('not gzip')) };
const textOf = (raw: RawRecord | undefined): string => (raw && 'text' in raw ? raw.text : '');
const plainText = (raw: RawRecord): [number, string] => [raw.line, JSON.stringify(JSON.parse(textOf(raw)))];

describe('a dataset file', () => {
  it.each(['plain', 'gzip'] as const)(
    'gives the same records by streaming and by ordinal, in any order, %s',
    async (kind) => {
      const base = temporaryFolder();
      const anyFile = fc.oneof(anyJsonl, anyJsonArray).chain((file) =>
        fc.record({
          file: fc.constant(file),
          order: fc.shuffledSubarray([...file.values.keys()], { minLength: file.values.length }),
        }),
      );
      await fc.assert(
        fc.asyncProperty(anyFile, async ({ file: { text, values, lines }, order }) => {
          const folder = mkdtempSync(join(base, 'dataset-'));
          const path = join(folder, 'data');
          writeFileSync(path, kind === 'gzip' ? gzipSync(text) : text);
          const expected = values.map((value, i): [number, string] => [lines[i] ?? 0, JSON.stringify(value)]);
          expect((await streamed(path)).map(plainText)).toEqual(expected);

          const file = await RecordFile.open(path, { unpack: unpackInto(join(folder, 'cache')) });
          for (const ordinal of order) expect(plainText((await file.record(ordinal))!)).toEqual(expected[ordinal]);
          expect(await file.record(values.length)).toBeUndefined();
          await file.whenComplete();
          expect([file.count, file.complete, file.problem]).toEqual([values.length, true, undefined]);
          await file.close();
        }),
        { numRuns: 60 },
      );
    },
  );

  it('is read rightly across the edges of what is read at once', async () => {
    const rows = [...Array(40).keys()].map((n) => ({ n, text: 'é🙂'.repeat(20_000 + n * 371) }));
    const path = temporaryFile('long.jsonl', jsonl(rows));
    expect(statSync(path).size).toBeGreaterThan(5 << 20);
    expect((await streamed(path)).map((raw) => [raw.line, JSON.parse(textOf(raw)) as unknown])).toEqual(
      rows.map((row, i) => [i + 1, row]),
    );
    const file = await RecordFile.open(path, never);
    for (const n of [39, 20, 31, 0]) expect(JSON.parse(textOf(await file.record(n)))).toEqual(rows[n]);
    await file.close();
  });

  it('tells lines rightly far from where one is kept, blank lines between', async () => {
    const count = lineStride * 2 + 500;
    const path = temporaryFile(
      'blank.jsonl',
      [...Array(count).keys()].map((n) => `{"n":${n}}\n${n % 3 === 0 ? '\n' : ''}`).join(''),
    );
    const expected = await streamed(path);
    expect(expected).toHaveLength(count);
    const file = await RecordFile.open(path, never);
    for (const n of [
      0,
      1,
      19,
      20,
      lineStride - 1,
      lineStride,
      lineStride + 1,
      2 * lineStride - 1,
      2 * lineStride,
      count - 1,
    ])
      expect(await file.record(n)).toEqual(expected[n]);
    await file.close();
  });

  it('keeps starts that lie further apart than 4 GB', () => {
    const index = new OffsetIndex();
    const starts = [...Array(40_000).keys()].map((ordinal) => ordinal * 300_000 + (ordinal % 7));
    const batches = [...batchesOf(Float64Array.from(starts), { lines: [1], bytes: 0 })];
    expect(batches.map(({ lines }) => lines)).toEqual([[1], [], []]);
    for (const batch of batches) index.add(batch);
    expect(starts.findIndex((start, ordinal) => index.start(ordinal) !== start)).toBe(-1);
    expect(index.start(40_000)).toBeUndefined();
  });

  it('has its index agree with where the records begin, at 4 bytes a record', async () => {
    const rows = [...Array(200_000).keys()].map((n) => `{"n":${n}}`);
    const path = temporaryFile('many.jsonl', `${rows.join('\n')}\n`);
    const index = new OffsetIndex();
    const batches: IndexBatch[] = [];
    const end = await indexRecords(path, 'jsonl', (batch) => {
      batches.push(batch);
      index.add(batch);
    });
    let start = 0;
    const wrong = rows.filter((row, n) => {
      const agrees = index.start(n) === start;
      start += row.length + 1;
      return !agrees;
    });
    expect(wrong).toEqual([]);
    expect(end).toEqual({ size: start });
    const marked = 2500 - (2500 % lineStride);
    expect([index.count, index.start(rows.length), index.lineMark(2500)]).toEqual([
      rows.length,
      undefined,
      { ordinal: marked, line: marked + 1 },
    ]);
    expect(batches.every(({ offsets }) => offsets.buffer.byteLength === offsets.length * 4)).toBe(true);
  });

  it('tells what is wrong with the file as a whole', async () => {
    const cut = await RecordFile.open(temporaryFile('cut.json', '[\n{"a":1},\n{"a":2},\n{"a"'), never);
    await cut.whenComplete();
    expect(cut.problem).toMatchObject({ line: 4, message: expect.stringContaining('cut off') as string });
    expect(await cut.record(1)).toEqual({ line: 3, text: '{"a":2}' });
    await cut.close();
    const onEnd = vi.fn();
    for await (const _ of streamRecords(temporaryFile('more.json', '[{"a":1}]\n\n# the end'), { onEnd }));
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        line: 3,
        message: expect.stringContaining('There is text after the end of the JSON array. It was not read') as string,
      }),
    );
  });

  it('cannot be opened where there is none', async () => {
    await expect(RecordFile.open('/nowhere/at-all.jsonl', never)).rejects.toThrow(
      /at-all\.jsonl: There is no such file/,
    );
  });

  it('stops streaming when it is aborted', async () => {
    const path = temporaryFile('data.jsonl', '{"a":1}\n');
    await expect(
      (async () => {
        for await (const _ of streamRecords(path, { signal: AbortSignal.abort(new Error('enough')) }));
      })(),
    ).rejects.toThrow('enough');
  });

  it('shows its first records without reading the rest', async () => {
    const path = temporaryFile('many.jsonl', '{"a":"some text"}\n'.repeat(500_000));
    const { framing, records } = await readHead(path);
    expect([framing, records.length]).toEqual(['jsonl', 20]);
  });
});

describe('before the index is complete', () => {
  const text = [...Array(30).keys()].map((n) => `{"n":${n}}\n`).join('');
  const starts = [...text.matchAll(/\{/g)].map(({ index }) => index);
  const batch = (from: number, to: number): IndexBatch =>
    [
      ...batchesOf(Float64Array.from(starts.slice(from, to)), { lines: from === 0 ? [1] : [], bytes: 0 }),
    ][0] as IndexBatch;

  /** A file whose index grows only when told. */
  async function slowly(): Promise<{
    file: RecordFile;
    add: (batch: IndexBatch) => void;
    end: (end: IndexEnd) => void;
    fail: (error: Error) => void;
    onProgress: ReturnType<typeof vi.fn>;
  }> {
    let add: (batch: IndexBatch) => void = () => undefined;
    let end: (end: IndexEnd) => void = () => undefined;
    let fail: (error: Error) => void = () => undefined;
    const onProgress = vi.fn();
    const started = new Promise<RecordFile>((resolve, reject) => {
      const opening = RecordFile.open(temporaryFile('data.jsonl', text), {
        ...never,
        onProgress,
        indexer: (_path, _framing, onBatch) => {
          add = onBatch;
          opening.then(resolve, reject);
          return new Promise((done, failed) => {
            end = done;
            fail = failed;
          });
        },
      });
    });
    const file = await started;
    return { file, add: (some) => add(some), end: (value) => end(value), fail: (error) => fail(error), onProgress };
  }

  const isPending = async (promise: Promise<unknown>): Promise<boolean> =>
    (await Promise.race([
      promise.then(() => 'done'),
      new Promise((resolve) => setTimeout(() => resolve('waiting'), 30)),
    ])) === 'waiting';

  it('the first records can be read at once', async () => {
    const { file } = await slowly();
    expect([file.count, file.complete]).toEqual([20, false]);
    expect(await file.record(0)).toEqual({ line: 1, text: '{"n":0}' });
    expect(await file.record(19)).toEqual({ line: 20, text: '{"n":19}' });
    await file.close();
  });

  it('a later record waits until the index has its end', async () => {
    const { file, add, onProgress } = await slowly();
    const record = file.record(25);
    add(batch(0, 26));
    expect(await isPending(record)).toBe(true);
    add(batch(26, 28));
    expect(await record).toEqual({ line: 26, text: '{"n":25}' });
    expect(file.count).toBe(28);
    expect(onProgress).toHaveBeenCalledTimes(2);
    await file.close();
  });

  it('the last record, and one past it, wait for the end of the file', async () => {
    const { file, add, end } = await slowly();
    const [last, past] = [file.record(29), file.record(30)];
    add(batch(0, 30));
    expect(await isPending(last)).toBe(true);
    end({ size: text.length });
    expect(await last).toEqual({ line: 30, text: '{"n":29}' });
    expect(await past).toBeUndefined();
    await file.close();
  });

  it('closing rejects those who wait', async () => {
    const { file } = await slowly();
    const waiting = [file.record(25), file.whenComplete()];
    const settled = Promise.allSettled(waiting);
    await file.close();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('a failed index is told to those who wait and those who come later', async () => {
    const { file, fail } = await slowly();
    const waiting = file.record(25);
    fail(new Error('the disk went away'));
    await expect(waiting).rejects.toThrow('the disk went away');
    await expect(file.record(26)).rejects.toThrow('the disk went away');
    expect(await file.record(3)).toEqual({ line: 4, text: '{"n":3}' });
    await file.close();
  });
});

it.skipIf(!existsSync('/proc/self/fd'))(
  'a file closed at any moment of its opening leaves no handle open',
  async () => {
    const path = temporaryFile('data.jsonl', '{"a":1}\n'.repeat(30));
    for (let turns = 0; turns < 40; turns++) {
      const file = await RecordFile.open(path, never);
      for (let turn = 0; turn < turns; turn++) await new Promise((done) => setImmediate(done));
      await file.close();
    }
    const open = (): number =>
      readdirSync('/proc/self/fd').filter(
        (fd) => existsSync(`/proc/self/fd/${fd}`) && readlinkSync(`/proc/self/fd/${fd}`) === path,
      ).length;
    await eventually(() => expect(open()).toBe(0));
  },
);

describe('a file that changes while it is open', () => {
  const text = [...Array(50).keys()].map((n) => `{"n":${n}}\n`).join('');
  const other = text.replaceAll('"n"', '"m"');
  const beside = (path: string, content: string | Uint8Array): string => {
    writeFileSync(`${path}.new`, content);
    return `${path}.new`;
  };

  it.each<[string, (path: string) => void, RegExp]>([
    ['grows', (path) => appendFileSync(path, '{"n":50}\n'), /data\.jsonl: The file changed on disk while it was open/],
    [
      'is replaced by rename, at the same length',
      (path) => renameSync(beside(path, other), path),
      /data\.jsonl: The file changed on disk while it was open/,
    ],
    [
      'is written anew in place, at the same length',
      (path) => writeFileSync(path, other),
      /data\.jsonl: The file changed on disk while it was open/,
    ],
    ['is removed', (path) => rmSync(path), /data\.jsonl: The file is missing\. Put it back/],
  ])('is noticed at the next read where it %s, and nothing is read from a wrong place', async (_, change, message) => {
    const path = temporaryFile('data.jsonl', text);
    utimesSync(path, 1e9, 1e9);
    const onChanged = vi.fn();
    const file = await RecordFile.open(path, { ...never, onChanged });
    await file.whenComplete();
    expect(textOf(await file.record(30))).toBe('{"n":30}');
    expect(onChanged).not.toHaveBeenCalled();
    change(path);
    // Those that were read at opening are no more to be trusted than those at an offset.
    for (const ordinal of [30, 3])
      await expect(file.record(ordinal)).rejects.toMatchObject({
        name: 'DatasetChanged',
        message: expect.stringMatching(message) as string,
      });
    expect(onChanged).toHaveBeenCalled();
    await file.close();
  });

  it('is noticed where it changes between its first look and its index', async () => {
    const path = temporaryFile('data.jsonl', text);
    const file = await RecordFile.open(path, {
      ...never,
      indexer: (...args) => {
        renameSync(beside(path, `{"longer":"first line"}\n${other}`), path);
        return indexRecords(...args);
      },
    });
    await expect(file.record(30)).rejects.toMatchObject({ name: 'DatasetChanged' });
    await file.close();
  });

  it('is noticed where it is gzip, though the plain copy is as it was', async () => {
    const path = temporaryFile('data.jsonl.gz', gzipSync(text));
    const file = await RecordFile.open(path, { unpack: unpackInto(temporaryFolder()) });
    expect(textOf(await file.record(30))).toBe('{"n":30}');
    renameSync(beside(path, gzipSync(other)), path);
    await expect(file.record(30)).rejects.toMatchObject({ name: 'DatasetChanged' });
    await file.close();
  });
});

describe('the plain copy of a packed file', () => {
  const text = [...Array(2000).keys()].map((n) => `{"n":${n},"noise":"${Math.sin(n)}"}\n`).join('');

  it('is made once for each version of the file', async () => {
    const cache = temporaryFolder();
    const path = temporaryFile('data.jsonl.gz', gzipSync(text));
    const fractions: number[] = [];
    const first = await unpackedCopy(path, cache, { onFraction: (fraction) => fractions.push(fraction) });
    expect(fractions.at(-1)).toBe(1);
    const made = statSync(first);
    expect(made.size).toBe(Buffer.byteLength(text));
    expect(await unpackedCopy(path, cache)).toBe(first);
    expect(statSync(first)).toMatchObject({ ino: made.ino, birthtimeMs: made.birthtimeMs });
    writeFileSync(path, gzipSync(`${text}{"n":-1}\n`));
    expect(await unpackedCopy(path, cache)).not.toBe(first);
    expect(readdirSync(cache).filter((name) => name.endsWith('.unpacked'))).toHaveLength(2);
  });

  it('is refused where the file changes while it is unpacked', async () => {
    const cache = temporaryFolder();
    const path = temporaryFile('data.jsonl.gz', gzipSync(text.repeat(40)));
    const other = temporaryFile('other.jsonl.gz', gzipSync('{"n":0}\n'));
    const onFraction = (): void => {
      if (existsSync(other)) renameSync(other, path);
    };
    await expect(unpackedCopy(path, cache, { onFraction })).rejects.toMatchObject({ name: 'DatasetChanged' });
    expect(readdirSync(cache)).toEqual([]);
  });

  it('leaves nothing behind when it is aborted', async () => {
    const cache = temporaryFolder();
    const path = temporaryFile('data.jsonl.gz', gzipSync(text.repeat(40)));
    const abort = new AbortController();
    await expect(
      unpackedCopy(path, cache, { signal: abort.signal, onFraction: () => abort.abort(new Error('cancelled')) }),
    ).rejects.toThrow('cancelled');
    expect(readdirSync(cache)).toEqual([]);
  });

  it('is refused, with what to do, where the data are damaged; nothing is left', async () => {
    const cache = temporaryFolder();
    const bytes = gzipSync(text);
    const path = temporaryFile(
      'data.jsonl.gz',
      Buffer.concat([bytes.subarray(0, 600), Buffer.alloc(600, 0x55), bytes.subarray(1200)]),
    );
    const refusal = {
      name: 'UserError',
      message: expect.stringMatching(
        /data\.jsonl\.gz: The gzip data are damaged \(Z_DATA_ERROR\)\. Fetch the file again/,
      ) as string,
    };
    await expect(unpackedCopy(path, cache)).rejects.toMatchObject(refusal);
    await expect(streamed(path)).rejects.toMatchObject(refusal);
    expect(readdirSync(cache)).toEqual([]);
  });

  it('serves any number of readers that ask at once', async () => {
    const cache = temporaryFolder();
    const path = temporaryFile('data.jsonl.gz', gzipSync(text));
    const copies = await Promise.all([1, 2, 3].map(() => unpackedCopy(path, cache)));
    expect(new Set(copies).size).toBe(1);
    expect(readdirSync(cache)).toHaveLength(1);
  });
});
