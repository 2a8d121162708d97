import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RatedAspect } from '../../../../src/core/export/format';
import type { Judgement } from '../../../../src/core/model/annotation/annotation';
import { by, exported, faults, itemOf, readAgain, takenFor } from './formatFixtures';

type Values = Readonly<Record<string, number | null>>;
const rated = (...responses: readonly (readonly [string, Values])[]): Judgement => ({
  ratings: responses.flatMap(([response, values]) =>
    Object.entries(values).map(([aspect, value]) => ({ response, aspect, value })),
  ),
});
const five = (...values: readonly number[]): Values =>
  Object.fromEntries(
    ['helpfulness', 'correctness', 'coherence', 'complexity', 'verbosity'].map((name, i) => [name, values[i] ?? 0]),
  );
const aspects = (...names: string[]): { aspects: RatedAspect[] } => ({ aspects: names.map((name) => ({ name })) });
const scaled = (name: string, min: number, max: number): RatedAspect => ({ name, scale: { name, min, max } });

const user = (content: string): object => ({ role: 'user', content });
const assistant = (content: string): object => ({ role: 'assistant', content });
const item = itemOf(['So 🙂.', '']);
const conversation = itemOf(['Fine 漢字.'], {
  prompt: [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
    { role: 'user', content: 'How are you?' },
  ],
  promptText: undefined as never,
});

describe('ratings for HelpSteer2', () => {
  it('are five whole numbers a response, a row for each annotator; one that lacks a rating is left out', () => {
    const { rows, dropped } = exported('helpsteer2', item, [
      by(1, item, rated(['a', five(4, 3, 4, 1, 2)], ['b', five(0, 0, 1, 0, 0)])),
      by(2, item, rated(['a', { ...five(3, 3, 3, 3, 3), coherence: null }])),
      by(3, item, { rationale: 'Hm.' }),
    ]);
    expect(rows).toEqual([
      { prompt: 'Why?', response: 'So 🙂.', ...five(4, 3, 4, 1, 2) },
      { prompt: 'Why?', response: '', ...five(0, 0, 1, 0, 0) },
    ]);
    expect(dropped).toEqual({ 'missing-rating': 1, 'no-ratings': 1 });
  });

  it('of several annotators are their mean as a whole number where that is asked for', () => {
    const three = [five(4, 0, 1, 2, 3), five(3, 0, 2, 2, 3), five(3, 1, 2, 2, 4)].map((values, i) =>
      by(i + 1, item, rated(['a', values])),
    );
    const { rows, from } = exported('helpsteer2', item, three, { aggregate: 'majority' });
    expect(rows).toEqual([{ prompt: 'Why?', response: 'So 🙂.', ...five(3, 0, 2, 2, 3) }]);
    expect(from).toMatchObject([{ annotations: three.map(({ id }) => id), response: 'a' }]);
  });

  it('are found under other names, whatever the case, and by --attributes', () => {
    const values = { Helpfulness: 4, CORRECTNESS: 3, coherence: 2, complexity: 1, Length: 0 };
    const attributes = { verbosity: 'Length' };
    expect(
      exported('helpsteer2', item, [by(1, item, rated(['a', values]))], { attributes }, aspects(...Object.keys(values)))
        .rows,
    ).toMatchObject([five(4, 3, 2, 1, 0)]);
    expect(() => exported('helpsteer2', item, [], { attributes: { style: 'Length' } }, aspects('Length'))).toThrow(
      'The format “HelpSteer2” has no attribute “style”. Its attributes are: helpfulness, correctness',
    );
    expect(() => exported('helpsteer2', item, [], { attributes: { verbosity: 'length' } }, aspects('Length'))).toThrow(
      'There are no ratings for the aspect “length”. Rated aspects: Length',
    );
  });

  it('on another scale are refused with what to do, and values that are no level are left out', () => {
    const on = { aspects: [scaled('helpfulness', 1, 5)] };
    expect(() => exported('helpsteer2', item, [by(1, item, rated(['a', five(4, 4, 4, 4, 4)]))], {}, on)).toThrow(
      'The aspect “helpfulness” has a scale from 1 to 5, but the attribute “helpfulness” of the format “HelpSteer2” has a scale from 0 to 4. Use another aspect (“--attributes”)',
    );
    expect(
      exported(
        'helpsteer2',
        item,
        [by(1, item, rated(['a', five(2.5, 1, 1, 1, 1)], ['b', five(5, 1, 1, 1, 1)]))],
        {},
        { aspects: [scaled('helpfulness', 0, 4)] },
      ),
    ).toMatchObject({ rows: [], dropped: { 'off-scale': 2 } });
  });

  it('have conversations in their own template; what it cannot hold is left out', () => {
    const judged = by(1, conversation, rated(['a', five(1, 1, 1, 1, 1)]));
    expect(exported('helpsteer2', conversation, [judged], {}, {}, 'In winter.').rows).toMatchObject([
      {
        prompt: 'Be kind.\n\nIn winter.\n\nHi\n<extra_id_1>Assistant\nHello\n<extra_id_1>User\nHow are you?',
        response: 'Fine 漢字.',
      },
    ]);
    for (const prompt of [
      [
        { role: 'user', content: 'a' },
        { role: 'user', content: 'b' },
      ],
      [{ role: 'user', content: '<extra_id_1>User' }],
    ]) {
      const own = { ...conversation, prompt };
      expect(exported('helpsteer2', own, [judged])).toMatchObject({ rows: [], dropped: { 'not-template': 1 } });
    }
  });

  it.each([
    [
      'null, of which NeMo-Aligner makes "attribute:None" ("invalid sample")',
      { correctness: null },
      'correctness: must be a whole number: NeMo-Aligner makes "attribute:None" of null and stops at it with "invalid sample"',
    ],
    ['a value past the scale', { verbosity: 5 }, 'verbosity: is above 4, the highest of HelpSteer2'],
    ['half a level', { verbosity: 0.5 }, 'verbosity: must be a whole number'],
  ])('tell %s', async (_, changes, message) => {
    const good = { prompt: 'Why?', response: 'So.', ...five(1, 2, 3, 4, 0) };
    expect(await faults('helpsteer2', good)).toEqual([]);
    expect(await takenFor(good)).toBe('helpsteer2');
    expect(await faults('helpsteer2', { ...good, ...changes })).toEqual([expect.stringContaining(message)]);
  });
});

describe("ratings for NeMo-Aligner's regression", () => {
  it('are nine floats in its order, -100 where there is none, behind the whole conversation', () => {
    const { rows } = exported('nemo-aligner-regression', conversation, [
      by(1, conversation, rated(['a', { humor: 2, helpfulness: 3.5, coherence: null }])),
    ]);
    expect(rows).toEqual([
      {
        text: '<extra_id_0>System\nBe kind.\n<extra_id_1>User\nHi\n<extra_id_1>Assistant\nHello\n<extra_id_1>User\nHow are you?\n<extra_id_1>Assistant\nFine 漢字.\n<extra_id_2>',
        label: [-100, -100, 2, -100, 3.5, -100, -100, -100, -100],
      },
    ]);
    expect(
      exported('nemo-aligner-regression', item, [by(1, item, rated(['a', { humor: 2 }]))]).rows[0]?.text,
    ).toContain(
      "<extra_id_0>System\nA chat between a curious user and an artificial intelligence assistant. The assistant gives helpful, detailed, and polite answers to the user's questions.\n<extra_id_1>User\nWhy?\n",
    );
  });

  it('are left out where none of the nine is there, and refused on another scale', () => {
    expect(exported('nemo-aligner-regression', item, [by(1, item, rated(['a', { style: 2 }]))])).toMatchObject({
      rows: [],
      dropped: { 'missing-rating': 1 },
    });
    expect(exported('nemo-aligner-regression', item, [by(1, item, rated(['a', { humor: 7 }]))])).toMatchObject({
      rows: [],
      dropped: { 'off-scale': 1 },
    });
    expect(() =>
      exported(
        'nemo-aligner-regression',
        item,
        [by(1, item, rated(['a', { humor: 2 }]))],
        {},
        { aspects: [scaled('humor', 1, 7)] },
      ),
    ).toThrow(
      'The aspect “humor” has a scale from 1 to 7, but the attribute “humor” of the format “SteerLM” has a scale from 0 to 4',
    );
  });

  const nine = [0, 1, 2, 3, 4, -100, -100, -100, -100];
  it.each([
    [
      'a label that is no list (AssertionError)',
      { label: 3 },
      'label: must be a list of numbers: RegressionRewardModelDataset asserts it',
    ],
    [
      'null in the label',
      { label: [null, ...nine.slice(1)] },
      'label.0: must be a number: null cannot be made a tensor; -100 masks it',
    ],
    ['fewer attributes', { label: [1] }, 'label: has not 9 values: they are quality, toxicity, humor'],
    ['a label that is masked throughout', { label: nine.map(() => -100) }, 'warning: every attribute is masked'],
  ])('tell %s', async (_, changes, message) => {
    expect(await faults('nemo-aligner-regression', { text: 'x', label: nine })).toEqual([]);
    expect(await takenFor({ text: 'x', label: nine })).toBe('nemo-aligner-regression');
    expect(await faults('nemo-aligner-regression', { text: 'x', ...changes })).toEqual([
      expect.stringContaining(message),
    ]);
  });
});

describe('ratings for ArmoRM', () => {
  it('are a column for each aspect of the file, null where there is none, with the conversation', () => {
    const told = exported(
      'armorm',
      conversation,
      [
        by(1, conversation, rated(['a', { style: 3, wit: null }])),
        by(2, conversation, rated(['a', { wit: 1.5 }])),
        by(3, conversation, rated(['a', { wit: null }])),
      ],
      {},
      aspects('style', 'wit'),
    );
    expect(told.rows).toEqual([
      { messages: [...conversation.prompt, assistant('Fine 漢字.')], style: 3, wit: null },
      { messages: [...conversation.prompt, assistant('Fine 漢字.')], style: null, wit: 1.5 },
    ]);
    expect(told.dropped).toEqual({ 'missing-rating': 1 });
  });

  it('have all of its nineteen columns where one of them is rated, and none called "messages"', () => {
    const { rows } = exported(
      'armorm',
      item,
      [by(1, item, rated(['a', { helpfulness: 3 }]))],
      { attributes: { 'helpsteer-helpfulness': 'helpfulness' } },
      aspects('helpfulness'),
    );
    expect(Object.keys(rows[0]!)).toHaveLength(20);
    expect(rows[0]).toMatchObject({ 'helpsteer-helpfulness': 3, 'code-readability': null });
    expect(() =>
      exported('armorm', item, [by(1, item, rated(['a', { messages: 3 }]))], {}, aspects('messages')),
    ).toThrow('The name of an aspect is “messages”');
  });

  it.each([
    [
      'text for a number (could not convert string to float)',
      [{ style: 'good' }],
      'style: must be a number or null: NumPy stops with "could not convert string to float"',
    ],
    ['no attribute at all (KeyError)', [{}], 'has no attribute: stage-1_prepare.py stops with a KeyError'],
    ['an attribute in some rows only', [{ style: 1 }, { wit: 1 }], 'the column "style" is not in every row'],
  ])('tell %s', async (_, rows, message) => {
    const messages = [user('Why?'), assistant('So.')];
    expect(await takenFor({ messages, style: 1 })).toBe('armorm');
    expect(await faults('armorm', ...rows.map((row) => ({ messages, ...row })))).toEqual([
      expect.stringContaining(message),
    ]);
  });
});

describe("ratings for ms-swift's regression", () => {
  it('are a list as long in every row, in the order of the file or of --attributes', () => {
    const judged = [by(1, item, rated(['a', { style: 3, wit: 1 }], ['b', { style: 2 }]))];
    const { rows, from, dropped } = exported('ms-swift-regression', item, judged, {}, aspects('wit', 'style'));
    expect(rows).toEqual([{ messages: [user('Why?'), assistant('So 🙂.')], label: [1, 3] }]);
    expect(from).toMatchObject([{ aspects: ['wit', 'style'] }]);
    expect(dropped).toEqual({ 'missing-rating': 1 });
    expect(
      exported('ms-swift-regression', item, judged, { attributes: { x: 'style' } }, aspects('wit', 'style')).rows,
    ).toMatchObject([{ label: [3] }, { label: [2] }]);
  });

  it('tell a list of another length (ValueError: expected sequence of length), and null in it', async () => {
    const messages = [user('Why?'), assistant('So.')];
    expect(await faults('ms-swift-regression', { messages, label: [1, 2] }, { messages, label: [1] })).toEqual([
      expect.stringContaining(
        'has 1 value in "label" where the first row has 2: torch stops with "ValueError: expected sequence of length 2"',
      ),
    ]);
    expect(await faults('ms-swift-regression', { messages, label: [1, null] })).toEqual([
      'label.1: must be a number: null cannot be converted to a tensor',
    ]);
    expect(await takenFor({ messages, label: [1] })).toBe('ms-swift-regression');
  });
});

describe('ratings for UltraFeedback', () => {
  const judgement: Judgement = {
    ratings: [
      { response: 'a', aspect: 'honesty', value: 4, note: 'It says so.' },
      { response: 'a', aspect: 'truth', value: null },
      { response: 'b', aspect: 'truth', value: 2 },
      { response: 'a', aspect: 'overall_score', value: 8.5 },
    ],
    critiques: [{ response: 'a', text: '', strengths: 'Short.', weaknesses: 'Too short.' }],
  };
  it('are texts by aspect with their rationales, "N/A" where there is none, with overall score and critique', () => {
    const { rows } = exported(
      'ultrafeedback',
      { ...item, references: ['Because.'], metadata: { source: 'own' } },
      [by(1, item, judgement)],
      {},
      aspects('honesty', 'overall_score', 'truth'),
    );
    expect(rows).toEqual([
      {
        source: 'own',
        instruction: 'Why?',
        models: ['', ''],
        correct_answers: ['Because.'],
        incorrect_answers: ['None'],
        completions: [
          {
            model: '',
            principle: '',
            custom_system_prompt: '',
            response: 'So 🙂.',
            annotations: {
              honesty: { Rating: '4', Rationale: 'It says so.' },
              truth: { Rating: 'N/A', Rationale: 'N/A' },
            },
            critique: 'Short.\n\nToo short.',
            overall_score: 8.5,
            'fine-grained_score': 4,
          },
          {
            model: '',
            principle: '',
            custom_system_prompt: '',
            response: '',
            annotations: { honesty: { Rating: 'N/A', Rationale: 'N/A' }, truth: { Rating: '2', Rationale: 'N/A' } },
            critique: '',
            overall_score: null,
            'fine-grained_score': 2,
          },
        ],
      },
    ]);
  });

  it('of several annotators are their means where that is asked for, with all they wrote', () => {
    const other: Judgement = {
      ratings: [{ response: 'a', aspect: 'honesty', value: 1, note: 'It does not.' }],
      critiques: [{ response: 'a', text: 'No.' }],
    };
    const { rows } = exported(
      'ultrafeedback',
      item,
      [by(1, item, judgement), by(2, item, other)],
      { aggregate: 'borda' },
      aspects('honesty'),
    );
    expect(rows).toMatchObject([
      {
        completions: [
          {
            annotations: { honesty: { Rating: '2.5', Rationale: 'It says so.\n\nIt does not.' } },
            critique: 'Short.\n\nToo short.\n\nNo.',
          },
          {},
        ],
      },
    ]);
  });

  it.each([
    ['a rating that is no text', 4, 'annotations.x.Rating: must be text, "N/A" where it does not apply'],
    [
      'a rating that is no number (ValueError: could not convert string to float)',
      'good',
      'is neither a number nor "N/A": "ValueError: could not convert string to float"',
    ],
  ])('tell %s', async (_, Rating, message) => {
    const completion = {
      model: '',
      principle: '',
      custom_system_prompt: '',
      response: 'a',
      critique: '',
      overall_score: 1,
      'fine-grained_score': null,
    };
    const row = (rating: unknown): object => ({
      source: '',
      instruction: 'Why?',
      models: [''],
      correct_answers: ['None'],
      incorrect_answers: ['None'],
      completions: [{ ...completion, annotations: { x: { Rating: rating, Rationale: 'N/A' } } }],
    });
    expect(await faults('ultrafeedback', row('4'))).toEqual([]);
    expect(await takenFor(row('N/A'))).toBe('ultrafeedback');
    expect(await faults('ultrafeedback', row(Rating))).toEqual([expect.stringContaining(message)]);
  });
});

const text = fc
  .array(fc.constantFrom('a', 'é', '漢字', '🙂', '𝒳', 'two words', '\n'), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(' '));
const level = fc.integer({ min: 0, max: 4 });

it('a file of helpsteer2 is read back as the same ratings and conversations, and written again as the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          turns: fc.array(text, { minLength: 1, maxLength: 3 }),
          answer: text,
          values: fc.array(level, { minLength: 5, maxLength: 5 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      async (sources) => {
        const rows = sources.flatMap(({ turns, answer, values }) => {
          const prompt = turns.flatMap((content, i) => [
            ...(i > 0 ? [{ role: 'assistant', content: 'Well.' }] : []),
            { role: 'user', content },
          ]);
          const own = itemOf([answer], { prompt });
          return exported('helpsteer2', own, [by(1, own, rated(['a', five(...values)]))]).rows;
        });
        expect(await faults('helpsteer2', ...rows)).toEqual([]);
        const { layout, read } = await readAgain(rows);
        expect(layout).toBe('helpsteer2');
        expect(
          read.map(({ item: own, labels }) => ({
            turns: own.prompt.filter(({ role }) => role === 'user').map(({ content }) => content),
            answer: own.responses[0]?.text,
            values: labels[0]?.judgement.ratings?.map(({ value }) => value),
          })),
        ).toEqual(sources);
        expect(
          read.flatMap(({ item: own, labels }) => exported('helpsteer2', own, [by(1, own, labels[0]!.judgement)]).rows),
        ).toEqual(rows);
      },
    ),
    { numRuns: 40 },
  );
});

it('a file of ultrafeedback is read back as the same ratings, rationales and critiques, and written again as the same rows', async () => {
  const names = ['honesty', 'truth', 'overall_score'];
  const rating = fc.record({
    value: fc.option(fc.integer({ min: 1, max: 5 })),
    note: fc.option(
      text.filter((each) => each.trim() !== ''),
      { nil: undefined },
    ),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          response: text,
          critique: fc.option(
            text.filter((each) => each.trim() !== ''),
            { nil: undefined },
          ),
          ratings: fc.tuple(rating, rating),
          overall: fc.integer({ min: 1, max: 10 }),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      async (responses) => {
        const own = itemOf(responses.map(({ response }) => response));
        const judgement: Judgement = {
          ratings: own.responses.flatMap(({ id }, i) => [
            ...responses[i]!.ratings.map(({ value, note }, n) => ({
              response: id,
              aspect: names[n]!,
              value,
              ...(note !== undefined && { note }),
            })),
            { response: id, aspect: 'overall_score', value: responses[i]!.overall },
          ]),
          critiques: own.responses.flatMap(({ id }, i) =>
            responses[i]!.critique === undefined ? [] : [{ response: id, text: responses[i]!.critique }],
          ),
        };
        const rows = exported('ultrafeedback', own, [by(1, own, judgement)], {}, aspects(...names)).rows;
        expect(await faults('ultrafeedback', ...rows)).toEqual([]);
        const { layout, read } = await readAgain(rows);
        expect(layout).toBe('ultrafeedback');
        const back = read[0]!;
        const id = (response: string): string =>
          own.responses[back.item.responses.findIndex((each) => each.id === response)]!.id;
        expect(back.labels[0]!.judgement.ratings?.map((each) => ({ ...each, response: id(each.response) }))).toEqual(
          judgement.ratings,
        );
        expect(
          (back.labels[0]!.judgement.critiques ?? []).map((each) => ({ ...each, response: id(each.response) })),
        ).toEqual(judgement.critiques);
        expect(
          exported('ultrafeedback', back.item, [by(1, back.item, back.labels[0]!.judgement)], {}, aspects(...names))
            .rows,
        ).toEqual(rows);
      },
    ),
    { numRuns: 40 },
  );
});
