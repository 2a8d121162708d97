import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { trlDpoText } from '../../../src/core/export/formats/pairs/trl';
import type { Manifest } from '../../../src/core/export/folder/manifest';
import { exportOptionsOf } from '../../../src/core/export/options';
import { type ExportOptions } from '../../../src/core/export/format';
import { droppedOf, type Tally } from '../../../src/core/export/rows/tally';
import { exportSummary } from '../../../src/core/export/summary';
import { previewExport, writeExport } from '../../../src/core/export/write';
import type { Annotation, Judgement } from '../../../src/core/model/annotation/annotation';
import type { Study } from '../../../src/core/study/study';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';
import { judge, studyOf } from '../made/study';

const words = ['red', 'green', 'blue', 'white'];
const item = (number: number, fields: object = {}): object => ({
  id: `q${number}`,
  prompt: `Question ${number}`,
  responses: words.map((word) => `${word} ${number}`),
  ...fields,
});
const ranking = (...tiers: readonly (readonly number[])[]): Judgement => ({
  ranking: { tiers: tiers.map((tier) => tier.map((place) => `r${place}`)) },
});

interface Told {
  readonly pairs: string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly dropped: Readonly<Record<string, number>>;
  readonly tally: Tally;
}

async function exported(study: Study, options: Omit<ExportOptions, 'format'> = {}): Promise<Told> {
  const { rows, tally } = await previewExport(study, { format: trlDpoText, ...options }, 10_000);
  const values = rows.map(({ json }) => JSON.parse(json) as Record<string, string>);
  const place = (text: string | undefined): string => String(words.indexOf(text?.split(' ')[0] ?? '') + 1);
  return {
    pairs: values.map(({ chosen, rejected }) => `${place(chosen)}>${place(rejected)}`),
    rows: values,
    dropped: Object.fromEntries(Object.entries(droppedOf(tally)).map(([key, { count }]) => [key, count])),
    tally,
  };
}

async function judged(
  judgements: readonly (readonly [item: number, judgement: Judgement, changes?: Partial<Annotation>])[],
  records: readonly unknown[] = [item(0), item(1)],
): Promise<Study> {
  const study = await studyOf(temporaryFolder(), records);
  for (const [number, judgement, changes] of judgements) await judge(study, number, judgement, changes);
  return study;
}

describe('the pairs of a ranking that are written', () => {
  it.each<[Exclude<ExportOptions['pairs'], undefined>, string[], number]>([
    ['all', ['1>3', '1>2', '1>4', '3>4', '2>4'], 0],
    ['neighbours', ['1>3', '1>2', '3>4', '2>4'], 1],
    ['best-rest', ['1>3', '1>2', '1>4'], 2],
    ['best-worst', ['1>4'], 4],
  ])('%s', async (pairs, expected, left) => {
    const study = await judged([[0, ranking([1], [3, 2], [4])]]);
    const told = await exported(study, { pairs });
    expect(told.pairs).toEqual(expected);
    expect(told.dropped).toEqual({ tie: 1, ...(left > 0 && { 'not-chosen': left }) });
    await study.close();
  });

  it('lie across the acceptability line where that is asked for', async () => {
    const study = await judged([
      [0, { ...ranking([1], [2], [3], [4]), acceptable: { r1: true, r2: true, r3: false, r4: false } }],
      [1, ranking([1], [2])],
    ]);
    expect((await exported(study, { pairs: 'acceptable' })).pairs).toEqual(['1>3', '1>4', '2>3', '2>4']);
    await study.close();
  });

  it('of comparisons go by what was compared, which need make no order', async () => {
    const study = await judged([
      [
        0,
        {
          comparisons: [
            ['r1', 'r2'],
            ['r2', 'r3'],
            ['r1', 'r3'],
            ['r4', 'r1'],
            ['r3', 'r4'],
          ].map(([a = '', b = '']) => ({ a, b, outcome: 'a' })),
        },
      ],
    ]);
    expect((await exported(study, { pairs: 'best-rest' })).pairs).toEqual([]);
    expect((await exported(study, { pairs: 'neighbours' })).pairs).toEqual(['1>2', '2>3', '4>1', '3>4']);
    await study.close();
  });

  it('share a weight of one', async () => {
    const study = await judged([
      [0, ranking([1], [2], [3], [4])],
      [1, ranking([2], [1], [3])],
    ]);
    const { rows } = await exported(study, { weight: 'list', pairs: 'neighbours' });
    expect(rows.map(({ weight }) => weight)).toEqual([0.333333, 0.333333, 0.333333, 0.333333, 0.333333, 0.333333]);
    await study.close();
  });
});

describe('a margin', () => {
  it('is the places between the two', async () => {
    const study = await judged([[0, ranking([1], [2])]]);
    const { rows } = await exported(study, { margin: 'rank-gap' });
    expect(rows.map(({ margin }) => margin)).toEqual([1, 2, 2, 1, 1]);
    await study.close();
  });

  it('is the strength, and a pair without one is left out, so that no row lacks it', async () => {
    const study = await judged([
      [
        0,
        {
          comparisons: [
            { a: 'r1', b: 'r2', outcome: 'b', strength: 3 },
            { a: 'r3', b: 'r4', outcome: 'a' },
          ],
        },
      ],
      [1, ranking([1])],
    ]);
    const { pairs, rows, dropped } = await exported(study, { margin: 'strength' });
    expect([pairs, rows[0]?.margin]).toEqual([['2>1'], 3]);
    expect(dropped).toMatchObject({ 'no-margin': 4 });
    await study.close();
  });

  it('is the difference of ratings: overall where that was rated, else the mean of what both have, and never against the preference', async () => {
    const rating = (
      response: string,
      aspect: string,
      value: number | null,
    ): { response: string; aspect: string; value: number | null } => ({ response, aspect, value });
    const study = await judged([
      [
        0,
        {
          ...ranking([1], [2]),
          ratings: [
            rating('r1', 'Overall', 5),
            rating('r2', 'Overall', 3),
            rating('r1', 'help', 1),
            rating('r2', 'help', 9),
            rating('r3', 'Overall', 9),
          ],
        },
      ],
      [
        1,
        {
          ...ranking([1], [2]),
          ratings: [
            rating('r1', 'help', 4),
            rating('r2', 'help', 3),
            rating('r1', 'tone', 5),
            rating('r2', 'tone', null),
          ],
        },
      ],
    ]);
    const { rows, dropped } = await exported(study, { margin: 'rating' });
    expect(rows.map(({ chosen, rejected, margin }) => [chosen, rejected, margin])).toEqual([
      ['red 0', 'green 0', 2],
      ['red 1', 'green 1', 1],
    ]);
    expect(dropped).toMatchObject({ 'against-margin': 2, 'no-margin': 6 });
    await study.close();
  });

  it('is the balance of the votes of all annotators', async () => {
    const study = await judged([
      [0, ranking([1], [2])],
      [0, ranking([1], [2]), { annotator: 'ben' }],
      [0, ranking([2], [1]), { annotator: 'cy' }],
    ]);
    const { rows, dropped } = await exported(study, { margin: 'votes' });
    expect(
      rows.filter(({ chosen, rejected }) => chosen === 'red 0' && rejected === 'green 0').map(({ margin }) => margin),
    ).toEqual([0.333333, 0.333333]);
    expect(dropped).toMatchObject({ 'against-margin': 1 });
    await study.close();
  });
});

describe('several annotators', () => {
  const three = async (): Promise<Study> =>
    judged([
      [0, ranking([1], [2])],
      [0, ranking([1], [2]), { annotator: 'ben', group: 'experts' }],
      [0, ranking([2], [1]), { annotator: 'cy' }],
      [1, ranking([3], [4]), { annotator: 'cy' }],
    ]);

  it('have their own pairs, with the share of the votes where that is asked for', async () => {
    const study = await three();
    const { rows } = await exported(study, { softLabel: true });
    expect(
      rows
        .filter(
          ({ chosen, rejected }) => /(red|green) 0/.test(String(chosen)) && /(red|green) 0/.test(String(rejected)),
        )
        .map(({ chosen, soft_label: share }) => [chosen, share]),
    ).toEqual([
      ['red 0', 0.666667],
      ['red 0', 0.666667],
      ['green 0', 0.333333],
    ]);
    await study.close();
  });

  it.each(['majority', 'borda', 'bradley-terry', 'plackett-luce', 'ranked-pairs', 'dawid-skene'] as const)(
    'have one preference by the rule %s, which rests on all of them',
    async (aggregate) => {
      const study = await three();
      const { rows, tally } = await previewExport(
        study,
        { format: trlDpoText, aggregate, softLabel: true, margin: 'votes' },
        100,
      );
      const first = rows.filter(({ provenance }) => provenance.item === 'q0');
      expect(first[0]?.provenance).toMatchObject({ chosen: 'r1', rejected: 'r2', annotators: ['ana', 'ben', 'cy'] });
      expect(first[0]?.provenance.annotations).toHaveLength(3);
      if (aggregate !== 'dawid-skene')
        expect(JSON.parse(first[0]?.json ?? '')).toMatchObject({ soft_label: 0.666667, margin: 0.333333 });
      // The other item was judged by one of them alone.
      expect(tally.aggregated.items).toBe(1);
      await study.close();
    },
  );

  it('are a minimum that is asked for, and must agree', async () => {
    const study = await three();
    expect(new Set((await exported(study, { minAnnotators: 2 })).rows.map(({ prompt }) => prompt))).toEqual(
      new Set(['Question 0']),
    );
    expect((await exported(study, { minAnnotators: 2 })).dropped).toMatchObject({ 'too-few': 1 });
    // 13 of the 15 strict votes on the first item are with the majority of their pair.
    expect((await exported(study, { minAgreement: 0.86 })).dropped).not.toHaveProperty('no-agreement');
    expect((await exported(study, { minAgreement: 0.95 })).dropped).toMatchObject({ 'no-agreement': 3 });
    await study.close();
  });

  it('are told by pseudonyms, the same for the same salt only', async () => {
    const study = await three();
    const names = async (pseudonyms: string): Promise<string[]> =>
      [...(await exported(study, { pseudonyms })).tally.annotators].sort();
    expect(await names('one')).toEqual(await names('one'));
    expect(await names('one')).not.toEqual(await names('two'));
    expect((await names('one')).every((name) => /^annotator-[0-9a-f]{12}$/.test(name))).toBe(true);
    const { rows } = await previewExport(study, { format: trlDpoText, pseudonyms: 'one' }, 100);
    expect(JSON.stringify(rows)).not.toMatch(/"(ana|ben|cy)"/);
    await study.close();
  });
});

describe('filters', () => {
  it.each<[string, Omit<ExportOptions, 'format'>, string[], Record<string, number>]>([
    ['by group', { groups: ['experts'] }, ['q1'], { 'other-group': 2 }],
    ['by origin', { origins: ['imported'] }, ['q2'], { 'other-origin': 2 }],
    ['by round', { rounds: [2] }, ['q1'], { 'other-round': 2 }],
    ['by a flag that must not be', { withoutFlags: ['unsafe'] }, ['q1', 'q2'], { flagged: 1 }],
    ['by a flag that must be', { withFlags: ['unsafe'] }, ['q0'], { 'not-flagged': 2 }],
    ['by confidence', { minConfidence: 0.8 }, ['q1'], { 'less-sure': 1, 'no-confidence': 1 }],
    ['by guidelines', { guidelines: ['v1'] }, [], { 'other-guidelines': 3 }],
    ['by rubric version', { rubrics: { tone: 2 } }, ['q2'], { 'other-rubric': 2 }],
    ['by language', { languages: ['de'] }, ['q0'], { 'other-language': 2 }],
    ['by metadata', { where: { domain: ['law', 'tax'] } }, ['q1', 'q2'], { 'other-metadata': 1 }],
  ])('%s', async (_, options, items, dropped) => {
    const study = await judged(
      [
        [0, { ...ranking([1]), flags: [{ flag: 'unsafe', response: 'r2' }], confidence: 0.2 }],
        [1, { ...ranking([1]), confidence: 0.8 }, { group: 'experts', round: 2 }],
        [2, ranking([1]), { origin: { kind: 'imported', from: 'x' }, rubrics: [{ id: 'tone', version: 2 }] }],
      ],
      [item(0, { language: 'de', domain: 'code' }), item(1, { domain: 'law' }), item(2, { domain: 'tax' })],
    );
    const { rows, tally } = await previewExport(study, { format: trlDpoText, ...options }, 100);
    expect([...new Set(rows.map(({ provenance }) => provenance.item))]).toEqual(items);
    expect(tally.dropped).toMatchObject(dropped);
    await study.close();
  });

  it('by strength', async () => {
    const study = await judged([
      [
        0,
        {
          comparisons: [
            { a: 'r1', b: 'r2', outcome: 'a', strength: 1 },
            { a: 'r1', b: 'r3', outcome: 'a', strength: 2 },
            { a: 'r1', b: 'r4', outcome: 'a' },
          ],
        },
      ],
    ]);
    expect(await exported(study, { minStrength: 2 })).toMatchObject({ pairs: ['1>3'], dropped: { 'too-weak': 2 } });
    await study.close();
  });

  it('of responses that are nearly the same, or of very different length', async () => {
    const long = 'one two three four five six seven eight nine ten eleven twelve';
    const study = await judged(
      [[0, ranking([1], [2], [3])]],
      [{ id: 'q', prompt: 'Hi', responses: [long, `${long} thirteen`, 'short'] }],
    );
    expect((await exported(study, { maxSimilarity: 0.8 })).dropped).toMatchObject({ alike: 1 });
    expect((await exported(study, { maxLengthRatio: 3 })).dropped).toMatchObject({ 'length-differs': 2 });
    await study.close();
  });

  it('of prompts that are nearly the same as an earlier one; the same prompt with other responses stays', async () => {
    const prompt =
      'Please tell me in a few words how the moon came to be where it is and why it looks so large near the horizon';
    const study = await judged(
      [
        [0, ranking([1])],
        [1, ranking([1])],
        [2, ranking([1])],
        [3, ranking([1])],
      ],
      [
        item(0, { prompt }),
        item(1, { prompt: `${prompt}?` }),
        item(2, { prompt: 'Something else entirely, about bread' }),
        item(3, { prompt }),
      ],
    );
    const { rows, tally } = await previewExport(study, { format: trlDpoText, nearDuplicates: 0.8 }, 100);
    expect([...new Set(rows.map(({ provenance }) => provenance.item))]).toEqual(['q0', 'q2', 'q3']);
    expect(tally.dropped['near-duplicate']).toBe(1);
    await study.close();
  });

  it('of exact copies of a record, with its id, with another one or with the responses in another order: only the first that was judged is written, and the rest is counted', async () => {
    const withoutId = item(1, { id: undefined });
    const records = [
      item(0),
      item(0, { id: 'copy' }),
      item(0, { id: 'turned', responses: words.map((word) => `${word} 0`).reverse() }),
      withoutId,
      withoutId,
      item(2),
      item(2, { responses: ['something', 'else'] }),
    ];
    const study = await judged(
      records.map((_, n) => [n, n === 6 ? { ranking: { tiers: [['r1'], ['r2']] } } : ranking([1])]),
      records,
    );
    const { rows, tally } = await previewExport(study, { format: trlDpoText, nearDuplicates: 0.8 }, 100);
    const items = rows.map(({ provenance }) => provenance.item);
    expect(items.map((each) => (/^(q\d|copy|turned)$/.test(each) ? each : 'without'))).toEqual([
      ...Array<string>(3).fill('q0'),
      ...Array<string>(3).fill('without'),
      ...Array<string>(4).fill('q2'),
    ]);
    expect(tally.dropped['near-duplicate']).toBe(3);
    await study.close();
  });

  it('of prompts that are nearly the same, and of exact copies, never for one that gives no row', async () => {
    const prompt =
      'Please tell me in a few words how the moon came to be where it is and why it looks so large near the horizon';
    const allTied = ranking([1, 2, 3, 4]);
    const study = await judged(
      [
        [0, allTied],
        [1, ranking([1])],
        [2, ranking([1])],
        [3, allTied],
        [4, ranking([1])],
        [5, ranking([1])],
      ],
      [
        item(0, { prompt }),
        item(1, { prompt: `${prompt}?` }),
        item(2, { prompt: `${prompt} indeed?` }),
        item(3),
        item(3, { id: 'copy' }),
        item(3, { id: 'again' }),
      ],
    );
    const { rows, tally } = await previewExport(study, { format: trlDpoText, nearDuplicates: 0.8 }, 100);
    expect([...new Set(rows.map(({ provenance }) => provenance.item))]).toEqual(['q1', 'copy']);
    expect(tally.dropped).toMatchObject({ 'near-duplicate': 2, tie: 12 });
    await study.close();
  });

  it('of prompts that are alike go by what is exported: none is like another through one that is left out', async () => {
    const text = Array.from({ length: 40 }, (_, n) => `word${n}`);
    const [first, between, last] = [text.slice(0, 36), text.slice(2, 38), text.slice(4)].map((each) => each.join(' '));
    const study = await judged(
      [
        [0, ranking([1])],
        [1, ranking([1]), { round: 2 }],
        [2, ranking([1])],
      ],
      [item(0, { prompt: first }), item(1, { prompt: between }), item(2, { prompt: last })],
    );
    const itemsOf = async (options: Omit<ExportOptions, 'format'>): Promise<unknown[]> => [
      ...new Set(
        (await previewExport(study, { format: trlDpoText, nearDuplicates: 0.88, ...options }, 100)).rows.map(
          ({ provenance }) => provenance.item,
        ),
      ),
    ];
    expect(await itemsOf({})).toEqual(['q0']);
    expect(await itemsOf({ rounds: [1] })).toEqual(['q0', 'q2']);
    await study.close();
  });

  it('of prompts that a benchmark asks', async () => {
    const folder = temporaryFolder();
    const asked = 'A train leaves the station at nine and travels at sixty kilometres an hour, when does it arrive?';
    writeFileSync(join(folder, 'benchmark.jsonl'), jsonl([{ question: asked }]));
    const study = await judged(
      [
        [0, ranking([1])],
        [1, ranking([1])],
      ],
      [item(0, { prompt: `Solve this. ${asked} Think step by step.` }), item(1)],
    );
    const { rows, tally } = await previewExport(
      study,
      { format: trlDpoText, contamination: { files: [join(folder, 'benchmark.jsonl')] } },
      100,
    );
    expect([...new Set(rows.map(({ provenance }) => provenance.item))]).toEqual(['q1']);
    expect(tally.dropped.contaminated).toBe(1);
    await study.close();
  });

  it('of prompts that a benchmark asks, by runs as long as is asked for; the manifest tells which file asks them, and where', async () => {
    const folder = temporaryFolder();
    const asked = 'A train leaves the station at nine and travels at sixty kilometres an hour, when does it arrive?';
    writeFileSync(
      join(folder, 'a.jsonl'),
      jsonl([{ question: 'What is the height of the tallest tree in the world?' }, { question: asked }]),
    );
    writeFileSync(join(folder, 'b.txt'), 'Why is the sky blue at noon and red in the evening?\n');
    const records = [
      item(0, { prompt: `Solve this. ${asked}` }),
      item(1),
      item(2, { prompt: 'A train leaves the station at nine. Why?' }),
    ];
    const study = await judged(
      [
        [0, ranking([1])],
        [1, ranking([1])],
        [2, ranking([1])],
      ],
      records,
    );
    const files = [relative(dirname(study.file), join(folder, 'a.jsonl')), join(folder, 'b.txt')];
    const exportWith = async (contamination: object): Promise<Manifest> => {
      const { manifest, tally } = await writeExport(
        study,
        { format: trlDpoText, contamination: { files, ...contamination } },
        join(temporaryFolder(), 'out'),
      );
      expect(
        exportSummary(tally, ['train.jsonl']).find(
          (line) => line.includes('overlaps with') && line.includes('of the items'),
        ),
      ).toContain(`overlaps with ${tally.dropped.contaminated ?? 0} of the items, for example at ${files[0]}:2 ("q0"`);
      return JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
    };
    const first = { item: 'q0', at: `${files[0]}:2`, share: 1 };
    expect((await exportWith({})).overlaps).toEqual({
      rule: { gram: 8, above: 0.5 },
      files: [
        { file: files[0], items: 1, first: [first] },
        { file: files[1], items: 0, first: [] },
      ],
    });
    const short = await exportWith({ gram: 6, share: 0 });
    expect(short.overlaps?.files[0]).toEqual({
      file: files[0],
      items: 2,
      first: [first, { item: 'q2', at: `${files[0]}:2`, share: expect.closeTo(7 / 18, 5) as number }],
    });
    expect([short.dropped.contaminated?.count, short.options.contamination]).toEqual([2, { files, share: 0, gram: 6 }]);
    await study.close();
  });
});

describe('the sidecar and the card', () => {
  it('tell how often labels are likely wrong, how annotators agree, and where the rule matters', async () => {
    const study = await judged([
      [0, ranking([1], [2])],
      [0, ranking([2], [1]), { annotator: 'ben' }],
      [1, ranking([1]), {}],
      [1, ranking([2], [1]), { repeat: 1 }],
    ]);
    const out = join(temporaryFolder(), 'out');
    const { manifest } = await writeExport(
      study,
      { format: trlDpoText, aggregate: 'borda', pseudonyms: 'pepper' },
      out,
    );
    const told = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, object>;
    // Of the five pairs that both have a preference on, one is the other way round; of the three that came again, one.
    expect(told).toMatchObject({
      aggregated: { rule: 'borda', items: 1 },
      noise: {
        overlap: { overall: { pairs: 5, flipped: 1, items: 1 } },
        repeats: { overall: { pairs: 3, flipped: 1, items: 1 } },
      },
    });
    expect(JSON.stringify(told)).not.toMatch(/ana"|"ben"/);
    const card = readFileSync(join(out, 'README.md'), 'utf8');
    expect(card).toContain('Too few items were judged to say.');
    await study.close();
  });

  it('mark a variant for label noise as one', async () => {
    const study = await judged([
      [0, ranking([1], [2])],
      [0, ranking([2], [1]), { annotator: 'ben' }],
      [0, ranking([2], [1]), { annotator: 'cy' }],
    ]);
    const out = join(temporaryFolder(), 'out');
    const { manifest } = await writeExport(study, { format: trlDpoText, noise: 'flip' }, out);
    expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({
      options: { noise: 'flip' },
      notes: { 'turned-round': { count: 1 } },
    });
    expect(readFileSync(join(out, 'README.md'), 'utf8')).toContain('This is a variant for label noise');
    await study.close();
  });
});

describe('splits', () => {
  it('are three, share out prompts and not rows, and give each value of a field its part', async () => {
    const records = [...Array(40).keys()].map((number) => item(number, { domain: number % 4 === 0 ? 'law' : 'code' }));
    const study = await judged(
      records.map((_, number) => [number, ranking([1])]),
      records,
    );
    const { rows } = await previewExport(
      study,
      { format: trlDpoText, split: { train: 0.5, validation: 0.25, test: 0.25 }, stratify: 'domain', seed: 3 },
      1000,
    );
    const items = (split: string): number[] => [
      ...new Set(rows.filter((row) => row.split === split).map(({ provenance }) => Number(provenance.item.slice(1)))),
    ];
    expect([items('train').length, items('validation').length, items('test').length]).toEqual([20, 10, 10]);
    for (const [split, law] of [
      ['train', 5],
      ['validation', 2.5],
      ['test', 2.5],
    ] as const)
      expect(Math.abs(items(split).filter((number) => number % 4 === 0).length - law)).toBeLessThan(1);
    await study.close();
  });
});

describe('shares of a stratified split are of what is exported', () => {
  const filters: readonly (readonly [
    string,
    Omit<ExportOptions, 'format'>,
    Partial<Annotation>,
    Partial<Judgement>,
  ])[] = [
    ['round', { rounds: [1] }, { round: 2 }, {}],
    ['group', { groups: ['experts'] }, {}, {}],
    ['flag', { withoutFlags: ['unsafe'] }, {}, { flags: [{ flag: 'unsafe' }] }],
    ['confidence', { minConfidence: 0.5 }, {}, { confidence: 0.1 }],
    ['replay', {}, { hash: 'of-other-texts' }, {}],
    ['number of annotators', { minAnnotators: 2 }, {}, {}],
  ];
  it.each(filters)('whatever leaves the rest out: %s', async (_, options, changes, others) => {
    // Of each domain forty items, of which one in four is exported.
    const records = [...Array(80).keys()].map((number) => item(number, { domain: number < 40 ? 'law' : 'code' }));
    const isExported = (number: number): boolean => number % 4 === 0;
    const study = await studyOf(temporaryFolder(), records);
    for (const [number] of records.entries()) {
      if (isExported(number)) {
        await judge(study, number, { ...ranking([1]), confidence: 1 }, { group: 'experts' });
        await judge(study, number, { ...ranking([1]), confidence: 1 }, { group: 'experts', annotator: 'ben' });
      } else await judge(study, number, { ...ranking([1]), confidence: 1, ...others }, changes);
    }
    const { rows } = await previewExport(
      study,
      { format: trlDpoText, split: { train: 0.8, test: 0.2 }, stratify: 'domain', ...options },
      10_000,
    );
    const items = (split: string): number[] => [
      ...new Set(rows.filter((row) => row.split === split).map(({ provenance }) => Number(provenance.item.slice(1)))),
    ];
    for (const [split, count] of [
      ['train', 8],
      ['test', 2],
    ] as const) {
      expect(items(split).every(isExported)).toBe(true);
      expect([
        items(split).filter((number) => number < 40).length,
        items(split).filter((number) => number >= 40).length,
      ]).toEqual([count, count]);
    }
    await study.close();
  });
});

it('shares of a stratified split are of the prompts that stay of those that are nearly the same', async () => {
  const words = (number: number): string => Array.from({ length: 30 }, (_, n) => `word${number}x${n}`).join(' ');
  // Every other prompt of law comes three times.
  const records = [...Array(20).keys()].flatMap((number) =>
    ['', '?', ' please'].slice(0, number < 10 && number % 2 === 0 ? 3 : 1).map((end, copy) =>
      item(number, {
        id: `q${number}.${copy}`,
        prompt: `${words(number)}${end}`,
        domain: number < 10 ? 'law' : 'code',
      }),
    ),
  );
  const study = await judged(
    records.map((_, n) => [n, ranking([1])]),
    records,
  );
  const { rows, tally } = await previewExport(
    study,
    { format: trlDpoText, split: { train: 0.8, test: 0.2 }, stratify: 'domain', nearDuplicates: 0.8 },
    10_000,
  );
  const items = (split: string): number[] => [
    ...new Set(
      rows.filter((row) => row.split === split).map(({ provenance }) => Number.parseInt(provenance.item.slice(1), 10)),
    ),
  ];
  expect(tally.dropped['near-duplicate']).toBe(10);
  for (const [split, count] of [
    ['train', 8],
    ['test', 2],
  ] as const)
    expect([
      items(split).filter((number) => number < 10).length,
      items(split).filter((number) => number >= 10).length,
    ]).toEqual([count, count]);
  await study.close();
});

describe('variants for label noise', () => {
  const noisy = async (): Promise<Study> =>
    judged([
      [0, ranking([1], [2])],
      [0, ranking([1], [2]), { annotator: 'ben' }],
      [0, ranking([2], [1]), { annotator: 'cy' }],
    ]);
  const ofTwo = ({ pairs }: Told): string[] => pairs.filter((pair) => pair === '1>2' || pair === '2>1');

  it('leave out or turn round what most say is the other way round, and say so', async () => {
    const study = await noisy();
    expect(ofTwo(await exported(study))).toEqual(['1>2', '1>2', '2>1']);
    const filtered = await exported(study, { noise: 'filter' });
    expect(ofTwo(filtered)).toEqual(['1>2', '1>2']);
    expect(filtered.dropped).toMatchObject({ 'likely-wrong': 1 });
    const flipped = await exported(study, { noise: 'flip' });
    expect(ofTwo(flipped)).toEqual(['1>2', '1>2', '1>2']);
    expect(flipped.tally.notes['turned-round']).toBe(1);
    await study.close();
  });

  it('soften labels by the noise of the overlap', async () => {
    const study = await noisy();
    const { rows, tally } = await exported(study, { noise: 'smooth' });
    const epsilon = tally.noise?.overlap.overall?.epsilon ?? 0;
    // Of 13 pairs that two annotators both have a preference on, 2 are the other way round.
    const odds = epsilon / (1 - epsilon);
    expect(epsilon).toBeGreaterThan(0);
    expect(rows[0]?.soft_label).toBeCloseTo(1 / (1 + odds), 5);
    await study.close();
  });

  it.each(['openai-preference', 'llama-factory', 'ms-swift', 'nemo-rl', 'halos'])(
    'cannot be softened for %s, whose trainers read no soft labels',
    (format) => {
      expect(() => exportOptionsOf({ format, noise: 'smooth' })).toThrow(`The format ${format} has no soft labels`);
      expect(exportOptionsOf({ format, noise: 'filter' }).noise).toBe('filter');
    },
  );

  it('cannot be softened where nothing was judged twice', async () => {
    const study = await judged([[0, ranking([1], [2])]]);
    await expect(exported(study, { noise: 'smooth' })).rejects.toThrow('No item was judged twice');
    await study.close();
  });
});
