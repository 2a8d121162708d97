import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DocumentSync, isFileName, type DocumentsSynced } from '../../../src/core/team/documentSync';
import { FolderRemote } from '../../../src/core/team/folder/folderRemote';
import type { Part } from '../../../src/core/team/remote';
import type { SyncState } from '../../../src/core/team/syncState';
import { Study } from '../../../src/core/study/study';
import { temporaryFolder } from '../made/temporaryFolder';

const project = (more: object = {}, task: object = {}): string =>
  `${JSON.stringify({
    version: 1,
    dataset: { sources: ['data.jsonl'], layout: 'responses', mapping: {} },
    task: { mode: 'rank', questions: [{ version: 1, text: 'Which?' }], skipReasons: ['x'], ...task },
    round: 1,
    seed: 1,
    ...more,
  })}\n`;

class Desk {
  readonly folder = temporaryFolder();
  readonly file = join(this.folder, 's.tiebreak');
  state: SyncState = { of: '', journals: new Map(), documents: new Map() };

  constructor(
    readonly remote: FolderRemote,
    readonly part: Part = 'lead',
  ) {}

  write(name: string, text: string | Buffer): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), text);
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  has(name: string): boolean {
    return existsSync(join(this.folder, name));
  }

  files(): Record<string, string> {
    return Object.fromEntries(
      readdirSync(this.folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('team'))
        .map(
          ({ parentPath, name }) =>
            [join(parentPath, name).slice(this.folder.length), readFileSync(join(parentPath, name), 'latin1')] as const,
        )
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  }

  push(): Promise<DocumentsSynced> {
    return this.sync().send();
  }

  pull(): Promise<DocumentsSynced> {
    return this.sync().fetch();
  }

  private sync(): DocumentSync {
    return new DocumentSync(this.file, this.remote, this.part, this.state);
  }
}

async function shared(): Promise<FolderRemote> {
  const remote = new FolderRemote(temporaryFolder(), { study: 's', name: 'lea', part: 'lead' });
  await remote.putDocument('study', 's', undefined);
  return remote;
}
const rubric = (title: string): string => JSON.stringify({ version: 1, rubrics: [], title });
const style = 's.tiebreak.d/rubrics/style.json';

describe('documents of a study', () => {
  it('are the same bytes at another desk', async () => {
    const remote = await shared();
    const [here, there] = [new Desk(remote), new Desk(remote)];
    here.write('s.tiebreak', `\ufeff${project({}, { guidelines: 'docs/how.md' })}`);
    here.write('docs/how.md', '# How\r\n');
    here.write(style, rubric('é'));
    here.write('s.tiebreak.d/rubrics/items/ana.json', rubric('x'));
    here.write('s.tiebreak.d/rules/kind.json', '{}');
    here.write('s.tiebreak.d/guidelines/0a1b.md', '# Old');
    expect((await here.push()).sent).toHaveLength(6);
    expect((await there.pull()).problems).toEqual([]);
    expect(there.files()).toEqual(here.files());
    expect((await there.push()).sent).toEqual([]);
    there.write('s.tiebreak.d/rules/kind.json', '{ }');
    await there.push();
    rmSync(join(here.folder, style));
    expect((await here.push()).sent).toEqual(['rubrics/style.json']);
    expect((await here.pull()).fetched).toEqual(['rules/kind.json']);
    expect((await there.pull()).fetched).toEqual(['rubrics/style.json']);
    expect(there.files()).toEqual(here.files());
  });

  it('that both sides changed hold both, as git leaves them, until somebody resolves it', async () => {
    const remote = await shared();
    const [a, b] = [new Desk(remote), new Desk(remote)];
    a.write('s.tiebreak', project());
    await a.push();
    await b.pull();
    a.write('s.tiebreak', project({ round: 2 }));
    await a.push();
    // Without a newline at its end.
    b.write('s.tiebreak', project({ seed: 7 }).trimEnd());
    expect((await b.push()).problems[0]?.message).toContain('somebody else changed it');
    expect((await b.pull()).problems[0]?.message).toContain('was changed here and in the team store');
    const both = b.read('s.tiebreak');
    expect((await b.push()).problems[0]?.message).toContain('merge conflict');
    a.write('s.tiebreak', project({ round: 3 }));
    await a.push();
    expect((await b.pull()).problems).toHaveLength(1);
    expect(b.read('s.tiebreak')).toBe(both);
    b.write('data.jsonl', '{"prompt":"a","responses":["b","c"]}\n');
    const study = await Study.open(b.file);
    await study.keepBoth();
    await study.close();
    expect(JSON.parse(b.read('s.tiebreak'))).toMatchObject({ seed: 7, round: 2 });
    expect((await b.pull()).problems).toHaveLength(1);
    expect(b.read('s.tiebreak')).toContain('||||||| base');
    b.write('s.tiebreak', project({ seed: 7, round: 3 }));
    expect((await b.push()).sent).toEqual(['project.json']);
    expect((await a.pull()).fetched).toEqual(['project.json']);
    expect(a.read('s.tiebreak')).toBe(b.read('s.tiebreak'));
  });

  it('that an annotator changed are kept beside, each time, whether or not anything is remembered', async () => {
    const remote = await shared();
    const [lead, ana] = [new Desk(remote), new Desk(remote, 'annotator')];
    lead.write('s.tiebreak', project());
    lead.write(style, rubric('1'));
    await lead.push();
    await ana.pull();
    for (const n of [2, 3]) {
      ana.write(style, rubric(`ana ${n}`));
      lead.write(style, rubric(`${n}`));
      await lead.push();
      if (n === 3) ana.state = { of: '', journals: new Map(), documents: new Map() };
      await ana.pull();
      expect(ana.read(style)).toBe(rubric(`${n}`));
    }
    expect([ana.read(`${style}.before`), ana.read(`${style}.before-2`)]).toEqual([rubric('ana 2'), rubric('ana 3')]);
  });

  it('are not taken away where the remote lost them all, and go there again', async () => {
    const remote = await shared();
    const lead = new Desk(remote);
    lead.write('s.tiebreak', project());
    lead.write(style, rubric('1'));
    await lead.push();
    for (const { name, version } of await remote.documents())
      if (name !== 'study') await remote.putDocument(name, undefined, version);
    await lead.pull();
    expect(lead.has(style)).toBe(true);
    expect((await lead.push()).sent).toEqual(['project.json', 'rubrics/style.json']);
  });

  it('that nobody could open are not sent, with what is wrong', async () => {
    const lead = new Desk(await shared());
    const cases = [
      ['{"version": 1,', 'is not JSON'],
      [project({ round: -1 }), 'round'],
      [`<<<<<<< ours\n${project()}=======\n${project()}>>>>>>> theirs\n`, 'merge conflict'],
      [Buffer.from([0x7b, 0xff, 0x7d]), 'UTF-8'],
    ] as const;
    for (const [text, said] of cases) {
      lead.write('s.tiebreak', text);
      const { sent, problems } = await lead.push();
      expect([sent, problems.map(({ severity }) => severity)]).toEqual([[], ['error']]);
      expect(problems[0]?.message).toContain(said);
    }
  });

  it.each(['../how.md', '/etc/how.md', '.git/config', '.vscode/x.md', 'run.sh', 's.tiebreak.d/annotations/ana.jsonl'])(
    'leave out guidelines that a project names as %s, and say so',
    async (guidelines) => {
      const remote = await shared();
      const other = new Desk(remote);
      await remote.putDocument('project.json', project({}, { guidelines }), undefined);
      await remote.putDocument('guidelines.md', 'evil', undefined);
      const { problems } = await other.pull();
      expect(problems.map(({ severity, message }) => `${severity}: ${message.slice(0, 31)}`)).toEqual([
        'warning: the guidelines could not be fet',
      ]);
      expect(Object.keys(other.files())).toEqual(['/s.tiebreak']);
    },
  );

  it.each([
    ['project.json', true],
    ['rubrics.json', true],
    ['rubrics/style.json', true],
    ['rules/items/ana.json', true],
    ['guidelines/00ff.md', true],
    ['../x.json', false],
    ['rubrics/../../x.json', false],
    ['rubrics/.x.json', false],
    ['rubrics/a\\b.json', false],
    ['rubrics/a:b.json', false],
    ['annotations/ana.jsonl', false],
    ['team/team.json', false],
    ['key', false],
  ])('with the name %s are files of a study: %s', (name, is) => {
    expect(isFileName(name)).toBe(is);
  });
});
