import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Project } from '../../../src/core/model/study/project';
import { versionInForce, type Rubric, type Rubrics } from '../../../src/core/model/rubric/rubric';
import type { Rule } from '../../../src/core/model/rubric/rule';
import { criterionNamed } from '../../../src/core/export/derive/criteria';
import { addPacks } from '../../../src/core/rubric/addPacks';
import { criteriaFor } from '../../../src/core/rubric/inForce';
import { LibraryEditor, type LibraryEdit } from '../../../src/core/rubric/libraryEditor';
import { addCriterion, changeCriterion, removeCriterion } from '../../../src/core/rubric/criteria';
import { addRubric, removeRubric } from '../../../src/core/rubric/library';
import { Study } from '../../../src/core/study/study';
import { folderOf, windowIn, type DeskWindow } from '../made/deskWindow';
import { temporaryFolder } from '../made/temporaryFolder';
import { criterion, library, rubric } from '../made/rubrics';
import { rule, ruleBook } from '../made/rules';
import { itemsOf, judge, opened } from '../made/study';

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y', '-c', 'core.autocrlf=false', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

function merges(folder: string): boolean {
  try {
    git(folder, 'pull', '--no-rebase', '--no-edit', '-q', 'origin', 'main');
    return true;
  } catch {
    return false;
  }
}

const commit = (folder: string): void => {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'x');
};

interface Clones {
  readonly ana: string;
  readonly ben: string;
  /** Both commit, Ana pushes, Ben merges; tells whether git could. */
  readonly meet: () => boolean;
}

/** A study in two clones of one repository. @param prepare writes what both begin with */
async function clones(
  prepare: (folder: string) => void = () => undefined,
  change: (project: Project) => object = () => ({}),
): Promise<Clones> {
  const first = await folderOf(2, change);
  prepare(first);
  git(first, 'init', '-q', '-b', 'main');
  commit(first);
  const home = temporaryFolder();
  const bare = join(home, 'origin.git');
  git(home, 'clone', '-q', '--bare', first, bare);
  const [ana, ben] = ['ana', 'ben'].map((name) => join(home, name)) as [string, string];
  for (const folder of [ana, ben]) git(home, 'clone', '-q', bare, folder);
  const meet = (): boolean => {
    commit(ana);
    git(ana, 'push', '-q', 'origin', 'HEAD:main');
    commit(ben);
    return merges(ben);
  };
  return { ana, ben, meet };
}

const former = (folder: string, name: 'rubrics' | 'rules'): string => join(folder, 'data.tiebreak.d', `${name}.json`);
const withRubrics =
  (...rubrics: Rubric[]) =>
  (folder: string): void =>
    writeFileSync(former(folder, 'rubrics'), `${JSON.stringify(library(...rubrics), undefined, 2)}\n`);
const withRules =
  (...rules: Rule[]) =>
  (folder: string): void =>
    writeFileSync(former(folder, 'rules'), `${JSON.stringify(ruleBook(...rules), undefined, 2)}\n`);

async function deskIn(folder: string, annotator: string): Promise<DeskWindow> {
  const seen = await windowIn(folder, annotator);
  await seen.desk.start();
  await seen.desk.goTo(0);
  return seen;
}

/** `Shift+Z` on the first item. */
async function ask(folder: string, annotator: string, text: string): Promise<void> {
  const { desk, item } = await deskIn(folder, annotator);
  await desk.addCriterion({ text, weight: 1, origin: { kind: 'human' } }, item.key);
}

async function writeRule(folder: string, annotator: string, feedback: string, of?: string): Promise<void> {
  const { desk, item } = await deskIn(folder, annotator);
  await desk.writeRule({ feedback, scope: 'always' }, of, item.key);
}

async function edit(folder: string, annotator: string, change: LibraryEdit): Promise<void> {
  const study = await opened(join(folder, 'data.tiebreak'));
  const editor = new LibraryEditor(() => ({
    study,
    annotator,
    refresh: async () => {
      await study.refresh();
    },
  }));
  await editor.change(change);
  await study.close();
}

async function study(folder: string): Promise<Study> {
  const here = await opened(join(folder, 'data.tiebreak'));
  onTestFinished(() => here.close());
  return here;
}

/** Has an annotator say of a criterion of "style" in force that the first response of the first item meets it. */
async function judgeBy(folder: string, annotator: string, id: string): Promise<string> {
  const here = await study(folder);
  const { version } = versionInForce(here.rubrics.rubrics.find((each) => each.id === 'style')!);
  const shown = (await itemsOf(here)).items[0]!.responses.map((response) => response.id);
  const made = await judge(
    here,
    0,
    { verdicts: [{ response: shown[0]!, criterion: id, value: true }] },
    { annotator, rubrics: [{ id: 'style', version }] },
  );
  await here.close();
  return made.id;
}

/** The text by which the annotation with an id was made. */
async function textJudgedBy(here: Study, id: string, by: string): Promise<string | undefined> {
  const currentAnnotation = [...here.replay.all()].find((each) => each.id === id)!;
  const annotation = await here.journal.fetch(currentAnnotation.ref);
  const source = (await itemsOf(here)).items[0]!;
  return criterionNamed({ source, study: here }, annotation, by)?.criterion.text;
}

const asked = async (folder: string): Promise<string[]> => {
  const here = await study(folder);
  const [item] = (await itemsOf(here)).items;
  await here.close();
  return criteriaFor(here.rubrics, item!)
    .map((each) => each.criterion.text)
    .sort();
};

const filesOf = (folder: string): string[] =>
  readdirSync(join(folder, 'data.tiebreak.d'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort();
const base = rubric('style', [[criterion('clear'), criterion('kind')]]);

describe('two clones of a study', () => {
  it('each with a criterion for one item (Shift+Z) are merged by git, and the desk opens with both', async () => {
    const { ana, ben, meet } = await clones();
    await ask(ana, 'ana', 'Is it polite?');
    await ask(ben, 'ben', 'Is it polite?');
    await ask(ben, 'ben', 'Is it short?');
    expect(meet()).toBe(true);
    const { desk } = await deskIn(ben, 'ben');
    expect(desk.open?.shown.item.id).toBe('q0');
    expect(await asked(ben)).toEqual(['Is it polite?', 'Is it polite?', 'Is it short?']);
    expect(filesOf(ben)).toEqual(['rubrics/items/ana.json', 'rubrics/items/ben.json']);
    const here = await study(ben);
    expect(
      new Set(here.rubrics.rubrics.flatMap((each) => versionInForce(each).criteria.map(({ id }) => id))).size,
    ).toBe(3);
    expect(here.problems).toEqual([]);
  });

  it('each with a rule are merged by git, and the desk opens with both', async () => {
    const { ana, ben, meet } = await clones();
    await writeRule(ana, 'ana', 'Be brief');
    await writeRule(ben, 'ben', 'Be brief');
    await writeRule(ben, 'ben', 'Cite');
    expect(meet()).toBe(true);
    await deskIn(ben, 'ben');
    const here = await study(ben);
    expect(here.rules.rules.map((each) => versionInForce(each).feedback).sort()).toEqual([
      'Be brief',
      'Be brief',
      'Cite',
    ]);
  });

  it('each with a new rubric of one title are merged by git, and both are in force', async () => {
    const { ana, ben, meet } = await clones(withRubrics(base));
    for (const [folder, name] of [
      [ana, 'ana'],
      [ben, 'ben'],
    ] as const)
      await edit(folder, name, (rubrics, editing) =>
        addRubric(rubrics, { title: 'Tone' }, [{ text: `Does ${name} like it?`, weight: 1 }], editing),
      );
    expect(meet()).toBe(true);
    expect(await asked(ben)).toEqual(['Does ana like it?', 'Does ben like it?', 'Is it clear?', 'Is it kind?']);
  });

  it('that both edit one rubric keep the versions of both, and every annotation names the text that it was made by', async () => {
    const { ana, ben, meet } = await clones(withRubrics(base));
    const atFirst = await judgeBy(ana, 'zoe', 'clear');
    commit(ana);
    git(ana, 'push', '-q', 'origin', 'HEAD:main');
    git(ben, 'pull', '-q', 'origin', 'main');
    await edit(ana, 'ana', (rubrics, editing) => ({
      rubrics: changeCriterion(rubrics, 'clear', { text: 'Clear to a child?' }, editing),
    }));
    await edit(ana, 'ana', (rubrics, editing) => ({
      rubrics: addCriterion(rubrics, 'style', { text: 'Is it honest?', weight: 1 }, editing).rubrics,
    }));
    await edit(ben, 'ben', (rubrics, editing) => ({
      rubrics: changeCriterion(rubrics, 'clear', { text: 'Clear to a judge?' }, editing),
    }));
    await edit(ben, 'ben', (rubrics, editing) => ({
      rubrics: addCriterion(rubrics, 'style', { text: 'Is it short?', weight: 1 }, editing).rubrics,
    }));
    // Somebody who wrote neither judges in each clone.
    const [inAna, inBen] = [await judgeBy(ana, 'cleo', 'clear'), await judgeBy(ben, 'dan', 'clear')];
    expect(meet()).toBe(false);
    const read = async (): Promise<Rubrics> => {
      const here = await study(ben);
      expect(await textJudgedBy(here, atFirst, 'clear')).toBe('Is it clear?');
      expect(await textJudgedBy(here, inAna, 'clear')).toBe('Clear to a child?');
      expect(await textJudgedBy(here, inBen, 'clear')).toBe('Clear to a judge?');
      expect([...here.versionsInUse.get('style')!].sort()).toEqual([1, 2, 3]);
      await here.close();
      return here.rubrics;
    };
    const before = await read();
    const [style] = before.rubrics;
    expect(style?.versions.map(({ version, was }) => [version, was])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, [2]],
      [4, undefined],
    ]);
    expect(versionInForce(style!).criteria.map(({ text }) => text)).toEqual([
      'Clear to a judge?',
      'Is it kind?',
      'Is it short?',
      'Is it honest?',
    ]);
    const here = await study(ben);
    expect(here.problems).toMatchObject([
      {
        severity: 'warning',
        file: join(ben, 'data.tiebreak.d', 'rubrics', 'style.json'),
        message: expect.stringContaining('Git could not merge this file') as string,
      },
    ]);
    await here.keepBoth();
    expect(here.isConflicted).toBe(false);
    expect(readFileSync(join(ben, 'data.tiebreak.d', 'rubrics', 'style.json'), 'utf8')).not.toContain('<<<<<<<');
    await here.close();
    commit(ben);
    expect(await read()).toEqual(before);
  });

  it('that both say a rule in other words keep both, and marks name the words that they were made by', async () => {
    const { ana, ben, meet } = await clones(withRules(rule('short')));
    await writeRule(ana, 'ana', 'Two sentences at most', 'short');
    await writeRule(ben, 'ben', 'One sentence at most', 'short');
    const mark = async (folder: string, annotator: string): Promise<string> => {
      const here = await study(folder);
      const made = await judge(here, 0, { rules: [{ rule: 'short', version: 2, scope: 'in' }] }, { annotator });
      await here.close();
      return made.id;
    };
    const [one, other] = [await mark(ana, 'cleo'), await mark(ben, 'dan')];
    expect(meet()).toBe(false);
    const seen = await deskIn(ben, 'ben');
    const here = seen.session.study;
    const wordsOf = async (id: string): Promise<string | undefined> => {
      const {
        judgement: { rules = [] },
      } = await here.journal.fetch([...here.replay.all()].find((each) => each.id === id)!.ref);
      return here.rules.rules[0]?.versions.find(({ version }) => version === rules[0]?.version)?.feedback;
    };
    expect([await wordsOf(one), await wordsOf(other)]).toEqual(['Two sentences at most', 'One sentence at most']);
    await here.keepBoth();
    expect([await wordsOf(one), await wordsOf(other)]).toEqual(['Two sentences at most', 'One sentence at most']);
  });

  it('of which one takes a rubric out and the other edits it still have it, and what was judged by it elsewhere stays to be read', async () => {
    const { ana, ben, meet } = await clones((folder) => {
      mkdirSync(join(folder, 'data.tiebreak.d', 'rubrics'));
      writeFileSync(
        join(folder, 'data.tiebreak.d', 'rubrics', 'style.json'),
        `${JSON.stringify(library(base), undefined, 2)}\n`,
      );
    });
    await edit(ana, 'ana', (rubrics, editing) => ({ rubrics: removeRubric(rubrics, 'style', editing) }));
    await edit(ben, 'ben', (rubrics, editing) => ({ rubrics: removeCriterion(rubrics, 'kind', editing) }));
    expect(existsSync(join(ana, 'data.tiebreak.d', 'rubrics', 'style.json'))).toBe(false);
    expect(meet()).toBe(false);
    expect(await asked(ben)).toEqual(['Is it clear?']);
  });

  it('never lose the text of a version that somebody may have judged under in the other clone', async () => {
    const old = { ...base, versions: [{ ...base.versions[0]!, author: 'zoe', time: '2026-01-01T08:00:00.000Z' }] };
    const { ana, ben, meet } = await clones(withRubrics(old));
    await edit(ana, 'ana', (rubrics, editing) => ({
      rubrics: changeCriterion(rubrics, 'clear', { text: 'Clear to a child?' }, editing),
    }));
    await edit(ana, 'ana', (rubrics, editing) => ({ rubrics: removeRubric(rubrics, 'style', editing) }));
    const made = await judgeBy(ben, 'ben', 'clear');
    expect(meet()).toBe(true);
    const here = await study(ben);
    expect(await textJudgedBy(here, made, 'clear')).toBe('Is it clear?');
    expect(await asked(ben)).toEqual([]);
  });

  it('of which one still has the one file of before, and writes to it, hold what both added', async () => {
    const { ana, ben, meet } = await clones(withRubrics(base));
    await edit(ana, 'ana', (rubrics, editing) => ({
      rubrics: addCriterion(rubrics, 'style', { text: 'Is it short?', weight: 1 }, editing).rubrics,
    }));
    expect(filesOf(ana)).toEqual(['rubrics/style.json']);
    // As Tiebreak wrote it before.
    withRubrics(base, rubric('tone', [[criterion('warm')]]))(ben);
    meet();
    expect(await asked(ben)).toEqual(['Is it clear?', 'Is it kind?', 'Is it short?', 'Is it warm?']);
    await edit(ben, 'ben', (rubrics, editing) => ({
      rubrics: addCriterion(rubrics, 'tone', { text: 'Is it dry?', weight: 1 }, editing).rubrics,
    }));
    expect(existsSync(former(ben, 'rubrics'))).toBe(false);
    expect(await asked(ben)).toEqual(['Is it clear?', 'Is it dry?', 'Is it kind?', 'Is it short?', 'Is it warm?']);
  });

  it('of which both still have it, with a conflict in it, hold what both added', async () => {
    const { ana, ben, meet } = await clones(withRubrics(base));
    withRubrics(base, rubric('tone', [[criterion('warm')]]))(ana);
    withRubrics(base, rubric('taste', [[criterion('fine')]]))(ben);
    expect(meet()).toBe(false);
    expect(readFileSync(former(ben, 'rubrics'), 'utf8')).toContain('<<<<<<<');
    const { desk } = await deskIn(ben, 'ben');
    expect(desk.open?.shown.item.id).toBe('q0');
    expect(await asked(ben)).toEqual(['Is it clear?', 'Is it fine?', 'Is it kind?', 'Is it warm?']);
  });

  it('that change the project are read with both sides, ours where both changed the same', async () => {
    const { ana, ben, meet } = await clones(undefined, ({ task }) => ({
      task,
      plan: { annotators: ['ana', 'ben'], perItem: 2 },
    }));
    const change = (folder: string, wish: (project: Project) => object): void => {
      const file = join(folder, 'data.tiebreak');
      const project = JSON.parse(readFileSync(file, 'utf8')) as Project;
      writeFileSync(file, `${JSON.stringify({ ...project, ...wish(project) }, undefined, 2)}\n`);
    };
    for (const folder of [ana, ben]) change(folder, () => ({}));
    commit(ana);
    git(ana, 'push', '-q', 'origin', 'HEAD:main');
    rmSync(join(ben, 'data.tiebreak'));
    git(ben, 'checkout', '-q', '--', '.');
    git(ben, 'pull', '-q', 'origin', 'main');
    change(ana, ({ task, plan }) => ({
      plan: { ...plan, annotators: ['ana', 'ben', 'cleo'], perItem: 3 },
      task: { ...task, questions: [...task.questions, { version: 2, text: 'Kinder?' }] },
    }));
    change(ben, ({ task, plan }) => ({
      plan: { ...plan, annotators: ['ana', 'ben', 'dan'], perItem: 1 },
      task: { ...task, questions: [...task.questions, { version: 2, text: 'Truer?' }] },
    }));
    expect(meet()).toBe(false);
    await deskIn(ben, 'ben');
    const here = await study(ben);
    expect(here.project.plan).toMatchObject({
      annotators: expect.arrayContaining(['ana', 'ben', 'cleo', 'dan']) as string[],
      perItem: 1,
    });
    expect(
      here.project.task.questions
        .slice(1)
        .map(({ version, text }) => [version, text])
        .sort(),
    ).toEqual([
      [2, 'Truer?'],
      [3, 'Kinder?'],
    ]);
    expect(here.problems[0]?.message).toContain('plan.perItem: 1, not 3');
    await expect(here.changeProject((project) => ({ ...project, round: 2 }))).rejects.toThrow('Git could not merge');
    await here.keepBoth();
    expect((await study(ben)).problems).toEqual([]);
  });

  it('that each imported another pack, with criteria of one id, are read, and each verdict keeps its text', async () => {
    const { ana, ben, meet } = await clones();
    const packed = (folder: string, id: string, text: string): Promise<void> =>
      edit(folder, 'x', (rubrics, editing) =>
        addPacks(
          rubrics,
          [{ id, title: id, criteria: [{ id: 'brief', text, weight: 1 }] }],
          { titleOf: () => id },
          editing,
        ),
      );
    await packed(ana, 'style', 'Is it short?');
    await packed(ben, 'tone', 'Is it curt?');
    const made = await judgeBy(ana, 'ana', 'brief');
    expect(meet()).toBe(true);
    const here = await study(ben);
    expect(here.rubrics.rubrics.map((each) => versionInForce(each).criteria.map(({ id }) => id))).toEqual([
      ['brief'],
      ['brief-2'],
    ]);
    expect(await textJudgedBy(here, made, 'brief')).toBe('Is it short?');
    await edit(ben, 'ben', (rubrics, editing) => ({
      rubrics: addCriterion(rubrics, 'tone', { text: 'Is it dry?', weight: 1 }, editing).rubrics,
    }));
    expect(await asked(ben)).toEqual(['Is it curt?', 'Is it dry?', 'Is it short?']);
  });

  it('with a side that cannot be read go on with the other, which nothing is written over', async () => {
    const { ana, ben, meet } = await clones(withRubrics(base));
    for (const [folder, name] of [
      [ana, 'ana'],
      [ben, 'ben'],
    ] as const)
      await edit(folder, name, (rubrics, editing) => ({
        rubrics: addCriterion(rubrics, 'style', { text: `Does ${name} like it?`, weight: 1 }, editing).rubrics,
      }));
    expect(meet()).toBe(false);
    const file = join(ben, 'data.tiebreak.d', 'rubrics', 'style.json');
    const torn = readFileSync(file, 'utf8').replace('Does ana like it?"', 'Does ana like it?');
    writeFileSync(file, torn);
    await deskIn(ben, 'ben');
    expect(await asked(ben)).toEqual(['Does ben like it?', 'Is it clear?', 'Is it kind?']);
    const here = await study(ben);
    expect(here.problems).toMatchObject([
      { severity: 'error', message: expect.stringContaining('one side (theirs) cannot be read: ') as string },
    ]);
    await expect(here.keepBoth()).rejects.toThrow('cannot be read');
    expect(readFileSync(file, 'utf8')).toBe(torn);
    // Of what no side can be read, the desk opens with the rest; whoever writes rows is told.
    writeFileSync(file, '{ "version": 1,');
    await expect(study(ben)).rejects.toThrow(/style\.json:1: This is not JSON/);
    const tolerant = await Study.open(join(ben, 'data.tiebreak'), { isTolerant: true });
    expect([tolerant.rubrics.rubrics, tolerant.problems.map(({ file: of, line }) => [of, line])]).toEqual([
      [],
      [[file, 1]],
    ]);
    await expect(tolerant.changeRubrics((rubrics) => ({ ...rubrics, rubrics: [base] }))).rejects.toThrow(
      /style\.json:1: This is not JSON/,
    );
  });

  it('show git what both came from, where it is told to, so that what one took out is gone', async () => {
    const { ana, ben, meet } = await clones(withRubrics(base, rubric('tone', [[criterion('warm')]])));
    git(ben, 'config', 'merge.conflictStyle', 'diff3');
    withRubrics(base)(ana);
    withRubrics(
      { ...base, title: 'House style' },
      rubric('tone', [[criterion('warm')]]),
      rubric('taste', [[criterion('fine')]]),
    )(ben);
    expect(meet()).toBe(false);
    expect((await study(ben)).rubrics.rubrics.map(({ title }) => title)).toEqual(['House style', 'taste']);
  });
});
