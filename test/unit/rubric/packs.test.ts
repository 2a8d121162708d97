import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/core/model/problems/problem';
import { packFormatNamed, packFormats, readPacks, writePack } from '../../../src/core/rubric/packs';
import type { PackFormat, PackOptions } from '../../../src/core/rubric/packs/packFormat';
import { checkedPack, type Pack } from '../../../src/core/rubric/packs/pack';
import { jsonl } from '../made/temporaryFolder';
import { anyPack, anyPlainCriterion, anyText, packsOf } from '../made/rubrics';

const form = (name: string): PackFormat => packFormatNamed(name)!;
const read = async (value: unknown, options?: PackOptions): Promise<readonly Pack[]> =>
  (await readPacks(JSON.stringify(value), options)).packs;
const style = checkedPack({ title: 'Style', criteria: [{ title: 'Short', text: 'Is it short?', weight: 2 }] });

/** What each form can hold, whatever it says. */
const held: Readonly<Record<string, fc.Arbitrary<Pack>>> = {
  json: anyPack,
  yaml: anyPack,
  'one-line': anyPack,
  healthbench: fc
    .tuple(packsOf(anyPlainCriterion('tags')), fc.option(anyText, { nil: undefined }))
    .map(([pack, item]) => ({ ...pack, ...(item !== undefined && { scope: { kind: 'item' as const, item } }) })),
  rar: packsOf(
    fc
      .tuple(
        anyPlainCriterion('title').filter(({ text }) => text.trim() !== ''),
        fc.constantFrom(undefined, 'essential', 'important', 'optional', 'pitfall'),
      )
      .map(([each, tag]) => ({
        ...each,
        ...(tag !== undefined ? { tags: [tag] } : { text: each.text.replace(/Criteria/g, 'criteria') }),
      })),
  ),
  'open-instruct': packsOf(anyPlainCriterion('title')),
  verifiers: packsOf(anyPlainCriterion()),
  // What says the same twice counts more.
  tinker: packsOf(anyPlainCriterion().map((each) => ({ ...each, weight: each.weight < 0 ? -1 : 1 }))).filter(
    ({ criteria }) => new Set(criteria.map(({ text }) => text)).size === criteria.length,
  ),
  'nemo-gym': packsOf(anyPlainCriterion()),
  'nemo-gym-genrm': packsOf(anyPlainCriterion()).map(({ criteria, ...pack }) => ({
    ...pack,
    // What is good comes first there.
    criteria: [...criteria.filter(({ weight }) => weight >= 0), ...criteria.filter(({ weight }) => weight < 0)],
  })),
  prometheus: packsOf(
    fc.record({
      text: anyText.filter((text) => text.trim() !== '' && text !== 'N/A'),
      weight: fc.constant(1),
      kind: fc.constant('scale' as const),
      levels: fc.dictionary(fc.constantFrom('1', '2', '3', '4', '5'), fc.constantFrom('Good.', 'Bad\nat best')),
    }),
  ),
};

describe('a pack that is written and read again', () => {
  it.each(packFormats)('is the same where $name can hold it', async (to) => {
    await fc.assert(
      fc.asyncProperty(held[to.name]!, async (pack) => {
        const { text, criteria, lost } = await writePack(pack, to);
        expect({ ...(await readPacks(text, { negative: 'fault' })), skipped: [], lost, criteria }).toEqual({
          form: to,
          packs: [pack],
          skipped: [],
          lost: [],
          criteria: pack.criteria.length,
        });
      }),
      { numRuns: 300 },
    );
  });

  it.each(packFormats)('is another exactly where $name says what it lost', async (to) => {
    await fc.assert(
      fc.asyncProperty(anyPack, fc.constantFrom('fault' as const, 'avoidance' as const), async (pack, negative) => {
        let written;
        try {
          written = await writePack(pack, to, { negative });
        } catch (error) {
          expect((error as Error).message).toMatch(
            /^The rubric has no criteria|^No criterion of the rubric can be written|would mean the opposite/,
          );
          return;
        }
        const { packs } = await readPacks(written.text, { negative });
        expect(packs).toHaveLength(1);
        if (written.lost.length === 0) expect(packs).toEqual([pack]);
        else expect(packs).not.toEqual([pack]);
      }),
      { numRuns: 300 },
    );
  });

  it('is one line, with its examples, where a line is asked for', async () => {
    const examples = [{ text: 'Yes.', value: true }];
    const { text } = await writePack(
      checkedPack({ ...style, criteria: [{ ...style.criteria[0], examples }] }),
      form('one-line'),
    );
    expect(text).toBe(
      '{"title":"Style","criteria":[{"title":"Short","text":"Is it short?","weight":2,"examples":[{"text":"Yes.","value":true}]}]}\n',
    );
  });
});

describe('rows as others write them', () => {
  const healthbench = {
    prompt_id: 'p1',
    rubrics: [
      { criterion: 'Names the dose', points: 5, tags: ['axis:accuracy', 'level:example'] },
      { criterion: 'Recommends aspirin', points: -3, tags: [] },
    ],
  };
  const rar = {
    rubric: [
      { title: 'Dose', description: 'Essential Criteria: Names the dose', weight: 5 },
      { title: 'Aspirin', description: 'Pitfall Criteria: Recommends aspirin', weight: -2 },
    ],
  };
  const openInstruct = {
    ground_truth: JSON.stringify({ query: '', rubrics: [{ description: 'Names the dose', weight: 5, title: 'Dose' }] }),
    dataset: 'rubric',
  };
  const prometheus = { criteria: 'How safe is it?', score1_description: 'Not at all', score5_description: 'Wholly' };

  it.each<[string, unknown, unknown]>([
    [
      'healthbench',
      healthbench,
      {
        scope: { kind: 'item', item: 'p1' },
        criteria: [
          { text: 'Names the dose', weight: 5, tags: ['axis:accuracy', 'level:example'] },
          { text: 'Recommends aspirin', weight: -3 },
        ],
      },
    ],
    [
      'rar',
      rar,
      {
        criteria: [
          { title: 'Dose', text: 'Names the dose', weight: 5, tags: ['essential'] },
          { title: 'Aspirin', text: 'Recommends aspirin', weight: -2, tags: ['pitfall'] },
        ],
      },
    ],
    ['open-instruct', openInstruct, { criteria: [{ title: 'Dose', text: 'Names the dose', weight: 5 }] }],
    [
      'prometheus',
      prometheus,
      { criteria: [{ text: 'How safe is it?', kind: 'scale', weight: 1, levels: { 1: 'Not at all', 5: 'Wholly' } }] },
    ],
  ])('of %s are read, and written as they were', async (name, record, pack) => {
    const found = await readPacks(`${JSON.stringify(record)}\n`, { negative: 'fault' });
    expect([found.form.name, found.packs, found.skipped]).toEqual([name, [pack], []]);
    const { text, lost } = await writePack(found.packs[0]!, form(name));
    expect([JSON.parse(text), lost]).toEqual([record, []]);
  });

  it('of verl are those of open-instruct', async () => {
    const { form: found, packs } = await readPacks(
      JSON.stringify([
        {
          data_source: 'rubric',
          prompt: [{ role: 'user', content: 'Hi' }],
          reward_model: { style: 'model', ground_truth: openInstruct.ground_truth },
        },
      ]),
    );
    expect([found.name, packs]).toEqual([
      'open-instruct',
      [{ criteria: [{ title: 'Dose', text: 'Names the dose', weight: 5 }] }],
    ]);
    await expect(readPacks(JSON.stringify([{ reward_model: { ground_truth: '42' } }]))).rejects.toThrow(
      'no rubric in a known format',
    );
  });

  it('are known among the other fields of their datasets', async () => {
    expect(
      await read({
        ...healthbench,
        prompt: [{ role: 'user', content: 'x' }],
        example_tags: [],
        ideal_completions_data: null,
      }),
    ).toHaveLength(1);
    expect(
      await read(
        { question: 'x', reference_answer: 'y', rubric_count: 2, rubric: JSON.stringify(rar.rubric) },
        { negative: 'fault' },
      ),
    ).toEqual(await read(rar, { negative: 'fault' }));
    expect(await read({ messages: [], ...openInstruct })).toEqual(await read(openInstruct));
    expect(await read({ ground_truth: [openInstruct.ground_truth], dataset: ['rubric'] })).toEqual(
      await read(openInstruct),
    );
    for (const name of ['rubric_item', 'Ingredient'])
      expect(await read({ query: 'x', rubrics: [{ [name]: 'Names the dose', weight: 5, title: 'Dose' }] })).toEqual(
        await read(openInstruct),
      );
    const orig = Object.fromEntries(Object.entries(prometheus).map(([key, value]) => [`orig_${key}`, value]));
    expect(await read([orig, orig])).toEqual(await read(prometheus));
  });

  it('of many prompts are a rubric each', async () => {
    const packs = (await readPacks(jsonl([healthbench, { ...healthbench, prompt_id: 'p2' }]))).packs;
    expect(packs.map(({ scope }) => scope)).toEqual([
      { kind: 'item', item: 'p1' },
      { kind: 'item', item: 'p2' },
    ]);
    const instances = await read([
      { id: 'i1', score_rubric: prometheus },
      { id: 'i2', score_rubric: prometheus },
    ]);
    expect(instances.map(({ scope, criteria }) => [scope, criteria.length])).toEqual([
      [{ kind: 'item', item: 'i1' }, 1],
      [{ kind: 'item', item: 'i2' }, 1],
    ]);
  });

  it('of several scales are one rubric', async () => {
    expect(await read([prometheus, { ...prometheus, criteria: 'How kind is it?' }])).toMatchObject([
      { criteria: [{ text: 'How safe is it?' }, { text: 'How kind is it?' }] },
    ]);
  });
});

describe('a negative weight in a file of Rubrics as Rewards', () => {
  const rows = {
    rubric: [
      { title: 'Dose', description: 'Essential Criteria: Names the dose', weight: 5 },
      { title: 'Aspirin', description: 'Pitfall Criteria: Does not recommend aspirin', weight: -2 },
    ],
  };

  it('has to be explained, and only where there is one', async () => {
    await expect(read(rows)).rejects.toThrow(UserError);
    await expect(read(rows)).rejects.toThrow(
      /the file does not say what the negative weight of a criterion means\. The criterion is “Pitfall Criteria: Does not recommend aspirin”\..*--negative fault.*--negative avoidance/,
    );
    expect(await read({ rubric: rows.rubric.slice(0, 1) })).toHaveLength(1);
  });

  it('stays where it stands for a fault, and turns where it stands for avoidance, which is told', async () => {
    expect((await read(rows, { negative: 'fault' }))[0]?.criteria[1]).toMatchObject({ weight: -2, tags: ['pitfall'] });
    const { packs, skipped } = await readPacks(JSON.stringify(rows), { negative: 'avoidance' });
    expect(packs[0]?.criteria[1]).toMatchObject({ text: 'Does not recommend aspirin', weight: 2, tags: ['pitfall'] });
    expect(skipped).toEqual([
      { count: 1, reason: 'a negative weight that is positive now, because the text describes avoiding a fault' },
    ]);
    expect(JSON.parse((await writePack(packs[0]!, form('rar'), { negative: 'avoidance' })).text)).toEqual(rows);
  });

  it('is not written for a fault into a file where it would stand for avoidance', async () => {
    const fault = checkedPack({ criteria: [{ text: 'Recommends aspirin', weight: -2 }] });
    await expect(writePack(fault, form('rar'), { negative: 'avoidance' })).rejects.toThrow(
      /“Recommends aspirin” describes a fault.*would mean the opposite/,
    );
    expect(await writePack(fault, form('rar'))).toMatchObject({
      lost: [],
      notes: [expect.stringContaining('choose --negative fault') as string],
    });
  });
});

describe('what a form cannot carry', () => {
  const rich = checkedPack({
    id: 'style',
    title: 'Style',
    description: 'x',
    criteria: [
      {
        id: 'short',
        title: 'Short',
        text: 'Is it short?',
        weight: 2,
        gate: { threshold: 0.5 },
        tags: ['form'],
        examples: [{ text: 'Yes.', value: true }],
      },
      { id: 'kind', text: 'Is it kind?', weight: -1, gate: { threshold: 1 } },
      { id: 'clear', text: 'How clear is it?', kind: 'scale', min: 1, max: 5, levels: { 1: 'Not' }, weight: 3 },
      { id: 'tone', text: 'Which tone?', kind: 'category', categories: [{ name: 'dry' }], weight: 1 },
    ],
  });
  const left = [
    { count: 1, reason: 'a criterion with the answer type “scale”, because the format has only yes or no' },
    { count: 1, reason: 'a criterion with the answer type “category”, because the format has only yes or no' },
  ];
  const rubricOwn = ['id', 'title', 'description'].map((field) => ({
    count: 1,
    reason: `the field “${field}” of the rubric`,
  }));
  const lost = (counts: Readonly<Record<string, number>>): unknown[] =>
    Object.entries(counts).map(([field, count]) => ({ count, reason: `the field “${field}” of a criterion` }));

  it.each<[string, number, unknown[], string[]]>([
    ['json', 4, [], []],
    ['healthbench', 2, [...left, ...rubricOwn, ...lost({ id: 2, title: 1, gate: 2, examples: 1 })], []],
    [
      'rar',
      2,
      [...left, ...rubricOwn, ...lost({ id: 2, gate: 2, tags: 1, examples: 1 })],
      [
        'Criteria with a negative weight describe the fault, as in RaR-Medicine. When you import the file, choose --negative fault.',
      ],
    ],
    [
      'open-instruct',
      2,
      [...left, ...rubricOwn, ...lost({ id: 2, gate: 2, tags: 1, examples: 1 })],
      [
        '“query” is empty. Put the prompt there, which the verifier shows to its judge, and the conversation into “messages”.',
      ],
    ],
    [
      'prometheus',
      1,
      [
        { count: 2, reason: 'a criterion with the answer type “yes-no”, because the format has only scales' },
        { count: 1, reason: 'a criterion with the answer type “category”, because the format has only scales' },
        ...rubricOwn,
        ...lost({ id: 1, weight: 1 }),
      ],
      ['A score has no description, but the prompt of Prometheus needs all five.'],
    ],
  ])('is counted: %s', async (name, criteria, expected, notes) => {
    expect(await writePack(rich, form(name))).toMatchObject({ criteria, lost: expected, notes });
  });

  it('is told where nothing is left', async () => {
    await expect(writePack(style, form('prometheus'))).rejects.toThrow(
      'No criterion of the rubric can be written in the format prometheus: a criterion with the answer type “yes-no”, because the format has only scales',
    );
    const scales = checkedPack({ criteria: [{ text: 'How far?', kind: 'scale', min: 0, max: 10 }] });
    await expect(writePack(scales, form('prometheus'))).rejects.toThrow('a scale that does not go from 1 to 5');
  });
});

describe('reading a pack', () => {
  it('takes YAML as people write it', async () => {
    const yaml =
      'title: Style\ncriteria:\n  - text: Is it short?\n  - text: How clear?\n    kind: scale\n    levels:\n      1: Not at all\n      5: Wholly\n    weight: 3\n';
    const found = await readPacks(yaml);
    expect([found.form.name, found.packs]).toEqual([
      'yaml',
      [
        {
          title: 'Style',
          criteria: [
            { text: 'Is it short?', weight: 1 },
            { text: 'How clear?', kind: 'scale', levels: { 1: 'Not at all', 5: 'Wholly' }, weight: 3 },
          ],
        },
      ],
    ]);
  });

  it('takes several rubrics of one file', async () => {
    expect((await readPacks(jsonl([style, { ...style, title: 'Tone' }]))).packs.map(({ title }) => title)).toEqual([
      'Style',
      'Tone',
    ]);
    expect(await read([style, style])).toHaveLength(2);
    // Rows for training repeat a rubric for each prompt.
    const row = { ground_truth: JSON.stringify({ query: '', rubrics: [{ description: 'x', weight: 1 }] }) };
    expect(await readPacks(jsonl([row, row, row]))).toMatchObject({ packs: [{}], skipped: [{ count: 2 }] });
  });

  it('tells of fields that mean nothing, and keeps them where it can', async () => {
    const odd = await readPacks(JSON.stringify({ ...style, wieght: 2, criteria: [{ text: 'x', wieght: 2 }] }));
    expect(odd.skipped).toEqual([
      { count: 1, reason: 'the unknown field “wieght” of a rubric' },
      { count: 1, reason: 'the unknown field “wieght” of a criterion' },
    ]);
    expect(odd.packs[0]?.criteria).toEqual([{ text: 'x', weight: 1, wieght: 2 }]);
    expect(
      (await readPacks(JSON.stringify({ rubrics: [{ criterion: 'x', points: 1, grader: 'me' }] }))).skipped,
    ).toEqual([{ count: 1, reason: 'the field “grader” of a criterion' }]);
  });

  it.each<[string, string, RegExp]>([
    ['nothing', ' \n', /^the file is empty$/],
    ['neither JSON nor YAML', 'title: "open\ncriteria: []\n', /^line \d: the file is neither JSON nor YAML: /],
    [
      'torn JSON',
      '{"title": "Style",\n "criteria": [',
      /^line 2: This is not JSON: it ends too early, as if it was cut off/,
    ],
    [
      'JSON with a comma too many',
      '\n{"title": "Style",\n "criteria": [1 2 : 3],\n]',
      /^line 3: This is not JSON: unexpected text in column 17: "2 : 3\],\\n\]"/,
    ],
    [
      'a torn line',
      '\n{"criteria":[{"text":"x"}]}\n{"criteria":\n',
      /^line 3: This is not JSON: it ends too early, as if it was cut off/,
    ],
    [
      'a line that is no object',
      '{"criteria":[{"text":"x"}]}\n3\n',
      /^line 2: each line must be an object, not “number”/,
    ],
    ['a text', '"Style"', /^a rubric must be an object, or a list of objects, not “string”/],
    ['an empty list', '[]', /^the file has an empty list/],
    [
      'other content',
      '{"prompt": "x", "chosen": "y"}',
      /^the file has no rubric in a known format\. Its fields are prompt, chosen\. The known formats are json, yaml, one-line, healthbench, /,
    ],
    [
      'two forms in one',
      '[{"criteria":[{"text":"x"}]},{"rubric":[]}]',
      /^record 2 is not in the format json of the records before it/,
    ],
    ['no criterion', '{"title": "Style", "criteria": []}', /criteria: Must not be empty/],
    [
      'an unknown kind',
      '{"criteria": [{"text": "x", "kind": "stars"}]}',
      /^Criterion 1: kind: Must be one of .*, but is "stars"/,
    ],
    [
      'a gate outside of 0 to 1',
      'criteria:\n- id: short\n  text: x\n  gate: { threshold: 3 }\n',
      /^Criterion “short”: gate\.threshold: Must be at (most 1|least 0), but is /,
    ],
    [
      'ids twice',
      '{"criteria": [{"id": "a", "text": "x"}, {"id": "a", "text": "y"}]}',
      /^Criterion “a”: id: Another criterion has the same ID/,
    ],
    ['the second of two', jsonl([style, { criteria: [{ text: '' }] }]), /^line 2: Criterion 1: text: /],
    [
      'a criterion without points',
      '{"rubrics": [{"criterion": "x", "points": 1}, {"criterion": "y"}]}',
      /“rubrics\[1\]\.points” is missing\. It must be a number/,
    ],
    [
      'tags that are no texts',
      '{"rubrics": [{"criterion": "x", "points": 1, "tags": [1]}]}',
      /“rubrics\[0\]\.tags” must be a list of texts, but one of its values is “number”/,
    ],
    ['a scale of nothing', '{"criteria": " ", "score1_description": "x"}', /^“criteria” is empty/],
    [
      'an alias bomb',
      `a: &a [x, x, x, x, x, x, x, x, x]\n${['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(', ')}]`).join('\n')}\n`,
      /^the YAML repeats parts of itself \(“\*name”\) too often/,
    ],
    ['an alias of nothing', 'criteria: *gone\n', /\*name|alias/i],
    [
      'a tag that nobody knows',
      'criteria:\n  - !!js/function text\n',
      /^line 2: the file is neither JSON nor YAML: Unresolved tag/,
    ],
    ['a web page', '\n<!DOCTYPE html><html><body>criteria: []</body></html>', /^the file is a web page/],
    [
      'two of one id',
      jsonl([
        { ...style, id: 'a' },
        { ...style, id: 'b' },
        { ...style, id: 'a' },
      ]),
      /^rubrics 1 and 3 have the same id “a”/,
    ],
    [
      'the library of a study',
      JSON.stringify({ version: 1, rubrics: [{ id: 'a', title: 'A', versions: [] }] }),
      /^this file belongs to the rubrics of a study/,
    ],
    [
      'a record among others',
      jsonl([{ rubrics: [{ criterion: 'x', points: 1 }] }, { rubrics: [{ criterion: 'x', points: 'many' }] }]),
      /^line 2: “rubrics\[0\]\.points” must be a number, not “string”/,
    ],
    [
      'JSON as deep as a well',
      `{"criteria":[{"text":"x","deep":${'['.repeat(10_000)}${']'.repeat(10_000)}}]}`,
      /^lists and objects are nested more than 64 deep/,
    ],
    [
      'YAML as deep as a well',
      `criteria: ${'['.repeat(10_000)}x${']'.repeat(10_000)}\n`,
      /^lists and objects are nested more than 64 deep/,
    ],
  ])('tells of %s', async (_, text, message) => {
    await expect(readPacks(text)).rejects.toThrow(UserError);
    await expect(readPacks(text)).rejects.toThrow(message);
  });
});

describe('a criterion that is flagged as faulty', () => {
  const faulty = { id: 'two', text: 'Is it short and kind?', weight: 1, faulty: { reason: 'asks two things' } };
  const pack = { id: 'style', title: 'Style', criteria: [{ id: 'short', text: 'Is it short?', weight: 2 }, faulty] };

  it('is left out of forms that cannot say so, and counted, and kept in those that can', async () => {
    const written = await writePack(pack, packFormatNamed('healthbench')!);
    expect(written.text).not.toContain('short and kind');
    expect(written).toMatchObject({
      criteria: 1,
      lost: [
        { count: 1, reason: 'a criterion that is flagged as faulty' },
        expect.anything(),
        expect.anything(),
        expect.anything(),
      ],
    });
    expect((await writePack(pack, packFormatNamed('yaml')!)).text).toContain('asks two things');
  });
});
