import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { refuseFileExtension } from '../../../../src/core/export/folder/fileExtension';
import { takeLock } from '../../../../src/core/export/folder/lock';
import { manifestName, provenanceName } from '../../../../src/core/export/folder/exportTarget';
import { folderEntries } from '../../../../src/core/export/folder/folderEntries';
import { writeExport } from '../../../../src/core/export/write';
import { makeFolders } from '../../../../src/core/journal/makeFolders';
import { temporaryFolder } from '../../made/temporaryFolder';
import { judge, studyOf } from '../../made/study';
import { exportFormatNamed } from '../../../../src/core/export';

afterEach(() => vi.restoreAllMocks());

const text = exportFormatNamed('trl-dpo-text')!;

describe('a place that takes no folders or files and says that it is not there', () => {
  it.runIf(process.platform === 'linux').each([
    ['/proc/x', '/proc/x: the folder cannot be made, because no folder can be made in /proc. Choose another place'],
    ['/proc/x/y/z', '/proc/x: the folder cannot be made, because no folder can be made in /proc. Choose another place'],
    [
      '/proc/x/y.jsonl',
      '/proc/x: the folder cannot be made, because no folder can be made in /proc. Choose another place',
    ],
    ['/proc/x.jsonl', '/proc: no files can be created in this folder. Choose another folder.'],
    ['/proc', '/proc: no files can be created in this folder. Choose another folder.'],
    ['/sys/x', '/sys/x: the folder cannot be made: '],
  ])('is told at once: %s', async (out, message) => {
    const study = await studyOf(temporaryFolder(), [{ prompt: 'q', responses: ['a', 'b'] }]);
    await expect(writeExport(study, { format: text }, out)).rejects.toThrow(message);
    await study.close();
  });
});

describe('a folder with the name of a file that an export writes for itself', () => {
  it.each([manifestName, provenanceName])('is left as it is: %s', async (name) => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, [{ prompt: 'q', responses: ['a', 'b'] }]);
    await judge(study, 0, { ranking: { tiers: [['r1'], ['r2']] } });
    mkdirSync(join(folder, 'out', name), { recursive: true });
    await expect(
      writeExport(study, { format: text }, join(folder, 'out'), undefined, undefined, { overwrite: true }),
    ).rejects.toThrow(`${name}: is a folder, but the export writes a file with this name`);
    expect(readdirSync(join(folder, 'out'))).toEqual([name]);
    await study.close();
  });
});

describe('folders that are made', () => {
  it('are those that are missing, and the topmost of them is told', async () => {
    const folder = temporaryFolder();
    expect(await makeFolders(join(folder, 'a', 'b', 'c'))).toBe(join(folder, 'a'));
    expect(await makeFolders(join(folder, 'a', 'b', 'd'))).toBe(join(folder, 'a', 'b', 'd'));
    expect(await makeFolders(join(folder, 'a', 'b'))).toBeUndefined();
    symlinkSync(join(folder, 'a'), join(folder, 'link'));
    expect(await makeFolders(join(folder, 'link', 'e'))).toBe(join(folder, 'link', 'e'));
    expect(await makeFolders('/')).toBeUndefined();
    writeFileSync(join(folder, 'file'), '');
    await expect(makeFolders(join(folder, 'file'))).rejects.toThrow('a part of its path is a file');
    await expect(makeFolders(join(folder, 'file', 'x'))).rejects.toThrow('a part of its path is a file');
  });

  it('are there for all who make and take them away at the same time', async () => {
    const path = join(temporaryFolder(), 'a', 'b', '.lock');
    const held = await Promise.allSettled(Array.from({ length: 20 }, () => takeLock(path)));
    const locks = held.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(locks).toHaveLength(1);
    for (const each of held)
      if (each.status === 'rejected')
        expect(String(each.reason)).toContain('another export is being written to this folder');
    await locks[0]?.release();
  });
});

describe('a folder that is looked through', () => {
  it('is named to its depths, without hidden folders and links, and refused where it holds too much', async () => {
    const folder = temporaryFolder();
    for (const path of ['a/b', '.git/c']) mkdirSync(join(folder, path), { recursive: true });
    for (const path of ['x.txt', 'a/b/y.csv', '.git/c/z.csv']) writeFileSync(join(folder, path), '');
    symlinkSync(folder, join(folder, 'a', 'again'));
    expect([...(await folderEntries(folder, true))].sort()).toEqual([
      '.git',
      'a',
      'a/again',
      'a/b',
      'a/b/y.csv',
      'x.txt',
    ]);
    expect([...(await folderEntries(folder, false))].sort()).toEqual(['.git', 'a', 'x.txt']);
    await expect(folderEntries(folder, true, 3)).rejects.toThrow(
      `${folder}: contains too many files and folders (more than 3). Choose a new folder within it.`,
    );
  });
});

describe('the ending of a path', () => {
  it.each([
    'out.csv',
    'out.tsv',
    'out.TXT',
    'out.arrow',
    'out.jsonl.gz',
    'out.json.gz',
    'out.jsonl.zst',
    'out.ndjson',
    'out.JSONL',
    'out.Parquet',
    'out.tar',
    'other.tiebreak',
    'deep/v1.2/out.csv',
  ])('is refused where no writer knows it: %s', async (name) => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, [{ prompt: 'q', responses: ['a', 'b'] }]);
    const before = readdirSync(folder);
    await expect(writeExport(study, { format: text }, join(folder, name))).rejects.toThrow(
      /: exports are not written as \.\w+\. Choose a folder, or a file with one of these endings: \.jsonl, \.json, \.parquet$/,
    );
    expect(readdirSync(folder)).toEqual(before);
    await study.close();
  });

  it.each([
    'v1.2',
    'out',
    'gpt-4.1',
    'llama3.1-8b',
    'study.2026-11-22',
    '.csv',
    'csv',
    'run.final',
    'out.jsonl',
    'out.json',
    'out.parquet',
    'csv.d',
    'x.csv/v1',
  ])('is that of a folder, or of a file of rows: %s', async (name) => {
    await refuseFileExtension(join(temporaryFolder(), name));
  });

  it('says nothing of a folder that has such a name already', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'out.csv'));
    await refuseFileExtension(join(folder, 'out.csv'));
    writeFileSync(join(folder, 'file.csv'), '');
    await expect(refuseFileExtension(join(folder, 'file.csv'))).rejects.toThrow(
      'file.csv: exports are not written as .csv',
    );
  });
});
