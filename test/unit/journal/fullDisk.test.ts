import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Replay } from '../../../src/core/journal/replay';
import { bundled } from '../made/bundle';
import { temporaryFolder } from '../made/temporaryFolder';
import { journalIn } from '../made/journal';
import { readInto } from '../made/replays';

/**
 * Appends so many lines to one annotator's journal, whether there is room or not, and prints the id of each whose
 * append resolved.
 */
const program = `
  import { FileJournal } from './src/core/journal/fileJournal';
  import { newId } from './src/core/journal/newId';
  import { annotation } from './test/unit/made/journalLines';
  import { writeSync } from 'node:fs';
  void (async () => {
    const journal = new FileJournal(process.argv[2] ?? '');
    for (let n = 0, id; n < 500; n++) {
      id = newId(id);
      const line = annotation(n, { id, item: 'item ' + id, judgement: { rationale: 'é'.repeat((n % 20) * 150) } });
      await journal.append([line]).then(() => writeSync(1, id + '\\n'), () => undefined);
    }
  })();
`;

/** A disk of its own at `folder`, of 8 MB; undefined where this machine does not let one be made. */
function smallDisk(folder: string): (() => void) | undefined {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return () => execFileSync('umount', ['-l', folder]);
}

/** Appends to a file until the disk is full. */
function fill(path: string): void {
  const handle = openSync(path, 'a');
  try {
    for (;;) writeSync(handle, Buffer.alloc(4096));
  } catch {
    // No room is left: that is what was wanted.
  } finally {
    closeSync(handle);
  }
}

it('keeps every annotation of two processes whose append resolved, on a disk that fills and empties a thousand times', async ({
  skip,
}) => {
  const base = temporaryFolder();
  const script = await bundled(base, { source: program });
  const disk = join(base, 'disk');
  const unmount = smallDisk(disk);
  if (!unmount) return skip('no disk of a size of its own can be made here');
  try {
    const folder = join(disk, 'annotations');
    const children = [1, 2].map(() =>
      spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    const promised: string[] = [];
    const ended = children.map((child) => {
      let printed = '';
      child.stdout.setEncoding('utf8');
      child.stdout.on('data', (text: string) => (printed += text));
      return new Promise<void>((resolve) =>
        child.on('close', () => {
          promised.push(...printed.split('\n').slice(0, -1));
          resolve();
        }),
      );
    });
    const work = { isDone: false };
    void Promise.all(ended).then(() => (work.isDone = true));
    // Some kilobytes become free at a time, less than a line or two: many lines are torn.
    const filler = join(disk, 'filler');
    for (let round = 0; !work.isDone; round++) {
      fill(filler);
      await new Promise((resolve) => setTimeout(resolve, 1));
      truncateSync(filler, Math.max(0, statSync(filler).size - (1 + (round % 3)) * 4096));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    rmSync(filler, { force: true });
    const replay = new Replay();
    await readInto(replay, journalIn(folder));
    const currentAnnotation = new Set([...replay.all()].map(({ id }) => id));
    expect(promised.length).toBeGreaterThan(50);
    expect(promised.length).toBeLessThan(1000);
    expect(promised.filter((id) => !currentAnnotation.has(id))).toEqual([]);
  } finally {
    unmount();
  }
});
