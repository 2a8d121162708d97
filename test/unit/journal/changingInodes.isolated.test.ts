import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Stats } from 'node:fs';
import type * as FileSystem from 'node:fs/promises';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatLine } from '../../../src/core/journal/line';
import { JournalWriteError } from '../../../src/core/journal/journalWriter';
import { Replay } from '../../../src/core/journal/replay';
import { LineIds } from '../../../src/core/team/journalLines';
import { handlePrototype } from '../made/fullDisk';
import { journalIn } from '../made/journal';
import { annotation } from '../made/journalLines';
import { readInto } from '../made/replays';
import { temporaryFolder } from '../made/temporaryFolder';

/** Whether no two looks at a file give the same device, inode and time of birth. */
const changing = vi.hoisted(() => ({ isOn: false, looks: 0 }));

function changed(status: Stats): Stats {
  if (changing.isOn) {
    const look = ++changing.looks;
    Object.assign(status, { dev: look, ino: look, birthtimeMs: look });
  }
  return status;
}

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof FileSystem>();
  return { ...real, stat: async (path: string) => changed(await real.stat(path)) };
});

const lineOf = (n: number): ReturnType<typeof annotation> => annotation(n, { item: `item-${n}` });

describe('where no two looks give a file the same device, inode and time of birth', () => {
  beforeEach(async () => {
    changing.isOn = true;
    const prototype = (await handlePrototype()) as unknown as { stat: (this: FileHandle) => Promise<Stats> };
    const real = prototype.stat;
    vi.spyOn(prototype, 'stat').mockImplementation(async function (this: FileHandle) {
      return changed(await real.call(this));
    });
  });

  afterEach(() => {
    changing.isOn = false;
    vi.restoreAllMocks();
  });

  it('appends each line once', async () => {
    const folder = temporaryFolder();
    const journal = journalIn(folder);
    for (let n = 1; n <= 5; n++) await journal.append([lineOf(n)]);
    expect(readFileSync(join(folder, 'ana.jsonl'), 'utf8')).toBe(
      [1, 2, 3, 4, 5].map((n) => formatLine(lineOf(n))).join(''),
    );
  });

  it('reads each line once, and says that a journal was replaced only where it was', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'ana.jsonl');
    const journal = journalIn(folder);
    const read = async (): Promise<string[]> => {
      const entries: string[] = [];
      for await (const some of journal.read())
        for (const entry of some)
          entries.push('line' in entry ? entry.line.id : 'replaced' in entry ? 'replaced' : 'problem');
      return entries;
    };
    await journal.append([lineOf(1)]);
    expect(await read()).toEqual([lineOf(1).id]);
    expect(await read()).toEqual([]);
    await journal.append([lineOf(2)]);
    expect(await read()).toEqual([lineOf(2).id]);
    writeFileSync(`${path}.new`, [3, 2].map((n) => formatLine(lineOf(n))).join(''));
    renameSync(`${path}.new`, path);
    expect(await read()).toEqual(['replaced', lineOf(3).id, lineOf(2).id]);
  });

  it('reads the lines on that a merge put behind those that were read', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'ana.jsonl');
    const journal = journalIn(folder);
    const replay = new Replay();
    await journal.append([lineOf(1)]);
    await readInto(replay, journal);
    writeFileSync(`${path}.new`, [1, 2].map((n) => formatLine(lineOf(n))).join(''));
    renameSync(`${path}.new`, path);
    expect(await readInto(replay, journal)).toEqual([]);
    const fetched = [];
    for (const { ref } of replay.all()) fetched.push((await journal.fetch(ref)).item);
    expect(fetched.sort()).toEqual(['item-1', 'item-2']);
  });

  it('knows the ids of a journal without reading it again', async () => {
    const path = join(temporaryFolder(), 'ana.jsonl');
    writeFileSync(path, formatLine(lineOf(1)));
    const ids = new LineIds(path);
    const first = await ids.read();
    appendFileSync(path, formatLine(lineOf(2)));
    expect(await ids.read()).toBe(first);
    expect([...first]).toEqual([lineOf(1).id, lineOf(2).id]);
  });
});

describe('a journal that another program takes away again and again', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Does something with the file after each time it was synced. */
  async function afterEachSync(work: () => void): Promise<() => number> {
    const prototype = (await handlePrototype()) as unknown as { sync: (this: FileHandle) => Promise<void> };
    const real = prototype.sync;
    let syncs = 0;
    vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
      await real.call(this);
      syncs++;
      work();
    });
    return () => syncs;
  }

  it.each([
    [
      'nothing',
      (path: string) => rmSync(path, { force: true }),
      /several times, but each time another program removed it/,
    ],
    [
      'another file',
      (path: string) => writeFileSync(path, '{"v":1}\n'),
      /several times.*The file there has 8 B and does not contain/,
    ],
  ])('fails after three tries and says that there is %s', async (_, takeAway, message) => {
    const folder = temporaryFolder();
    const path = join(folder, 'ana.jsonl');
    const journal = journalIn(folder);
    writeFileSync(path, formatLine(lineOf(1)));
    const syncs = await afterEachSync(() => takeAway(path));
    const error: unknown = await journal.append([lineOf(2)]).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(JournalWriteError);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toMatch(/nothing was saved/i);
    expect(syncs()).toBeLessThanOrEqual(6);
  });

  it('saves where it stands still for one of them', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'ana.jsonl');
    writeFileSync(path, formatLine(lineOf(1)));
    let left = 2;
    await afterEachSync(() => {
      if (left-- > 0) rmSync(path, { force: true });
    });
    await journalIn(folder).append([lineOf(2)]);
    expect(readFileSync(path, 'utf8')).toBe(formatLine(lineOf(2)));
  });
});

describe('a folder that cannot be synced', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Lets an fsync fail, that of a folder or that of a file. */
  async function failingSync(code: string, of: 'folder' | 'file'): Promise<void> {
    const prototype = (await handlePrototype()) as unknown as { sync: (this: FileHandle) => Promise<void> };
    const real = prototype.sync;
    vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
      if ((await this.stat()).isDirectory() === (of === 'folder'))
        throw Object.assign(new Error(`${code}: fsync`), { code });
      return real.call(this);
    });
  }

  it.each(['EINVAL', 'ENOTSUP', 'EPERM'])('is no failure of a save where it answers %s', async (code) => {
    const folder = join(temporaryFolder(), 'study.tiebreak.d', 'annotations');
    await failingSync(code, 'folder');
    await journalIn(folder).append([lineOf(1)]);
    expect(readFileSync(join(folder, 'ana.jsonl'), 'utf8')).toBe(formatLine(lineOf(1)));
  });

  it.each([
    ['the folder', 'folder'],
    ['the file', 'file'],
  ] as const)('says that lines stand which were written before the disk failed to sync %s', async (_, of) => {
    const folder = temporaryFolder();
    await failingSync('EIO', of);
    const error: unknown = await journalIn(folder)
      .append([lineOf(1)])
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(JournalWriteError);
    expect((error as Error).message).toMatch(/ana\.jsonl was written, but the disk did not confirm it/);
    expect((error as Error).message).not.toMatch(/nothing was saved/i);
    const handle = await open(join(folder, 'ana.jsonl'));
    await handle.close();
  });
});
