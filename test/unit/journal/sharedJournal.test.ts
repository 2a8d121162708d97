import { appendFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatLine } from '../../../src/core/journal/line';
import { newId } from '../../../src/core/journal/newId';
import { Replay } from '../../../src/core/journal/replay';
import { temporaryFolder } from '../made/temporaryFolder';
import { handlePrototype } from '../made/fullDisk';
import { journalIn } from '../made/journal';
import { annotation } from '../made/journalLines';
import { readInto } from '../made/replays';

type Write = (this: FileHandle, bytes: Buffer) => Promise<{ bytesWritten: number; buffer: Buffer }>;

/** From here on every write to an open file goes through `write`, which is given the real one. */
async function writesThrough(
  write: (real: Write, handle: FileHandle, bytes: Buffer) => ReturnType<Write>,
): Promise<void> {
  const prototype = (await handlePrototype()) as unknown as { write: Write };
  const real = prototype.write;
  vi.spyOn(prototype, 'write').mockImplementation(function (this: FileHandle, bytes: Buffer) {
    return write(real, this, bytes);
  });
}

/** The items of which judgements stand. */
async function standingIn(folder: string): Promise<ReadonlySet<string>> {
  const replay = new Replay();
  for (const { message } of await readInto(replay, journalIn(folder)))
    expect(message).toMatch(/was ignored|is not JSON/);
  return new Set([...replay.all()].map(({ item }) => item));
}

const lineOf = (n: number): ReturnType<typeof annotation> => annotation(n, { item: `item-${n}` });

describe('a journal that two share on a disk that fills up', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('loses none of those that were said to be saved in 1,000 rounds of two whose writes are torn again and again', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'ana.jsonl');
    let seed = 7;
    const random = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
    // Every third write of either meets a disk that is full after a part of it, and the other's torn bytes come between
    // look and write.
    await writesThrough(async (real, handle, bytes) => {
      if (random() < 0.3) appendFileSync(path, formatLine(lineOf(0)).slice(0, Math.floor(random() * 200)));
      if (random() > 0.3) return real.call(handle, bytes);
      const { bytesWritten } = await real.call(handle, bytes.subarray(0, Math.floor(random() * bytes.length)));
      return { bytesWritten, buffer: bytes };
    });
    const acknowledged: string[] = [];
    const journals = [journalIn(folder), journalIn(folder)];
    for (let round = 0; round < 1000; round++) {
      await Promise.all(
        journals.map(async (journal, who) => {
          const item = `${who}-${round}`;
          await journal.append([annotation(round, { id: newId(undefined), item, annotator: 'ana' })]).then(
            () => acknowledged.push(item),
            () => undefined,
          );
        }),
      );
    }
    const currentAnnotation = await standingIn(folder);
    expect(acknowledged.length).toBeGreaterThan(1000);
    expect(acknowledged.filter((item) => !currentAnnotation.has(item))).toEqual([]);
  });
});
