import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FollowedFolder, folderOfAll } from '../../../src/core/study/followedFolder';
import { eventually } from '../made/eventually';
import { temporaryFolder } from '../made/temporaryFolder';

function files(count: number): readonly string[] {
  const folder = temporaryFolder();
  return Array.from({ length: count }, (_, at) => {
    const path = join(folder, `run-${at}.json`);
    writeFileSync(path, `${at}`);
    return path;
  });
}

async function followed(
  paths: readonly string[],
  every = 20_000,
): Promise<{ folder: FollowedFolder; onChange: ReturnType<typeof vi.fn> }> {
  const onChange = vi.fn();
  const folder = new FollowedFolder(paths, onChange, { quiet: 20, every });
  onTestFinished(() => folder.dispose());
  await sleep(200);
  return { folder, onChange };
}

describe('many followed files', () => {
  it('tell once of the one that a watcher saw change', async () => {
    const paths = files(700);
    const { folder, onChange } = await followed(paths);
    writeFileSync(paths[650]!, 'other words');
    for (let i = 0; i < 3; i++) folder.sign(paths[650]!);
    await eventually(() => expect(onChange).toHaveBeenCalled());
    await sleep(100);
    expect(onChange.mock.calls).toEqual([[paths[650]]]);
  });

  it('are looked at in turn, so that a change that nobody saw is told', async () => {
    const paths = files(700);
    const { onChange } = await followed(paths, 30);
    rmSync(paths[600]!);
    await eventually(() => expect(onChange.mock.calls).toEqual([[paths[600]]]));
  });

  it('say nothing of a file that is as it was, or is none of them', async () => {
    const paths = files(80);
    const { folder, onChange } = await followed(paths);
    const other = join(temporaryFolder(), 'other.json');
    writeFileSync(other, '1');
    folder.sign(other);
    writeFileSync(other, '22');
    folder.sign(other);
    for (const path of paths) folder.sign(path);
    folder.look();
    await sleep(150);
    expect(onChange).not.toHaveBeenCalled();
  });

  it('have a folder in common', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'a', 'b'), { recursive: true });
    expect(folderOfAll([join(folder, 'a', 'x'), join(folder, 'a', 'b', 'y'), join(folder, 'ab', 'z')])).toBe(folder);
    expect(folderOfAll([join(folder, 'a', 'x')])).toBe(join(folder, 'a'));
  });
});
