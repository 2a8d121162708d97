import { describe, expect, it } from 'vitest';
import { exportFormatNamed } from '../../../src/core/export';
import { previewExport } from '../../../src/core/export/write';
import { importLabels } from '../../../src/core/import/importLabels';
import type { ImportResult } from '../../../src/core/import/importResult';
import { annotationSchema, type Annotation, type Judgement } from '../../../src/core/model/annotation/annotation';
import type { Study } from '../../../src/core/study/study';
import { fileOf } from '../made/formatRows';
import { jsonl, temporaryFile, temporaryFolder } from '../made/temporaryFolder';
import { rubric } from '../made/rubrics';
import { itemsOf, judge, studyOf } from '../made/study';

/**
 * Rows that say something of some of an item's responses, as of one or of two, taken over into the study whose items
 * have more of them.
 */

const texts = ['Rain.', 'So.', 'Because.', 'Sun.'];
const item = (id: string, prompt: string, of: readonly string[] = texts): object => ({
  id,
  prompt,
  responses: of.map((text, i) => ({ id: `${id}-${i}`, text })),
});
const two = [item('q', 'Why?'), item('p', 'When?')];

const fileWith = (rows: readonly unknown[]): string => temporaryFile('rows.jsonl', jsonl(rows));
async function taken(
  study: Study,
  rows: readonly unknown[],
): Promise<{ result: ImportResult; of: (id: string, annotator?: string) => Promise<Annotation> }> {
  const result = await importLabels(study, { annotator: 'peer', file: fileWith(rows) });
  return {
    result,
    of: async (id, annotator = 'peer') =>
      annotationSchema.parse(await study.journal.fetch(study.replay.current(annotator, id)!.ref)),
  };
}

const kto = (prompt: string, completion: string, label: boolean): object => ({ prompt, completion, label });

describe('rows of one response', () => {
  it('become one annotation of their item, wherever they stand in the file, and nothing is written twice', async () => {
    const study = await studyOf(temporaryFolder(), two);
    const rows = [
      kto('Why?', 'So.', true),
      kto('When?', 'Sun.', false),
      kto('Why?', 'Rain.', false),
      kto('Why?', 'So.', true),
      kto('When?', 'Rain.', true),
    ];
    const { result, of } = await taken(study, rows);
    expect(result).toMatchObject({
      labels: 5,
      written: 2,
      gathered: 4,
      repeated: 1,
      byTexts: 5,
      unknown: 0,
      ambiguous: 0,
      problems: [],
    });
    // In the study's order, whatever that of the file: it says nothing of where a response was shown.
    expect(await of('q')).toMatchObject({
      shown: ['q-0', 'q-1'],
      origin: { kind: 'imported', from: 'kto' },
      judgement: { acceptable: { 'q-1': true, 'q-0': false } },
    });
    expect((await of('p')).judgement).toEqual({ acceptable: { 'p-3': false, 'p-0': true } });
    expect(await importLabels(study, { annotator: 'peer', file: fileWith([...rows].reverse()) })).toMatchObject({
      written: 0,
      unchanged: 4,
      repeated: 1,
    });
    expect(await importLabels(study, { annotator: 'peer', file: fileWith([kto('Why?', 'So.', false)]) })).toMatchObject(
      { written: 1, unchanged: 0 },
    );
    await study.close();
  });

  it('that could be on any of several items are told and left out', async () => {
    const study = await studyOf(temporaryFolder(), [item('q', 'Why?'), item('twin', 'Why?', ['So.', 'Moon.'])]);
    const { result } = await taken(study, [
      kto('Why?', 'So.', true),
      kto('Why?', 'Moon.', true),
      kto('Why?', 'Stars.', true),
    ]);
    expect(result).toMatchObject({ labels: 3, written: 1, ambiguous: 1, unknown: 1 });
    expect(result.problems.map(({ line, message }) => [line, message])).toEqual([
      [1, 'The label was left out: several items of the study have this prompt and these responses: “q”, “twin”.'],
      [3, 'The label was left out: the items of the study with this prompt do not have these responses.'],
    ]);
    expect(study.replay.current('peer', 'q')).toBeUndefined();
    await study.close();
  });

  it('of which one says otherwise than another in the same name are told: the first stands', async () => {
    const study = await studyOf(temporaryFolder(), two);
    const { result, of } = await taken(study, [kto('Why?', 'So.', true), kto('Why?', 'So.', false)]);
    expect(result).toMatchObject({
      written: 1,
      contrary: 1,
      problems: [
        {
          line: 2,
          message: 'The label was left out: it contradicts an earlier row about item “q” by the same annotator.',
        },
      ],
    });
    expect((await of('q')).judgement).toEqual({ acceptable: { 'q-1': true } });
    await study.close();
  });

  it('never replace what was judged by hand', async () => {
    const study = await studyOf(temporaryFolder(), two);
    await judge(study, 0, { ranking: { tiers: [['q-0'], ['q-1']] } }, { annotator: 'peer' });
    const { result } = await taken(study, [kto('Why?', 'So.', true), kto('Why?', 'Rain.', false)]);
    expect(result).toMatchObject({ written: 0, judged: 2 });
    await study.close();
  });

  it('are under the context that item and row have in common, where it tells items apart', async () => {
    const study = await studyOf(temporaryFolder(), [
      { ...item('day', 'Why?'), context: 'By day.' },
      { ...item('night', 'Why?'), context: 'At night.' },
    ]);
    const row = { prompt: 'Why?', context: 'At night.', initial: 'So.', refined: 'So!', critique: 'Dull.' };
    const { result, of } = await taken(study, [
      row,
      { ...row, initial: 'Rain.', refined: 'Rain!' },
      { ...row, context: undefined },
    ]);
    expect(result).toMatchObject({ written: 1, ambiguous: 1 });
    expect((await of('night')).judgement.refinements).toEqual([
      { response: 'night-1', text: 'So!' },
      { response: 'night-0', text: 'Rain!' },
    ]);
    await study.close();
  });
});

it('pairs of a longer list become comparisons of one annotation, and an answer to imitate is on the item with its prompt', async () => {
  const study = await studyOf(temporaryFolder(), two);
  const pair = (chosen: string, rejected: string): object => ({ prompt: 'Why?', chosen, rejected });
  const { result, of } = await taken(study, [
    pair('So.', 'Rain.'),
    pair('Because.', 'Sun.'),
    pair('Rain.', 'So.'),
    { prompt: 'When?', chosen: 'Now.', rejected: 'Sun.' },
  ]);
  expect(result).toMatchObject({ labels: 4, written: 1, gathered: 2, contrary: 1, unknown: 1 });
  expect(await of('q')).toMatchObject({
    shown: ['q-0', 'q-1', 'q-2', 'q-3'],
    judgement: {
      comparisons: [
        { a: 'q-1', b: 'q-0', outcome: 'a' },
        { a: 'q-2', b: 'q-3', outcome: 'a' },
      ],
    },
  });
  const answered = await importLabels(study, {
    annotator: 'author',
    file: fileWith([{ prompt: 'When?', completion: 'Never.' }]),
  });
  expect(answered).toMatchObject({ written: 1, unknown: 0 });
  expect((await of('p', 'author')).judgement).toEqual({
    demonstrations: [{ turns: [{ role: 'assistant', content: 'Never.' }] }],
  });
  await study.close();
});

/** What of a judgement of four responses a format takes there and back. */
const levels = { 1: 'shallow', 2: 'thin', 3: 'fair', 4: 'good', 5: 'deep' };
const depth = { id: 'depth', text: 'How deep is it?', kind: 'scale', min: 1, max: 5, levels, weight: 1 } as const;
const brief = { id: 'brief', text: 'Is it brief?', weight: 1 };
const ids = [0, 1, 2, 3].map((i) => `q-${i}`);
const good = { acceptable: { 'q-0': true, 'q-1': false, 'q-2': true, 'q-3': false } };
const helpfulness = { ratings: ids.map((response, i) => ({ response, aspect: 'helpfulness', value: i })) };
const ranking = { ranking: { tiers: [['q-2'], ['q-0', 'q-3'], ['q-1']] } };
const comparisons = {
  comparisons: [
    ['q-2', 'q-0'],
    ['q-2', 'q-3'],
    ['q-2', 'q-1'],
    ['q-0', 'q-1'],
    ['q-3', 'q-1'],
  ].map(([a = '', b = '']) => ({ a, b, outcome: 'a' as const })),
};
const grades = {
  verdicts: ids.map((response, i) => ({ response, criterion: 'depth', value: i + 1, note: `Because ${i}.` })),
};
const answered = { verdicts: ids.map((response, i) => ({ response, criterion: 'brief', value: i > 1 })) };
const byCriteria = {
  comparisons: [
    ...[
      [3, 2],
      [3, 1],
      [3, 0],
      [2, 1],
      [2, 0],
      [1, 0],
    ].map(([a, b]) => ({ a: `q-${a}`, b: `q-${b}`, outcome: 'a' as const, criterion: 'depth' })),
    ...[
      [2, 0],
      [2, 1],
      [3, 0],
      [3, 1],
    ].map(([a, b]) => ({ a: `q-${a}`, b: `q-${b}`, outcome: 'a' as const, criterion: 'brief' })),
  ],
};
const edits = { refinements: ids.map((response, i) => ({ response, text: `Better ${i}.` })) };
const written = { critiques: ids.map((response, i) => ({ response, text: `Dull ${i}.` })) };

it.each<[string, Judgement, Judgement?]>([
  ...['trl-kto', 'trl-kto-text', 'llama-factory-kto', 'ms-swift-kto', 'nemo-aligner-kto', 'halos-kto'].map(
    (name): [string, Judgement] => [name, good],
  ),
  ...['armorm', 'nemo-aligner-regression'].map((name): [string, Judgement] => [name, helpfulness]),
  ...[
    'trl-dpo',
    'trl-dpo-text',
    'full-conversations',
    'openai-preference',
    'llama-factory',
    'ms-swift',
    'nemo-rl',
    'nemo-aligner-dpo',
    'halos',
    'trl-reward',
    'trl-reward-text',
    'nemo-aligner-rm',
  ].map((name): [string, Judgement, Judgement] => [name, ranking, comparisons]),
  ['judge-absolute', grades],
  ['feedback-collection', grades],
  ['helpsteer3-principle', answered],
  ['verdicts', { verdicts: [...grades.verdicts, ...answered.verdicts] }],
  ['principle-pairs', { verdicts: [...grades.verdicts, ...answered.verdicts] }, byCriteria],
  ['refinements', edits],
  ['helpsteer3-edit', edits],
  ['critique-sft', written],
  ['best-of-n', ranking, { demonstrations: [{ turns: [{ role: 'assistant', content: 'Because.' }] }] }],
])(
  'what %s says of each response comes back into the study as one annotation of the item',
  async (name, judgement, back = judgement) => {
    const study = await studyOf(temporaryFolder(), two);
    await study.changeProject((project) => ({
      ...project,
      task: { ...project.task, aspects: [{ name: 'helpfulness', min: 0, max: 4 }] },
    }));
    await study.changeRubrics(() => ({ version: 1, rubrics: [rubric('main', [[depth, brief]])] }));
    const { items } = await itemsOf(study);
    await judge(study, 0, judgement, { rubrics: [{ id: 'main', version: 1 }], shown: ids });
    const format = exportFormatNamed(name)!;
    const { rows } = await previewExport(study, { format }, Infinity);
    const file = temporaryFile(
      'train.jsonl',
      fileOf(
        format,
        rows.map(({ json }): unknown => JSON.parse(json)),
      ),
    );
    const result = await importLabels(study, { annotator: 'back', file });
    expect(result).toMatchObject({ written: 1, unknown: 0, ambiguous: 0, contrary: 0, repeated: 0, problems: [] });
    const [currentAnnotation] = [...study.replay.all()].filter(({ annotator }) => annotator.startsWith('back'));
    const annotation = annotationSchema.parse(await study.journal.fetch(currentAnnotation!.ref));
    expect(annotation).toMatchObject({ item: 'q', hash: items[0]!.hash });
    expect(sorted(annotation.judgement)).toEqual(sorted(back));
    expect(await importLabels(study, { annotator: 'back', file })).toMatchObject({ written: 0 });
    await study.close();
  },
);

/** Lists in one order, and the better of two first: those of a file's rows are its own. */
const sorted = ({ comparisons, ...judgement }: Judgement): object =>
  Object.fromEntries(
    Object.entries({
      ...judgement,
      ...(comparisons && {
        comparisons: comparisons.map(({ a, b, outcome, ...more }) =>
          outcome === 'b' ? { a: b, b: a, outcome: 'a', ...more } : { a, b, outcome, ...more },
        ),
      }),
    }).map(([key, value]) => [
      key,
      key !== 'demonstrations' && Array.isArray(value)
        ? value.map((each) => JSON.stringify(Object.entries(each as object).sort())).sort()
        : value,
    ]),
  );
