import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkIntegrity } from '../../../../src/core/export/folder/checkIntegrity';
import { UnchangedFiles } from '../../../../src/core/export/folder/editedFiles';
import { readManifest } from '../../../../src/core/export/folder/manifest';
import type { FileKind } from '../../../../src/core/model/study/recipe';
import { cardName, lockName, manifestName, provenanceName } from '../../../../src/core/export/folder/exportTarget';
import { type DataSplit } from '../../../../src/core/export/folder/dataFiles';
import {
  folderPlan,
  writeFolder,
  type Finish,
  type FolderText,
  type WrittenFolder,
} from '../../../../src/core/export/folder/writeFolder';
import { fullDisk, handlePrototype } from '../../made/fullDisk';
import { temporaryFolder } from '../../made/temporaryFolder';
import { batchOf } from '../../made/rowBatch';

afterEach(() => vi.restoreAllMocks());

const told: Awaited<ReturnType<Finish>>['manifest'] = {
  format: 'x',
  trainers: [],
  dataset: { sources: [], layout: 'responses', mapping: {} },
  options: {},
  questions: [],
  annotators: [],
  annotations: 0,
  rows: {},
  dropped: {},
  notes: {},
  unreadable: 0,
};

interface Export {
  readonly kind?: FileKind;
  readonly splits?: readonly DataSplit[];
  readonly texts?: readonly FolderText[];
  readonly value?: string;
  readonly rows?: number;
  readonly overwrite?: boolean;
  /** Before the first row is handed over. */
  readonly before?: () => void | Promise<void>;
}

const exported = (
  out: string,
  { kind = 'jsonl', splits = ['train'], texts = [], value = 'new', rows = 3, overwrite, before }: Export = {},
): Promise<WrittenFolder> =>
  writeFolder(
    {
      ...folderPlan(
        out,
        kind,
        splits,
        texts.map(({ name }) => name),
      ),
      overwrite,
    },
    async (sink) => {
      await before?.();
      for (let n = 0; n < rows; n++)
        for (const split of splits)
          await sink(batchOf([{ split, value: { text: value }, provenance: { item: `q${n}` } }]));
      return () => Promise.resolve({ manifest: told, texts });
    },
  );

const contentOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  );
const namesIn = (folder: string): string[] => readdirSync(folder).sort();
const hidden = [manifestName, provenanceName];
const registry = { name: 'dataset_info.json', text: '{}\n' };
const card = { name: cardName, text: '# Card\n' };

describe('an export folder', () => {
  it('holds the data, its texts, and a manifest that tells bytes, hashes and rows of each', async () => {
    const out = join(temporaryFolder(), 'out');
    const { files, manifest } = await exported(out, {
      splits: ['train', 'validation', 'test'],
      texts: [registry, card],
    });
    expect(files).toEqual(['train', 'validation', 'test'].map((split) => join(out, `${split}.jsonl`)));
    expect(namesIn(out)).toEqual(
      [...hidden, cardName, 'dataset_info.json', 'test.jsonl', 'train.jsonl', 'validation.jsonl'].sort(),
    );
    expect(await readManifest(join(out, manifestName))).toEqual(manifest);
    expect(manifest.files?.map(({ name, bytes, rows }) => [name, bytes, rows])).toEqual([
      ['train.jsonl', 45, 3],
      ['validation.jsonl', 45, 3],
      ['test.jsonl', 45, 3],
      [provenanceName, expect.any(Number), 9],
      ['dataset_info.json', 3, undefined],
      [cardName, 7, undefined],
    ]);
    expect(readFileSync(join(out, provenanceName), 'utf8').split('\n').slice(0, 4)).toEqual([
      '{"split":"train","row":1,"item":"q0"}',
      '{"split":"validation","row":1,"item":"q0"}',
      '{"split":"test","row":1,"item":"q0"}',
      '{"split":"train","row":2,"item":"q1"}',
    ]);
  });

  it.each<[string, Export, Export, string[]]>([
    ['of another kind', { kind: 'parquet' }, { kind: 'jsonl' }, ['train.jsonl']],
    [
      'with more splits',
      { kind: 'json', splits: ['train', 'validation', 'test'] },
      { kind: 'json', splits: ['train', 'test'] },
      ['test.json', 'train.json'],
    ],
    ['with texts that the new one has not', { texts: [registry, card] }, { kind: 'parquet' }, ['train.parquet']],
    ['with texts that change', { texts: [{ ...card, text: 'old' }] }, { texts: [card] }, [cardName, 'train.jsonl']],
  ])('takes the place of an earlier export %s as a whole', async (_, first, second, names) => {
    const folder = temporaryFolder();
    await exported(join(folder, 'out'), { ...first, value: 'old' });
    await exported(join(folder, 'out'), second);
    await exported(join(folder, 'fresh'), second);
    expect(namesIn(join(folder, 'out'))).toEqual([...hidden, ...names].sort());
    expect(contentOf(join(folder, 'out'))).toEqual(contentOf(join(folder, 'fresh')));
  });

  it.each<[string, Export, Export, string]>([
    [
      'a card of one’s own',
      {},
      { texts: [card] },
      'README.md was changed since it was exported, and your changes would be lost. Move it to another place, choose another folder',
    ],
    [
      'a registry that was worked on',
      { texts: [registry] },
      { texts: [registry] },
      'dataset_info.json was changed since it was exported',
    ],
    [
      'a registry that was worked on and is not written again',
      { texts: [registry] },
      {},
      'contains dataset_info.json, which trainers would read together with the export',
    ],
    ['data of somebody else', {}, {}, 'contains test.parquet, which trainers would read together with the export'],
  ])('is refused where it would lose or mix in %s', async (_, first, second, message) => {
    const out = join(temporaryFolder(), 'out');
    await exported(out, { ...first, value: 'old' });
    const name = /\S+\.(?:md|json|parquet)/.exec(message)![0];
    writeFileSync(join(out, name), 'mine');
    const before = contentOf(out);
    await expect(exported(out, second)).rejects.toThrow(message);
    expect(contentOf(out)).toEqual(before);
  });

  it('is refused where a folder has the name of the one file, and the folder stays', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'pairs.jsonl'));
    writeFileSync(join(folder, 'pairs.jsonl', 'mine.txt'), 'mine');
    await expect(exported(join(folder, 'pairs.jsonl'))).rejects.toThrow(
      'pairs.jsonl: is a folder, but the export writes a file with this name',
    );
    expect(namesIn(folder)).toEqual(['pairs.jsonl']);
    expect(namesIn(join(folder, 'pairs.jsonl'))).toEqual(['mine.txt']);
  });

  it.each<[string, string, Export, Export]>([
    ['another text of the same length', 'train.jsonl', {}, {}],
    ['a file that the new one has not', 'test.jsonl', { splits: ['train', 'test'] }, { kind: 'parquet' }],
    ['where rows came from', provenanceName, {}, {}],
    ['a card', cardName, { texts: [card] }, { texts: [{ ...card, text: 'new' }] }],
  ])(
    'is refused where somebody edited the earlier one, and replaces it where that is said: %s',
    async (_, name, first, second) => {
      const out = join(temporaryFolder(), 'out');
      await exported(out, { ...first, value: 'old' });
      const path = join(out, name);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, text.replace(/[a-z]/, 'X'));
      const before = contentOf(out);
      const refused = exported(out, second);
      await expect(refused).rejects.toThrow(
        `${out}: ${name} was changed since it was exported, and your changes would be lost. Move it to another place, choose another folder, or allow Tiebreak to replace it when you export again (--overwrite).`,
      );
      await expect(refused).rejects.toMatchObject({ files: [name] });
      expect(contentOf(out)).toEqual(before);
      await exported(out, { ...second, overwrite: true });
      await exported(join(out, '..', 'fresh'), second);
      expect(contentOf(out)).toEqual(contentOf(join(out, '..', 'fresh')));
    },
  );

  it('is refused where somebody edits the earlier one while it is written', async () => {
    const out = join(temporaryFolder(), 'out');
    await exported(out, { value: 'old' });
    await expect(exported(out, { before: () => appendFileSync(join(out, 'train.jsonl'), '{}\n') })).rejects.toThrow(
      'train.jsonl was changed since it was exported',
    );
    expect(namesIn(out)).toEqual([...hidden, 'train.jsonl'].sort());
    expect(readFileSync(join(out, 'train.jsonl'), 'utf8')).toMatch(/old[^]*\{\}\n$/);
  });

  it('takes files for as they were left whose times alone changed', async () => {
    const out = join(temporaryFolder(), 'out');
    await exported(out, { value: 'old' });
    utimesSync(join(out, 'train.jsonl'), new Date(), new Date(Date.now() + 60_000));
    await exported(out);
    expect(readFileSync(join(out, 'train.jsonl'), 'utf8')).toContain('new');
  });

  it('is refused where somebody edited a file of any size and set its times back, and reads what nobody touched since once', async () => {
    const out = join(temporaryFolder(), 'out');
    const {
      manifest: { files = [] },
    } = await exported(out, { value: 'x'.repeat(23 << 20) });
    const path = join(out, 'train.jsonl');
    const { atime, mtime, size } = statSync(path);
    expect(size).toBeGreaterThan(64 << 20);
    const handle = openSync(path, 'r+');
    writeSync(handle, 'y', size >> 1);
    closeSync(handle);
    utimesSync(path, atime, mtime);
    // As where it was unpacked from an archive, every file a moment after the one before.
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(out, manifestName), later, later);
    await expect(exported(out)).rejects.toThrow('train.jsonl was changed since it was exported');
    const file = files.find(({ name }) => name === provenanceName)!;
    const left = new UnchangedFiles();
    expect(await left.isAsLeft(join(out, provenanceName), file)).toBe(true);
    expect(await left.isAsLeft(join(out, provenanceName), { ...file, sha256: 'of another text' })).toBe(true);
    expect(await new UnchangedFiles().isAsLeft(join(out, provenanceName), { ...file, sha256: 'of another text' })).toBe(
      false,
    );
    expect(await left.isAsLeft(join(out, provenanceName), { ...file, bytes: file.bytes + 1 })).toBe(false);
  });

  it('is one file that takes the place of an earlier export, and of nothing that is none or was edited', async () => {
    const out = join(temporaryFolder(), 'pairs.jsonl');
    writeFileSync(out, 'mine');
    await expect(exported(out)).rejects.toThrow(
      'pairs.jsonl was changed since it was exported, and your changes would be lost',
    );
    expect(readFileSync(out, 'utf8')).toBe('mine');
    await exported(out, { value: 'old', overwrite: true });
    await exported(out);
    appendFileSync(out, '{}\n');
    await expect(exported(out)).rejects.toThrow(
      'pairs.jsonl was changed since it was exported, and your changes would be lost',
    );
    await exported(out, { overwrite: true });
    expect(readFileSync(out, 'utf8').split('\n')).toHaveLength(4);
  });

  it('is one file where the path ends as one, with its dot-files beside it, and leaves what else is there alone', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'other.jsonl'), 'mine');
    await exported(join(folder, 'pairs.parquet'), { kind: 'parquet' });
    expect(namesIn(folder)).toEqual(
      ['.pairs.tiebreak-manifest.json', '.pairs.tiebreak-rows.jsonl', 'other.jsonl', 'pairs.parquet'].sort(),
    );
    expect(() => folderPlan(join(folder, 'pairs.json'), 'jsonl', ['train'])).toThrow(
      'ends in .json, but rows are written as jsonl. Choose a file that ends in .jsonl, or a folder.',
    );
    expect(() => folderPlan(join(folder, '~', 'out'), 'jsonl', ['train'])).toThrow(
      '“~” does not mean the home folder here',
    );
    expect(() => folderPlan(join(folder, 'pairs.jsonl'), 'jsonl', ['train', 'validation', 'test'])).toThrow(
      'a split writes more than one file. Choose a folder instead of a file.',
    );
    expect(() => folderPlan(join(folder, 'pairs.jsonl'), 'jsonl', ['train'], ['dataset_info.json'])).toThrow(
      'the export also writes dataset_info.json. Choose a folder instead of a file.',
    );
  });
});

describe('where the manifest cannot be read', () => {
  const conflict = (text: string): string => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> theirs\n`;
  const newer = (text: string): string => text.replace('"version": 2', '"version": 99');

  it.each([
    ['holds a conflict of git', conflict, 'is not JSON'],
    ['is of a later version', newer, 'made by a later version of Tiebreak'],
    ['is empty', () => '', 'is not JSON'],
  ])("and %s, what lies there may be anybody's: it is kept, unless it is to be replaced", async (_, damage, why) => {
    const out = join(temporaryFolder(), 'out');
    await exported(out, { splits: ['train', 'test'] });
    writeFileSync(join(out, manifestName), damage(readFileSync(join(out, manifestName), 'utf8')));
    writeFileSync(join(out, 'train.jsonl'), '{"rows":"my own"}\n');
    const before = contentOf(out);
    const refused = await exported(out).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      name: 'EditedFiles',
      files: ['test.jsonl', 'train.jsonl', manifestName],
      message: expect.stringContaining(why) as string,
    });
    expect(contentOf(out)).toEqual(before);
    await exported(out, { overwrite: true });
    expect(namesIn(out)).toEqual([...hidden, 'train.jsonl'].sort());
    expect(await checkIntegrity(out)).toEqual([]);
  });

  it('of one file, that is kept too', async () => {
    const out = join(temporaryFolder(), 'pairs.jsonl');
    await exported(out);
    writeFileSync(join(out, '..', `.pairs${manifestName}`), '{');
    await expect(exported(out)).rejects.toThrow(
      'pairs.jsonl, .pairs.tiebreak-manifest.json may contain your own work: the manifest is not JSON',
    );
    await exported(out, { overwrite: true });
  });
});

describe('an export held against its manifest', () => {
  it('is told to be edited, incomplete, or being written', async () => {
    const out = join(temporaryFolder(), 'out');
    await exported(out, {
      splits: ['train', 'test'],
      before: async () => {
        expect(await checkIntegrity(out)).toMatchObject([
          {
            severity: 'warning',
            message: expect.stringContaining('an export is being written to this folder') as string,
          },
        ]);
      },
    });
    expect(await checkIntegrity(out)).toEqual([]);
    appendFileSync(join(out, 'train.jsonl'), '{}\n');
    rmSync(join(out, 'test.jsonl'));
    expect(await checkIntegrity(out)).toMatchObject([
      {
        severity: 'warning',
        file: join(out, 'train.jsonl'),
        message: expect.stringMatching(/^is not as it was exported \(size in bytes: 48, exported: 45\)/) as string,
      },
      { severity: 'error', file: join(out, 'test.jsonl') },
    ]);
    expect(await checkIntegrity(join(out, 'train.jsonl'))).toHaveLength(1);
  });

  it('is told to be a mix of two where one died between its moves', async () => {
    const folder = temporaryFolder();
    const out = join(folder, 'out');
    await exported(out, { value: 'old', splits: ['train', 'test'] });
    await exported(join(folder, 'other'), { splits: ['train', 'test'] });
    renameSync(join(folder, 'other', 'train.jsonl'), join(out, 'train.jsonl'));
    writeFileSync(join(out, lockName), JSON.stringify({ pid: await deadPid(), host: hostname(), run: '0a1b2c3d' }));
    expect(await checkIntegrity(out)).toMatchObject([
      { severity: 'error', file: out, message: expect.stringContaining('files of two exports may be mixed') as string },
      {
        severity: 'warning',
        file: join(out, 'train.jsonl'),
        message: expect.stringContaining('its content is different') as string,
      },
    ]);
    expect(await checkIntegrity(join(out, 'test.jsonl'))).toMatchObject([{ severity: 'error', file: out }]);
  });
});

describe('the earlier export stays whole', () => {
  const kinds: FileKind[] = ['jsonl', 'json', 'parquet'];

  it.skipIf(!existsSync('/dev/full')).each(kinds)(
    'when the disk is full while %s is written, and a message says so',
    async (kind) => {
      const out = join(temporaryFolder(), 'out');
      await exported(out, { kind, value: 'old' });
      const before = contentOf(out);
      const full = await fullDisk();
      await expect(exported(out, { kind })).rejects.toThrow(
        `${out}: the export could not be written, and no files were changed: the disk is full. Free some space. Export again`,
      );
      full.mockRestore();
      expect(contentOf(out)).toEqual(before);
      await exported(out, { kind });
    },
  );

  it('when the last bytes do not reach the disk', async () => {
    const out = join(temporaryFolder(), 'out');
    await exported(out, { value: 'old' });
    const before = contentOf(out);
    vi.spyOn(await handlePrototype(), 'sync').mockRejectedValue(
      Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'fsync' }),
    );
    await expect(exported(out)).rejects.toThrow('the disk is full');
    expect(contentOf(out)).toEqual(before);
  });

  it('when rows fail or the export is stopped', async () => {
    const out = join(temporaryFolder(), 'out');
    await exported(out, { value: 'old', splits: ['train', 'test'] });
    const before = contentOf(out);
    await expect(exported(out, { before: () => Promise.reject(new Error('no rows')) })).rejects.toThrow('no rows');
    await expect(
      writeFolder(
        folderPlan(out, 'jsonl', ['train']),
        () => Promise.resolve(() => Promise.resolve({ manifest: told })),
        AbortSignal.abort(new Error('stopped')),
      ),
    ).rejects.toThrow('stopped');
    expect(contentOf(out)).toEqual(before);
  });

  it('when a file cannot be moved into its place', async () => {
    const out = join(temporaryFolder(), 'out');
    await exported(out, { value: 'old', splits: ['train', 'test'] });
    const before = contentOf(out);
    // A folder that is not empty takes the place of the manifest's partial file: it cannot be moved onto a file.
    const stop = (): void => {
      const partial = readdirSync(out).find((name) => name.includes(manifestName) && name.endsWith('.partial'))!;
      rmSync(join(out, partial));
      mkdirSync(join(out, partial, 'full'), { recursive: true });
    };
    const abort = new AbortController();
    vi.spyOn(abort.signal, 'throwIfAborted').mockImplementation(stop);
    await expect(
      writeFolder(
        folderPlan(out, 'parquet', ['train']),
        async (sink) => {
          await sink(batchOf([{ split: 'train', value: { a: 1 }, provenance: {} }]));
          return () => Promise.resolve({ manifest: told });
        },
        abort.signal,
      ),
    ).rejects.toThrow();
    for (const name of readdirSync(out).filter((each) => each.endsWith('.partial')))
      rmSync(join(out, name), { recursive: true });
    expect(contentOf(out)).toEqual(before);
  });

  it('when the process died in the middle of the moves: the next export clears up first', async () => {
    const folder = temporaryFolder();
    const out = join(folder, 'out');
    await exported(out, { value: 'old' });
    const before = contentOf(out);
    // As an export of Parquet with two splits stands after its first two moves.
    const run = '0a1b2c3d';
    await exported(join(folder, 'other'), { kind: 'parquet', splits: ['train', 'test'] });
    for (const name of ['train.jsonl', ...hidden])
      writeFileSync(join(out, `.${name}.${run}.earlier`), before[name]!, 'latin1');
    rmSync(join(out, 'train.jsonl'));
    for (const name of ['train.parquet', 'test.parquet']) renameSync(join(folder, 'other', name), join(out, name));
    for (const name of hidden) renameSync(join(folder, 'other', name), join(out, `.${name}.${run}.partial`));
    writeFileSync(join(out, lockName), JSON.stringify({ pid: await deadPid(), host: hostname(), run }));
    await expect(exported(out, { before: () => Promise.reject(new Error('no rows')) })).rejects.toThrow('no rows');
    expect(contentOf(out)).toEqual(before);
  });
});

describe('two exports into one folder', () => {
  it('at once: the second is refused, and the first is not disturbed', async () => {
    const out = join(temporaryFolder(), 'out');
    let second: unknown;
    await exported(out, {
      before: async () => {
        second = await exported(out).catch((error: unknown) => error);
      },
    });
    expect(second).toMatchObject({
      name: 'UserError',
      message: `${out}: another export is being written to this folder (process ${process.pid} on ${hostname()}). Wait until it is finished, or choose another folder.`,
    });
    expect(namesIn(out)).toEqual([...hidden, 'train.jsonl'].sort());
  });

  it('one after another in processes of their own: what a dead one left is taken over, what a living one holds is not', async () => {
    const out = temporaryFolder();
    const child = sleeper();
    await once(child, 'spawn');
    const lock = JSON.stringify({ pid: child.pid, host: hostname(), run: '01234567' });
    writeFileSync(join(out, lockName), lock);
    writeFileSync(join(out, '.train.jsonl.01234567.partial'), 'half');
    await expect(exported(out)).rejects.toThrow(`another export is being written to this folder (process ${child.pid}`);
    expect(readFileSync(join(out, lockName), 'utf8')).toBe(lock);
    child.kill();
    await once(child, 'exit');
    await exported(out);
    expect(namesIn(out)).toEqual([...hidden, 'train.jsonl'].sort());
  });

  it('on another machine: its lock holds until nobody has touched it for two minutes', async () => {
    const out = temporaryFolder();
    writeFileSync(join(out, lockName), JSON.stringify({ pid: 1, host: 'elsewhere', run: '01234567' }));
    await expect(exported(out)).rejects.toThrow('(process 1 on elsewhere)');
    const before = new Date(Date.now() - 130_000);
    utimesSync(join(out, lockName), before, before);
    await exported(out);
    expect(existsSync(join(out, lockName))).toBe(false);
  });

  it('by turns: one whose lock was taken away does not write over the other', async () => {
    const out = temporaryFolder();
    await expect(
      exported(out, {
        value: 'slow',
        before: async () => {
          rmSync(join(out, lockName));
          await exported(out, { value: 'quick' });
          writeFileSync(join(out, lockName), JSON.stringify({ pid: process.pid, host: hostname(), run: '01234567' }));
        },
      }),
    ).rejects.toThrow('another export was written to this folder in the meantime. Export again.');
    expect(readFileSync(join(out, 'train.jsonl'), 'utf8')).toContain('quick');
  });
});

function sleeper(): ChildProcess {
  const script = join(temporaryFolder(), 'sleep.cjs');
  writeFileSync(script, 'setInterval(() => undefined, 1000);');
  return fork(script);
}

async function deadPid(): Promise<number> {
  const child = sleeper();
  await once(child, 'spawn');
  child.kill();
  await once(child, 'exit');
  return child.pid!;
}
