import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Dataset } from '../../../src/core/dataset/dataset';
import { scan } from '../../../src/core/dataset/sources/scan';
import { layoutNamed } from '../../../src/core/dataset/layouts';
import type { ItemOrProblem } from '../../../src/core/dataset/items/parsedItem';
import { unpackedCopy } from '../../../src/core/dataset/sources/unpackedCopy';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';

const reading = { layout: layoutNamed('responses')!, mapping: {} };
const records = (from: number, count: number): unknown[] =>
  [...Array(count).keys()].map((n) => ({ id: `q${from + n}`, prompt: `Question ${from + n}`, responses: ['a', 'b'] }));
const shown = (parsed: ItemOrProblem | undefined): string | undefined =>
  parsed &&
  ('item' in parsed ? parsed.item.id : `${parsed.problem.file.split('/').at(-1) ?? ''}:${parsed.problem.line}`);

function threeFiles(): {
  paths: string[];
  options: { unpack: (path: string, signal: AbortSignal) => Promise<string> };
} {
  const folder = temporaryFolder();
  const paths = ['one.jsonl', 'two.jsonl.gz', 'three.json'].map((name) => join(folder, name));
  writeFileSync(paths[0]!, jsonl(records(0, 25)));
  writeFileSync(paths[1]!, gzipSync(`${jsonl(records(25, 30))}nonsense\n`));
  writeFileSync(paths[2]!, JSON.stringify(records(56, 4), undefined, 1));
  return { paths, options: { unpack: (path, signal) => unpackedCopy(path, join(folder, 'cache'), { signal }) } };
}

describe('a dataset of several files', () => {
  it('is one list: by ordinal, and by scanning', async () => {
    const { paths, options } = threeFiles();
    const scanned: (string | undefined)[] = [];
    for await (const batch of scan(paths, reading)) scanned.push(...batch.map(shown));
    expect(scanned).toHaveLength(60);
    expect(scanned[55]).toBe('two.jsonl.gz:31');

    const dataset = await Dataset.open(paths, reading, options);
    for (const ordinal of [59, 0, 24, 25, 54, 55, 56, 30])
      expect(shown(await dataset.at(ordinal))).toBe(scanned[ordinal]);
    expect(await dataset.at(60)).toBeUndefined();
    await dataset.whenComplete();
    expect([dataset.count, dataset.complete]).toEqual([60, true]);
    await dataset.close();
  });

  it('is refused, and nothing stays open, when one of them is missing', async () => {
    const { paths, options } = threeFiles();
    await expect(Dataset.open([...paths, '/nowhere.jsonl'], reading, options)).rejects.toThrow(
      '/nowhere.jsonl: There is no such file',
    );
  });
});
