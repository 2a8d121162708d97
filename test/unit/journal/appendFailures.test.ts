import { chmodSync, existsSync, mkdirSync, readFileSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { fileErrorReason } from '../../../src/core/journal/fileStatus';
import { JournalWriteError } from '../../../src/core/journal/journalWriter';
import { Replay } from '../../../src/core/journal/replay';
import { syncFolder } from '../../../src/core/journal/syncFolder';
import { problem, wordsOf } from '../../../src/core/model/problems/problem';
import { handlePrototype } from '../made/fullDisk';
import { temporaryFolder } from '../made/temporaryFolder';
import { journalIn } from '../made/journal';
import { annotation } from '../made/journalLines';
import { readInto } from '../made/replays';

async function failureOf(append: Promise<void>): Promise<JournalWriteError> {
  const error: unknown = await append.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof JournalWriteError)) throw new Error(`expected a JournalWriteError, got ${String(error)}`);
  return error;
}

describe('an append that fails', () => {
  it.skipIf(!existsSync('/dev/full'))('says that the disk is full, and where', async () => {
    const folder = temporaryFolder();
    symlinkSync('/dev/full', join(folder, 'ana.jsonl'));
    const { message } = await failureOf(journalIn(folder).append([annotation(1)]));
    expect(message).toContain('the disk is full');
    expect(message).toContain(join(folder, 'ana.jsonl'));
  });

  it.skipIf(process.getuid?.() === 0)('says that the folder is read-only', async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o555);
    const { message } = await failureOf(journalIn(folder).append([annotation(1)]));
    expect(message).toMatch(/permission denied.*Make the file and its folder writable/);
    chmodSync(folder, 0o755);
  });

  it.each([
    ['the annotations folder', 'annotations'],
    ['the study folder above it', ''],
  ])('says what stands in the way when %s is a file', async (_, file) => {
    const folder = temporaryFolder();
    const study = join(folder, 'study.tiebreak.d');
    if (file !== '') mkdirSync(study);
    writeFileSync(join(study, file), 'a file');
    const { message } = await failureOf(journalIn(join(study, 'annotations')).append([annotation(1)]));
    expect(message).toMatch(/^ana\.jsonl could not be written: .*is a file where a folder should be/);
    expect(message).toContain(join(study, 'annotations'));
  });

  it('says so when the journal itself is a folder', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'ana.jsonl'));
    expect((await failureOf(journalIn(folder).append([annotation(1)]))).message).toMatch(/could not be written/);
  });

  it('does not keep the next one from being saved', async () => {
    const folder = join(temporaryFolder(), 'annotations');
    const journal = journalIn(folder);
    mkdirSync(join(folder, 'ben.jsonl'), { recursive: true });
    const [failed, stood] = await Promise.allSettled([
      journal.append([annotation(1, { annotator: 'ben' })]),
      journal.append([annotation(2)]),
    ]);
    expect([failed.status, stood.status]).toEqual(['rejected', 'fulfilled']);
    expect(readFileSync(join(folder, 'ana.jsonl'), 'utf8')).toContain(annotation(2).id);
  });

  it('leaves the lines that stood before as they are', async () => {
    const folder = temporaryFolder();
    const journal = journalIn(folder);
    await journal.append([annotation(1)]);
    mkdirSync(join(folder, 'ben.jsonl'));
    await failureOf(journal.append([annotation(2, { annotator: 'ben' })]));
    rmdirSync(join(folder, 'ben.jsonl'));
    const replay = new Replay();
    expect(await readInto(replay, journal)).toEqual([]);
    expect([...replay.all()].map(({ id }) => id)).toEqual([annotation(1).id]);
  });

  it('is none where there is nothing to append', async () => {
    const folder = join(temporaryFolder(), 'annotations');
    await journalIn(folder).append([]);
    expect(existsSync(folder)).toBe(false);
  });
});

const refusal = (code: string): Error => Object.assign(new Error(`${code}: refused`), { code });

it.each([
  ['file.diskFull', ['ENOSPC', 'EDQUOT']],
  ['file.noPermission', ['EACCES', 'EPERM']],
  ['file.pathThroughFile', ['EEXIST', 'ENOTDIR']],
  ['file.isFolder', ['EISDIR']],
  ['file.nameTooLong', ['ENAMETOOLONG']],
  ['file.readOnly', ['EROFS']],
] as const)('what is told of a refusal, %s, goes by its code', (told, codes) => {
  for (const code of codes) expect(fileErrorReason(refusal(code), 'try')).toBe(wordsOf(problem(told, { next: 'try' })));
  expect(fileErrorReason(refusal('EIO'))).toBe('EIO: refused');
});

describe.skipIf(process.platform === 'win32')('a folder whose new file is to outlast a power cut', () => {
  const syncedWith = async (code: string): Promise<void> => {
    const spy = vi.spyOn(await handlePrototype(), 'sync').mockRejectedValue(refusal(code));
    await syncFolder(temporaryFolder()).finally(() => spy.mockRestore());
  };

  it('needs no call where the file system has none for it', async () => {
    for (const code of ['EINVAL', 'ENOTSUP', 'EPERM']) await syncedWith(code);
  });

  it('is told where the disk fails', async () => {
    await expect(syncedWith('EIO')).rejects.toThrow('EIO: refused');
  });
});
