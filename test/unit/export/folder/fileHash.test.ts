import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sha256Of } from '../../../../src/core/export/folder/fileHash';
import { useWorkerScript } from '../../../../src/core/workerScript';
import { bundled } from '../../made/bundle';
import { temporaryFile, temporaryFolder } from '../../made/temporaryFolder';

const folder = mkdtempSync(join(tmpdir(), 'tiebreak-unit-'));
let script = '';
beforeAll(async () => {
  script = await bundled(folder, { path: 'src/worker.ts' });
  return () => rmSync(folder, { recursive: true });
});
afterEach(() => useWorkerScript(undefined));

describe.each(['here', 'on a thread'])('the hash of a file, %s', (where) => {
  const hashed = (path: string, signal?: AbortSignal): Promise<string> => {
    if (where === 'on a thread') useWorkerScript(script, 0);
    return sha256Of(path, signal);
  };

  it.each([0, 1, 1 << 18, (1 << 20) + 3])('is SHA-256 of its %d bytes', async (bytes) => {
    const content = randomBytes(bytes).toString('latin1');
    expect(await hashed(temporaryFile('a.bin', content))).toBe(createHash('sha256').update(content).digest('hex'));
  });

  it('fails as the file system does, and where it is called off', async () => {
    await expect(hashed(join(temporaryFolder(), 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(hashed(temporaryFolder())).rejects.toMatchObject({ code: 'EISDIR' });
    const stop = new AbortController();
    const begun = hashed(temporaryFile('a.txt', 'word '.repeat(1 << 20)), stop.signal);
    stop.abort(new Error('stopped'));
    await expect(begun).rejects.toThrow('stopped');
  });
});
