import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tiersFromComparisons } from '../../../../src/core/dataset/layouts/labels/tiersFromComparisons';
import { allComparisonsIn } from '../../../../src/core/export/derive/comparisons';
import { readBack } from '../../made/formatRows';
import { readFixture } from '../../made/fixtures';
import { asked, assistant, user } from '../../made/expectedItems';
import { annotation } from '../../made/journalLines';

const nothing = (...ids: readonly string[]): unknown[] => ids.map((id) => ({ id, text: '' }));

describe('a table by ids', () => {
  it('of comparisons is an item with a label for each annotation, an order where they make one', async () => {
    expect(await readFixture('annotators.jsonl')).toEqual({
      layout: 'annotators',
      problems: [],
      items: [
        {
          id: 'q1',
          prompt: [],
          responses: nothing('r1', 'r2', 'r3'),
          labels: [
            {
              annotator: 'ana',
              group: 'north',
              duration: 4000,
              shown: ['r1', 'r2', 'r3'],
              judgement: { ranking: { tiers: [['r1', 'r3'], ['r2']] }, confidence: 0.5 },
            },
            {
              judge: 'judge-7b',
              shown: ['r1', 'r2'],
              judgement: { comparisons: [{ a: 'r1', b: 'r2', outcome: 'b', strength: 2 }] },
            },
          ],
        },
        {
          id: 'q2',
          prompt: [],
          responses: nothing('x', 'y'),
          labels: [
            {
              annotator: 'ana',
              context: 'At night.',
              shown: ['x', 'y'],
              judgement: { comparisons: [{ a: 'x', b: 'y', outcome: 'unsure', criterion: 'kind' }] },
            },
          ],
        },
      ],
    });
  });

  it('of passages has the critiques of each annotation', async () => {
    const { layout, items } = await readFixture('spans.jsonl');
    expect([layout, items[0]?.labels]).toEqual([
      'spans',
      [
        {
          annotator: 'ana',
          shown: ['r1', 'r2'],
          judgement: {
            critiques: [
              {
                response: 'r1',
                text: 'Off the point.',
                spans: [
                  {
                    start: 0,
                    end: 4,
                    quote: 'Rain',
                    type: 'Irrelevant',
                    polarity: 'negative',
                    severity: 2,
                    note: 'Nobody asked.',
                  },
                  { start: 5, end: 6, quote: '🙂', polarity: 'positive' },
                ],
              },
              { response: 'r2', text: '', spans: [{ start: 0, end: 2, quote: 'So' }] },
            ],
          },
        },
      ],
    ]);
  });
});

describe('comparisons as an order', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  it('give back every ranking of three or more, with what was left unranked', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 3, max: 5 })
          .chain((size) =>
            fc.array(fc.option(fc.nat({ max: 3 }), { nil: undefined }), { minLength: size, maxLength: size }),
          ),
        (places) => {
          const shown = ids.slice(0, places.length);
          const tiers = [...new Set(places)]
            .filter((place) => place !== undefined)
            .sort((a, b) => a - b)
            .map((place) => shown.filter((_, i) => places[i] === place));
          const unranked = shown.filter((_, i) => places[i] === undefined);
          fc.pre(tiers.length > 0);
          // One that is unranked by itself is below all others, as the last is.
          const expected = unranked.length === 1 ? [...tiers, unranked] : tiers;
          expect(
            tiersFromComparisons(allComparisonsIn(annotation(1, { shown, judgement: { ranking: { tiers } } }))),
          ).toEqual(expected);
        },
      ),
    );
  });

  it.each([
    ['two responses', [['a', 'b', 'a']]],
    [
      'a circle',
      [
        ['a', 'b', 'a'],
        ['b', 'c', 'a'],
        ['a', 'c', 'b'],
      ],
    ],
    [
      'a pair that is missing',
      [
        ['a', 'b', 'a'],
        ['b', 'c', 'a'],
      ],
    ],
    [
      'a pair that was compared twice',
      [
        ['a', 'b', 'a'],
        ['b', 'a', 'b'],
        ['b', 'c', 'a'],
        ['a', 'c', 'a'],
      ],
    ],
    [
      'ties at odds',
      [
        ['a', 'b', 'tie'],
        ['b', 'c', 'tie'],
        ['a', 'c', 'a'],
      ],
    ],
    [
      'what is no order',
      [
        ['a', 'b', 'unsure'],
        ['b', 'c', 'a'],
        ['a', 'c', 'a'],
      ],
    ],
  ] as const)('are none of %s', (_, compared) => {
    expect(tiersFromComparisons(compared.map(([a, b, outcome]) => ({ a, b, outcome })))).toBeUndefined();
  });

  it.each([{ strength: 2 }, { criterion: 'kind' }])('are none where they say more: %j', (more) => {
    expect(
      tiersFromComparisons(
        [
          ['a', 'b'],
          ['b', 'c'],
          ['a', 'c'],
        ].map(([a = '', b = '']) => ({ a, b, outcome: 'a' as const, ...more })),
      ),
    ).toBeUndefined();
  });
});

describe('a table of verdicts', () => {
  it('is an item for each prompt and context, with its responses, criteria and annotators', async () => {
    const items = await readFixture('verdicts.jsonl');
    const [kind, depth, tone] = [
      { id: 'kind', text: 'Is it kind?' },
      { id: 'depth', text: 'How deep is it?' },
      { id: 'tone', text: 'Which tone?', weight: 2 },
    ];
    const said = (response: string, criterion: string, value: unknown, note?: string): unknown => ({
      response,
      criterion,
      value,
      ...(note !== undefined && { note }),
    });
    expect(items).toMatchObject({
      layout: 'verdicts',
      problems: [],
      items: [
        {
          prompt: [user('Why?')],
          responses: [
            { id: 'r1', text: 'Because.' },
            { id: 'r2', text: 'So.' },
          ],
          criteria: [kind, depth, tone],
          labels: [
            {
              annotator: 'ana',
              judgement: {
                verdicts: [
                  said('r1', 'kind', true),
                  said('r1', 'depth', 4, 'Names a cause.'),
                  said('r2', 'kind', false),
                ],
              },
            },
            { judge: 'judge-7b', judgement: { verdicts: [said('r2', 'tone', '3'), said('r2', 'kind', null)] } },
          ],
        },
        {
          context: 'For a child.',
          responses: [{ id: 'r1', text: 'So.' }],
          criteria: [kind],
          labels: [{ annotator: 'ana', judgement: { verdicts: [said('r1', 'kind', false)] } }],
        },
      ],
    });
  });

  it('is read with texts for messages and without ids too, as a spreadsheet has it, and refuses what contradicts itself', async () => {
    const row = { prompt: 'Why?', response: 'So.', criterion: 'Is it kind?', verdict: 'Yes', annotator: 'ana' };
    const { layout, items } = await readBack([
      row,
      { ...row, response: 'Because.', verdict: 'no' },
      row,
      { ...row, criterion: 'How deep?', verdict: '2.5' },
    ]);
    expect([
      layout,
      items.map(({ item, labels }) => [item.prompt, item.responses.map(({ text }) => text), labels]),
    ]).toEqual([
      'verdicts',
      [
        [
          [user('Why?')],
          ['So.', 'Because.'],
          [
            {
              annotator: 'ana',
              judgement: {
                verdicts: [
                  { response: 'r1', criterion: 'Is it kind?', value: true },
                  { response: 'r2', criterion: 'Is it kind?', value: false },
                  { response: 'r1', criterion: 'How deep?', value: 2.5 },
                ],
              },
            },
          ],
        ],
      ],
    ]);
    await expect(readBack([row, { ...row, verdict: 'no' }])).rejects.toThrow(
      'The verdict is false, but an earlier row of the same annotator, response and criterion says true. The row was left out. Remove one of the two',
    );
  });
});

it('a table of judged critiques has a label for each person: what they wrote, and what they say of what others wrote', async () => {
  const { layout, items } = await readFixture('critique-soundness.jsonl');
  const wrote = (...texts: readonly string[]): unknown => ({
    critiques: texts.map((text) => ({ response: 'r1', text })),
  });
  const of = (critic: object, critique: string, said: object): unknown => ({
    response: 'r1',
    critic,
    critique,
    ...said,
  });
  expect([layout, items]).toEqual([
    'critique-soundness',
    [
      {
        id: expect.any(String) as string,
        prompt: [user('Why is the sky blue?')],
        responses: [{ id: 'r1', text: 'The sea.' }],
        labels: [
          {
            annotator: 'ben',
            judgement: wrote('Wrong: it is scattering.'),
            ofCritiques: [of({ annotator: 'ana' }, 'Too long.', { soundness: 'flawed', agrees: false })],
          },
          {
            annotator: 'ana',
            judgement: wrote('Too long.'),
            ofCritiques: [
              of({ annotator: 'ben' }, 'Wrong: it is scattering.', {
                soundness: 'sound',
                agrees: true,
                accepted: true,
              }),
              of({ judge: 'judge-7b' }, 'Vague.', { accepted: false }),
            ],
          },
          { judge: 'judge-7b', judgement: wrote('Vague.') },
        ],
      },
      {
        id: expect.any(String) as string,
        prompt: [user('Two and two?')],
        context: 'For a child.',
        responses: [{ id: 'r1', text: 'Four.' }],
        labels: [
          { annotator: 'ben', judgement: wrote('Right.') },
          {
            annotator: 'ana',
            judgement: {},
            ofCritiques: [of({ annotator: 'ben' }, 'Right.', { soundness: 'unsure' })],
          },
        ],
      },
    ],
  ]);
});

it('an edit keeps its critique, and its score as a rating of the edited text', async () => {
  expect((await readFixture('refinements.jsonl')).items).toEqual([
    {
      id: '(hash)',
      ...asked('Why?'),
      responses: [{ id: 'initial', text: 'So.' }],
      labels: [
        {
          shown: ['initial', 'refined'],
          judgement: {
            refinements: [{ response: 'initial', id: 'refined', text: 'Because of the rain.' }],
            critiques: [{ response: 'initial', text: 'Thin.' }],
            ratings: [{ response: 'refined', aspect: 'overall', value: 4 }],
          },
        },
      ],
    },
    {
      id: '(hash)',
      prompt: [user('Hi')],
      promptText: '\n\nHuman: Hi\n\nAssistant:',
      responses: [{ id: 'initial', text: ' Hey', turns: [assistant('Hey')] }],
      labels: [{ judgement: { refinements: [{ response: 'initial', text: ' Hello.' }] } }],
    },
  ]);
});
