import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FollowedFile } from '../../../src/core/study/followedFile';
import { temporaryFile } from '../made/temporaryFolder';
import { eventually } from '../made/eventually';

const quick = { quiet: 30, every: 20_000 };

async function followed(
  path: string,
  timing = quick,
): Promise<{ file: FollowedFile; onChange: ReturnType<typeof vi.fn> }> {
  const onChange = vi.fn();
  const file = await FollowedFile.from(path, onChange, timing);
  onTestFinished(() => file.dispose());
  return { file, onChange };
}

describe('a followed file', () => {
  it.each<[string, (path: string) => void]>([
    ['is written anew', (path) => writeFileSync(path, 'other')],
    ['is removed', (path) => rmSync(path)],
    [
      'is replaced by rename',
      (path) => {
        writeFileSync(`${path}.new`, 'next');
        renameSync(`${path}.new`, path);
      },
    ],
  ])('tells once that it %s', async (_, change) => {
    const path = temporaryFile('a', 'text');
    const { file, onChange } = await followed(path);
    change(path);
    for (let i = 0; i < 5; i++) file.look();
    await eventually(() => expect(onChange).toHaveBeenCalled());
    await sleep(100);
    expect(onChange).toHaveBeenCalledOnce();
  });

  it('says nothing where it was looked at and is as it was', async () => {
    const { file, onChange } = await followed(temporaryFile('a', 'text'));
    file.look();
    await sleep(100);
    expect(onChange).not.toHaveBeenCalled();
  });

  it('keeps its own time: a look at another one swallows nothing', async () => {
    const [one, other] = [temporaryFile('a', 'text'), temporaryFile('b', 'text')];
    const first = await followed(one);
    const second = await followed(other);
    writeFileSync(one, 'changed');
    first.file.look();
    second.file.look();
    await eventually(() => expect(first.onChange).toHaveBeenCalledOnce());
    expect(second.onChange).not.toHaveBeenCalled();
  });

  it('tells by itself of a change that nobody saw', async () => {
    const path = temporaryFile('a', 'text');
    const { onChange } = await followed(path, { quiet: 30, every: 50 });
    writeFileSync(path, 'changed');
    await eventually(() => expect(onChange).toHaveBeenCalledOnce());
  });

  it('waits while it is still being written', async () => {
    const path = temporaryFile('a', 'text');
    // Long beside the pauses below, which a busy machine makes longer.
    const { file, onChange } = await followed(path, { quiet: 3000, every: 20_000 });
    for (let i = 0; i < 8; i++) {
      writeFileSync(path, 'x'.repeat(i + 10));
      file.look();
      await sleep(40);
      expect(onChange).not.toHaveBeenCalled();
    }
    await eventually(() => expect(onChange).toHaveBeenCalledOnce());
  });

  it('is told of when it comes to be', async () => {
    const path = temporaryFile('a', 'text');
    rmSync(path);
    const { file, onChange } = await followed(path);
    writeFileSync(path, 'text');
    file.look();
    await eventually(() => expect(onChange).toHaveBeenCalledOnce());
  });

  it('says nothing once it is let go', async () => {
    const path = temporaryFile('a', 'text');
    const { file, onChange } = await followed(path);
    writeFileSync(path, 'changed');
    file.look();
    file.dispose();
    await sleep(100);
    expect(onChange).not.toHaveBeenCalled();
  });
});
