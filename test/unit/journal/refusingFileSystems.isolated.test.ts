import {
  existsSync,
  lstatSync,
  readFileSync,
  mkdirSync,
  statSync,
  utimesSync,
  writeFileSync,
  appendFileSync,
} from 'node:fs';
import type * as Files from 'node:fs';
import type * as FileSystem from 'node:fs/promises';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cachedFile } from '../../../src/core/dataset/sources/cachedFile';
import { takeLock } from '../../../src/core/export/folder/lock';
import { putMedia } from '../../../src/core/export/folder/mediaCopies';
import { watchFolder } from '../../../src/core/journal/watchedFolder';
import { guidelinesOf, isKept, keepCopy } from '../../../src/core/study/guidelines';
import { replaceFile } from '../../../src/core/study/replaceFile';
import { fetchDataset, shareDataset } from '../../../src/core/team/folder/datasetFiles';
import { eventually } from '../made/eventually';
import { temporaryFolder } from '../made/temporaryFolder';

/** Calls that the file system refuses: how often still, and with which code. */
const refused = vi.hoisted(() => new Map<string, { left: number; code: string }>());

function refuse(call: string): void {
  const refusal = refused.get(call);
  if (!refusal || refusal.left === 0) return;
  refusal.left--;
  throw Object.assign(new Error(`${refusal.code}: refused, ${call}`), { code: refusal.code });
}

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof FileSystem>();
  const refusing =
    <A extends readonly unknown[], R>(name: string, call: (...of: A) => Promise<R>) =>
    async (...of: A): Promise<R> => {
      refuse(name);
      return call(...of);
    };
  return {
    ...real,
    rename: refusing('rename', real.rename),
    symlink: refusing('symlink', real.symlink),
    chmod: refusing('chmod', real.chmod),
    utimes: refusing('utimes', real.utimes),
    // Sets modes and times itself.
    cp: refusing('chmod', real.cp),
  };
});

// A folder of a network drive: nobody is told of what others write.
vi.mock('node:fs', async (original) => {
  const real = await original<typeof Files>();
  return { ...real, watch: () => ({ on: () => undefined, close: () => undefined }) };
});

afterEach(() => refused.clear());

describe('where somebody has a file open for a moment', () => {
  it('a file of the cache is moved', async () => {
    refused.set('rename', { left: 1, code: 'EBUSY' });
    const path = await cachedFile(temporaryFolder(), 'key', 'index', (to) => writeFile(to, 'x'));
    expect(readFileSync(path, 'utf8')).toBe('x');
  });

  it('guidelines are kept', async () => {
    refused.set('rename', { left: 1, code: 'EBUSY' });
    const [folder, text] = [temporaryFolder(), guidelinesOf('Be kind.')];
    await keepCopy(folder, text);
    expect(await isKept(folder, text.version)).toBe(true);
  });

  it('media is copied', async () => {
    refused.set('rename', { left: 1, code: 'EBUSY' });
    expect(await putPicture('copy')).toEqual({ isLink: false, text: 'cat' });
  });

  it('a dead lock of an export is taken away', async () => {
    const path = join(temporaryFolder(), 'lock');
    writeFileSync(path, 'left by somebody');
    utimesSync(path, new Date(0), new Date(0));
    refused.set('rename', { left: 1, code: 'EBUSY' });
    await (await takeLock(path)).release();
    expect(existsSync(path)).toBe(false);
  });
});

describe.each(['EPERM', 'ENOTSUP', 'ENOSYS'])('where a file system says %s', (code) => {
  it('media is copied that was to be linked', async () => {
    refused.set('symlink', { left: 1, code });
    expect(await putPicture('link')).toEqual({ isLink: false, text: 'cat' });
  });

  it('a file is replaced without its mode', async () => {
    const path = join(temporaryFolder(), 'a.json');
    writeFileSync(path, 'old');
    refused.set('chmod', { left: Infinity, code });
    await replaceFile(path, (to) => writeFile(to, 'new'));
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  it("a team's folder takes and gives a dataset without modes and times", async () => {
    const [study, folder, joined] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    mkdirSync(join(study, 'data'));
    writeFileSync(join(study, 'data/a.jsonl'), 'rows');
    refused.set('chmod', { left: Infinity, code });
    refused.set('utimes', { left: Infinity, code });
    await shareDataset({ file: join(study, 's.tiebreak'), sources: [join(study, 'data/a.jsonl')] }, folder);
    await fetchDataset(folder, joined);
    expect(readFileSync(join(joined, 'data/a.jsonl'), 'utf8')).toBe('rows');
  });
});

describe("the files of a dataset in a team's folder", () => {
  it('keep their times, and leave alone what lies where they are fetched to', async () => {
    const [study, folder, joined] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const sources = ['a', 'b'].map((name) => join(study, `${name}.jsonl`));
    const then = new Date(1_600_000_000_000);
    for (const source of sources) {
      writeFileSync(source, 'rows');
      utimesSync(source, then, then);
    }
    writeFileSync(join(joined, 'a.jsonl'), 'mine');
    await shareDataset({ file: join(study, 's.tiebreak'), sources }, folder);
    await fetchDataset(folder, joined);
    expect(readFileSync(join(joined, 'a.jsonl'), 'utf8')).toBe('mine');
    expect(statSync(join(joined, 'b.jsonl')).mtimeMs).toBe(then.getTime());
  });
});

describe('a folder of which the system tells nothing', () => {
  it('is looked at, until told to stop, and tells only of changes', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'ben.jsonl'), '1\n');
    const onChange = vi.fn();
    const stop = watchFolder(folder, onChange, 20);
    await new Promise((done) => setTimeout(done, 200));
    expect(onChange).not.toHaveBeenCalled();
    appendFileSync(join(folder, 'ben.jsonl'), '2\n');
    await eventually(() => {
      expect(onChange).toHaveBeenCalledOnce();
    });
    stop();
    appendFileSync(join(folder, 'ben.jsonl'), '3\n');
    await new Promise((done) => setTimeout(done, 200));
    expect(onChange).toHaveBeenCalledOnce();
  });
});

// Those of /proc say ENOENT, and Node's own `mkdir` tries there for ever.
describe.runIf(process.platform === 'linux')('a folder that takes no others', () => {
  it('is named where a cache would lie in it', async () => {
    await expect(cachedFile('/proc/cache', 'key', 'index', (to) => writeFile(to, ''))).rejects.toThrow(
      '/proc/cache: the folder cannot be made, because no folder can be made in /proc. Choose another place',
    );
  });

  it('is named where guidelines would be kept in it', async () => {
    await expect(keepCopy('/proc/guidelines', guidelinesOf('Be kind.'))).rejects.toThrow(
      'because no folder can be made in /proc. Choose another place',
    );
  });
});

async function putPicture(mode: 'copy' | 'link'): Promise<{ isLink: boolean; text: string }> {
  const [from, folder] = [join(temporaryFolder(), 'cat.png'), temporaryFolder()];
  writeFileSync(from, 'cat');
  await putMedia(folder, [{ name: 'media/cat.png', from }], { mode, run: '00000000', overwrite: false });
  const path = join(folder, 'media/cat.png');
  return { isLink: lstatSync(path).isSymbolicLink(), text: readFileSync(path, 'utf8') };
}
