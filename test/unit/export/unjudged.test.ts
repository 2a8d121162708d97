import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { exportFormatNamed } from '../../../src/core/export';
import { exportOptionsOf } from '../../../src/core/export/options';
import { type ExportOptions } from '../../../src/core/export/format';
import { writeExport } from '../../../src/core/export/write';
import { exportSummary } from '../../../src/core/export/summary';
import { previewCounts } from '../../../src/host/export/formatChoices';
import type { Recipe } from '../../../src/core/model/study/recipe';
import type { Study } from '../../../src/core/study/study';
import { temporaryFolder } from '../made/temporaryFolder';
import { criterion, rubric } from '../made/rubrics';
import { judge, opened } from '../made/study';
import { exported, judgedStudy, type Value } from './formats/studyFixtures';

/** Rows of rubrics where all items are asked for, judged or not. */

const records = ['q0', 'q1', 'q2', 'q3', 'q4', 'q5'].map((id, n) => ({
  id,
  prompt: `Question ${n}`,
  responses: ['Yes', 'No'],
  domain: n === 4 ? 'law' : 'tax',
}));
const criteria = [criterion('clear', { text: 'Is clear', weight: 2 })];
const general = rubric('general', [[criterion('clear', { text: 'Was clear' })], criteria]);
const ranked = { ranking: { tiers: [['r1'], ['r2']] } };

let study: Study | undefined;
const of = async (...given: Parameters<typeof judgedStudy>): Promise<Study> => (study = await judgedStudy(...given));
afterEach(() => study?.close());

const all = (name: string, options: Omit<Partial<ExportOptions>, 'format'> = {}): ReturnType<typeof exported> =>
  exported(study!, name, { items: 'all', ...options });
const itemsOf = (from: readonly Value[]): unknown[] => from.map(({ item }) => item);

describe('where all items are asked for', () => {
  it.each(['healthbench', 'open-instruct-rubric', 'verl', 'rar', 'grpo'])(
    '%s has a row of each in the order of the dataset, that of a judged one as without',
    async (name) => {
      await of(records, [general], []);
      await judge(study!, 2, ranked);
      const [judged, every] = [await exported(study!, name), await all(name)];
      expect(itemsOf(judged.from)).toEqual(['q2']);
      expect(itemsOf(every.from)).toEqual(['q0', 'q1', 'q2', 'q3', 'q4', 'q5']);
      expect([every.rows[2], every.from[2]]).toEqual([judged.rows[0], judged.from[0]]);
      expect(every.from[0]).toEqual({
        item: 'q0',
        annotations: [],
        annotators: [],
        rubrics: [{ id: 'general', version: 2 }],
      });
      expect(JSON.stringify(every.rows[0])).toContain('Is clear');
      expect(every.tally).toMatchObject({ annotations: 1, notes: { unjudged: 5 }, dropped: {} });
      expect(judged.tally.notes).toEqual({});
    },
  );

  it('items without criteria are counted, each once, and criteria that came with an item are enough', async () => {
    await of(records, [rubric('one', [criteria], { scope: { kind: 'item', item: 'q3' } })], []);
    const { from, tally } = await all('grpo');
    expect(itemsOf(from)).toEqual(['q3']);
    expect(tally.dropped).toEqual({ 'no-rubric': 5 });
    await study!.close();
    await of(
      [
        {
          id: 'p',
          domain: 'general',
          language: 'english',
          context: [{ role: 'user', content: 'Hi' }],
          response: 'Hello',
          principle: 'Greets back',
          fulfilment: 'Yes',
        },
      ],
      [],
      [],
    );
    const own = await all('grpo');
    expect(own.rows).toEqual([
      {
        prompt: [{ role: 'user', content: 'Hi' }],
        rubric: [{ title: 'Greets back', description: 'Greets back', weight: 1 }],
      },
    ]);
    expect(own.from).toEqual([{ item: 'p', annotations: [], annotators: [], rubrics: [] }]);
  });

  it('the version of a rubric that is asked for is written, though what was judged under another is not exported', async () => {
    await of(records.slice(0, 2), [general], [{ ...ranked, by: { rubrics: [{ id: 'general', version: 2 }] } }]);
    const { rows, from, tally } = await all('grpo', { rubrics: { general: 1 } });
    expect(rows.map(({ rubric: list }) => (list as { description: string }[])[0]?.description)).toEqual([
      'Was clear',
      'Was clear',
    ]);
    expect(from.map(({ annotations, rubrics }) => [annotations, rubrics])).toEqual([
      [[], [{ id: 'general', version: 1 }]],
      [[], [{ id: 'general', version: 1 }]],
    ]);
    expect(tally.dropped).toEqual({ 'other-rubric': 1 });
  });

  it('filters of judgements choose what rows rest on, and filters of items which there are', async () => {
    const written = { demonstrations: [{ turns: [{ role: 'assistant', content: 'By ben.' }] }] };
    await of(records, [general], [{ ...written, by: { annotator: 'ben' } }, ranked]);
    const { rows, from, tally } = await all('rar', { annotators: ['ana'], where: { domain: ['tax'] } });
    expect(itemsOf(from)).toEqual(['q0', 'q1', 'q2', 'q3', 'q5']);
    expect(rows[0]).toMatchObject({ reference_answer: '' });
    expect(from.map(({ annotators }) => annotators)).toEqual([[], ['ana'], [], [], []]);
    expect(tally).toMatchObject({
      annotations: 2,
      dropped: { 'other-annotator': 1, 'other-metadata': 1 },
      notes: { unjudged: 4 },
    });
    expect((await all('rar', { annotators: ['ben'] })).rows[0]).toMatchObject({ reference_answer: 'By ben.' });
  });

  it('what is told of it says how many of the rows nobody judged', async () => {
    await of(records, [general], []);
    const first = (await all('grpo')).tally;
    expect(exportSummary(first, ['train.jsonl'])[0]).toBe('6 rows from items without judgments in train.jsonl');
    expect(previewCounts({ tally: first, rows: [], files: [] }, exportFormatNamed('grpo')!, '')).toMatchObject({
      annotations: 0,
      unjudged: 6,
    });
    await judge(study!, 2, { ...ranked, flags: [{ flag: 'odd' }] });
    expect(exportSummary((await all('grpo')).tally, ['train.jsonl'])[0]).toBe(
      '6 rows, 5 of them without a judgment, from 1 annotation in train.jsonl',
    );
    expect(exportSummary((await all('grpo', { rounds: [9] })).tally, ['train.jsonl'])[0]).toBe(
      '6 rows from items without exported judgments (1 annotation) in train.jsonl',
    );
  });

  it('what was skipped, flagged as is not wanted, or is a control item stays out; what changed since it was judged is there', async () => {
    await of(
      records,
      [general],
      [
        { skip: { reason: 'Harmful' } },
        { ...ranked, flags: [{ flag: 'unsafe' }] },
        { ...ranked, by: { hash: 'of-other-texts' } },
        { skip: { reason: 'Harmful' }, by: { hash: 'of-other-texts' } },
      ],
    );
    await study!.changeProject((project) => ({
      ...project,
      plan: { ...project.plan, controls: { items: ['q5'], rate: 0.2 } },
    }));
    const { from, tally } = await all('grpo', { withoutFlags: ['unsafe'] });
    expect(itemsOf(from)).toEqual(['q2', 'q3', 'q4']);
    expect(tally.dropped).toEqual({ skipped: 2, flagged: 1, stale: 1, control: 1 });
    expect(itemsOf((await all('grpo', { controls: 'keep' })).from)).toEqual(['q1', 'q2', 'q3', 'q4', 'q5']);
  });

  it('an item that was judged under a context alone has a row without it, and one with it where that is exported', async () => {
    await of(records.slice(0, 1), [general], [{ ...ranked, by: { context: 'For children' } }]);
    expect((await all('grpo', { context: 'none' })).from).toMatchObject([{ annotations: [] }]);
    expect((await all('grpo')).from).toMatchObject([{ annotators: ['ana'], context: 'For children' }]);
  });

  it('records that repeat an item give one row, and near duplicates one', async () => {
    await of(
      [records[0]!, records[1]!, records[0]!, records[1]!, { ...records[0]!, id: 'again', responses: ['Yes', 'No'] }],
      [general],
      [],
    );
    await judge(study!, 1, ranked);
    expect(itemsOf((await all('grpo')).from)).toEqual(['q0', 'q1', 'again']);
    const { from, tally } = await all('grpo', { nearDuplicates: 0.9 });
    expect(itemsOf(from)).toEqual(['q0', 'q1']);
    expect(tally.dropped).toEqual({ 'near-duplicate': 1 });
  });

  it('an item far behind decides the form of no other prompt', async () => {
    const conversation = {
      id: 'talk',
      prompt: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hi!' },
        { role: 'user', content: 'And?' },
      ],
      responses: ['Yes', 'No'],
    };
    await of([...records, conversation], [general], [ranked]);
    expect((await exported(study!, 'rar')).rows[0]).toMatchObject({ question: 'Question 0' });
    expect((await all('rar')).rows[0]).toMatchObject({ question: 'Question 0' });
  });

  it('a study in which nobody judged is exported, its card and manifest say so, and it comes out the same again', async () => {
    await of(records, [general], []);
    const recipe: Recipe = { format: 'healthbench', items: 'all', split: { train: 0.5, test: 0.5 } };
    const [one, other] = [temporaryFolder(), temporaryFolder()];
    await writeExport(study!, exportOptionsOf(recipe), join(one, 'out'));
    const again = await opened(study!.file);
    await writeExport(again, exportOptionsOf(recipe), join(other, 'out'));
    await again.close();
    for (const file of ['train.jsonl', 'test.jsonl', '.tiebreak-manifest.json', '.tiebreak-rows.jsonl', 'README.md'])
      expect(readFileSync(join(other, 'out', file), 'utf8')).toBe(readFileSync(join(one, 'out', file), 'utf8'));
    expect(JSON.parse(readFileSync(join(one, 'out', '.tiebreak-manifest.json'), 'utf8'))).toMatchObject({
      annotations: 0,
      annotators: [],
      options: { items: 'all' },
      rubrics: [{ id: 'general', version: 2 }],
      notes: { unjudged: { count: 6 } },
    });
    const card = readFileSync(join(one, 'out', 'README.md'), 'utf8');
    expect(card).toContain('6 rows from items without judgments, written by Tiebreak.');
    expect(card).toContain(
      'Judged under, or used for items without judgments:\n\n- rubric General, version 2'.replace(
        'General',
        general.title,
      ),
    );
    expect(card).toContain(
      '- 6 rows: no judgment of the item is exported: the row has the active criteria of the item',
    );
    await expect(writeExport(study!, exportOptionsOf({ format: 'healthbench' }), join(one, 'other'))).rejects.toThrow(
      'no item has been judged yet. Judge some items, import labels, or turn on “--items all”.',
    );
    await expect(
      writeExport(study!, exportOptionsOf({ ...recipe, languages: ['xx'] }), join(one, 'other')),
    ).rejects.toThrow(
      'no item gives a row (6 × the language of the item is not selected (--languages): "xx" was not found; existing values: none (6))',
    );
  });
});
