import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { unpackedArchive } from '../../../src/core/code/archive';
import { openRepository } from '../../../src/core/code/codeRepository';
import { git, makeRepository, writeFiles } from '../made/gitFolder';
import { temporaryFolder } from '../made/temporaryFolder';
import { zipOf } from '../../workbench/archives';

type Header = Parameters<ReturnType<typeof pack>['entry']>[0];

/** Writes a tar archive of entries in their order; returns its path. */
async function tarOf(entries: readonly (readonly [Header, string])[], name = 'x.tar'): Promise<string> {
  const packing = pack();
  for (const [header, content] of entries) packing.entry(header, content);
  packing.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of packing) chunks.push(chunk);
  const path = join(temporaryFolder(), name);
  const bytes = Buffer.concat(chunks);
  writeFileSync(path, name.endsWith('gz') ? gzipSync(bytes) : bytes);
  return path;
}

describe('an archive', () => {
  it.each(['x.tar', 'x.tar.gz', 'x.tgz'])('of a bare repository is read as one: %s', async (name) => {
    const [folder, beside] = [temporaryFolder(), temporaryFolder()];
    const commit = makeRepository(folder, { 'a.txt': 'a\n' });
    git(folder, 'clone', '-q', '--bare', folder, join(beside, 'repo.git'));
    execFileSync('tar', [name.endsWith('gz') ? '-czf' : '-cf', join(beside, name), '-C', beside, 'repo.git']);
    const repository = await openRepository(join(beside, name), {
      cacheFolder: join(beside, 'cache'),
      admit: () => Promise.resolve(),
    });
    onTestFinished(() => repository.close());
    expect(await (await repository.filesAt(commit)).file('a.txt')).toMatchObject({ bytes: Buffer.from('a\n') });
    expect(readdirSync(join(beside, 'cache', 'repositories'))).toHaveLength(1);
  });

  it('of files alone is read as they are', async () => {
    const path = join(temporaryFolder(), 'x.zip');
    writeFileSync(path, zipOf({ 'repo-main/src/a.txt': 'a\n', 'repo-main/b.txt': 'b\n' }));
    const repository = await openRepository(path, { cacheFolder: temporaryFolder(), admit: () => Promise.resolve() });
    expect(await (await repository.filesAt(undefined)).file('src/a.txt')).toMatchObject({ bytes: Buffer.from('a\n') });
  });

  it('is unpacked once', async () => {
    const [path, cache] = [await tarOf([[{ name: 'a' }, 'a']]), temporaryFolder()];
    const folder = await unpackedArchive(path, cache);
    writeFileSync(join(folder, 'mark'), '');
    expect(await unpackedArchive(path, cache)).toBe(folder);
    expect(readdirSync(folder)).toEqual(['a', 'mark']);
  });

  it.each(['../evil', '/tmp/evil', 'a/../../evil', 'C:/evil', 'a\\..\\evil', 'a./b'])(
    'with a path that leads elsewhere is not unpacked: %s',
    async (name) => {
      const cache = temporaryFolder();
      const path = await tarOf([
        [{ name: 'good' }, 'a'],
        [{ name }, 'evil'],
      ]);
      await expect(unpackedArchive(path, cache)).rejects.toThrow('leads elsewhere');
      expect(readdirSync(join(cache, 'repositories'))).toEqual([]);
      expect(existsSync('/tmp/evil')).toBe(false);
    },
  );

  it('has no links, devices and hooks once unpacked, and nothing is written through a link', async () => {
    const outside = temporaryFolder();
    writeFiles(outside, { target: 'before' });
    const path = await tarOf([
      [{ name: 'link', type: 'symlink', linkname: outside }, ''],
      [{ name: 'hard', type: 'link', linkname: join(outside, 'target') }, ''],
      [{ name: 'pipe', type: 'fifo' }, ''],
      [{ name: 'device', type: 'character-device', devmajor: 1, devminor: 3 }, ''],
      [{ name: '.git/hooks/post-checkout', mode: 0o755 }, 'evil'],
      [{ name: 'link/target' }, 'after'],
      [{ name: 'hard' }, 'a file'],
    ]);
    const folder = await unpackedArchive(path, temporaryFolder());
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['hard', 'link', join('link', 'target')]);
    expect(readFileSync(join(outside, 'target'), 'utf8')).toBe('before');
  });

  it('with more than it may hold leaves nothing behind', async () => {
    const cache = temporaryFolder();
    const large = await tarOf([[{ name: 'a' }, 'x'.repeat(5000)]], 'x.tar.gz');
    await expect(unpackedArchive(large, cache, { bytes: 4000, files: 10 })).rejects.toThrow('too large');
    const many = await tarOf(Array.from({ length: 12 }, (_, n) => [{ name: `${n}` }, ''] as const));
    await expect(unpackedArchive(many, cache, { bytes: 4000, files: 10 })).rejects.toThrow('number of files: 10');
    expect(readdirSync(join(cache, 'repositories'))).toEqual([]);
  });

  it('that is cut off or no archive says so', async () => {
    const path = await tarOf([[{ name: 'a' }, 'x'.repeat(50_000)]], 'x.tar.gz');
    writeFileSync(path, readFileSync(path).subarray(0, 60));
    await expect(unpackedArchive(path, temporaryFolder())).rejects.toThrow('cannot be read');
    writeFileSync(path, 'PK no zip');
    await expect(unpackedArchive(path, temporaryFolder())).rejects.toThrow('cannot be read');
  });
});
