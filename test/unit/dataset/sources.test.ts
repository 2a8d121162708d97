import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../../src/core/dataset/inspect';
import { filesMatching } from '../../../src/core/dataset/libraries/patterns';
import { expandSources, sourceName } from '../../../src/core/dataset/sources/sources';
import { writeExport } from '../../../src/core/export/write';
import { exportFormatNamed } from '../../../src/core/export';
import { createStudy } from '../../../src/core/study/create';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';
import { itemsOf, judge, opened } from '../made/study';
import { parquetOf } from '../made/tables';

function folderOf(...names: string[]): string {
  const folder = temporaryFolder();
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), '');
  }
  return folder;
}

const found = async (folder: string, ...sources: string[]): Promise<string[]> =>
  (await expandSources(sources, folder)).files.map((file) => relative(folder, file));

describe("a dataset's sources", () => {
  it('are files as they stand, each once, whether or not they are there', async () => {
    const folder = folderOf('b.jsonl', 'a.jsonl');
    expect(await found(folder, 'b.jsonl', 'a.jsonl', './b.jsonl', 'missing.jsonl')).toEqual([
      'b.jsonl',
      'a.jsonl',
      'missing.jsonl',
    ]);
  });

  it('may be folders: all data files in them, in natural order, and nothing that is none', async () => {
    const folder = folderOf(
      'd/train-2.parquet',
      'd/train-10.parquet',
      'd/train-1.jsonl.gz',
      'd/sub/deep/x.CSV',
      'd/README.md',
      'd/readme.json',
      'd/dataset_info.json',
      'd/state.json',
      'd/cache-1f3.arrow',
      'd/.hidden.jsonl',
      'd/.git/x.jsonl',
      'd/s.tiebreak',
      'd/s.tiebreak.d/exports/train.jsonl',
      'd/picture.png',
      'other.jsonl',
    );
    expect(await found(folder, 'd')).toEqual([
      'd/sub/deep/x.CSV',
      'd/train-1.jsonl.gz',
      'd/train-2.parquet',
      'd/train-10.parquet',
    ]);
    expect(await found(folder, 'd/sub', 'd', 'other.jsonl')).toEqual([
      'd/sub/deep/x.CSV',
      'd/train-1.jsonl.gz',
      'd/train-2.parquet',
      'd/train-10.parquet',
      'other.jsonl',
    ]);
  });

  it('read each file once, whatever links lead to it, and say which', async () => {
    const folder = folderOf('d/x.jsonl', 'd/b/y.jsonl', 'out/z.jsonl');
    for (const [to, at] of [
      ['.', 'd/a'],
      ['.', 'd/c'],
      ['b', 'd/0'],
      ['x.jsonl', 'd/a.jsonl'],
      [join(folder, 'out'), 'd/out'],
      [join(folder, 'd'), 'out/back'],
    ] as const)
      symlinkSync(to, join(folder, at));
    const { files, problems } = await expandSources(['d', 'd/a.jsonl'], folder);
    expect(files.map((file) => relative(folder, file)).sort()).toEqual(['d/b/y.jsonl', 'd/out/z.jsonl', 'd/x.jsonl']);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /These links lead to files that are already read: “.*d\/0”, “.*d\/a”, “.*d\/c”, …\. Each file is read once$/,
      ) as string,
      'This link leads to a file that is already read. Each file is read once',
    ]);
    expect(await found(folder, 'd/*.jsonl')).toEqual(['d/x.jsonl']);
    expect((await expandSources(['d/b', 'd/b', 'd/b/y.jsonl'], folder)).problems).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('are no pipes, at which reading would wait for ever', async () => {
    const folder = temporaryFolder();
    execFileSync('mkfifo', [join(folder, 'a.jsonl')]);
    await expect(expandSources(['a.jsonl'], folder)).rejects.toThrow(
      'This is a pipe, a socket or a device, but a dataset is read more than once. Write its content to a file, and choose that',
    );
    await expect(expandSources(['/dev/zero'], folder)).rejects.toThrow('is a pipe, a socket or a device');
  });

  it('may be patterns', async () => {
    const folder = folderOf('a/train-00010-of-00011.data', 'a/train-00002-of-00011.data', 'b/x.jsonl', 'c[1].jsonl');
    expect(await found(folder, 'a/train-*.data')).toEqual([
      'a/train-00002-of-00011.data',
      'a/train-00010-of-00011.data',
    ]);
    expect(await found(folder, '**/*.jsonl')).toEqual(['b/x.jsonl', 'c[1].jsonl']);
    // A file of this name is this file.
    expect(await found(folder, 'c[1].jsonl')).toEqual(['c[1].jsonl']);
  });

  it('follow links, as a hub cache is made of', async () => {
    const folder = folderOf('blobs/1f3e', 'snapshots/keep.jsonl');
    symlinkSync('../blobs/1f3e', join(folder, 'snapshots/train.parquet'));
    expect(await found(folder, 'snapshots')).toEqual(['snapshots/keep.jsonl', 'snapshots/train.parquet']);
  });

  it.each<[string, string, string]>([
    [
      'a folder without data',
      'empty',
      'empty: There is no data file in this folder (JSONL, JSON, CSV, TSV, Excel, Parquet or Arrow; plain, .gz or .zst). Choose another folder, or the files themselves',
    ],
    [
      'a pattern that nothing matches',
      'x/*.jsonl',
      'x/*.jsonl: No file matches this pattern. Correct it, or choose a folder or files',
    ],
  ])('are refused where there is nothing: %s', async (_, source, message) => {
    const folder = folderOf('empty/README.md');
    await expect(expandSources([source], folder)).rejects.toMatchObject({
      name: 'UserError',
      message: `${folder}/${message}`,
    });
  });

  it.skipIf(process.getuid?.() === 0)('are refused where a folder cannot be read', async () => {
    const folder = folderOf('d/a.jsonl');
    chmodSync(join(folder, 'd'), 0);
    await expect(expandSources(['d'], folder)).rejects.toThrow(/d: the folder cannot be read \(EACCES\)/);
    chmodSync(join(folder, 'd'), 0o755);
  });

  it('tell of a part that is missing of a series, in a folder or pattern, and not where one part is named', async () => {
    const folder = folderOf(
      'd/train-00000-of-00004.parquet',
      'd/train-00003-of-00004.parquet',
      'd/test-00000-of-00001.parquet',
      'e/x-1-of-2.csv',
      'e/x-2-of-2.csv',
    );
    const { problems } = await expandSources(['d', 'e'], folder);
    expect(problems).toMatchObject([
      {
        severity: 'warning',
        file: join(folder, 'd/train-00000-of-00004.parquet'),
        message:
          'Parts of the dataset are missing: train-00001-of-00004.parquet, train-00002-of-00004.parquet. Number of parts: 4. Found: 2. Fetch the rest, or continue without it',
      },
    ]);
    expect((await expandSources(['d/train-00003-of-00004.parquet'], folder)).problems).toEqual([]);
  });

  it('stand in one order, however the disk lists them', async () => {
    const names = fc.uniqueArray(
      fc
        .tuple(fc.constantFrom('', 'a/', 'b/c/'), fc.constantFrom('train', 'x', ''), fc.nat(200))
        .map(([folder, stem, n]) => `${folder}${stem}${n}.jsonl`),
      { minLength: 2, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(names, async (files) => {
        const order = await found(folderOf(...files), '.');
        expect(order).toEqual(await found(folderOf(...[...files].reverse()), '.'));
        const numbers = order.filter((name) => name.startsWith('train')).map((name) => Number(/\d+/.exec(name)?.[0]));
        expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      }),
      { numRuns: 30 },
    );
  });

  it('are named in a manifest as the project names them, or relative to it', () => {
    expect(sourceName('/p/data.jsonl', ['data.jsonl'], '/p')).toBe('data.jsonl');
    expect(sourceName('/d/x/1.parquet', ['../d'], '/p')).toBe('../d/x/1.parquet');
  });
});

describe('a study of a folder', () => {
  const pair = (n: number): Record<string, string> => ({ prompt: `Question ${n}`, chosen: 'a', rejected: 'b' });

  it('is one list of all its files, of whatever kinds, and exports with each file in its manifest', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data', 'train-2.jsonl'), jsonl([pair(1), pair(2)]));
    writeFileSync(join(folder, 'data', 'train-10.parquet'), parquetOf([pair(3), pair(4)]));
    writeFileSync(join(folder, 'data', 'zero.jsonl'), '');
    writeFileSync(join(folder, 'data', 'z.csv'), 'prompt,chosen,rejected\nQuestion 5,a,b\n');
    const projectFile = join(folder, 'data.tiebreak');
    const project = await createStudy({ projectFile, datasets: [join(folder, 'data')] });
    expect(project.dataset.sources).toEqual(['data']);
    const study = await opened(projectFile);
    const { items } = await itemsOf(study);
    expect(items.map(({ promptText }) => promptText)).toEqual([1, 2, 3, 4, 5].map((n) => `Question ${n}`));
    await judge(study, 3, { ranking: { tiers: [['rejected'], ['chosen']] } });
    const { manifest } = await writeExport(study, { format: exportFormatNamed('trl-dpo')! }, join(folder, 'out'));
    const { dataset } = JSON.parse(readFileSync(manifest, 'utf8')) as { dataset: { sources: { path: string }[] } };
    expect(dataset.sources.map(({ path }) => path)).toEqual([
      'data/train-2.jsonl',
      'data/train-10.parquet',
      'data/z.csv',
      'data/zero.jsonl',
    ]);
    await study.close();
  });

  it('is refused where its files have different layouts', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.jsonl'), jsonl([pair(1)]));
    writeFileSync(join(folder, 'b.jsonl'), jsonl([{ prompt: 'Q', responses: ['a', 'b'] }]));
    const message = `${join(folder, 'b.jsonl')}: has the layout responses, but ${join(folder, 'a.jsonl')} has preference-pairs. All files of a study are read in one layout. Create a study for each, convert one of them, or choose a layout that reads both with --layout.`;
    await expect(inspect([folder])).rejects.toThrow(message);
    await expect(createStudy({ projectFile: join(folder, 'x.tiebreak'), datasets: [folder] })).rejects.toThrow(message);
    expect((await inspect([folder], { layout: 'responses' })).problems).toHaveLength(1);
  });

  it('tells from which file a repeated item is', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.jsonl'), jsonl([pair(1)]));
    writeFileSync(join(folder, 'b.parquet'), parquetOf([pair(1), pair(1)]));
    const { problems, files, items } = await inspect([folder]);
    expect([files, items]).toEqual([2, 3]);
    expect(problems.map(({ line, unit, message }) => [line, unit, message])).toEqual(
      [1, 2].map((row) => [row, 'row', 'Same item as in line 1 of a.jsonl. One judgment counts for both']),
    );
  });
});

it('a pattern looks through so many names and no more', async () => {
  const folder = temporaryFolder();
  for (const name of ['a', 'b', 'c']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'data.jsonl'), '{}');
  }
  expect(await filesMatching('**/*.jsonl', folder, 100)).toHaveLength(3);
  expect(await filesMatching('**/*.jsonl', folder, 4)).toBeUndefined();
});
