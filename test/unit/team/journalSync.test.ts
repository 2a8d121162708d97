import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { journalFile } from '../../../src/core/journal/journalName';
import { FolderRemote } from '../../../src/core/team/folder/folderRemote';
import { JournalSync } from '../../../src/core/team/journalSync';
import type { Remote } from '../../../src/core/team/remote';
import type { SyncState } from '../../../src/core/team/syncState';
import { idOf } from '../made/journalLines';
import { temporaryFolder } from '../made/temporaryFolder';
import { MemoryJournals } from './memoryRemote';

type Journals = Pick<Remote, 'heads' | 'lines' | 'append' | 'longestLine'>;

/** One machine with a study's journals. */
class Desk {
  readonly folder = temporaryFolder();
  readonly annotations = join(this.folder, 's.tiebreak.d', 'annotations');
  state: SyncState = { of: '', journals: new Map(), documents: new Map() };
  private sync: JournalSync;

  constructor(readonly remote: Journals) {
    mkdirSync(this.annotations, { recursive: true });
    this.sync = this.opened();
  }

  /** As another process of the same machine. @param isForgetful without what was remembered */
  restart(isForgetful = false): void {
    this.state = isForgetful ? { of: '', journals: new Map(), documents: new Map() } : structuredClone(this.state);
    this.sync = this.opened();
  }

  path(name: string): string {
    return join(this.annotations, journalFile(name));
  }

  write(name: string, text: string): void {
    appendFileSync(this.path(name), text);
  }

  async push(onlyIds = false): Promise<{ sent: number; problems: string[] }> {
    let sent = 0;
    const problems: string[] = [];
    for (const name of await this.sync.journals()) {
      const done = await this.sync.send(name, { onlyIds, again: true });
      sent += done.sent;
      problems.push(...done.refused.map(({ line, message }) => `${line}: ${message}`));
    }
    return { sent, problems };
  }

  async refused(): Promise<string[]> {
    const found: string[] = [];
    for (const name of await this.sync.journals())
      found.push(...(await this.sync.refused(name)).map(({ line, message }) => `${line}: ${message}`));
    return found;
  }

  async leave(): Promise<number> {
    let count = 0;
    for (const name of await this.sync.journals()) count += await this.sync.leaveRefused(name);
    return count;
  }

  async pull(): Promise<number> {
    let fetched = 0;
    const heads = await this.remote.heads();
    for (const name of new Set([...heads.keys(), ...this.state.journals.keys()]))
      fetched += (await this.sync.fetch(name, heads.get(name))).fetched;
    return fetched;
  }

  async waiting(): Promise<number> {
    let count = 0;
    for (const name of await this.sync.journals()) count += await this.sync.waiting(name);
    return count;
  }

  files(): Record<string, string> {
    return Object.fromEntries(
      readdirSync(this.annotations)
        .sort()
        .map((name) => [name, readFileSync(join(this.annotations, name)).toString('latin1')]),
    );
  }

  private opened(): JournalSync {
    return new JournalSync(join(this.folder, 's.tiebreak'), this.remote, this.state);
  }
}

const line = (n: number, more: object = {}): string =>
  `${JSON.stringify({ v: 1, id: idOf(n), annotator: 'ana', item: `q${n}`, ...more })}\n`;

async function inFolder(): Promise<FolderRemote> {
  const remote = new FolderRemote(temporaryFolder(), { study: 's', name: 'lea', part: 'lead' });
  await remote.putDocument('study', 's', undefined);
  return remote;
}

const names = ['ana', 'Ana María', '../x', 'con', 'a/b', 'ü'.repeat(60), '张'.repeat(40), '.hidden', "o'Neill (1)"];

describe.each([
  ['in a folder', inFolder],
  ['that counts lines', () => Promise.resolve(new MemoryJournals())],
])('journals at a remote %s', (_, remoteOf: () => Promise<Journals>) => {
  it('are the same bytes at another desk, whoever they are of and whatever stands in them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...names), fc.string({ unit: 'grapheme' })), { maxLength: 30 }),
        async (lines) => {
          const remote = await remoteOf();
          const [here, there] = [new Desk(remote), new Desk(remote)];
          for (const [n, [name, text]] of lines.entries()) here.write(name, line(n + 1, { annotator: name, text }));
          expect((await here.push()).sent).toBe(lines.length);
          expect(await there.pull()).toBe(lines.length);
          expect(there.files()).toEqual(here.files());
          // Nothing goes twice, to and fro, also where nothing is remembered.
          expect((await there.push()).sent).toBe(0);
          here.restart(true);
          expect([(await here.push()).sent, await here.pull(), await there.pull()]).toEqual([0, 0, 0]);
          expect(there.files()).toEqual(here.files());
        },
      ),
      { numRuns: 25 },
    );
  });

  it('of two machines of one person become the same set of lines, each once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a writes', 'b writes', 'a syncs', 'b syncs', 'a forgets', 'b starts anew'), {
          maxLength: 25,
        }),
        async (steps) => {
          const remote = await remoteOf();
          const [a, b] = [new Desk(remote), new Desk(remote)];
          const written: string[] = [];
          const sync = async (desk: Desk): Promise<void> => {
            await desk.push();
            await desk.pull();
          };
          for (const step of steps) {
            const desk = step.startsWith('a') ? a : b;
            if (step.endsWith('writes')) {
              written.push(line(written.length + 1));
              desk.write('ana', written.at(-1) ?? '');
            } else if (step.endsWith('syncs')) await sync(desk);
            else desk.restart(step.endsWith('forgets'));
          }
          for (const desk of [a, b, a]) await sync(desk);
          const sorted = [...written].sort();
          for (const desk of [a, b])
            if (written.length > 0)
              expect(readFileSync(desk.path('ana'), 'utf8').match(/.+\n/g)?.sort()).toEqual(sorted);
          expect(await a.waiting()).toBe(0);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('come again to a desk whose file was taken away, or replaced by an older one', async () => {
    const remote = await remoteOf();
    const desk = new Desk(remote);
    desk.write('ana', line(1) + line(2) + line(3));
    await desk.push();
    await desk.pull();
    rmSync(desk.path('ana'));
    expect(await desk.pull()).toBe(3);
    expect(readFileSync(desk.path('ana'), 'utf8')).toBe(line(1) + line(2) + line(3));
    writeFileSync(desk.path('ana'), line(1));
    expect(await desk.pull()).toBe(2);
    expect(readFileSync(desk.path('ana'), 'utf8')).toBe(line(1) + line(2) + line(3));
  });

  it('are compared again where git put other lines of the same length before what was sent', async () => {
    const remote = await remoteOf();
    const desk = new Desk(remote);
    desk.write('ana', line(1) + line(2));
    await desk.push();
    writeFileSync(desk.path('ana'), line(3) + line(2));
    expect((await desk.push()).sent).toBe(1);
    expect(await desk.pull()).toBe(1);
    expect(readFileSync(desk.path('ana'), 'utf8')).toBe(line(3) + line(2) + line(1));
  });

  it('leave a torn last line where it is, send one whose newline alone was cut off, and close it', async () => {
    const remote = await remoteOf();
    const [desk, other] = [new Desk(remote), new Desk(remote)];
    desk.write('ana', line(1) + line(2).slice(0, 20));
    expect(await desk.push(true)).toEqual({ sent: 1, problems: [] });
    writeFileSync(desk.path('ana'), line(1) + line(2).trimEnd());
    expect((await desk.push(true)).sent).toBe(1);
    other.write('ana', line(3));
    await other.push();
    expect(await desk.pull()).toBe(1);
    expect(readFileSync(desk.path('ana'), 'utf8')).toBe(line(1) + line(2) + line(3));
    expect((await desk.push(true)).sent).toBe(0);
  });

  it('of an annotator go without what is no line, which is told and stays', async () => {
    const desk = new Desk(await remoteOf());
    const broken = Buffer.concat([Buffer.from('{"v":1,"text":"'), Buffer.from([0xff]), Buffer.from('"}\n')]);
    writeFileSync(
      desk.path('ana'),
      Buffer.concat([Buffer.from(`\ufeff${line(1)}no line\n\n`), broken, Buffer.from(line(2, { text: '\ufffd' }))]),
    );
    const { sent, problems } = await desk.push(true);
    expect([sent, problems.length]).toEqual([2, 2]);
    expect(problems.map((each) => each.slice(0, 12))).toEqual(['2: this line', '4: this line']);
    expect(await desk.waiting()).toBe(0);
    // Told until it is settled.
    expect((await desk.push(true)).problems).toEqual(problems);
  });

  it('that bear nobody’s name are sent under their own, and come back under it', async () => {
    const remote = await remoteOf();
    const [here, there] = [new Desk(remote), new Desk(remote)];
    for (const file of ['ana (1).jsonl', 'Ana María.jsonl', '%zz.jsonl'])
      writeFileSync(join(here.annotations, file), line(file.length));
    await here.push();
    await there.pull();
    expect(there.files()).toEqual(here.files());
  });
});

describe('journals at a remote that fails', () => {
  it('are sent on where it failed, nothing twice and nothing not at all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 3 }), fc.boolean(), fc.boolean(), async (left, isTaken, isForgetful) => {
        const remote = new MemoryJournals();
        const desk = new Desk(remote);
        for (const name of ['ana', 'ben', 'cem']) desk.write(name, line(1) + line(2));
        remote.failAfter = { left, isTaken };
        await desk.push().catch(() => undefined);
        remote.failAfter = undefined;
        desk.restart(isForgetful);
        await desk.push();
        for (const name of ['ana', 'ben', 'cem'])
          expect(remote.journals.get(name)?.map(({ text }) => `${text}\n`)).toEqual([line(1), line(2)]);
      }),
      { numRuns: 20 },
    );
  });

  it('pass over a line that it refuses, with its number', async () => {
    const remote = new MemoryJournals();
    const desk = new Desk(remote);
    for (let n = 1; n <= 20; n++) desk.write('ana', line(n));
    remote.refuses = ({ place }) => place === 7;
    const { sent, problems } = await desk.push(true);
    expect(sent).toBe(19);
    expect(problems).toEqual(['7: the team store at h reported an error: no']);
    // It is not taken for something that the remote lost.
    await desk.pull();
    // Told until it is settled.
    expect((await desk.push(true)).problems).toEqual(problems);
    remote.refuses = () => true;
    desk.write('ben', [...Array(50).keys()].map((n) => line(n + 1)).join(''));
    await expect(desk.push(true)).rejects.toThrow('reported an error');
  });

  it('are sent again to one that was restored from a copy of before', async () => {
    const remote = new MemoryJournals();
    const desk = new Desk(remote);
    desk.write('ana', line(1) + line(2) + line(2) + line(3));
    await desk.push(true);
    await desk.pull();
    desk.write('ana', line(4) + line(5));
    await desk.push(true);
    expect(remote.journals.get('ana')).toHaveLength(5);
    remote.journals.set('ana', remote.journals.get('ana')?.slice(0, 4) ?? []);
    desk.restart();
    await desk.pull();
    expect((await desk.push(true)).sent).toBe(1);
    remote.journals.clear();
    await desk.pull();
    expect((await desk.push(true)).sent).toBe(5);
    expect(readFileSync(desk.path('ana'), 'utf8')).toBe(line(1) + line(2) + line(2) + line(3) + line(4) + line(5));
    const before = remote.appended;
    await desk.pull();
    await desk.push(true);
    expect(remote.appended).toBe(before);
  });
});

it('no name of a journal leads out of the folder', async () => {
  const remote = new MemoryJournals();
  const desk = new Desk(remote);
  for (const [n, name] of ['/../../x.jsonl', '../x', '/.x.jsonl', '/a\\b.jsonl', '..', '/x/y.jsonl'].entries())
    await remote.append(name, [{ id: idOf(n + 1), item: '', place: 1, text: line(n + 1).trimEnd() }]);
  expect(await desk.pull()).toBe(6);
  expect(readdirSync(desk.annotations)).toHaveLength(6);
  expect(readdirSync(desk.folder)).toEqual(['s.tiebreak.d']);
  expect(existsSync(join(desk.folder, '..', 'x.jsonl'))).toBe(false);
});

describe('a line that a remote refuses', () => {
  const judged = (n: number, item: string, more: object = {}): string => line(n, { type: 'annotation', item, ...more });
  /** A desk whose second line of three is refused. */
  async function refusedDesk(): Promise<{ desk: Desk; remote: MemoryJournals }> {
    const remote = new MemoryJournals();
    remote.refuses = ({ text }) => text.includes('forged');
    const desk = new Desk(remote);
    desk.write('ana', judged(1, 'a') + judged(2, 'b', { note: 'forged' }) + judged(3, 'c'));
    expect(await desk.push(true)).toEqual({ sent: 2, problems: ['2: the team store at h reported an error: no'] });
    return { desk, remote };
  }

  it('is told at each look, also by another process, and only what is new is sent', async () => {
    const { desk, remote } = await refusedDesk();
    desk.restart();
    expect(await desk.refused()).toEqual(['2: the team store at h reported an error: no']);
    expect(await desk.push(true)).toEqual({ sent: 0, problems: ['2: the team store at h reported an error: no'] });
    expect([remote.appended, await desk.waiting()]).toEqual([2, 0]);
    // Where nothing is remembered, it is found again.
    desk.restart(true);
    expect((await desk.push(true)).problems).toHaveLength(1);
  });

  it('is settled once the remote takes it, and then nothing is amiss', async () => {
    const { desk, remote } = await refusedDesk();
    remote.refuses = () => false;
    expect(await desk.push(true)).toEqual({ sent: 1, problems: [] });
    expect(remote.journals.get('ana')).toHaveLength(3);
    expect(await desk.pull()).toBe(0);
    expect(await desk.push(true)).toEqual({ sent: 0, problems: [] });
    expect(remote.appended).toBe(3);
  });

  it('is settled by a later judgment of the same item, and by what takes it back', async () => {
    for (const settles of [judged(4, 'b'), line(4, { type: 'retraction', item: 'b', retracts: idOf(2) })]) {
      const { desk } = await refusedDesk();
      desk.write('ana', judged(5, 'a'));
      expect((await desk.push(true)).problems).toHaveLength(1);
      desk.write('ana', settles);
      expect(await desk.push(true)).toEqual({ sent: 1, problems: [] });
      expect(await desk.refused()).toEqual([]);
    }
  });

  it('is not settled by a judgment of another turn or from before, nor by one that is refused as well', async () => {
    const { desk } = await refusedDesk();
    desk.write('ana', judged(4, 'b', { turn: 't1' }) + judged(0, 'b') + judged(5, 'b', { note: 'forged' }));
    expect((await desk.push(true)).problems.map((each) => each.slice(0, 2))).toEqual(['2:', '6:']);
  });

  it('is settled by who says that it stays here, and by who takes it out of the file', async () => {
    const { desk } = await refusedDesk();
    expect(await desk.leave()).toBe(1);
    desk.restart();
    expect([await desk.refused(), await desk.push(true)]).toEqual([[], { sent: 0, problems: [] }]);
    const other = (await refusedDesk()).desk;
    writeFileSync(other.path('ana'), judged(1, 'a') + judged(3, 'c'));
    expect((await other.push(true)).problems).toEqual([]);
  });

  it('is told by its size where it is too long, and is not even tried', async () => {
    const remote = new MemoryJournals();
    remote.longestLine = 1 << 20;
    const desk = new Desk(remote);
    desk.write('ana', judged(1, 'a', { note: 'ü'.repeat(1 << 19) }) + judged(2, 'b', { note: 'u'.repeat(1 << 19) }));
    const told = [
      '1: the judgment has 1.1 MB, and the team store accepts at most 1 MB. Shorten the texts, then save again',
    ];
    expect(await desk.push(true)).toEqual({ sent: 1, problems: told });
    expect(await desk.push(true)).toEqual({ sent: 0, problems: told });
    expect(remote.appended).toBe(1);
    remote.longestLine = undefined;
    expect(await desk.push(true)).toEqual({ sent: 1, problems: [] });
  });
});
