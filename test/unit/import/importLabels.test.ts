import { describe, expect, it, vi } from 'vitest';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pairsOf } from '../../../src/core/export/derive/pairs';
import { critiquesIn } from '../../../src/core/desk/othersCritiques/critique';
import { importLabels } from '../../../src/core/import/importLabels';
import type { Annotation } from '../../../src/core/model/annotation/annotation';
import { createStudy } from '../../../src/core/study/create';
import { studyPaths } from '../../../src/core/study/studyPaths';
import { fixture } from '../made/fixtures';
import { handlePrototype } from '../made/fullDisk';
import { jsonl, temporaryFile, temporaryFolder } from '../made/temporaryFolder';
import { library, rubric } from '../made/rubrics';
import { parquetOf } from '../made/tables';
import { itemsOf, judge, opened, studyOf } from '../made/study';

const pair = (n: number): object => ({ prompt: `Question ${n}`, chosen: `good ${n}`, rejected: `bad ${n}` });
/** Annotations are written 10,000 at a time. */
const moreThanABatch = 10_001;
const now = (): Date => new Date('2026-11-21T08:00:00.000Z');

describe('importing the labels of the dataset', () => {
  it('makes one annotation of origin "imported" for each, and none the second time', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, [pair(1), pair(2), { prompt: 'broken', chosen: 5, rejected: 'x' }]);
    const first = await importLabels(study, { annotator: 'source', now });
    expect(first).toMatchObject({
      labels: 2,
      written: 2,
      unchanged: 0,
      repeated: 0,
      unknown: 0,
      problems: [{ line: 3 }],
    });
    const { items } = await itemsOf(study);
    expect(await study.journal.fetch(study.replay.current('source', items[0]!.id)!.ref)).toMatchObject({
      item: items[0]!.id,
      hash: items[0]!.hash,
      annotator: 'source',
      time: '2026-11-21T08:00:00.000Z',
      duration: null,
      origin: { kind: 'imported', from: 'dataset' },
      shown: ['chosen', 'rejected'],
      seed: null,
      judgement: { comparisons: [{ a: 'chosen', b: 'rejected', outcome: 'a' }] },
    });

    const journal = (): string => readFileSync(join(folder, 'data.tiebreak.d', 'annotations', 'source.jsonl'), 'utf8');
    const before = journal();
    expect(await importLabels(study, { annotator: 'source' })).toMatchObject({ labels: 2, written: 0, unchanged: 2 });
    const again = await opened(join(folder, 'data.tiebreak'));
    expect(await importLabels(again, { annotator: 'source' })).toMatchObject({ written: 0, unchanged: 2 });
    expect(journal()).toBe(before);
    expect(await importLabels(again, { annotator: 'another' })).toMatchObject({ written: 2 });
    await study.close();
    await again.close();
  });

  it('takes no label where only some of their values can be told: ties alone would say that all are tied', async () => {
    const of = (n: number, winner: string): object => ({
      question: `Question ${n}?`,
      answer_1: `This is one answer to ${n}.`,
      answer_2: `This is another answer to ${n}.`,
      winner,
    });
    const part = await studyOf(temporaryFolder(), [of(1, '1'), of(2, 'tie'), of(3, '2')]);
    const { written, problems } = await importLabels(part, { annotator: 'source' });
    expect([written, problems.map(({ message }) => message)]).toEqual([
      0,
      [
        expect.stringMatching(/No label was imported \(known: 1[;)]/),
        expect.stringMatching(
          /“winner” seems to say which response is better, but the meaning of its values is unknown: "1" \(1\), "2" \(1\)/,
        ),
      ],
    ]);
    await part.close();
    const whole = await studyOf(temporaryFolder(), [of(1, 'A'), of(2, 'tie'), of(3, 'second')]);
    expect(await importLabels(whole, { annotator: 'source' })).toMatchObject({ written: 3, problems: [] });
    const { items } = await itemsOf(whole);
    const outcomes = await Promise.all(
      items.map(
        async ({ id }) => (await whole.journal.fetch(whole.replay.current('source', id)!.ref)).judgement.comparisons,
      ),
    );
    expect(outcomes).toEqual(['a', 'tie', 'b'].map((outcome) => [{ a: 'answer_1', b: 'answer_2', outcome }]));
    await whole.close();
  });

  it('counts a record that repeats an item, and annotates it once', async () => {
    const study = await studyOf(temporaryFolder(), [pair(1), pair(2), pair(1)]);
    expect(await importLabels(study, { annotator: 'source' })).toMatchObject({ labels: 3, written: 2, repeated: 1 });
    expect([...study.replay.all()]).toHaveLength(2);
    await study.close();
  });

  it('annotates items that share an id and differ in content each by itself, and tells of them', async () => {
    const study = await studyOf(temporaryFolder(), [
      { id: 'q', ...pair(1) },
      { id: 'q', ...pair(2) },
    ]);
    const problems = [
      {
        severity: 'warning',
        line: 2,
        message: expect.stringMatching(/^Same ID as in line 1, but other content/) as string,
      },
    ];
    expect(await importLabels(study, { annotator: 'source' })).toMatchObject({
      labels: 2,
      written: 2,
      repeated: 0,
      problems,
    });
    expect(await importLabels(study, { annotator: 'source' })).toMatchObject({
      labels: 2,
      written: 0,
      unchanged: 2,
      problems,
    });
    await study.close();
  });

  it('shows only what was judged: a response that the source did not rank loses to none', async () => {
    const replies = [0, 1, null].map((rank, n) => ({
      message_id: `m${n}`,
      text: `answer ${n}`,
      role: 'assistant',
      rank,
    }));
    const study = await studyOf(temporaryFolder(), [
      { message_tree_id: 't', prompt: { message_id: 't', text: 'Hi', role: 'prompter', replies } },
    ]);
    expect(await importLabels(study, { annotator: 'source' })).toMatchObject({ labels: 1, written: 1 });
    const annotation = await study.journal.fetch(study.replay.current('source', 't')!.ref);
    expect(annotation).toMatchObject({ shown: ['m0', 'm1'], judgement: { ranking: { tiers: [['m0'], ['m1']] } } });
    const { items } = await itemsOf(study);
    expect(
      pairsOf(annotation, items[0]!, () => undefined).map(({ chosen, rejected }) => [chosen.id, rejected.id]),
    ).toEqual([['m0', 'm1']]);
    await study.close();
  });

  it('writes more than go into one batch in the order of the dataset, with ids that count up', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(
      folder,
      Array.from({ length: moreThanABatch }, (_, n) => ({ id: `i${n}`, ...pair(n) })),
    );
    expect(await importLabels(study, { annotator: 'source', closes: true })).toMatchObject({ written: moreThanABatch });
    const lines = readFileSync(join(folder, 'data.tiebreak.d', 'annotations', 'source.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Annotation);
    expect(lines.map(({ item }) => item)).toEqual(lines.map((_, n) => `i${n}`));
    const ids = lines.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort());
    expect(ids).toHaveLength(moreThanABatch);
    await study.close();
  });

  it.each([1, moreThanABatch])('says so where annotations could not be written, of %d', async (count) => {
    const study = await studyOf(
      temporaryFolder(),
      Array.from({ length: count }, (_, n) => pair(n)),
    );
    writeFileSync(studyPaths(study.file).annotations, 'a file where the folder should be');
    await expect(importLabels(study, { annotator: 'source' })).rejects.toThrow(
      /source\.jsonl could not be written: .* No label was imported\./,
    );
    await study.close();
  });

  it('counts those that stand where the disk filled up in the middle of a line, and writes the rest the next time', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, [pair(1), pair(2), pair(3)]);
    const prototype = await handlePrototype();
    const { write } = prototype as unknown as { write: (bytes: Buffer) => Promise<unknown> };
    const spy = vi.spyOn(prototype, 'write').mockImplementationOnce(function (this: unknown, bytes: unknown) {
      const all = bytes as Buffer;
      return write.call(this, all.subarray(0, all.length - 10)) as never;
    });
    await expect(importLabels(study, { annotator: 'source' })).rejects.toThrow(
      /could not be written completely .* Judgments saved before that: 2\. Import again/,
    );
    spy.mockRestore();
    await study.close();
    const again = await opened(join(folder, 'data.tiebreak'));
    expect(again.replay.size).toBe(2);
    expect(await importLabels(again, { annotator: 'source' })).toMatchObject({ labels: 3, written: 1, unchanged: 2 });
    await again.close();
  });

  it('finds none where the dataset has none', async () => {
    const study = await studyOf(temporaryFolder(), [{ prompt: 'Hi', responses: ['a', 'b'] }]);
    expect(await importLabels(study, { annotator: 'source' })).toMatchObject({ labels: 0, written: 0 });
  });

  it('writes more than one batch, with ids in order', async () => {
    const study = await studyOf(temporaryFolder(), [...Array(2500).keys()].map(pair));
    expect(await importLabels(study, { annotator: 'source', now })).toMatchObject({ labels: 2500, written: 2500 });
    expect([...study.replay.all()]).toHaveLength(2500);
    await study.close();
  });

  it('never replaces what the annotator judged by hand', async () => {
    const study = await studyOf(temporaryFolder(), [pair(1), pair(2)]);
    const own = await judge(study, 0, { ranking: { tiers: [['rejected'], ['chosen']] } });
    expect(await importLabels(study, { annotator: 'ana' })).toMatchObject({ labels: 2, written: 1, judged: 1 });
    expect(study.replay.current('ana', own.item)?.id).toBe(own.id);
    await study.close();
  });

  it('keeps people and models whom the source names apart, and takes the time they took', async () => {
    const result = (selected: string): unknown[] => [
      { from_name: 'better', to_name: 'answer1,answer2', type: 'pairwise', value: { selected } },
    ];
    const folder = temporaryFolder();
    const study = await studyOf(folder, [
      {
        id: 1,
        data: { prompt: 'Hi', answer1: 'a', answer2: 'b' },
        annotations: [{ completed_by: 7, lead_time: 2.5, result: result('left') }],
        predictions: [{ model_version: 'rm-1', result: result('right') }],
      },
    ]);
    expect(await importLabels(study, { annotator: 'source' })).toMatchObject({ labels: 2, written: 2, repeated: 0 });
    expect(await study.journal.fetch(study.replay.current('source:7', '1')!.ref)).toMatchObject({
      duration: 2500,
      origin: { kind: 'imported', from: 'dataset' },
      judgement: { comparisons: [{ outcome: 'a' }] },
    });
    expect(await study.journal.fetch(study.replay.current('source:rm-1', '1')!.ref)).toMatchObject({
      duration: null,
      origin: { kind: 'imported', from: 'dataset', by: 'rm-1' },
      judgement: { comparisons: [{ outcome: 'b' }] },
    });
    // Each in a journal of their own.
    expect([readdirSync(join(folder, 'data.tiebreak.d', 'annotations')).sort(), study.problems]).toEqual([
      ['source%3A7.jsonl', 'source%3Arm-1.jsonl'],
      [],
    ]);
    await study.close();
  });

  it('supersedes an annotation on content that has changed since', async () => {
    const study = await studyOf(temporaryFolder(), [{ id: 'q', ...pair(1) }]);
    await judge(
      study,
      0,
      { comparisons: [{ a: 'chosen', b: 'rejected', outcome: 'a' }] },
      { annotator: 'source', hash: 'of old', origin: { kind: 'imported', from: 'dataset' } },
    );
    expect(await importLabels(study, { annotator: 'source' })).toMatchObject({ written: 1, unchanged: 0 });
    await study.close();
  });
});

describe('importing the labels of another file', () => {
  it('counts for the items with the same id and content', async () => {
    const study = await studyOf(temporaryFolder(), [pair(1), pair(2)]);
    const peer = temporaryFile('peer.jsonl', jsonl([pair(2), pair(9)]));
    expect(await importLabels(study, { annotator: 'peer', file: peer })).toMatchObject({
      labels: 2,
      written: 1,
      unknown: 1,
    });
    const { items } = await itemsOf(study);
    expect(study.replay.current('peer', items[1]!.id)).toBeDefined();
    expect(await importLabels(study, { annotator: 'peer', file: peer })).toMatchObject({
      written: 0,
      unchanged: 1,
      unknown: 1,
    });
    await study.close();
  });

  it('names the row of a table that it leaves out', async () => {
    const study = await studyOf(temporaryFolder(), [pair(1)]);
    const peer = temporaryFile('peer.parquet', parquetOf([pair(1), pair(9)] as Record<string, unknown>[]));
    expect((await importLabels(study, { annotator: 'peer', file: peer })).problems).toMatchObject([
      { line: 2, unit: 'row' },
    ]);
    await study.close();
  });

  const list = (id: string, n: number, texts = [`bad ${n}`, `good ${n}`]): object => ({
    id,
    prompt: `Question ${n}`,
    responses: texts.map((text, i) => ({ id: `${id}-${i}`, text })),
  });

  it('counts for the items with the same texts, whatever the ids and the order of the responses', async () => {
    const study = await studyOf(temporaryFolder(), [
      list('one', 1),
      list('two', 2),
      list('other', 2, ['bad 2', 'worse 2']),
    ]);
    const peer = temporaryFile('peer.jsonl', jsonl([{ id: 'x', ...pair(2) }, { id: 'two', ...pair(1) }, pair(9)]));
    const problems = [
      {
        severity: 'warning',
        file: peer,
        line: 3,
        message: 'The label was left out: no item of the study has these texts.',
        code: 'import.noSuchTexts',
        params: {},
      },
    ];
    expect(await importLabels(study, { annotator: 'peer', file: peer })).toEqual({
      labels: 3,
      written: 2,
      unchanged: 0,
      judged: 0,
      repeated: 0,
      byTexts: 2,
      unknown: 1,
      gathered: 0,
      ambiguous: 0,
      contrary: 0,
      corrected: 0,
      unread: 0,
      skipped: 0,
      annotators: ['peer'],
      models: [],
      problems,
    });
    const { items } = await itemsOf(study);
    for (const [ordinal, id] of [
      [0, 'one'],
      [1, 'two'],
    ] as const) {
      const annotation = await study.journal.fetch(study.replay.current('peer', id)!.ref);
      expect(annotation).toMatchObject({
        item: id,
        hash: items[ordinal]?.hash,
        shown: [`${id}-0`, `${id}-1`],
        judgement: { comparisons: [{ a: `${id}-1`, b: `${id}-0`, outcome: 'a' }] },
      });
    }
    expect(await importLabels(study, { annotator: 'peer', file: peer })).toMatchObject({
      written: 0,
      unchanged: 2,
      byTexts: 2,
      unknown: 1,
    });
    await study.close();
  });

  it('gives each of several items with the same texts a label of its own', async () => {
    const study = await studyOf(temporaryFolder(), [list('one', 1), list('two', 1)]);
    const peer = temporaryFile('peer.jsonl', jsonl([1, 2, 3].map((id) => ({ id, ...pair(1) }))));
    expect(await importLabels(study, { annotator: 'peer', file: peer })).toMatchObject({
      labels: 3,
      written: 2,
      repeated: 1,
      byTexts: 3,
    });
    await study.close();
  });

  it('says where the id is known and the texts are others, and names no more than the first of many', async () => {
    const study = await studyOf(temporaryFolder(), [list('one', 1)]);
    const peer = temporaryFile(
      'peer.jsonl',
      jsonl([...Array(50).keys()].map((n) => ({ id: n === 0 ? 'one' : `p${n}`, ...pair(n + 100) }))),
    );
    const { unknown, problems } = await importLabels(study, { annotator: 'peer', file: peer });
    expect([unknown, problems.length, problems[0]?.message]).toEqual([
      50,
      20,
      'The label was left out: the item “one” of the study has other texts.',
    ]);
    await study.close();
  });
});

describe('the rubrics that a label is imported under', () => {
  const ofLaw = { kind: 'slice', fields: { domain: 'law' } } as const;
  const inForce = library(
    rubric('law', [[]], { scope: ofLaw }),
    rubric('style', [[], []]),
    rubric('one', [[]], { scope: { kind: 'item', item: 'q2' } }),
  );
  const items = [1, 2].map((n) => ({ id: `q${n}`, ...pair(n), domain: n === 1 ? 'law' : 'art' }));
  const named = {
    q1: [
      { id: 'law', version: 1 },
      { id: 'style', version: 2 },
    ],
    q2: [
      { id: 'style', version: 2 },
      { id: 'one', version: 1 },
    ],
  };

  it.each<[string, (typeof items)[number][] | undefined]>([
    ['the dataset', undefined],
    ['a file on the same items, whatever that says of them', items.map((each) => ({ ...each, domain: 'tax' }))],
    ['a file on the same texts', items.map((each) => ({ ...each, id: `other ${each.id}`, domain: 'law' }))],
  ])("are those whose scope holds the study's item, in %s", async (_, labelled) => {
    const study = await studyOf(temporaryFolder(), items);
    await study.changeRubrics(() => inForce);
    const file = labelled && temporaryFile('labels.jsonl', jsonl(labelled));
    await importLabels(study, { annotator: 'source', file });
    for (const [item, rubrics] of Object.entries(named))
      expect((await study.journal.fetch(study.replay.current('source', item)!.ref)).rubrics, item).toEqual(rubrics);
    await study.close();
  });
});

describe('importing a table without texts', () => {
  const items = [
    {
      id: 'q1',
      prompt: 'Why?',
      responses: [
        { id: 'r1', text: 'Rain 🙂' },
        { id: 'r2', text: 'So.' },
        { id: 'r3', text: 'Sun.' },
      ],
    },
    {
      id: 'q2',
      prompt: 'When?',
      responses: [
        { id: 'x', text: 'Née!' },
        { id: 'y', text: 'Now.' },
      ],
    },
  ];

  it('finds items and responses by their ids, keeps groups and contexts, and writes nothing twice', async () => {
    const study = await studyOf(temporaryFolder(), items);
    const table = { annotator: 'table', file: fixture('annotators.jsonl') };
    expect(await importLabels(study, table)).toMatchObject({ labels: 3, written: 3, problems: [] });
    const [one, other] = (await itemsOf(study)).items;
    expect(await study.journal.fetch(study.replay.on('table:ana', one!)!.ref)).toMatchObject({
      group: 'north',
      duration: 4000,
      shown: ['r1', 'r2', 'r3'],
      origin: { kind: 'imported', from: 'annotators' },
      judgement: { ranking: { tiers: [['r1', 'r3'], ['r2']] } },
    });
    expect(
      await study.journal.fetch(study.replay.on('table:ana', other!, { context: 'At night.' })!.ref),
    ).toMatchObject({ context: 'At night.' });
    expect(study.replay.on('table:ana', other!)).toBeUndefined();
    expect((await study.journal.fetch(study.replay.on('table:judge-7b', one!)!.ref)).origin).toEqual({
      kind: 'imported',
      from: 'annotators',
      by: 'judge-7b',
    });
    expect(await importLabels(study, table)).toMatchObject({ written: 0, unchanged: 3 });
    expect(await importLabels(study, { annotator: 'marks', file: fixture('spans.jsonl') })).toMatchObject({
      labels: 2,
      written: 2,
      spanTypes: 1,
      problems: [],
    });
    await study.close();
  });

  it('tells of items and responses that the study does not have', async () => {
    const study = await studyOf(temporaryFolder(), [{ ...items[0], responses: ['a', 'b'] }]);
    const { unknown, written, problems } = await importLabels(study, {
      annotator: 'table',
      file: fixture('annotators.jsonl'),
    });
    expect([unknown, written, problems.map(({ message }) => message)]).toEqual([
      2,
      1,
      [
        'The label was left out: the item “q1” of the study does not have these responses: “r3”.',
        'The label was left out: no item of the study has the ID “q2”.',
      ],
    ]);
    await study.close();
  });
});

it('says what critics think of each other by the annotations that hold their critiques', async () => {
  const projectFile = join(temporaryFolder(), 'study.tiebreak');
  await createStudy({ projectFile, datasets: [fixture('critique-soundness.jsonl')] });
  const study = await opened(projectFile);
  expect(await importLabels(study, { annotator: 'x' })).toMatchObject({ labels: 5, written: 5, problems: [] });
  const [item] = (await itemsOf(study)).items;
  const [ana, ben, judge] = await Promise.all(
    ['ana', 'ben', 'judge-7b'].map((name) => study.journal.fetch(study.replay.on(`x:${name}`, item!)!.ref)),
  );
  const hashIn = (annotation: Annotation): string => critiquesIn(annotation, item!)[0]!.hash;
  expect(ben!.judgement.metaCritiques).toEqual([
    {
      response: 'r1',
      seed: 0,
      critiques: [{ annotation: ana!.id, hash: hashIn(ana!), soundness: 'flawed', agrees: false }],
    },
  ]);
  expect(ana!.judgement.metaCritiques).toEqual([
    {
      response: 'r1',
      seed: 0,
      critiques: [
        { annotation: ben!.id, hash: hashIn(ben!), soundness: 'sound', agrees: true, accepted: true },
        { annotation: judge!.id, hash: hashIn(judge!), accepted: false },
      ],
    },
  ]);
  expect(await importLabels(study, { annotator: 'x' })).toMatchObject({ written: 0, unchanged: 5 });
  await study.close();
});

describe('importing a table whose rows are put together', () => {
  const [prompt, texts] = ['Why?', ['Rain.', 'So.', 'Because.', 'So.']];
  const responses = texts.map((text, i) => ({ id: `x${i}`, text }));

  it('finds the item that has its responses among others, under the context that the table tells', async () => {
    const study = await studyOf(temporaryFolder(), [
      { id: 'other', prompt, responses: ['Rain.', 'Sun.'] },
      { id: 'q', prompt: [{ role: 'user', content: prompt }], responses },
    ]);
    expect(await importLabels(study, { annotator: 't', file: fixture('verdicts.jsonl') })).toMatchObject({
      labels: 3,
      written: 3,
      byTexts: 3,
      unknown: 0,
      problems: [],
    });
    const item = (await itemsOf(study)).items[1]!;
    const on = async (name: string, context?: string): Promise<Annotation> =>
      study.journal.fetch(study.replay.on(`t:${name}`, item, { context })!.ref);
    expect(await on('ana')).toMatchObject({
      item: 'q',
      shown: ['x2', 'x1'],
      judgement: {
        verdicts: [
          { response: 'x2', criterion: 'kind', value: true },
          { response: 'x2', criterion: 'depth', value: 4 },
          { response: 'x1', criterion: 'kind', value: false },
        ],
      },
    });
    expect(await on('ana', 'For a child.')).toMatchObject({
      shown: ['x1'],
      context: 'For a child.',
      judgement: { verdicts: [{ response: 'x1', criterion: 'kind', value: false }] },
    });
    expect((await on('judge-7b')).origin).toEqual({ kind: 'imported', from: 'verdicts', by: 'judge-7b' });
    expect(await importLabels(study, { annotator: 't', file: fixture('verdicts.jsonl') })).toMatchObject({
      written: 0,
      unchanged: 3,
    });
    await study.close();
  });
});
