import { describe, expect, it } from 'vitest';
import { matchingLayouts } from '../../../src/core/dataset/matchingLayouts';
import { detectCommonLayout } from '../../../src/core/dataset/detectLayout';
import { NoLayoutError } from '../../../src/core/dataset/items/noLayoutError';
import { pathsFor, pathsOf } from '../../../src/core/dataset/fields/fieldPaths';
import { headOf, objectsOf, type Head } from '../../../src/core/dataset/records/head';
import { layoutNamed } from '../../../src/core/dataset/layouts';
import type { Layout } from '../../../src/core/dataset/layouts/layout';
import type { Mapping } from '../../../src/core/dataset/fields/fieldMapping';
import { changedItems, mappingInFull, previewOf, type Preview } from '../../../src/core/dataset/items/preview';
import { valuePreview } from '../../../src/core/dataset/records/valuePreview';
import { contentsOf, fixture, fixtures } from '../made/fixtures';
import { jsonl, temporaryFile } from '../made/temporaryFolder';

const layout = (name: string): Layout => layoutNamed(name)!;
const headWith = (text: string, name = 'data.jsonl', mapping: Mapping = {}): Promise<Head> =>
  headOf([temporaryFile(name, text)], mapping);
const odd = 'question,answer_a,answer_b,note\nWhy?,Because.,Why not?,\nHow?,So.,Thus.,hard\n';

const preview = (head: Head, name: string, mapping: Mapping = {}, gather = false): Preview =>
  previewOf(head, { layout: layout(name), mapping, gather });

describe('the first records of a dataset', () => {
  it('are those of the first files that have any, at most twenty of each', async () => {
    const files = [
      temporaryFile('a.jsonl', ''),
      ...['b', 'c'].map((name) =>
        temporaryFile(`${name}.jsonl`, jsonl(Array.from({ length: 30 }, (_, i) => ({ i: `${name}${i}` })))),
      ),
    ];
    const head = await headOf(files, {});
    expect(objectsOf(head).map(({ i }) => i)).toEqual(
      ['b', 'c'].flatMap((name) => Array.from({ length: 20 }, (_, i) => `${name}${i}`)),
    );
    expect(head.recordsPaths).toEqual([]);
  });

  it.each<[string, string, RegExp]>([
    ['there are none', '', /data\.jsonl: is empty/],
    ['none is an object', 'no JSON\n[1]\n', /data\.jsonl: has no records/],
  ])('are missed with a reason where %s', async (_, text, message) => {
    await expect(headWith(text)).rejects.toThrow(message);
  });

  it('come with the arrays of a JSON object in which records may stand, the one in use first', async () => {
    const text = JSON.stringify({
      meta: [{ by: 'ana' }],
      data: { rows: [{ prompt: 'Hi', responses: ['a', 'b'] }], tags: ['x'] },
    });
    expect(await headWith(text)).toMatchObject({
      recordsPaths: ['meta', 'data.rows'],
      records: [{ value: { by: 'ana' } }],
    });
    expect(await headWith(text, 'data.json', { records: 'data.rows' })).toMatchObject({
      recordsPaths: ['data.rows', 'meta'],
      records: [{ value: { prompt: 'Hi' } }],
    });
  });
});

describe('the layouts to choose from', () => {
  it('begin with the one that is found by looking, and with it the others that match', async () => {
    const head = await headWith(
      jsonl([
        { prompt: 'Hi', chosen: 'a', rejected: 'b', responses: ['a', 'b'] },
        { prompt: 'Hi', chosen: 'a', rejected: 'b' },
      ]),
    );
    expect(matchingLayouts(objectsOf(head), {}).map(({ name }) => name)).toEqual(['preference-pairs', 'responses']);
  });

  it('are none for fields that nobody knows, which is told apart from what cannot be read', async () => {
    await expect(
      detectCommonLayout([temporaryFile('odd.csv', 'title,one,another\nWhy?,Because.,Why not?\n')]),
    ).rejects.toBeInstanceOf(NoLayoutError);
    await expect(detectCommonLayout([temporaryFile('odd.csv', '')])).rejects.not.toBeInstanceOf(NoLayoutError);
  });

  it('are named with their files where those differ', async () => {
    const [a, b] = [
      temporaryFile('a.jsonl', jsonl([{ prompt: 'Hi', responses: ['a', 'b'] }])),
      temporaryFile('b.jsonl', jsonl([{ prompt: 'Hi', chosen: 'a', rejected: 'b' }])),
    ];
    await expect(detectCommonLayout([a, b])).rejects.toMatchObject({
      differing: [
        { path: a, layout: layout('responses') },
        { path: b, layout: layout('preference-pairs') },
      ],
    });
  });
});

describe('a preview', () => {
  it('shows the fields with their places and first values, and the items', async () => {
    const shown = preview(await headWith(odd, 'odd.csv'), 'responses', {
      prompt: 'question',
      responses: 'answer_a,answer_b',
    });
    expect(shown.fields).toEqual([
      { name: 'id', path: 'id', mapped: false, sample: undefined, free: false },
      { name: 'prompt', path: 'question', mapped: true, sample: 'Why?', free: false },
      { name: 'responses', path: 'answer_a,answer_b', mapped: true, sample: 'Because. | Why not?', free: false },
      ...['text', 'model', 'label', 'rank', 'rating', 'acceptable'].map((name) => ({
        name,
        path: name,
        mapped: false,
        sample: undefined,
        free: true,
      })),
      ...['annotator', 'tools', 'context', 'evidence', 'references', 'notes', 'language'].map((name) => ({
        name,
        path: name,
        mapped: false,
        sample: undefined,
        free: false,
      })),
    ]);
    expect(shown.items.map(({ item }) => item.responses.map(({ text }) => text))).toEqual([
      ['Because.', 'Why not?'],
      ['So.', 'Thus.'],
    ]);
    expect(shown).toMatchObject({ problems: [], unreadable: 0, canGather: false });
    expect(shown.missing).toBeUndefined();
  });

  it.each<[string, object, Mapping]>([
    [
      'paired-responses',
      { question: 'Why?', answer_1: 'So.', answer_2: 'Thus.', pick_label: 2 },
      { prompt: 'question', first: 'answer_1', second: 'answer_2' },
    ],
    [
      'paired-responses',
      { instruction: 'Add', input: '1, 2', output_a: '3', output_b: '4', winner: 'A' },
      { prompt: 'instruction,input', first: 'output_a', second: 'output_b', label: 'winner' },
    ],
    [
      'preference-pairs',
      { query: 'Why?', chosen: 'So.', rejected: 'Thus.', 'chosen-rating': 4, 'rejected-rating': 1 },
      { prompt: 'query', chosenScore: 'chosen-rating', rejectedScore: 'rejected-rating' },
    ],
    [
      'single-responses',
      { prompt: 'Why?', completion: 'So.', stars: 4, helpful: true, generator: 'house-7', judge_model: 'house-8' },
      { rating: 'stars', label: 'helpful', model: 'generator', annotator: 'judge_model' },
    ],
    ['preference-pairs', { prompt: 'Why?', chosen: 'So.', rejected: 'Thus.', judge_model: 'house-8' }, {}],
    ['responses', { prompt: 'Why?', responses: ['So.', 'Thus.'] }, {}],
  ])('tells where %s finds the fields that no mapping names', async (name, record, found) => {
    const head = await headWith(jsonl([{ [name]: 'no such record' }, record]));
    expect(mappingInFull(head, { layout: layout(name), mapping: {} })).toEqual(found);
    expect(
      preview(head, name)
        .fields.filter(({ path, name: field }) => path === found[field])
        .every(({ mapped, sample }) => !mapped && sample !== undefined),
    ).toBe(true);
    expect(mappingInFull(head, { layout: layout(name), mapping: { prompt: 'other' } })).toMatchObject({
      prompt: 'other',
    });
  });

  it.each<[string, Mapping, string | undefined]>([
    ['responses', {}, 'prompt'],
    ['responses', { prompt: 'question' }, 'responses'],
    ['preference-pairs', {}, 'chosen'],
    ['preference-pairs', { chosen: 'answer_a' }, 'rejected'],
    // The question is named as one.
    ['preference-pairs', { chosen: 'answer_a', rejected: 'answer_b' }, undefined],
    ['preference-pairs', { prompt: 'question', chosen: 'answer_a', rejected: 'answer_b' }, undefined],
    ['kto', { prompt: 'question' }, 'completion'],
    ['argilla-table', {}, undefined],
  ])('in the layout %s with %j names the field to correct: %s', async (name, mapping, field) => {
    expect(preview(await headWith(odd, 'odd.csv'), name, mapping).missing).toBe(field);
  });

  it('counts records that cannot be read, with the reasons', async () => {
    const shown = preview(
      await headWith(`${jsonl([{ prompt: 'Hi', responses: ['a', 'b'] }])}{"prompt":\n${jsonl([{ prompt: 'Hi' }])}`),
      'responses',
    );
    expect([shown.items.length, shown.unreadable, shown.problems.map(({ line }) => line)]).toEqual([1, 2, [2, 3]]);
  });

  it('gathers rows with the same prompt on request, and tells where there may be some', async () => {
    const head = await headWith(
      jsonl([
        { prompt: 'Hi', chosen: 'a', rejected: 'b' },
        { prompt: 'Bye', chosen: 'x', rejected: 'y' },
        { prompt: 'Hi', chosen: 'a', rejected: 'c' },
      ]),
    );
    expect(preview(head, 'preference-pairs')).toMatchObject({ canGather: true, items: [{}, {}, {}] });
    expect(
      preview(head, 'preference-pairs', {}, true).items.map(({ item }) => item.responses.map(({ text }) => text)),
    ).toEqual([
      ['a', 'b', 'c'],
      ['x', 'y'],
    ]);
    expect(preview(await headWith(jsonl([{ prompt: 'Hi', completion: 'a', label: true }])), 'kto').canGather).toBe(
      true,
    );
  });

  it('says how many of the first items another reading makes others', async () => {
    const head = await headWith(
      jsonl([
        { prompt: 'Hi', chosen: 'a', rejected: 'b', uid: 1 },
        { prompt: 'Bye', chosen: 'x', rejected: 'y', uid: 2 },
        { prompt: 'Hi', chosen: 'a', rejected: 'c', uid: 3 },
      ]),
    );
    const before = preview(head, 'preference-pairs');
    expect(changedItems(before, before)).toEqual({ of: 3, changed: 0 });
    expect(changedItems(before, preview(head, 'preference-pairs', { id: 'uid' }))).toEqual({ of: 3, changed: 3 });
    expect(changedItems(before, preview(head, 'preference-pairs', { prompt: 'note' }))).toEqual({ of: 3, changed: 3 });
    expect(
      changedItems(preview(head, 'preference-pairs', { id: 'uid' }), preview(head, 'scored-pairs', { id: 'uid' })),
    ).toMatchObject({ changed: 0 });
  });
});

describe('the places for a field', () => {
  const names = (paths: readonly { readonly path: string }[]): string[] => paths.map(({ path }) => path);

  it('are all that the records have, three objects deep, each with a value', () => {
    const records = [
      { a: '', 'b.c': 1, d: { e: { f: { g: 'too deep' } }, 'h.i': 'out of reach' } },
      { a: 'Text\n of two lines', j: null, k: [{ l: 1 }, 2] },
    ];
    expect(pathsOf(records)).toEqual([
      { path: 'a', sample: 'Text of two lines' },
      { path: 'b.c', sample: '1' },
      { path: 'd', sample: '{e: {f: {g: "too deep"}}, h.i: "out of reach"}' },
      { path: 'd.e', sample: '{f: {g: "too deep"}}' },
      { path: 'd.e.f', sample: '{g: "too deep"}' },
      { path: 'j', sample: '' },
      { path: 'k', sample: '[{l: 1}, 2]' },
    ]);
  });

  it('are no list without end where the keys are data', () => {
    expect(pathsOf([Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`key ${i}`, i]))]).length).toBe(500);
  });

  it('begin with those whose names say so; what another field has comes after them', async () => {
    const head = await headWith(odd, 'odd.csv');
    const responses = pathsFor(head, layout('responses'), {}, 'responses');
    expect([names(responses.likely), names(responses.others), responses.suggested]).toEqual([
      ['answer_a', 'answer_b'],
      ['question', 'note'],
      ['answer_a', 'answer_b'],
    ]);
    const rejected = pathsFor(head, layout('preference-pairs'), { chosen: 'answer_a' }, 'rejected');
    expect([names(rejected.likely), rejected.suggested]).toEqual([['answer_b', 'answer_a'], ['answer_b']]);
    expect(pathsFor(head, layout('responses'), {}, 'prompt').suggested).toEqual(['question']);
  });

  it('suggest where the field stands already', async () => {
    const head = await headWith(odd, 'odd.csv');
    expect(pathsFor(head, layout('responses'), { responses: 'answer_b, note,gone' }, 'responses').suggested).toEqual([
      'answer_b',
      'note',
    ]);
    expect(pathsFor(head, layout('responses'), { prompt: 'note' }, 'prompt').suggested).toEqual(['note']);
  });

  it.each([
    [
      'the object that holds them',
      'argilla',
      { id: '1', fields: { thema: 'Q?', links: 'a' }, responses: {} },
      ['thema', 'links'],
    ],
    [
      'the object that holds them, where records have one',
      'argilla-v1',
      { fields: { thema: 'Q?', links: 'a' }, responses: [] },
      ['thema', 'links'],
    ],
    [
      'the record, where it has no such object',
      'argilla-v1',
      { thema: 'Q?', links: 'a', rang: [{ user_id: 'u', value: 1, status: 'submitted' }] },
      ['thema', 'links', 'rang'],
    ],
  ])('are looked for in %s (%s)', async (_, name, record, others) => {
    const head = await headWith(jsonl([record]));
    expect(names(pathsFor(head, layout(name), {}, 'prompt').others)).toEqual(others);
    const shown = preview(head, name, { prompt: 'thema', answers: 'links' });
    expect([
      shown.problems,
      shown.fields.find((field) => field.name === 'prompt')?.sample,
      shown.items[0]?.item.responses[0]?.text,
    ]).toEqual([[], 'Q?', 'a']);
  });

  it('suggest an id by its name', async () => {
    const head = await headWith(jsonl([{ video: 1, sample_id: 's1', prompt: 'Hi' }]));
    expect(pathsFor(head, layout('responses'), {}, 'id').suggested).toEqual(['sample_id']);
  });
});

describe('the beginning of a value', () => {
  it.each<[unknown, string]>([
    ['a\n\n  b', 'a b'],
    [`${'x'.repeat(118)}🙂yz`, `${'x'.repeat(118)}…`],
    [[1, 2, 3, 4], '[1, 2, 3, …]'],
    [{ a: { b: { c: { d: { e: 1 } } } } }, '{a: {b: {c: {d: …}}}}'],
    [
      Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((key) => [key, true])),
      '{a: true, b: true, c: true, d: true, …}',
    ],
  ])('%# is on one line', (value, text) => {
    expect(valuePreview(value)).toBe(text);
  });
});

it.each(fixtures())(
  '%s is shown by the layout found in it: every item, and some field with its place',
  async (name) => {
    const head = await headOf([fixture(name)], {});
    const found = await detectCommonLayout([fixture(name)]);
    const shown = previewOf(head, { layout: found, mapping: {} });
    expect(shown.items.length).toBe((await contentsOf(name)).contents.length);
    // Runs have no fields that could be mapped.
    expect(shown.fields.some(({ sample }) => sample !== undefined)).toBe(found.name !== 'runs');
  },
);
