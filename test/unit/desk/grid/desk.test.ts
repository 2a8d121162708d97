import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Annotation } from '../../../../src/core/model/annotation/annotation';
import type { Criterion } from '../../../../src/core/model/rubric/criterion';
import type { JudgementAction } from '../../../../src/core/model/annotation/judgementAction';
import { rubricsSchema, type Rubrics } from '../../../../src/core/model/rubric/rubric';
import { annotationsIn, folderOf, windowIn, type DeskWindow } from '../../made/deskWindow';
import { criterion, library, rubric } from '../../made/rubrics';
import { storedRubrics, withoutLetters } from '../../../workbench/storedLibrary';

const apt = criterion('apt', { title: 'Apt', weight: 2 });
const depth = criterion('depth', { kind: 'scale' });

const rubricFile = (folder: string): string => join(folder, 'data.tiebreak.d', 'rubrics.json');
const rubricsIn = (folder: string): Rubrics => rubricsSchema.parse(storedRubrics(join(folder, 'data.tiebreak')));

async function deskOn(
  versions: readonly (readonly Criterion[])[],
  count = 2,
  more: object = {},
): Promise<{ readonly folder: string; readonly seen: DeskWindow }> {
  const folder = await folderOf(count, ({ task }) => ({ task: { ...task, winners: true, ...more } }));
  writeFileSync(rubricFile(folder), JSON.stringify(library(rubric('style', versions))));
  const seen = await windowIn(folder);
  await seen.desk.start();
  return { folder, seen };
}

/** Does all of these; a number is typed. */
async function press({ desk }: DeskWindow, ...keys: readonly (JudgementAction | number)[]): Promise<void> {
  for (const key of keys) await (typeof key === 'number' ? desk.type(key) : desk.judge(key));
}

const grid: JudgementAction = { do: 'grid' };
const noWinner: JudgementAction = { do: 'selectBy', by: 1 };
/** The cells of a whole grid of two criteria and three responses: A is apt and the others are not, all are as deep. */
const filled: readonly (JudgementAction | number)[] = [1, 0, 0, 1, 3, 3, 3, 0];

describe('verdicts at the desk', () => {
  it('are kept with the ranking in one annotation, and are there again in the next window', async () => {
    const { folder, seen } = await deskOn([[apt, depth]]);
    await seen.rank(1, 2, 3);
    await press(seen, grid, ...filled);
    await seen.desk.save();
    const [saved] = annotationsIn(folder);
    const [a, b, c] = saved!.shown;
    expect(saved?.judgement).toEqual({
      ranking: { tiers: [[a], [b], [c]] },
      verdicts: [
        ...[a, b, c].map((response) => ({ response, criterion: 'apt', value: response === a })),
        ...[a, b, c].map((response) => ({ response, criterion: 'depth', value: 3 })),
      ],
      winners: [
        { criterion: 'apt', responses: [a] },
        { criterion: 'depth', responses: [a, b, c] },
      ],
    });
    const again = await windowIn(folder);
    await again.desk.goTo(0);
    expect(again.item).toMatchObject({ status: 'saved', rubric: { left: 0, of: 8, cell: null } });
    expect(again.item.draft.verdicts.apt).toEqual([true, false, false].map((value) => ({ value, note: '' })));
  });

  it('are undone and done again cell by cell with the cell in hand, are a draft until they are saved, and come back as one when that is taken back', async () => {
    const { folder, seen } = await deskOn([[apt, depth]]);
    await press(seen, grid, 1, 0);
    await seen.desk.judge(grid);
    await seen.desk.undo();
    expect(seen.item).toMatchObject({
      rubric: { cell: { row: 0, column: 1 } },
      draft: { verdicts: { apt: [{ value: true }, null, null] } },
    });
    await seen.desk.redo();
    expect(seen.item.rubric).toMatchObject({ cell: { row: 0, column: 2 }, left: 6 });
    await seen.session.flush();
    const again = await windowIn(folder);
    await again.desk.goTo(0);
    expect(again.item).toMatchObject({ status: 'draft', rubric: { left: 6 } });
    for (let enter = 0; enter < 3; enter++) await again.desk.save();
    expect(again.notices.slice(-3).map(({ kind }) => kind)).toEqual([
      'confirm-no-ranking',
      'confirm-verdicts-left',
      'saved',
    ]);
    await again.desk.undo();
    expect(again.item).toMatchObject({ status: 'draft', rubric: { left: 6 } });
    await again.desk.redo();
    expect(
      annotationsIn(folder).flatMap((line) => ('judgement' in line ? [line.judgement.verdicts?.length] : [])),
    ).toEqual([2, 2]);
  });

  it('by criteria that are in force no more are said again, and notes are kept to the letter', async () => {
    const { folder, seen } = await deskOn([[apt, depth]]);
    await seen.rank(1, 2, 3);
    await press(seen, grid, ...filled);
    const { key } = seen.item;
    await seen.desk.setText(key, { kind: 'note', criterion: 'apt', index: 0 }, 'to the\npoint ');
    await seen.desk.save();
    writeFileSync(rubricFile(folder), JSON.stringify(library(rubric('style', [[apt, depth], [depth]]))));
    const again = await windowIn(folder);
    await again.desk.goTo(0);
    expect(Object.keys({ ...again.item.draft.verdicts, ...again.item.draft.winners })).toEqual(['depth']);
    await again.rank(2, 1, 3);
    const [before, after] = annotationsIn(folder) as [Annotation, Annotation];
    expect(after.rubrics).toEqual([{ id: 'style', version: 2 }]);
    expect(after.judgement).toEqual({
      ...before.judgement,
      ranking: { tiers: [[before.shown[1]], [before.shown[0]], [before.shown[2]]] },
    });
    expect(after.judgement.verdicts?.[0]?.note).toBe('to the\npoint ');
  });

  it('show what they come to only once the own judgement is there, and contradictions are asked about and may stand', async () => {
    const { folder, seen } = await deskOn([[apt, depth]]);
    await press(seen, grid, ...filled);
    expect(seen.item.rubric).not.toHaveProperty('scores');
    await seen.desk.judge(grid);
    for (const [index, value] of [3, 1, 2].entries()) await seen.desk.judge({ do: 'number', value, index });
    expect(seen.item.rubric?.scores).toMatchObject({
      tiers: [[0], [1, 2]],
      against: [
        { first: 1, second: 0 },
        { first: 2, second: 0 },
      ],
    });
    await seen.desk.save();
    expect(seen.notices.at(-1)).toMatchObject({ kind: 'confirm-against-verdicts' });
    await seen.desk.judge({ do: 'number', value: 3, index: 0 });
    await seen.desk.save();
    expect(annotationsIn(folder)[0]?.judgement.ranking).toBeDefined();
    expect(readFileSync(join(folder, 'data.tiebreak.d', 'annotations', 'ana.jsonl'), 'utf8')).not.toMatch(
      /score|against|tiers":\[\[0/,
    );
  });

  it('given to other words are asked about once more, and saved under them', async () => {
    const { folder, seen } = await deskOn([[apt, depth]]);
    await seen.rank(1, 2, 3);
    await press(seen, grid, ...filled);
    await seen.desk.save();
    writeFileSync(
      rubricFile(folder),
      JSON.stringify(
        library(
          rubric('style', [
            [apt, depth],
            [{ ...apt, text: 'Is it to the point?' }, depth],
          ]),
        ),
      ),
    );
    const again = await windowIn(folder);
    await again.desk.goTo(0);
    expect(again.item).toMatchObject({ status: 'saved', rubric: { changed: [0] } });
    await again.desk.save();
    expect(again.notices.at(-1)).toEqual({ kind: 'confirm-criteria-changed', names: ['Apt'] });
    await again.desk.save();
    expect(
      annotationsIn(folder).map(({ rubrics, judgement }) => [rubrics[0]?.version, judgement.verdicts?.length]),
    ).toEqual([
      [1, 6],
      [2, 6],
    ]);
  });

  it('that are missing are asked about once for an item, and of grids that nobody touches once until one is touched', async () => {
    const { seen } = await deskOn([[apt, depth]], 6);
    const asked = (): number => seen.notices.splice(0).filter(({ kind }) => kind === 'confirm-verdicts-left').length;
    await seen.rank(1, 2, 3);
    expect(asked()).toBe(1);
    // The order is changed, and the cells are as they were.
    await seen.rank(1, 1, 2);
    expect([asked(), seen.id]).toEqual([0, 'q1']);
    await seen.rank(1, 2, 3);
    expect([asked(), seen.id]).toEqual([0, 'q2']);
    await press(seen, grid, 1, 0);
    await seen.desk.judge(grid);
    await seen.rank(1, 2, 3);
    expect(asked()).toBe(1);
    // One more is filled: it looks like the next one was forgotten.
    await press(seen, grid, 0, grid);
    await seen.desk.save();
    expect(asked()).toBe(1);
    await seen.desk.save();
    expect([asked(), seen.id]).toEqual([0, 'q3']);
    await seen.rank(1, 2, 3);
    expect([asked(), seen.id]).toEqual([1, 'q3']);
  });

  it('are all there before anything is saved where the study wants that', async () => {
    const { folder, seen } = await deskOn([[apt, depth]], 2, { verdicts: 'all' });
    await press(seen, grid, 1);
    await seen.desk.judge(grid);
    await seen.rank(1, 2, 3);
    await seen.desk.save();
    expect(seen.notices.at(-1)).toEqual({ kind: 'verdicts-needed', left: 7, of: 8 });
    expect(seen.item).toMatchObject({ status: 'draft', rubric: { cell: { row: 0, column: 1 } } });
    await press(seen, 0, { do: 'notApplicable' }, 1, 3, 3, 3, 0);
    await seen.desk.save();
    expect(seen.id).toBe('q1');
    expect(annotationsIn(folder)).toHaveLength(1);
  });

  it('need a verdict before a note', async () => {
    const { seen } = await deskOn([[apt]]);
    await seen.desk.focus('note');
    await press(seen, grid);
    await seen.desk.focus('note');
    expect(seen.notices.filter(({ kind }) => kind === 'note-needs-verdict')).toHaveLength(2);
    await seen.desk.setText(seen.item.key, { kind: 'note', criterion: 'apt', index: 0 }, 'none');
    expect(seen.item.draft.verdicts).toEqual({});
  });
});

describe('criteria at the desk', () => {
  it('are sent once for all items that share them, without weights', async () => {
    const { seen } = await deskOn([[apt, depth]], 3);
    await press(seen, grid, ...filled);
    await seen.desk.step(1);
    expect(seen.criteriaSent).toHaveLength(1);
    expect(JSON.stringify(seen.criteriaSent)).not.toContain('weight');
    expect(seen.item.rubric?.list).toBe(seen.criteriaSent[0]?.key);
    await seen.desk.resend();
    expect(seen.criteriaSent).toHaveLength(2);
  });

  it('come with the examples of what meets them and what does not', async () => {
    const examples = [
      { text: 'It rains.', value: true, note: 'five letters' },
      { text: 'As to the weather, much could be said.', value: false },
    ];
    const { seen } = await deskOn([[{ ...apt, examples }, depth]]);
    expect(seen.criteriaSent[0]?.criteria.map((each) => each.examples)).toEqual([examples, undefined]);
    expect(seen.criteriaSent[0]?.rubrics).toEqual([]);
  });

  it('come with what their rubric says of how to judge by them', async () => {
    const folder = await folderOf(1, () => ({}));
    writeFileSync(
      rubricFile(folder),
      JSON.stringify(
        library(
          rubric('style', [[apt]]),
          rubric('truth', [[depth]], { title: 'Truth', description: 'Judge each answer by itself.' }),
        ),
      ),
    );
    const seen = await windowIn(folder);
    await seen.desk.start();
    expect(seen.criteriaSent[0]?.rubrics).toEqual([{ title: 'Truth', description: 'Judge each answer by itself.' }]);
    expect(seen.criteriaSent[0]?.criteria.map((each) => each.rubric)).toEqual([undefined, 0]);
  });

  it('for one item are written where it is judged, and are in hand there at once; a version in use is left as it is', async () => {
    const { folder, seen } = await deskOn([[apt]]);
    await seen.desk.judge(grid);
    await seen.desk.addCriterion({ text: 'Does it name the year?', weight: 1 }, seen.item.key);
    expect(seen.item.rubric).toMatchObject({ count: 2, cell: { row: 1, column: 0 } });
    expect(seen.criteriaSent.at(-1)?.criteria.map(({ text, own }) => [text, own])).toEqual([
      ['Is it apt?', false],
      ['Does it name the year?', true],
    ]);
    await press(seen, 1, noWinner);
    for (let enter = 0; enter < 3; enter++) await seen.desk.save();
    expect(seen.item.rubric).toMatchObject({ count: 1, cell: null });
    await seen.desk.goTo(0);
    await seen.desk.addCriterion({ text: 'Is it short?', weight: -1 }, seen.item.key);
    expect(
      rubricsIn(folder).rubrics.map(({ id, scope, versions }) => [
        withoutLetters(id),
        scope?.kind,
        versions.map(({ version, author, criteria }) => [
          version,
          author,
          criteria.map((each) => withoutLetters(each.id)),
        ]),
      ]),
    ).toEqual([
      ['style', undefined, [[1, undefined, ['apt']]]],
      [
        'question-0',
        'item',
        [
          [1, 'ana', ['does-it-name-the-year']],
          [2, 'ana', ['does-it-name-the-year', 'is-it-short']],
        ],
      ],
    ]);
  });

  it('for one item make a new version where a line of a journal that cannot be read may name the last one', async () => {
    const { folder, seen } = await deskOn([[apt]]);
    await seen.desk.addCriterion({ text: 'Does it name the year?', weight: 1 }, seen.item.key);
    mkdirSync(join(folder, 'data.tiebreak.d', 'annotations'), { recursive: true });
    writeFileSync(join(folder, 'data.tiebreak.d', 'annotations', 'ben.jsonl'), '{"v":1,"type":"annotation","rub\n');
    await seen.session.study.refresh();
    await seen.desk.addCriterion({ text: 'Is it short?', weight: 1 }, seen.item.key);
    expect(rubricsIn(folder).rubrics[1]?.versions.map(({ criteria }) => criteria.length)).toEqual([1, 2]);
  });

  it('leave the cell in hand where it is when others come before it', async () => {
    const { folder, seen } = await deskOn([[apt, depth]]);
    await press(seen, grid, { do: 'cell', criterion: 'depth', column: 1 });
    await seen.session.study.changeRubrics(() => library(rubric('style', [[criterion('new'), apt, depth]])));
    seen.session.changed();
    await press(seen, 4);
    expect(seen.item.rubric?.cell).toEqual({ row: 2, column: 2 });
    expect(seen.item.draft.verdicts).toEqual({ depth: [null, { value: 4, note: '' }, null] });
    expect(rubricsIn(folder).rubrics).toHaveLength(1);
  });
});
