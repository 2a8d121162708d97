import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTable } from '../../../../src/core/dataset/readers/table/openTable';
import { streamRecords } from '../../../../src/core/dataset/records/recordStream';
import { openRecords } from '../../../../src/core/dataset/records/openRecords';
import { useWorkerScript } from '../../../../src/core/workerScript';
import { bundled } from '../../made/bundle';
import { temporaryFile, temporaryFolder } from '../../made/temporaryFolder';
import { fetchRecordsOf, streamRecordsOf } from '../../made/readRecords';
import { arrowOf, parquetOf } from '../../made/tables';

const folder = mkdtempSync(join(tmpdir(), 'tiebreak-unit-'));
let script = '';
beforeAll(async () => {
  script = await bundled(folder, { path: 'src/worker.ts' });
  return () => rmSync(folder, { recursive: true });
});
beforeEach(() => useWorkerScript(script));
afterEach(() => useWorkerScript(undefined));

const rowsOf = (count: number): Record<string, unknown>[] =>
  [...Array(count).keys()].map((n) => ({
    id: `q${n}`,
    prompt: `Question ${n}`,
    chosen: 'é🙂',
    tags: ['a', `t${n}`],
    score: n % 5 === 0 ? null : n / 4,
  }));
const placed = (rows: readonly unknown[]): { place: string; value: unknown }[] =>
  rows.map((value, i) => ({ place: `row ${i + 1}`, value }));

/** Threads that open a table of 10 rows and then do this when they are asked for the first time. */
const brokenThread = (whenAsked: string): Promise<string> =>
  bundled(temporaryFolder(), {
    source: `import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ answer: { count: 10, problem: undefined } }); parentPort.on('message', () => { ${whenAsked} });`,
  });

describe('a table on a thread of its own', () => {
  it.each<[string, (rows: Record<string, unknown>[]) => Buffer]>([
    ['Parquet', (rows) => parquetOf(rows, { rowGroupSize: 700, pageSize: 500 })],
    ['Arrow file', (rows) => arrowOf(rows, 'file', 900)],
    ['Arrow stream', (rows) => arrowOf(rows, 'stream', 900)],
  ])('gives what it gives without: %s', async (_, write) => {
    const rows = rowsOf(2500);
    const path = temporaryFile('data', write(rows));
    expect(await streamRecordsOf(path)).toEqual({ records: placed(rows), problem: undefined });
    expect(await fetchRecordsOf(path)).toEqual(placed(rows));
  });

  it('tells what is wrong with the file as it is told without', async () => {
    const cut = arrowOf(rowsOf(30), 'stream', 10);
    expect(await streamRecordsOf(temporaryFile('a.arrow', cut.subarray(0, cut.length - 500)))).toMatchObject({
      problem: { message: expect.stringContaining('The file is cut off in record batch 3') as string },
    });
    const path = temporaryFile('a.parquet', parquetOf(rowsOf(50)).subarray(0, 700));
    for (const read of [streamRecordsOf, fetchRecordsOf])
      await expect(read(path)).rejects.toMatchObject({
        name: 'UserError',
        message: expect.stringContaining(`${path}: The footer of the Parquet file cannot be read`) as string,
      });
  });

  it('that takes all the memory ends alone, and the file is named', async () => {
    useWorkerScript(await brokenThread('const all = []; for (;;) all.push(new Array(100_000).fill(0.5));'));
    const path = temporaryFile('a.parquet', parquetOf(rowsOf(10)));
    const file = await openRecords(path, { unpack: () => Promise.reject(new Error('is not packed')) });
    for (const ordinal of [3, 4])
      await expect(file.record(ordinal)).rejects.toMatchObject({
        name: 'UserError',
        message: expect.stringMatching(
          /a\.parquet: Reading the file takes more than 1024 MB of memory\. It is damaged \(fetch it again\), or its parts are too large \(write row groups or record batches of some thousand rows, or JSONL\)/,
        ) as string,
      });
    await file.close();
  });

  it('that ends or fails in a way that nobody foresaw is an error, not a wait', async () => {
    for (const [whenAsked, message] of [
      ['process.exit(3)', /a\.parquet: the thread that reads it ended/],
      ['throw new Error("a bug")', /a bug/],
    ] as const) {
      useWorkerScript(await brokenThread(whenAsked));
      const table = await openTable(temporaryFile('a.parquet', parquetOf(rowsOf(10))), 'parquet');
      await expect(table.rows(0, 1)).rejects.toThrow(message);
      await table.close();
    }
  });

  it('is cancelled at once, whatever it is at, and leaves nobody waiting when it is closed', async () => {
    useWorkerScript(await brokenThread('for (;;);'));
    const path = temporaryFile('a.parquet', parquetOf(rowsOf(10)));
    const abort = new AbortController();
    const scan = (async () => {
      for await (const _ of streamRecords(path, { signal: abort.signal }));
    })();
    const table = await openTable(path, 'parquet');
    const row = table.rows(0, 1);
    await sleep(100);
    abort.abort(new Error('enough'));
    await expect(scan).rejects.toThrow('enough');
    await Promise.all([expect(row).rejects.toThrow(/a\.parquet: The file was closed/), table.close()]);
    await expect(table.rows(0, 1)).rejects.toThrow(/a\.parquet: The file was closed/);
  });

  it('lets its thread go when many others were asked since, and is read by another one then', async () => {
    const rows = rowsOf(10);
    const tables = await Promise.all(
      [...Array(8).keys()].map(() => openTable(temporaryFile('a.parquet', parquetOf(rows)), 'parquet')),
    );
    const threads = (): number =>
      tables.filter((table) => (table as unknown as { worker: unknown }).worker !== undefined).length;
    expect(threads()).toBe(3);
    for (const at of [0, 7, 3]) expect(await tables[at]!.rows(at, at + 1)).toEqual([rows[at]]);
    expect(threads()).toBe(3);
    expect(await Promise.all(tables.map((table) => table.rows(9, 10)))).toEqual(tables.map(() => [rows[9]]));
    expect(threads()).toBe(3);
    await Promise.all(tables.map((table) => table.close()));
    expect(threads()).toBe(0);
  });

  it('holds nobody up while it decodes', async () => {
    const release = join(temporaryFolder(), 'release');
    useWorkerScript(
      await brokenThread(
        `while (!require('node:fs').existsSync(${JSON.stringify(release)})); parentPort.postMessage({ answer: [{ id: "late" }] });`,
      ),
    );
    const table = await openTable(temporaryFile('a.parquet', parquetOf(rowsOf(10))), 'parquet');
    // It decodes until this thread had six turns.
    let turns = 0;
    const timer = setInterval(() => ++turns === 6 && writeFileSync(release, ''), 10);
    expect(await table.rows(0, 1)).toEqual([{ id: 'late' }]);
    clearInterval(timer);
    expect(turns).toBeGreaterThanOrEqual(6);
    await table.close();
  });
});
