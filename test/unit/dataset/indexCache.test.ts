import { appendFileSync, mkdirSync, readdirSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexCached } from '../../../src/core/dataset/sources/indexCache';
import {
  indexRecords,
  lineStride,
  startsOf,
  type IndexBatch,
  type IndexEnd,
} from '../../../src/core/dataset/sources/offsetIndex';
import { temporaryFolder } from '../made/temporaryFolder';

interface Made {
  readonly starts: number[];
  readonly lines: number[];
  readonly end: IndexEnd;
  /** Bytes that were read from the dataset. */
  readonly read: number;
}

async function made(index: (onBatch: (batch: IndexBatch) => void) => Promise<IndexEnd>): Promise<Made> {
  const [starts, lines]: [number[], number[]] = [[], []];
  const progress: number[] = [];
  const end = await index((batch) => {
    starts.push(...startsOf(batch));
    lines.push(...batch.lines);
    progress.push(batch.bytes);
  });
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  return { starts, lines, end, read: progress.length };
}

const fresh = (path: string): Promise<Made> => made((onBatch) => indexRecords(path, 'jsonl', onBatch));
const cached = (path: string, folder: string): Promise<Made> =>
  made((onBatch) => indexCached(path, 'jsonl', folder, onBatch));
const rows = (from: number, count: number): string =>
  [...Array(count).keys()].map((n) => `{"n":${from + n}}\n${(from + n) % 5 === 0 ? '\n' : ''}`).join('');

function dataset(text: string): { path: string; cache: string } {
  const folder = temporaryFolder();
  const path = join(folder, 'data.jsonl');
  writeFileSync(path, text);
  return { path, cache: join(folder, 'cache') };
}

describe('an index that is kept', () => {
  it('is the one that reading makes, the next time too', async () => {
    const { path, cache } = dataset(rows(0, lineStride * 3 + 7));
    const expected = await fresh(path);
    for (const time of ['first', 'second'])
      expect({ time, ...(await cached(path, cache)) }).toMatchObject({
        time,
        starts: expected.starts,
        lines: expected.lines,
        end: expected.end,
      });
    expect(readdirSync(cache).filter((name) => name.endsWith('.index'))).toHaveLength(1);
  });

  it('is used: what it says counts while the file looks the same', async () => {
    const { path, cache } = dataset(rows(0, 100_000));
    const [then, later] = [new Date(1_700_000_000_000), new Date(1_700_000_005_000)];
    utimesSync(path, then, then);
    await cached(path, cache);
    const { size } = statSync(path);
    // A small change that keeps size and time cannot be seen, and so shows that nothing was read.
    const text = Buffer.from(rows(0, 100_000));
    text.fill(0x0a, Math.floor(size * 0.44), Math.floor(size * 0.44) + 1000);
    writeFileSync(path, text);
    utimesSync(path, then, then);
    expect((await cached(path, cache)).starts).not.toEqual((await fresh(path)).starts);
    utimesSync(path, later, later);
    expect((await cached(path, cache)).starts).toEqual((await fresh(path)).starts);
  });

  it('is made anew for a file with other content, of the same size or shorter', async () => {
    const { path, cache } = dataset(rows(0, 500));
    await cached(path, cache);
    writeFileSync(path, rows(0, 500).replace('{"n":0}', '\n\n\n{  }'));
    expect(await cached(path, cache)).toMatchObject({ starts: (await fresh(path)).starts });
    truncateSync(path, 100);
    expect(await cached(path, cache)).toMatchObject({ starts: (await fresh(path)).starts });
  });

  it('goes on where it ended when the file has only grown, whatever was appended', async () => {
    const piece = fc.constantFrom('{"a":1}\n', '{"a":', '1}\n', '\n', '{"é🙂":"\\n"}\r\n', ' ');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(piece, { maxLength: 200 }), { minLength: 1, maxLength: 4 }),
        async (appended) => {
          const { path, cache } = dataset('');
          for (const pieces of appended) {
            appendFileSync(path, pieces.join(''));
            const { starts, lines, end } = await fresh(path);
            expect(await cached(path, cache)).toMatchObject({ starts, lines, end });
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is nothing that must work: a damaged one is made anew, one that cannot be kept is not', async () => {
    const { path, cache } = dataset(rows(0, 300));
    const { starts } = await fresh(path);
    await cached(path, cache);
    for (const name of readdirSync(cache)) {
      for (const damage of ['', 'x', '\0'.repeat(40)]) {
        writeFileSync(join(cache, name), damage);
        expect((await cached(path, cache)).starts).toEqual(starts);
      }
    }
    const inTheWay = join(temporaryFolder(), 'file');
    mkdirSync(join(inTheWay, '..'), { recursive: true });
    writeFileSync(inTheWay, '');
    expect((await cached(path, inTheWay)).starts).toEqual(starts);
  });
});
