import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Dataset } from '../../../../src/core/dataset/dataset';
import { grouped, groupingsOf } from '../../../../src/core/dataset/grouping/grouping';
import type { RunPairs } from '../../../../src/core/dataset/grouping/runPairs';
import { parseRecord, type Reading } from '../../../../src/core/dataset/items/parse';
import type { ItemOrProblem } from '../../../../src/core/dataset/items/parsedItem';
import { runs } from '../../../../src/core/dataset/layouts/runs/runs';
import { streamRecords } from '../../../../src/core/dataset/records/recordStream';
import { findId, search } from '../../../../src/core/dataset/search/search';
import { DatasetChanged } from '../../../../src/core/dataset/sources/fileVersion';
import { references } from '../../../../src/core/dataset/sources/references';
import { materializedCopy, readingOfCopy, scan, toldOfCopy } from '../../../../src/core/dataset/sources/scan';
import { expandSources } from '../../../../src/core/dataset/sources/sources';
import { layoutNamed } from '../../../../src/core/dataset/layouts';
import { airlineRun } from '../../made/airlineRuns';
import { realRuns } from '../../made/realRuns';
import { temporaryFolder } from '../../made/temporaryFolder';

const asked = (pairs?: RunPairs): Reading => ({ layout: runs, mapping: {}, pairs });

/** The items that are made of all rows of the files at once. */
async function madeAtOnce(files: readonly string[], reading: Reading): Promise<readonly ItemOrProblem[]> {
  const rows: ItemOrProblem[] = [];
  for (const file of files)
    for await (const records of streamRecords(file))
      for (const raw of records) rows.push(...parseRecord(raw, file, reading));
  return grouped(rows, groupingsOf(reading, files)).filter(
    (each) => 'item' in each || each.problem.severity === 'error' || each.problem.line !== undefined,
  );
}

const plain = (items: readonly ItemOrProblem[]): unknown =>
  JSON.parse(JSON.stringify(items.map((each) => ('item' in each ? { item: each.item, labels: each.labels } : each))));

async function scanned(copy: string): Promise<readonly ItemOrProblem[]> {
  const all: ItemOrProblem[] = [];
  for await (const batch of scan([copy], readingOfCopy(copy))) all.push(...batch);
  return all;
}

/** One item after the other, as a desk asks for them; and many at a time, as a review does. */
async function opened(copy: string): Promise<readonly (readonly ItemOrProblem[])[]> {
  const dataset = await Dataset.open([copy], readingOfCopy(copy), {
    isCopy: true,
    unpack: () => Promise.reject(new Error()),
  });
  try {
    await dataset.whenComplete();
    const single: ItemOrProblem[] = [];
    for (let at = 0; at < dataset.count; at++) single.push((await dataset.at(at))!);
    const many: ItemOrProblem[] = [];
    while (many.length < dataset.count) many.push(...(await dataset.chunk(many.length, 3000)));
    return [single, many];
  } finally {
    await dataset.close();
  }
}

/** Attempts at tasks, so many of each, in files that hold so many runs each. */
function runFiles(tasks: number, attempts: number, ofFile: number): readonly string[] {
  const folder = temporaryFolder();
  const all = Array.from({ length: tasks * attempts }, (_, at) => {
    const [task, trial] = [at % tasks, Math.floor(at / tasks)];
    const looked = `flight ${task} on day ${trial} at gate A${task * 10 + trial}`;
    return airlineRun(task, trial, [['find_flight', { number: task }, looked]], `Done ${task}.${trial}`);
  });
  return Array.from({ length: Math.ceil(all.length / ofFile) }, (_, at) => {
    const file = join(folder, `trial-${at}.json`);
    writeFileSync(file, JSON.stringify(all.slice(at * ofFile, (at + 1) * ofFile)));
    return file;
  });
}

describe('runs in files of their own', () => {
  it.each([1, 2, 4, 5, 12])(
    'are the same items, read where they stand, with %i of them in each file',
    async (ofFile) => {
      const files = runFiles(6, 4, ofFile);
      for (const pairs of [undefined, { meet: 'drawn', seed: 3 }, { meet: 'differ', seed: 3 }] as const) {
        const copy = await materializedCopy(files, asked(pairs), temporaryFolder());
        const expected = plain(await madeAtOnce(files, asked(pairs)));
        expect(plain(await scanned(copy))).toEqual(expected);
        for (const items of await opened(copy)) expect(plain(items)).toEqual(expected);
      }
    },
  );

  it('take no more of the cache than a line each', async () => {
    const files = runFiles(50, 2, 1);
    const size = files.reduce((sum, file) => sum + statSync(file).size, 0);
    const copy = await materializedCopy(files, asked(), temporaryFolder());
    expect(copy).toMatch(/\.references$/);
    expect(statSync(copy).size).toBeLessThan(size / 2);
    const held = await materializedCopy(runFiles(50, 2, 100), asked(), temporaryFolder());
    expect(statSync(held).size).toBeGreaterThan(size / 2);
  });

  it('are joined with runs in a file that holds many', async () => {
    const [many = ''] = runFiles(6, 2, 12);
    const alone = join(temporaryFolder(), 'alone.json');
    writeFileSync(alone, JSON.stringify([airlineRun(2, 7, [], 'Something else.')]));
    for (const files of [
      [many, alone],
      [alone, many],
    ]) {
      const copy = await materializedCopy(files, asked(), temporaryFolder());
      const items = await scanned(copy);
      expect(items).toHaveLength(6);
      expect(plain(items)).toEqual(plain(await madeAtOnce(files, asked())));
    }
  });

  it.each([1, 8])('tell what is left out, with %i of them in each file', async (ofFile) => {
    const [cache, files] = [temporaryFolder(), runFiles(4, 1, ofFile)];
    const reading = asked({ meet: 'same', seed: 1 });
    const copy = await materializedCopy(files, reading, cache);
    expect(await scanned(copy)).toEqual([]);
    const told = await toldOfCopy(copy);
    expect(told.map(({ code }) => code)).toContain('runs.noPair');
    expect(await toldOfCopy(await materializedCopy(files, reading, cache))).toEqual(told);
    expect(await toldOfCopy(await materializedCopy(files, asked(), cache))).toEqual([]);
  });

  it('are searched in what they say and found by their ids', async () => {
    const copy = await materializedCopy(runFiles(6, 3, 1), asked(), temporaryFolder());
    const reading = readingOfCopy(copy);
    const query = {
      text: 'gate a41',
      regex: false,
      matchCase: false,
      wholeWord: false,
      metadata: false,
      labelled: false,
      fields: [],
    };
    const found: number[] = [];
    for await (const { ordinals } of search([copy], reading, query, { max: 10 })) found.push(...ordinals);
    expect(found).toEqual([4]);
    const ids = (await scanned(copy)).map((each) => ('item' in each ? each.item.id : ''));
    for (const [at, id] of ids.entries()) expect(await findId([copy], reading, id)).toBe(at);
    expect(await findId([copy], reading, 'none')).toBeUndefined();
  });

  it('are not read from a file that is another by now', async () => {
    const files = runFiles(2, 2, 1);
    const copy = await materializedCopy(files, asked(), temporaryFolder());
    let changed = 0;
    const dataset = await Dataset.open([copy], readingOfCopy(copy), {
      isCopy: true,
      unpack: () => Promise.reject(new Error('no copy is made')),
      onChanged: () => changed++,
    });
    await dataset.whenComplete();
    expect(await dataset.at(0)).toHaveProperty('item');
    writeFileSync(files[0]!, JSON.stringify([airlineRun(0, 0, [], 'Other words.')]));
    await expect(dataset.at(0)).rejects.toThrow(DatasetChanged);
    expect(changed).toBe(1);
    expect(await dataset.at(1)).toHaveProperty('item');
    await dataset.close();
    await expect(scanned(copy)).rejects.toThrow(DatasetChanged);
    const again = await materializedCopy(files, asked(), temporaryFolder());
    expect(plain(await scanned(again))).toEqual(plain(await madeAtOnce(files, asked())));
  });

  it('are read so only from the cache: no project can name files to be read by a line of its dataset', () => {
    expect(layoutNamed(references.name)).toBeUndefined();
  });
});

describe.skipIf(!realRuns)('real files of runs', () => {
  const folders = realRuns === undefined ? [] : readdirSync(realRuns).filter((name) => !name.includes('.'));
  it.each(folders)('of %s are the same items, read where they stand', async (name) => {
    const folder = join(realRuns!, name);
    if (!existsSync(folder)) return;
    const found = await expandSources([folder], '/').catch(() => undefined);
    for (const pairs of [undefined, { meet: 'drawn', seed: 1 }] as const) {
      const files = found?.files ?? [];
      const copy = materializedCopy(files, asked(pairs), temporaryFolder());
      const expected = await madeAtOnce(files, asked(pairs)).catch((error: unknown) => error);
      if (expected instanceof Error) await expect(copy).rejects.toThrow(expected.message);
      else expect(plain(await scanned(await copy))).toEqual(plain(expected as readonly ItemOrProblem[]));
    }
  });
});
