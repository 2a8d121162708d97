import { renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import * as files from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { versionOf } from '../../../src/core/dataset/sources/fileVersion';
import { temporaryFile, temporaryFolder } from '../made/temporaryFolder';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof files>();
  return { ...real, stat: vi.fn(real.stat) };
});

it('a file that gets another inode at every look, as on some network drives, stays the same version', async () => {
  const path = temporaryFile('data.jsonl', '{"n":1}\n'.repeat(50_000));
  let ino = 1;
  vi.mocked(files.stat).mockImplementation(() =>
    Promise.resolve(Object.assign(statSync(path), { ino: ino++, dev: ino })),
  );
  const first = await versionOf(path);
  expect(await versionOf(path)).toBe(first);
  vi.mocked(files.stat).mockReset();
});

it('another file in its place with the same size and time is another version', async () => {
  const real = await vi.importActual<typeof files>('node:fs/promises');
  vi.mocked(files.stat).mockImplementation(real.stat);
  const path = temporaryFile('data.jsonl', '{"n":1}\n');
  utimesSync(path, 1e9, 1e9);
  const first = await versionOf(path);
  writeFileSync(`${path}.new`, '{"n":2}\n');
  utimesSync(`${path}.new`, 1e9, 1e9);
  renameSync(`${path}.new`, path);
  expect(await versionOf(path)).not.toBe(first);
});

it('what is not there has none, and a folder has one', async () => {
  expect(await versionOf(`${temporaryFolder()}/none`)).toBeUndefined();
  expect(await versionOf(temporaryFolder())).toBeDefined();
});
