import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Dataset } from '../../../src/core/dataset/dataset';
import { Desk } from '../../../src/core/desk/desk';
import { DraftStore } from '../../../src/core/desk/drafts/draftStore';
import { Session } from '../../../src/core/desk/session';
import type { Annotation } from '../../../src/core/model/annotation/annotation';
import type { DeskState, Notice } from '../../../src/core/model/desk/deskState';
import { readGuidelines } from '../../../src/core/study/guidelines';
import { Study } from '../../../src/core/study/study';
import { studyPaths } from '../../../src/core/study/studyPaths';
import { temporaryFolder } from '../made/temporaryFolder';
import { studyOf } from '../made/study';

const records = [1, 2, 3].map((n) => ({ id: `q${n}`, prompt: `Question ${n}`, responses: ['Yes', 'No'] }));
const first = '# How to judge\n\nBe kind.\n';

const closing: (() => Promise<void>)[] = [];
let folder = '';
let file = '';
const at = (name: string): string => join(folder, name);

/** A study whose project names these guidelines. */
async function studyWith(named: string, more: Parameters<typeof Study.open>[1] = {}): Promise<Study> {
  const study = await studyOf(folder, records);
  await study.close();
  ({ file } = study);
  const project = JSON.parse(readFileSync(file, 'utf8')) as { task: object };
  writeFileSync(file, JSON.stringify({ ...project, task: { ...project.task, guidelines: named } }));
  const opened = await Study.open(file, more);
  await opened.refresh();
  closing.push(() => opened.close());
  return opened;
}

interface JudgementHistory {
  readonly desk: Desk;
  readonly session: Session;
  readonly notices: Notice[];
  readonly state: () => DeskState;
}

async function historyAt(study: Study): Promise<JudgementHistory> {
  const dataset = await Dataset.open(study.sources, study.reading, {
    unpack: () => Promise.reject(new Error('not packed')),
  });
  const session = new Session(study, dataset, new DraftStore(at('drafts'), () => undefined), 'ana');
  const notices: Notice[] = [];
  let last: DeskState | undefined;
  const desk = new Desk(session, {
    content: () => undefined,
    criteria: () => undefined,
    critiques: () => undefined,
    rules: () => undefined,
    state: (state) => (last = state),
    notice: (notice) => notice && notices.push(notice),
    focus: () => undefined,
  });
  await desk.start();
  closing.push(() => dataset.close());
  return { desk, session, notices, state: () => last! };
}

const copies = (): string[] =>
  existsSync(studyPaths(file).guidelines) ? readdirSync(studyPaths(file).guidelines).sort() : [];

function saved(): Annotation[] {
  const path = join(studyPaths(file).annotations, 'ana.jsonl');
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Annotation)
    : [];
}

async function judgeOne({ desk }: JudgementHistory): Promise<void> {
  await desk.type(1);
  await desk.type(2);
  await desk.save();
}

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

beforeEach(() => {
  folder = temporaryFolder();
  writeFileSync(at('guidelines.md'), first);
});

describe('guidelines', () => {
  it('are named by each annotation, and each version that was judged under is kept once', async () => {
    const study = await studyWith('guidelines.md');
    const history = await historyAt(study);
    expect(copies()).toEqual([]);
    await judgeOne(history);
    const { version } = await readGuidelines(at('guidelines.md'));
    expect(version).toMatch(/^[0-9a-f]{32}$/);
    expect(saved().map(({ guidelines }) => guidelines)).toEqual([{ version }]);
    expect(copies()).toEqual([`${version.slice(0, 12)}.md`]);

    writeFileSync(at('guidelines.md'), 'Be strict.\n');
    await study.readGuidelines();
    history.session.changed();
    await history.desk.settled();
    await judgeOne(history);
    history.session.changed();
    await judgeOne(history);
    const second = await readGuidelines(at('guidelines.md'));
    expect(saved().map(({ guidelines }) => guidelines?.version)).toEqual([version, second.version, second.version]);
    expect(
      copies()
        .map((name) => readFileSync(join(studyPaths(file).guidelines, name), 'utf8'))
        .sort(),
    ).toEqual([first, 'Be strict.\n'].sort());
    expect(history.notices.filter(({ kind }) => kind === 'guidelines-changed')).toHaveLength(1);
  });

  it('are the same whatever the line ends, and with a mark of their encoding or without', async () => {
    const { version } = await readGuidelines(at('guidelines.md'));
    writeFileSync(at('guidelines.md'), `\uFEFF${first.replaceAll('\n', '\r\n')}`);
    expect(await readGuidelines(at('guidelines.md'))).toEqual({ text: first, version });
  });

  it('are shown in parts, of the version that is in force only', async () => {
    const long = 'A rule that takes its time to be read.\n\n'.repeat(2000);
    writeFileSync(at('guidelines.md'), long);
    const { desk, state } = await historyAt(await studyWith('guidelines.md'));
    const version = state().guidelines?.version ?? '';
    const place = { response: 'guidelines', turn: 0 } as const;
    let text = '';
    for (let part = await desk.more(version, place, 0); part; part = await desk.more(version, place, text.length))
      text += part.text;
    expect(text).toBe(long);
    expect(await desk.more('another', place, 0)).toBeUndefined();
  });

  it('that are empty are guidelines too', async () => {
    writeFileSync(at('guidelines.md'), '');
    const { desk, state } = await historyAt(await studyWith('guidelines.md'));
    expect(await desk.more(state().guidelines?.version ?? '', { response: 'guidelines', turn: 0 }, 0)).toEqual({
      text: '',
      left: 0,
    });
  });

  it.each<[string, () => void, RegExp]>([
    ['are not there', () => rmSync(at('guidelines.md')), /do not exist/],
    [
      'are a folder',
      () => {
        rmSync(at('guidelines.md'));
        mkdirSync(at('guidelines.md'));
      },
      /this is a folder/,
    ],
    ['are no text', () => writeFileSync(at('guidelines.md'), Buffer.from([0x23, 0xff, 0xfe])), /not UTF-8 text/],
    ['are too long', () => writeFileSync(at('guidelines.md'), 'a'.repeat(9 * 1024 * 1024)), /longer than 8 MB/],
  ])('that %s are a problem, and judging goes on', async (_, spoil, message) => {
    spoil();
    const study = await studyWith('guidelines.md');
    const history = await historyAt(study);
    expect(history.state().guidelines).toEqual({ version: null, problem: expect.stringMatching(message) as string });
    expect(study.problems).toMatchObject([
      { severity: 'error', file: at('guidelines.md'), message: expect.stringMatching(message) as string },
    ]);
    await judgeOne(history);
    expect(saved().map(({ guidelines }) => guidelines)).toEqual([undefined]);
  });

  it('stay in force when their file goes, until it is back', async () => {
    const study = await studyWith('guidelines.md');
    rmSync(at('guidelines.md'));
    await study.readGuidelines();
    expect(study.guidelines?.text).toBe(first);
    expect(study.guidelinesProblem?.message).toMatch(/do not exist/);
    writeFileSync(at('guidelines.md'), 'Back.');
    await study.readGuidelines();
    expect([study.guidelines?.text, study.guidelinesProblem]).toEqual(['Back.', undefined]);
  });

  it('that cannot be kept let nothing be saved, and the draft stands', async () => {
    const history = await historyAt(await studyWith('guidelines.md'));
    writeFileSync(studyPaths(file).guidelines, 'a file where the folder should be');
    await judgeOne(history);
    expect(history.notices.at(-1)).toEqual({
      kind: 'error',
      message: expect.stringMatching(/could not be stored, so nothing was saved/) as string,
    });
    expect(saved()).toEqual([]);
    expect(history.state().view).toMatchObject({ kind: 'item', item: { status: 'draft' } });
    rmSync(studyPaths(file).guidelines);
    await history.desk.save();
    expect(saved()).toHaveLength(1);
    expect(copies()).toHaveLength(1);
  });

  it('and their copies are asked about before they are read, like a dataset', async () => {
    mkdirSync(at('elsewhere'));
    symlinkSync(at('guidelines.md'), at('elsewhere/link.md'));
    const asked: string[] = [];
    const study = await studyWith('elsewhere/link.md', {
      admit: (paths) => Promise.resolve(void asked.push(...paths)),
    });
    expect(asked).toEqual(expect.arrayContaining([at('elsewhere/link.md'), studyPaths(study.file).guidelines]));
    await expect(
      Study.open(file, {
        admit: (paths) =>
          paths.includes(at('elsewhere/link.md')) ? Promise.reject(new Error('refused')) : Promise.resolve(),
      }),
    ).rejects.toThrow('refused');
    expect(dirname(study.guidelinesFile ?? '')).toBe(at('elsewhere'));
  });
});
