import { readInvitation } from '../../../src/core/team/invitation';
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { program } from '../../../src/cli/program';
import type { Annotation, Judgement } from '../../../src/core/model/annotation/annotation';
import type { Item } from '../../../src/core/model/item/item';
import { journalFile } from '../../../src/core/journal/journalName';
import { SealKey } from '../../../src/core/team/sealedIds';
import { keepMergeable } from '../../../src/core/study/gitAttributes';
import { countFor } from '../../../src/core/model/study/assignment';
import { Study } from '../../../src/core/study/study';
import { startPostgres, type TestServer } from '../../harness/postgres.mjs';
import { tiebreak, tiebreakWith, type Run } from '../made/commandLine';
import { everythingStudy } from '../made/goldenStudies';
import { itemsOf, judge, opened } from '../made/study';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';

let server: TestServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

/** Runs `tiebreak team`, with what opens the remote in the environment. */
const team = (folder: string, secret: string, ...args: string[]): Promise<Run> =>
  tiebreakWith({ TIEBREAK_TEAM: secret, TIEBREAK_TEAM_PASSWORD: undefined }, folder, 'team', ...args);

async function fine(folder: string, secret: string, ...args: string[]): Promise<Run> {
  const run = await team(folder, secret, ...args);
  expect(run.code, `${args.join(' ')}: ${run.out}${run.err}`).toBe(0);
  return run;
}

const linkIn = ({ out }: Run): string => /vscode:\S+/.exec(out)?.[0] ?? '';
const linkFor = async (folder: string, secret: string, ...args: string[]): Promise<string> =>
  linkIn(await fine(folder, secret, 'invite', 'study.tiebreak', ...args));

/** All files of a folder with their bytes, by path. */
function filesIn(folder: string, isWanted: (path: string) => boolean = () => true): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => isWanted(path.slice(folder.length + 1)))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path).toString('base64')] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
const isOfStudy = (path: string): boolean => path.startsWith('study.tiebreak') && !/\.d\/(?:team|exports)\//.test(path);

/** The files of exports in several formats, made within this process, as that is quicker. */
async function exportsOf(folder: string, formats: readonly string[]): Promise<Record<string, string>> {
  const before = process.exitCode;
  const err: string[] = [];
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void err.push(String(text)));
  try {
    for (const format of formats) {
      process.exitCode = 0;
      const project = join(folder, 'study.tiebreak');
      const out = join(folder, 'out', format);
      await program().parseAsync(['node', 'tiebreak', 'export', project, '--format', format, '--out', out]);
      expect(process.exitCode, `${format}: ${err.join('\n')}`).toBe(0);
    }
  } finally {
    process.exitCode = before;
    vi.restoreAllMocks();
  }
  return filesIn(join(folder, 'out'));
}

const remotes = [
  ['a folder', () => Promise.resolve({ secret: '', options: ['--remote', join(temporaryFolder(), 'share')] })],
  ['a store', async () => ({ secret: server.urlOf('lead', 'lead', await server.database()), options: [] })],
] as const;

describe.each(remotes)('a study in %s', (_, remoteOf) => {
  it('is the same bytes in another folder, and exports the same', async () => {
    const { secret, options } = await remoteOf();
    const folder = everythingStudy();
    writeFileSync(join(folder, 'how.md'), '# How\n');
    const file = join(folder, 'study.tiebreak');
    const project = JSON.parse(readFileSync(file, 'utf8')) as { task: object };
    writeFileSync(
      file,
      `${JSON.stringify({ ...project, task: { ...project.task, guidelines: 'how.md' } }, undefined, 2)}\n`,
    );
    await keepMergeable(file);
    const init = await fine(folder, secret, 'init', 'study.tiebreak', ...options, '--as', 'Lea', '--json');
    expect(init.out).not.toContain('lead:lead');
    const other = temporaryFolder();
    // A store gives leads no dataset; a folder does.
    if (options.length === 0) cpSync(join(folder, 'data.jsonl'), join(other, 'data.jsonl'));
    const link = await linkFor(folder, secret, 'Max', '--part', 'lead');
    if (options.length > 0) {
      // A folder lies elsewhere on every machine: its name says which one it is, and whoever joins says where.
      expect(readInvitation(link).remote).toBe('share');
      expect(await team(other, link, 'join', '.')).toMatchObject({
        code: 1,
        err: expect.stringContaining(
          'the shared folder “share”. Choose this folder on your machine (--remote FOLDER)',
        ) as string,
      });
      expect(readdirSync(other)).toEqual([]);
    }
    const joined = await fine(other, link, 'join', '.', ...options);
    expect(joined.out).toContain('Joined "study" as Max: study.tiebreak');
    expect(filesIn(other, isOfStudy)).toEqual(filesIn(folder, isOfStudy));
    expect(readFileSync(join(other, 'how.md'), 'utf8')).toBe('# How\n');
    const formats = [
      'trl-dpo',
      'trl-kto',
      'annotators',
      'annotators-judgements',
      'annotators-critiques',
      'annotators-verdicts',
    ];
    expect(await exportsOf(other, formats)).toEqual(await exportsOf(folder, formats));
    // Nothing is new on either side.
    expect((await fine(folder, secret, 'pull', 'study.tiebreak')).out).toBe('  nothing new\n');
    expect((await fine(folder, secret, 'push', 'study.tiebreak')).out).toBe('  nothing new\n');
    expect(Object.values(filesIn(folder)).some((text) => Buffer.from(text, 'base64').includes('lead:lead'))).toBe(
      false,
    );
  });
});

const annotators = ['ana', 'Ben María', 'cem'];

/** What somebody thinks of an item: by its texts, whatever the ids are. */
function judgementOf(annotator: string, { responses, evidence = [] }: Item): Judgement {
  const idAt = (number: number): string => responses.find(({ text }) => text.startsWith(`Answer ${number}`))?.id ?? '';
  const turn = annotators.indexOf(annotator);
  const [a, b, c] = [idAt(turn % 3), idAt((turn + 1) % 3), idAt((turn + 2) % 3)];
  const passage = evidence.find(({ text }) => text === 'Passage 1')?.id ?? '';
  const refined = `${b}~1.0123456789ab`;
  return {
    ranking: { tiers: [[a], [refined], [b, c]] },
    acceptable: Object.fromEntries([a, b, c].map((id) => [id, id === a])),
    ratings: [{ response: a, aspect: 'helpfulness', value: 2 }],
    verdicts: [{ response: c, criterion: 'kind', value: true }],
    critiques: [{ response: b, text: `Flat, says ${annotator}`, missing: [{ evidence: passage }] }],
    refinements: [{ response: b, text: 'A better answer', id: refined }],
    supports: [{ response: a, passage }],
    flags: [{ flag: 'unsafe', response: c }],
    rationale: 'Because.',
  };
}

function threeModels(): string {
  const folder = temporaryFolder();
  const records = [...Array(9).keys()].map((n) => ({
    id: `secret-${n}`,
    prompt: `Question ${n}`,
    responses: [0, 1, 2].map((k) => ({ id: `id-${k}`, text: `Answer ${k} of ${n}`, model: `model-${(k + n) % 3}` })),
    evidence: [0, 1].map((k) => ({ id: `id-${k}-passage`, text: `Passage ${k}`, response: `id-${k}` })),
    metadata: { split: 'secret-metadata' },
  }));
  writeFileSync(join(folder, 'data.jsonl'), jsonl(records));
  return folder;
}

describe('a study in a store', () => {
  it('gives the items that the overlap draws to several, and each of the others to one', async () => {
    const secret = server.urlOf('lead', 'lead', await server.database());
    const folder = threeModels();
    await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'data.jsonl', '--mode', 'rank');
    const file = join(folder, 'study.tiebreak');
    const project = { ...(JSON.parse(readFileSync(file, 'utf8')) as object), seed: 1 };
    const plan = { perItem: 2, overlap: 0.4 };
    writeFileSync(file, JSON.stringify({ ...project, plan }));
    const drawn = [...Array(9).keys()].filter((n) => countFor({ ...plan, seed: 1 }, `secret-${n}`) === 2).length;
    expect(drawn).toBeGreaterThan(0);
    expect(drawn).toBeLessThan(9);
    await fine(folder, secret, 'init', 'study.tiebreak', '--as', 'Lea');
    const held: string[] = [];
    for (const name of ['ana', 'ben']) {
      const [desk, link] = [temporaryFolder(), await linkFor(folder, secret, name)];
      await fine(desk, link, 'join');
      await fine(desk, link, 'pull', 'study.tiebreak', '--take', '20');
      const there = await opened(join(desk, 'study.tiebreak'));
      held.push(...(await itemsOf(there)).items.map(({ id }) => id));
      await there.close();
    }
    expect([held.length, new Set(held).size]).toEqual([9 + drawn, 9]);
  });

  it('that three judge is what they would have judged on files: the same exports, with real ids and models', async () => {
    const secret = server.urlOf('lead', 'lead', await server.database());
    const [folder, plain] = [threeModels(), threeModels()];
    for (const each of [folder, plain])
      expect((await tiebreak(each, 'init', 'study.tiebreak', '--dataset', 'data.jsonl', '--mode', 'rank')).code).toBe(
        0,
      );
    const init = await fine(folder, secret, 'init', 'study.tiebreak', '--per-item', '3', '--as', 'Lea');
    expect(init.out).toContain('9 items to judge, 9 of them new: 27 judgments wanted');
    const study = await opened(join(plain, 'study.tiebreak'));
    const real = new Map((await itemsOf(study)).items.map((item) => [JSON.stringify(item.prompt), item]));
    for (const name of annotators) {
      const desk = temporaryFolder();
      const link = await linkFor(folder, secret, name);
      const joined = await fine(desk, link, 'join');
      expect(joined.out).toContain('9 items to judge');
      const held = JSON.stringify(Object.values(filesIn(desk)).map((text) => Buffer.from(text, 'base64').toString()));
      expect(held).not.toMatch(/secret-|id-\d|model-\d|"key"|lead:lead|:[0-9a-f]{40}@/);
      const there = await opened(join(desk, 'study.tiebreak'));
      for (const [n, item] of (await itemsOf(there)).items.entries()) {
        const judgement = judgementOf(name, item);
        const own = real.get(JSON.stringify(item.prompt));
        if (!own) throw new RangeError('no such item');
        const refined = judgement.refinements?.map(({ id }) => id ?? '') ?? [];
        const shown = [...item.responses.map(({ id }) => id), ...refined];
        const made = await judge(there, n, judgement, { annotator: name, shown });
        const idOf = new Map(
          item.responses.map(({ id, text }) => [id, own.responses.find((each) => each.text === text)?.id ?? '']),
        );
        const theirs = judgementOf(name, own);
        const line: Annotation = {
          ...made,
          item: own.id,
          hash: own.hash,
          shown: [
            ...item.responses.map(({ id }) => idOf.get(id) ?? ''),
            ...(theirs.refinements?.map(({ id }) => id ?? '') ?? []),
          ],
          judgement: theirs,
        };
        await study.append([line]);
      }
      await there.close();
      expect((await fine(desk, link, 'status', 'study.tiebreak')).out).toContain('9 lines not sent yet');
      expect((await fine(desk, link, 'push', 'study.tiebreak')).out).toBe('  sent 9 lines\n');
      expect((await fine(desk, link, 'status', 'study.tiebreak')).out).toContain('everything here was sent');
      expect((await fine(desk, link, 'pull', 'study.tiebreak', '--take', '5')).out).toContain(
        '0 items taken, 0 in hand',
      );
    }
    await study.close();
    expect((await fine(folder, secret, 'pull', 'study.tiebreak')).out).toBe('  fetched 27 lines\n');
    const status = await fine(folder, secret, 'status', 'study.tiebreak');
    expect(status.out).toContain('9 items, 27 judgments wanted: 27 made, 0 in progress');
    expect(status.out).toContain('Ben María (annotator): 9 judged, 0 skipped, 0 in progress, last seen');
    const formats = [
      'trl-dpo',
      'refinement-pairs',
      'annotators',
      ...[
        'judgements',
        'responses',
        'ratings',
        'verdicts',
        'critiques',
        'missing',
        'refinements',
        'flags',
        'evidence',
      ].map((table) => `annotators-${table}`),
    ];
    const fromStore = await exportsOf(folder, formats);
    expect(fromStore).toEqual(await exportsOf(plain, formats));
    expect(JSON.stringify(Object.values(fromStore).map((text) => Buffer.from(text, 'base64').toString()))).toMatch(
      /id-0/,
    );
  });

  it('gives adjudicators what is disputed, ends memberships, and closes', async () => {
    const secret = server.urlOf('lead', 'lead', await server.database());
    const folder = threeModels();
    await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'data.jsonl', '--mode', 'rank');
    await fine(folder, secret, 'init', 'study.tiebreak', '--per-item', '2', '--as', 'Lea');
    const desks = new Map<string, { desk: string; link: string }>();
    for (const name of ['ana', 'ben']) {
      const [desk, link] = [temporaryFolder(), await linkFor(folder, secret, name)];
      desks.set(name, { desk, link });
      await fine(desk, link, 'join');
      const there = await opened(join(desk, 'study.tiebreak'));
      const { items } = await itemsOf(there);
      for (const [n, { responses }] of items.entries()) {
        const ids = [0, 1, 2].map((k) => responses.find(({ text }) => text.startsWith(`Answer ${k}`))?.id ?? '');
        const tiers = (name === 'ana' ? ids : ids.toReversed()).map((id) => [id]);
        await judge(there, n, { ranking: { tiers } }, { annotator: name });
      }
      await there.close();
      await fine(desk, link, 'push', 'study.tiebreak');
    }
    await fine(folder, secret, 'pull', 'study.tiebreak');
    const pushed = await fine(folder, secret, 'push', 'study.tiebreak', '--items', '--disagreements');
    expect(pushed.out).toContain('9 items to judge, 0 of them new: 18 judgments wanted');
    expect(pushed.out).toContain('9 disagreements waiting for adjudicators');
    const [court, link] = [temporaryFolder(), await linkFor(folder, secret, 'Zoe', '--part', 'adjudicator')];
    await fine(court, link, 'join');
    expect(readdirSync(join(court, 'study.tiebreak.d', 'annotations')).sort()).toEqual(['ana.jsonl', 'ben.jsonl']);
    const there = await opened(join(court, 'study.tiebreak'));
    await judge(there, 0, { rationale: 'Settled.' }, { annotator: 'Zoe', role: 'adjudicator' });
    await there.close();
    expect((await fine(court, link, 'push', 'study.tiebreak')).out).toBe('  sent 1 line\n');
    expect((await fine(folder, secret, 'status', 'study.tiebreak')).out).toContain('8 disagreements waiting');

    // A record that changes is another item: the one before is given out no more.
    const data = join(folder, 'data.jsonl');
    writeFileSync(data, readFileSync(data, 'utf8').replace('Answer 0', 'Reply 0'));
    const changed = await fine(folder, secret, 'push', 'study.tiebreak', '--items');
    expect(changed.out).toContain('9 items to judge, 1 of them new: 18 judgments wanted');
    expect(changed.out).toContain('1 item given out no more');
    // Of a file that is empty or torn nobody knows what is gone.
    const whole = readFileSync(data, 'utf8');
    for (const broken of ['', whole.slice(0, -20)]) {
      writeFileSync(data, broken);
      expect((await team(folder, secret, 'push', 'study.tiebreak', '--items')).out).toContain('still given out');
      expect((await fine(folder, secret, 'status', 'study.tiebreak')).out).toContain('9 items');
    }
    writeFileSync(data, whole);
    const ana = desks.get('ana');
    if (!ana) throw new RangeError('no desk');
    const taken = await fine(ana.desk, ana.link, 'pull', 'study.tiebreak', '--take', '5', '--hours', '72');
    expect(taken.out).toContain('1 item taken, 1 in hand');
    expect((await fine(ana.desk, ana.link, 'pull', 'study.tiebreak', '--give-back')).out).toContain(
      '1 item given back',
    );
    expect((await team(ana.desk, ana.link, 'members', 'study.tiebreak')).code).toBe(1);
    // Nobody can be asked here.
    expect(await team(folder, secret, 'members', 'study.tiebreak', '--remove', 'ana')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/Remove ana \(annotator, 9 judged, 0 in progress\)\?.*say so with --yes/) as string,
    });
    const members = await fine(folder, secret, 'members', 'study.tiebreak', '--remove', 'ana', '--yes');
    expect(members.out).toContain('ana (annotator, removed)');
    expect(members.out).toContain('Take it back with "tiebreak team members study.tiebreak --restore ana"');
    const removed = await team(ana.desk, ana.link, 'push', 'study.tiebreak');
    expect([removed.code, removed.out]).toEqual([1, '']);
    expect(removed.err).toMatch(/membership/);
    const closed = await fine(folder, secret, 'close', 'study.tiebreak');
    expect(closed.out).toContain('gives out no items any more');
    expect((await fine(folder, secret, 'status', 'study.tiebreak')).out).toContain('(closed)');
    expect((await fine(folder, secret, 'close', 'study.tiebreak', '--reopen')).out).toContain('gives out items again');
  });

  it('is not taken over by a lead who was invited, and a removal is taken back', async () => {
    const secret = server.urlOf('lead', 'lead', await server.database());
    const folder = threeModels();
    await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'data.jsonl', '--mode', 'rank');
    await fine(folder, secret, 'init', 'study.tiebreak', '--as', 'Lea');
    const leads = new Map<string, { desk: string; link: string }>();
    for (const name of ['Max', 'Nia', 'Ole']) {
      const [desk, link] = [temporaryFolder(), await linkFor(folder, secret, name, '--part', 'lead')];
      leads.set(name, { desk, link });
      await fine(desk, link, 'join');
    }
    const as = (name: string, ...args: string[]): Promise<Run> => {
      const { desk = '', link = '' } = leads.get(name) ?? {};
      return team(desk, link, 'members', 'study.tiebreak', ...args);
    };
    const owner = await as('Max', '--remove', 'Lea', '--yes');
    expect([owner.code, owner.err]).toEqual([1, expect.stringContaining('cannot be removed')]);
    const asked = await as('Max', '--remove', 'Ole', '--yes');
    expect(asked.out).toContain('You asked to remove Ole, who is a lead. It waits until the owner or a lead');
    expect(asked.out).toContain('Ole (lead, invited by Lea, Max asks for the removal)');
    expect((await as('Ole')).out).toContain('Max asks for the removal');
    expect((await as('Nia', '--restore', 'Ole')).err).toContain('only the owner');
    const removed = await as('Nia', '--remove', 'Ole', '--yes');
    expect(removed.out).toContain('Ole is removed');
    expect(removed.out).toContain('tiebreak team rotate-key study.tiebreak');
    expect((await as('Ole')).code).toBe(1);
    expect((await as('Max', '--restore', 'Ole')).out).toContain('Ole is a member again, with the link of before');
    expect((await as('Ole')).out).toContain('Lea (lead, owner)');
  });

  it('answers a link in other hands, and one more line than it takes of a member', async () => {
    const secret = server.urlOf('lead', 'lead', await server.database());
    const folder = threeModels();
    await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'data.jsonl', '--mode', 'rank');
    await fine(folder, secret, 'init', 'study.tiebreak', '--as', 'Lea');
    const [desk, link] = [temporaryFolder(), await linkFor(folder, secret, 'ana')];
    await fine(desk, link, 'join');
    const leaked = await linkFor(folder, secret, 'ben');
    const revoked = await fine(folder, secret, 'revoke', 'study.tiebreak');
    expect(revoked.out).toContain(
      'ben (annotator): the link opens nothing any more. It was not used since it was made',
    );
    expect(revoked.out).not.toContain('ana');
    const thief = temporaryFolder();
    expect((await team(thief, leaked, 'join')).code).toBe(1);
    expect(readdirSync(thief)).toEqual([]);
    expect((await fine(folder, secret, 'revoke', 'study.tiebreak')).out).toContain('Every link was used already');

    const there = await opened(join(desk, 'study.tiebreak'));
    for (const n of [0, 1]) await judge(there, n, { rationale: 'So.' }, { annotator: 'ana' });
    await there.close();
    await fine(folder, secret, 'members', 'study.tiebreak', '--most-lines', '1');
    const full = await team(desk, link, 'push', 'study.tiebreak');
    expect([full.code, full.err]).toEqual([1, expect.stringContaining('at most 1 journal lines from one member')]);
    await fine(folder, secret, 'members', 'study.tiebreak', '--most-lines', '2');
    expect((await fine(desk, link, 'push', 'study.tiebreak')).out).toBe('  sent 2 lines\n');
    const status = await fine(folder, secret, 'status', 'study.tiebreak');
    expect(status.out).toContain('sent 2 lines of at most 2, 0.1 MB of at most 4,096 MB');
    expect(status.out).toMatch(/last line received 20.* UTC, made 20.* UTC by their clock/);
    expect((await fine(folder, secret, 'revoke', 'study.tiebreak', 'ana')).out).toMatch(/ana .* It was used, last 20/);
    expect((await team(desk, link, 'push', 'study.tiebreak')).code).toBe(1);
  });

  it('says of lines that it refuses, until that is settled, and never that all was sent', async () => {
    const secret = server.urlOf('lead', 'lead', await server.database());
    const folder = threeModels();
    await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'data.jsonl', '--mode', 'rank');
    await fine(folder, secret, 'init', 'study.tiebreak', '--as', 'Lea');
    const [desk, link] = [temporaryFolder(), await linkFor(folder, secret, 'ana')];
    await fine(desk, link, 'join');
    const there = await opened(join(desk, 'study.tiebreak'));
    await judge(there, 0, { rationale: 'So.' }, { annotator: 'ana' });
    await judge(there, 1, { rationale: 'x'.repeat(17 << 20) }, { annotator: 'ana' });
    const journal = join(desk, 'study.tiebreak.d', 'annotations', journalFile('ana'));
    const [first = ''] = readFileSync(journal, 'utf8').split('\n');
    appendFileSync(
      journal,
      `${first.replace('"annotator":"ana"', '"annotator":"Lea"').replace(/"id":"\w{4}/, '"id":"01ZZ')}\n`,
    );
    const push = (...args: string[]): Promise<Run> => team(desk, link, 'push', 'study.tiebreak', ...args);
    const refused =
      /jsonl:2: warning: the judgment has 17\.\d MB, and the team store accepts at most 16 MB\.[^]*jsonl:3: warning: the team store .* reported an error: not a line of yours/;
    for (const out of ['  sent 1 line\n', '', '']) {
      const pushed = await push();
      expect([pushed.code, pushed.out]).toEqual([1, out]);
      expect(pushed.err).toMatch(refused);
      expect(pushed.err).toContain('2 lines here are not in the remote');
    }
    const status = await team(desk, link, 'status', 'study.tiebreak');
    expect([status.code, status.err]).toEqual([1, expect.stringMatching(refused)]);
    expect(status.out).toContain('everything else here was sent\n  2 lines not in the remote');
    const { refused: listed } = JSON.parse((await team(desk, link, 'status', 'study.tiebreak', '--json')).out) as {
      refused: { line: number; code: string }[];
    };
    expect(listed).toMatchObject([
      { line: 2, code: 'team.lineTooLong' },
      { line: 3, code: 'team.refused' },
    ]);
    // Judged again with a shorter text, one of them is settled; the other stays here by command.
    await judge(there, 1, { rationale: 'Short.' }, { annotator: 'ana' });
    await there.close();
    const shorter = await push();
    expect([shorter.code, shorter.out]).toEqual([1, '  sent 1 line\n']);
    expect(shorter.err).toContain('1 line here is not in the remote');
    expect(shorter.err).not.toContain('MB');
    expect((await fine(desk, link, 'push', 'study.tiebreak', '--leave-refused')).out).toContain('1 line left here');
    expect((await fine(desk, link, 'status', 'study.tiebreak')).out).toContain('everything here was sent');
  });

  it('gets a new key: items go out under other ids, and what was judged under the former ones counts', async () => {
    const secret = server.urlOf('lead', 'lead', await server.database());
    const folder = threeModels();
    await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'data.jsonl', '--mode', 'rank');
    await fine(folder, secret, 'init', 'study.tiebreak', '--per-item', '2', '--as', 'Lea');
    const keyIn = (of: string): string =>
      (JSON.parse(readFileSync(join(of, 'study.tiebreak.d', 'team', 'team.json'), 'utf8')) as { key: string }).key;
    const before = keyIn(folder);
    const [other, max] = [temporaryFolder(), await linkFor(folder, secret, 'Max', '--part', 'lead')];
    await fine(other, max, 'join');
    const people = new Map<string, { desk: string; link: string }>();
    const judgeAll = async (name: string): Promise<string[]> => {
      const { desk, link } = people.get(name) ?? { desk: temporaryFolder(), link: await linkFor(folder, secret, name) };
      if (!people.has(name)) await fine(desk, link, 'join');
      people.set(name, { desk, link });
      await fine(desk, link, 'pull', 'study.tiebreak', '--take', '20');
      const there = await opened(join(desk, 'study.tiebreak'));
      const { items } = await itemsOf(there);
      for (const [n, { responses }] of items.entries()) {
        const tiers = [...responses].sort((a, b) => (a.text < b.text ? -1 : 1)).map(({ id }) => [id]);
        if (!there.replay.counted(name, items[n]?.id ?? ''))
          await judge(there, n, { ranking: { tiers } }, { annotator: name });
      }
      await there.close();
      await fine(desk, link, 'push', 'study.tiebreak');
      return items.map(({ id }) => id);
    };
    const former = await judgeAll('ana');
    expect(former).toHaveLength(9);
    const rotated = await fine(folder, secret, 'rotate-key', 'study.tiebreak');
    expect(rotated.out).toContain('The study has a new key');
    expect(rotated.out).toContain('9 items to judge, 9 of them new: 18 judgments wanted');
    expect(rotated.out).toContain('9 items given out no more');
    expect(keyIn(folder)).toMatch(new RegExp(`^[\\w-]{43} ${before}$`));
    // Ana judged them: none comes again. Ben gets all of them, by ids that the former key does not open.
    expect(
      (
        await fine(
          people.get('ana')?.desk ?? '',
          people.get('ana')?.link ?? '',
          'pull',
          'study.tiebreak',
          '--take',
          '9',
        )
      ).out,
    ).toContain('0 items taken');
    const later = await judgeAll('ben');
    expect(later).toHaveLength(9);
    for (const id of later) expect(new SealKey(before).open(id)).toBeUndefined();
    for (const id of [...former, ...later]) expect(new SealKey(keyIn(folder)).open(id)?.item).toMatch(/^secret-\d$/);
    // Both leads read both, and another lead who publishes seals with the new key.
    for (const [at, what] of [
      [folder, secret],
      [other, max],
    ] as const) {
      await fine(at, what, 'pull', 'study.tiebreak');
      if (at === other) cpSync(join(folder, 'data.jsonl'), join(other, 'data.jsonl'));
      const files = Object.entries(await exportsOf(at, ['annotators'])).filter(([path]) =>
        path.endsWith('train.jsonl'),
      );
      const rows = files.flatMap(([, text]) => Buffer.from(text, 'base64').toString().trimEnd().split('\n'));
      const judged = rows.map((row) => {
        const { annotator, item } = JSON.parse(row) as Record<string, string>;
        return `${annotator} ${item}`;
      });
      const expected = ['ana', 'ben'].flatMap((name) => [...Array(9).keys()].map((n) => `${name} secret-${n}`));
      expect([...new Set(judged)].sort()).toEqual(expected);
    }
    expect(keyIn(other)).toBe(keyIn(folder));
    expect((await fine(other, max, 'push', 'study.tiebreak', '--items')).out).toContain(
      '9 items to judge, 0 of them new',
    );
    // The owner's key of before is behind: the store's counts.
    const path = join(folder, 'study.tiebreak.d', 'team', 'team.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace(keyIn(folder), before));
    expect((await fine(folder, secret, 'init', 'study.tiebreak')).out).toContain('9 items to judge, 0 of them new');
    expect(keyIn(folder)).toBe(keyIn(other));
  });

  it('that could not be made at once is made by the next try', async () => {
    const secret = server.urlOf('lead', 'lead', await server.database());
    const [first, second] = [threeModels(), threeModels()];
    for (const each of [first, second])
      await tiebreak(each, 'init', 'study.tiebreak', '--dataset', 'data.jsonl', '--mode', 'rank');
    await fine(first, secret, 'init', 'study.tiebreak', '--as', 'Lea');
    const taken = await team(second, secret, 'init', 'study.tiebreak', '--as', 'Max');
    expect(taken.err).toContain('the team store already has a study named “study” (--name)');
    await fine(second, secret, 'init', 'study.tiebreak', '--name', 'other', '--as', 'Max');
    // As if it had ended right after the team file was written.
    const third = threeModels();
    await tiebreak(third, 'init', 'study.tiebreak', '--dataset', 'data.jsonl', '--mode', 'rank');
    cpSync(join(second, 'study.tiebreak.d', 'team'), join(third, 'study.tiebreak.d', 'team'), { recursive: true });
    const path = join(third, 'study.tiebreak.d', 'team', 'team.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"other"', '"third"'));
    await fine(third, secret, 'init', 'study.tiebreak', '--name', 'third', '--as', 'Max');
    expect((await fine(third, secret, 'status', 'study.tiebreak')).out).toContain('"third"');
  });
});

describe('tiebreak team says what to do', () => {
  const study = async (): Promise<string> => {
    const folder = threeModels();
    await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'data.jsonl', '--mode', 'rank');
    return folder;
  };

  it('where there is no remote, or a password stands in an argument', async () => {
    const folder = await study();
    expect(await team(folder, '', 'init', 'study.tiebreak')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Name the remote with --remote FOLDER') as string,
    });
    expect(await team(folder, '', 'init', 'study.tiebreak', '--remote', 'postgres://a:b@localhost/x')).toMatchObject({
      code: 2,
      err: expect.stringContaining('A password in an option') as string,
    });
    expect(await team(folder, '', 'join', 'vscode://tiebreak.tiebreak/join?invitation=eyJ2Ijox')).toMatchObject({
      code: 2,
      err: expect.stringContaining('An invitation in an argument') as string,
    });
    expect(await team(folder, '', 'join')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not an invitation') as string,
    });
    for (const command of ['push', 'pull', 'status', 'members', 'close'])
      expect((await team(folder, '', command, 'study.tiebreak')).err).toContain('the study has no team store');
  });

  it('of a folder, for what only a store does, and where it is not there', async () => {
    const folder = await study();
    const share = join(temporaryFolder(), 'share');
    await fine(folder, '', 'init', 'study.tiebreak', '--remote', share, '--as', 'Lea');
    for (const args of [
      ['push', 'study.tiebreak', '--items'],
      ['pull', 'study.tiebreak', '--take', '1'],
      ['members', 'study.tiebreak', '--remove', 'ana'],
    ])
      expect((await team(folder, '', ...args)).err).toContain('This needs a team store (PostgreSQL)');
    expect((await fine(folder, '', 'close', 'study.tiebreak')).code).toBe(0);
    expect((await fine(folder, '', 'status', 'study.tiebreak')).out).toContain('(closed)');
    await fine(folder, '', 'close', 'study.tiebreak', '--reopen');
    expect((await fine(folder, '', 'status', 'study.tiebreak')).out).not.toContain('(closed)');
    const other = await study();
    expect((await team(other, '', 'init', 'study.tiebreak', '--remote', share, '--name', 'other')).err).toContain(
      'the folder has another study: “study”',
    );
    const path = join(folder, 'study.tiebreak.d', 'team', 'team.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace(share, `${share}-gone`));
    expect((await team(folder, '', 'pull', 'study.tiebreak')).err).toContain(
      'the shared folder does not exist or has no study',
    );
  });

  it('of a password that is wrong or missing, another store, a study that has a remote, and a server that is down', async () => {
    const folder = await study();
    const database = await server.database();
    const secret = server.urlOf('lead', 'lead', database);
    await fine(folder, secret, 'init', 'study.tiebreak', '--as', 'Lea');
    const errorOf = async (other: string, ...args: string[]): Promise<string> => {
      const { code, err } = await team(folder, other, ...args, 'study.tiebreak');
      expect(code).toBe(1);
      return err;
    };
    expect(await errorOf('', 'status')).toContain('TIEBREAK_TEAM_PASSWORD');
    expect(await errorOf(server.urlOf('lead', 'no', database), 'status')).toContain('the password is wrong');
    expect(await errorOf(server.urlOf('lead', 'lead', 'postgres'), 'status')).toContain('another team store');
    expect(await errorOf(server.urlOf('lead', 'lead', await server.database()), 'init')).toContain(
      'another team store',
    );
    expect(await errorOf(secret.replace(`:${server.port}`, ':1'), 'pull')).toContain('cannot be reached');
    await server.asSuperuser('insert into tiebreak.schema_version (version) values (99)', database);
    expect(await errorOf(secret, 'pull')).toContain('created by a newer version of Tiebreak');
  });

  it('where the folder holds another study, and joins one’s own again', async () => {
    const folder = await study();
    const share = join(temporaryFolder(), 'share');
    await fine(folder, '', 'init', 'study.tiebreak', '--remote', share, '--as', 'Lea');
    const link = await linkFor(folder, '', 'ana');
    const desk = temporaryFolder();
    mkdirSync(join(desk, 'in'));
    writeFileSync(join(desk, 'in', 'study.tiebreak'), '{}');
    expect((await team(desk, link, 'join', 'in', '--remote', share)).err).toContain(
      'the folder already has another study with this name',
    );
    await fine(desk, link, 'join', 'out', '--remote', share);
    await fine(desk, link, 'join', 'out', '--remote', share);
    const text = readFileSync(join(desk, 'out', 'study.tiebreak'), 'utf8');
    expect(text).toBe(readFileSync(join(folder, 'study.tiebreak'), 'utf8'));
    cpSync(join(folder, 'data.jsonl'), join(desk, 'out', 'data.jsonl'));
    await (await Study.open(join(desk, 'out', 'study.tiebreak'))).close();
  });
});
