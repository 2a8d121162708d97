import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IdleFile } from '../../../src/core/journal/idleFile';
import { temporaryFolder } from '../made/temporaryFolder';

/** Waits, whatever the clock says, until a file is closed; its number is -1 then. */
async function closed(file: { readonly fd: number }): Promise<void> {
  while (file.fd !== -1) await new Promise((done) => setImmediate(done));
}

describe('a file that is read again and again', () => {
  let idle: IdleFile;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const path = join(temporaryFolder(), 'ana.jsonl');
    writeFileSync(path, 'lines');
    idle = new IdleFile(path);
  });
  afterEach(async () => {
    vi.useRealTimers();
    await idle.leave();
  });

  it('stays open from one reader to the next, and is closed a moment after the last', async () => {
    const { file, release } = await idle.take();
    release();
    // Three times two thirds of that moment.
    for (let times = 0; times < 3; times++) {
      vi.advanceTimersByTime(67);
      const again = await idle.take();
      expect(again.file).toBe(file);
      again.release();
    }
    vi.advanceTimersByTime(100);
    await closed(file);
    const next = await idle.take();
    expect(next.file).not.toBe(file);
    next.release();
  });

  it('stays open for as long as anybody reads it', async () => {
    const [first, second] = [await idle.take(), await idle.take()];
    first.release();
    const third = await idle.take();
    second.release();
    vi.advanceTimersByTime(1_000);
    expect(third.file).toBe(first.file);
    expect((await third.file.read(Buffer.alloc(5), 0, 5, 0)).bytesRead).toBe(5);
    third.release();
    vi.advanceTimersByTime(100);
    await closed(first.file);
  });

  it('is opened anew once it was left, and is closed by the last who read the one before', async () => {
    const [first, second] = [await idle.take(), await idle.take()];
    await idle.leave();
    const other = await idle.take();
    expect(other.file).not.toBe(first.file);
    first.release();
    expect((await second.file.read(Buffer.alloc(5), 0, 5, 0)).bytesRead).toBe(5);
    second.release();
    await closed(second.file);
    expect((await other.file.read(Buffer.alloc(5), 0, 5, 0)).bytesRead).toBe(5);
    other.release();
    await idle.leave();
    await closed(other.file);
  });

  it('is looked for again after it could not be opened', async () => {
    const path = join(temporaryFolder(), 'ben.jsonl');
    const late = new IdleFile(path);
    await expect(late.take()).rejects.toThrow('ENOENT');
    writeFileSync(path, 'lines');
    const { file, release } = await late.take();
    release();
    await late.leave();
    await closed(file);
  });
});
