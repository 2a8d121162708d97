import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../made/eventually';
import { startPostgres, type TestServer } from '../../harness/postgres.mjs';
import { journalFile } from '../../../src/core/journal/journalName';
import { formatLine } from '../../../src/core/journal/line';
import { problem, UserError } from '../../../src/core/model/problems/problem';
import type { Part, PublishedItem, Remote } from '../../../src/core/team/remote';
import { TeamDesk } from '../../../src/core/team/teamDesk';
import { temporaryFolder } from '../made/temporaryFolder';
import { annotation } from '../made/journalLines';
import { end, quick, TestStudy } from './testStore';

let server: TestServer;
beforeAll(async () => {
  server = await startPostgres({ flags: quick });
});
afterAll(() => end(server));

const items = (count: number): PublishedItem[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `i${n}`,
    realId: `real-${n}`,
    shown: JSON.stringify({ item: { id: `i${n}` }, labels: [], file: 'team', line: 1 }),
    hidden: '{}',
    kind: 'shared',
    wants: 1,
    judged: [],
    skipped: [],
  }));

/** A desk of one person, with what a host does with its news. */
class TestDesk {
  readonly projectFile: string;
  readonly files: string[] = [];
  readonly done = new Set<string>();
  /** Whether the network is there. */
  isThere = true;
  changes = 0;
  readonly desk: TeamDesk;
  private lines = 0;

  constructor(
    readonly name: string,
    part: Part,
    open: () => Promise<Remote>,
  ) {
    this.projectFile = join(temporaryFolder(), 'study.tiebreak');
    this.desk = new TeamDesk(
      this.projectFile,
      { version: 1, remote: 'postgres://somewhere', study: 'study', name, part },
      async () => {
        const remote = await open();
        return new Proxy(remote, {
          get: (target, key: keyof Remote) => {
            const value: unknown = Reflect.get(target, key);
            if (typeof value !== 'function') return value;
            return (...args: never[]): unknown => {
              if (!this.isThere && key !== 'close')
                throw new UserError(problem('team.unreachable', { host: 'somewhere', reason: 'no cable' }));
              return (value as (...all: never[]) => unknown).apply(target, args);
            };
          },
        });
      },
      {
        changed: () => this.changes++,
        items: (path) => {
          this.files.push(path);
          return Promise.resolve();
        },
        leasesChanged: () => undefined,
        isDone: (item) => this.done.has(item),
      },
    );
  }

  /** Items that lie here, in their order. */
  items(): string[] {
    return this.files.flatMap((path) =>
      readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { item: { id: string } }).item.id),
    );
  }

  /** Saves a judgement in the journal, as the editor does. */
  judge(item: string): void {
    const path = join(`${this.projectFile}.d`, 'annotations', journalFile(this.name));
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, formatLine(annotation(++this.lines, { annotator: this.name, item })));
    this.done.add(item);
    this.desk.saved();
  }
}

/** A study with so many items, and desks that people were invited to. */
async function studyWith(count: number): Promise<{
  study: TestStudy;
  desk: (name: string, part?: Part) => Promise<TestDesk>;
}> {
  const study = await TestStudy.create(server);
  await study.lead.publish(items(count));
  return {
    study,
    desk: async (name, part = 'annotator') => {
      const remote = part === 'lead' ? study.lead : await study.join(name, part);
      return new TestDesk(name, part, () => Promise.resolve(remote));
    },
  };
}

describe('a desk of a team', () => {
  it('takes items ahead, and more before they run out', async () => {
    const { desk: open } = await studyWith(45);
    const ana = await open('Ana');
    await ana.desk.now();
    expect(ana.desk.state).toMatchObject({ connection: 'online', inHand: 20, waiting: 0, isOver: false });
    const first = ana.items();
    expect(first).toHaveLength(20);
    for (const item of first.slice(0, 10)) ana.judge(item);
    await ana.desk.now();
    expect(ana.items()).toHaveLength(20);
    ana.judge(first[10] ?? '');
    await ana.desk.now();
    expect(ana.items()).toHaveLength(40);
    for (const item of ana.items().slice(11)) ana.judge(item);
    await ana.desk.now();
    for (const item of ana.items().slice(40)) ana.judge(item);
    await ana.desk.now();
    expect(new Set(ana.items()).size).toBe(45);
    expect(ana.desk.state).toMatchObject({ inHand: 0, isOver: true, waiting: 0 });
    await ana.desk.stop();
  });

  it('tells saved from sent, works on without a network, and sends all of it later, once', async () => {
    const { desk: open, study } = await studyWith(30);
    const ana = await open('Ana');
    await ana.desk.now();
    ana.isThere = false;
    for (const item of ana.items()) ana.judge(item);
    await expect(ana.desk.now()).rejects.toThrow('no cable');
    expect(ana.desk.state).toMatchObject({ connection: 'offline', waiting: 20 });
    expect((await study.lead.status()).lines).toBe(0);
    ana.isThere = true;
    await ana.desk.now();
    expect(ana.desk.state).toMatchObject({ connection: 'online', waiting: 0 });
    expect(await study.lead.status()).toMatchObject({ lines: 20, judged: 20 });
    await ana.desk.now();
    expect((await study.lead.status()).lines).toBe(20);
    await ana.desk.stop();
  });

  it('sends while somebody saves without a pause, and what is left when it is closed', async () => {
    const { desk: open, study } = await studyWith(20);
    const ana = await open('Ana');
    ana.desk.start();
    await ana.desk.now();
    const items = ana.items();
    let saved = 0;
    const saving = setInterval(() => ana.judge(items[saved++ % items.length] ?? ''), 60);
    await eventually(async () => expect((await study.lead.status()).lines).toBeGreaterThan(0)).finally(() =>
      clearInterval(saving),
    );
    for (const item of items) ana.judge(item);
    await ana.desk.stop();
    expect((await study.lead.status()).lines).toBe(saved + items.length);
  });

  it('takes items for work without a network, and gives back what is not judged', async () => {
    const { desk: open, study } = await studyWith(100);
    const ana = await open('Ana');
    expect(await ana.desk.take(50, 72 * 60)).toBe(50);
    expect(ana.desk.state.inHand).toBe(70);
    const [lease] = await study.rows<{ hours: number }>(
      'select max(extract(epoch from until - now()) / 3600)::int as hours from tiebreak.lease where state = 0',
    );
    expect(lease?.hours).toBe(72);
    ana.judge(ana.items()[0] ?? '');
    expect(await ana.desk.giveBack()).toBe(69);
    expect(ana.desk.state).toMatchObject({ inHand: 0 });
    // They are not taken again at once.
    await ana.desk.now();
    expect(ana.desk.isHeld(ana.items()[1] ?? '')).toBe(false);
    expect((await study.lead.status()).leased).toBe(0);
    await ana.desk.stop();
  });

  it('passes over items whose lease went to somebody else', async () => {
    const { desk: open, study } = await studyWith(20);
    const [ana, ben] = [await open('Ana'), await open('Ben')];
    await ana.desk.now();
    expect(ana.desk.isHeld('i1')).toBe(true);
    await study.rows("update tiebreak.lease set until = now() - interval '1 minute'");
    await ben.desk.now();
    expect(ben.desk.state.inHand).toBe(20);
    await ana.desk.now();
    expect(ana.desk.isHeld('i1')).toBe(false);
    expect(ana.desk.state).toMatchObject({ inHand: 0, isOver: true });
    await ana.desk.stop();
    await ben.desk.stop();
  });

  it('says why it is refused, and goes on once that is mended', async () => {
    const { desk: open, study } = await studyWith(5);
    const ana = await open('Ana');
    await ana.desk.now();
    await study.lead.remove('Ana');
    ana.judge(ana.items()[0] ?? '');
    await expect(ana.desk.now()).rejects.toThrow();
    expect(ana.desk.state.connection).toMatch(/refused|offline/);
    expect(ana.desk.state.waiting).toBe(1);
    await ana.desk.stop();
  });

  it('of a lead fetches what others judged, and knows how the study stands', async () => {
    const { desk: open } = await studyWith(20);
    const [ana, lead] = [await open('Ana'), await open('Lea', 'lead')];
    await ana.desk.now();
    for (const item of ana.items().slice(0, 3)) ana.judge(item);
    await ana.desk.now();
    await lead.desk.now();
    const journal = (desk: TestDesk): string =>
      readFileSync(join(`${desk.projectFile}.d`, 'annotations', journalFile('Ana')), 'utf8');
    expect(journal(lead)).toBe(journal(ana));
    expect(lead.desk.state).toMatchObject({ connection: 'online', status: { items: 20, judged: 3, leased: 17 } });
    await ana.desk.stop();
    await lead.desk.stop();
  });

  it('of a lead says that another lead changed the key, which opens what comes', async () => {
    const { desk: open, study } = await studyWith(1);
    const lead = await open('Lea', 'lead');
    await lead.desk.now();
    expect(lead.desk.state.problems).toEqual([]);
    await study.lead.putShown('key', 'a'.repeat(43), undefined, undefined);
    await lead.desk.now();
    expect(lead.desk.state.problems).toMatchObject([{ code: 'team.keyChanged' }]);
    await lead.desk.stop();
  });

  it('gives nothing out of a closed study, and takes what comes late', async () => {
    const { desk: open, study } = await studyWith(50);
    const ana = await open('Ana');
    await ana.desk.now();
    await study.lead.setClosed(true);
    for (const item of ana.items()) ana.judge(item);
    await ana.desk.now();
    expect(ana.desk.state).toMatchObject({ closed: true, waiting: 0 });
    expect(ana.items()).toHaveLength(20);
    expect((await study.lead.status()).judged).toBe(20);
    await ana.desk.stop();
  });
});
