import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatLine } from '../../../src/core/journal/line';
import { Replay } from '../../../src/core/journal/replay';
import { temporaryFolder } from '../made/temporaryFolder';
import { journalIn } from '../made/journal';
import { annotation } from '../made/journalLines';
import { meaningOf, readInto, replayOf } from '../made/replays';

/**
 * Does something while another process appends a text of `torn` right before each write to the file, one after the
 * other.
 */
async function beforeEachWrite(path: string, torn: string[], work: () => Promise<void>): Promise<void> {
  const handle = await open(path);
  const prototype = Object.getPrototypeOf(handle) as { write: (...values: unknown[]) => unknown };
  await handle.close();
  const { write } = prototype;
  prototype.write = function (...values): unknown {
    const next = torn.shift();
    if (next !== undefined) appendFileSync(path, next);
    return write.apply(this, values);
  };
  try {
    await work();
  } finally {
    prototype.write = write;
  }
}

const lineOf = (n: number): ReturnType<typeof annotation> => annotation(n, { item: `item-${n}` });

describe('a journal that is kept open', () => {
  it.each([
    ['is removed', (path: string) => rmSync(path), []],
    [
      'is replaced by another file',
      (path: string) => {
        writeFileSync(`${path}.new`, formatLine(lineOf(7)));
        renameSync(`${path}.new`, path);
      },
      [lineOf(7)],
    ],
    ['is emptied', (path: string) => truncateSync(path), []],
    ['is removed with its folder', (path: string) => rmSync(join(path, '..'), { recursive: true }), []],
  ])('takes the next append at its own place when it %s meanwhile', async (_, change, left) => {
    const folder = join(temporaryFolder(), 'annotations');
    const journal = journalIn(folder);
    const replay = new Replay();
    await journal.append([lineOf(1), lineOf(3)]);
    await readInto(replay, journal);
    change(join(folder, 'ana.jsonl'));
    await journal.append([lineOf(2)]);
    expect(await readInto(replay, journal)).toEqual([]);
    const expected = replayOf([...left, lineOf(2)]);
    expect([...replay.all()].map(({ item }) => item).sort()).toEqual(
      [...expected.all()].map(({ item }) => item).sort(),
    );
    expect(readFileSync(join(folder, 'ana.jsonl'), 'utf8')).toBe([...left, lineOf(2)].map(formatLine).join(''));
  });

  it('closes a line that another window tore after the last append', async () => {
    const folder = temporaryFolder();
    const journal = journalIn(folder);
    await journal.append([lineOf(1)]);
    appendFileSync(join(folder, 'ana.jsonl'), formatLine(lineOf(2)).slice(0, -20));
    await journal.append([lineOf(3)]);
    const replay = new Replay();
    expect((await readInto(replay, journalIn(folder))).map(({ line }) => line)).toEqual([2]);
    expect(meaningOf(replay)).toEqual(meaningOf(replayOf([lineOf(1), lineOf(3)])));
  });

  it('stands on a line of its own where another process tears one between the look at the end and the append', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'ana.jsonl');
    const journal = journalIn(folder);
    await journal.append([lineOf(1)]);
    const torn = formatLine(lineOf(2)).slice(0, -20);
    await beforeEachWrite(path, [torn, torn], () => journal.append([lineOf(3), lineOf(4)]));
    expect(readFileSync(path, 'utf8').split('\n')).toEqual(
      expect.arrayContaining([lineOf(3), lineOf(4)].map((line) => formatLine(line).slice(0, -1))),
    );
    const replay = new Replay();
    await readInto(replay, journalIn(folder));
    expect(meaningOf(replay)).toEqual(meaningOf(replayOf([lineOf(1), lineOf(3), lineOf(4)])));
  });

  it('reads a whole line behind a torn one that has no newline, as earlier versions could leave it', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'ana.jsonl');
    const behind = annotation(3, { item: 'item-3', judgement: { rationale: 'says {"v":1} in a text, and ü' } });
    writeFileSync(
      path,
      formatLine(lineOf(1)) +
        formatLine(annotation(2, { judgement: { rationale: 'éé' } })).slice(0, -9) +
        formatLine(behind) +
        formatLine(lineOf(4)),
    );
    const journal = journalIn(folder);
    const replay = new Replay();
    const problems = await readInto(replay, journal);
    expect(problems).toEqual([
      expect.objectContaining({ line: 2, message: expect.stringContaining('another line follows it') as string }),
    ]);
    expect(meaningOf(replay)).toEqual(meaningOf(replayOf([lineOf(1), behind, lineOf(4)])));
    const refs = [];
    for await (const entries of journalIn(folder).read())
      for (const entry of entries) if ('line' in entry) refs.push(entry.ref);
    expect(await journal.fetch(refs[1] as (typeof refs)[number])).toEqual(behind);
  });

  it('goes on after an append that failed', async () => {
    const folder = temporaryFolder();
    const journal = journalIn(folder);
    await journal.append([lineOf(1)]);
    rmSync(join(folder, 'ana.jsonl'));
    mkdirSync(join(folder, 'ana.jsonl'));
    await expect(journal.append([lineOf(2)])).rejects.toThrow('there is a folder in its place');
    rmSync(join(folder, 'ana.jsonl'), { recursive: true });
    await journal.append([lineOf(2)]);
    expect(readFileSync(join(folder, 'ana.jsonl'), 'utf8')).toBe(formatLine(lineOf(2)));
  });

  it("reads one annotator's lines by themselves, and the others' later", async () => {
    const folder = temporaryFolder();
    const journal = journalIn(folder);
    await journal.append([lineOf(1)]);
    await journal.append([annotation(2, { annotator: 'ben' })]);
    const read = async (options?: { annotator: string }): Promise<string[]> => {
      const ids: string[] = [];
      for await (const entries of journal.read(options))
        for (const entry of entries) if ('line' in entry) ids.push(entry.line.id);
      return ids;
    };
    expect(await read({ annotator: 'ben' })).toEqual([annotation(2).id]);
    expect(await read({ annotator: 'nobody' })).toEqual([]);
    expect(await read()).toEqual([annotation(1).id]);
  });
});
