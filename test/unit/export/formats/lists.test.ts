import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lipo } from '../../../../src/core/export/formats/lists/lipo';
import { nectar } from '../../../../src/core/export/formats/lists/nectar';
import { pro } from '../../../../src/core/export/formats/lists/pro';
import { rewardBench2 } from '../../../../src/core/export/formats/lists/rewardBench2';
import { rrhf } from '../../../../src/core/export/formats/lists/rrhf';
import { tiersOfComparisons } from '../../../../src/core/export/derive/lists';
import type { Judgement } from '../../../../src/core/model/annotation/annotation';
import { turnsOf } from '../../../../src/core/model/item/item';
import {
  anyItem,
  anyPlainItem,
  anyTiers,
  assistant,
  compared,
  exported,
  itemOf,
  judgedBy,
  pairsIn,
  pairsOfLabels,
  plainTurns,
  ranked,
  readBack,
  said,
  system,
  user,
} from '../../made/formatRows';

const item = itemOf('Hi', ['A', 'B', 'C']);
const listed = (judgements: readonly Judgement[], options = {}) => {
  const { rows, dropped, notes } = exported(rrhf, [[item, judgedBy(item, ...judgements)]], options);
  return { lists: rows.map(({ responses, scores }) => [(responses as string[]).join(''), scores]), dropped, notes };
};
const overall = (values: Readonly<Record<string, number | null>>): Judgement => ({
  ratings: Object.entries(values).map(([response, value]) => ({ response, aspect: 'Overall', value })),
});

describe('an order', () => {
  it.each<[string, Judgement, unknown[], Record<string, number>]>([
    ['of a ranking: scores are places from the last', ranked('b', 'c', 'a'), [['BCA', [2, 1, 0]]], {}],
    ['of a ranking with a tie: the same score', ranked('b', 'a c'), [['BAC', [2, 1, 1]]], {}],
    ['of a ranking that leaves some out: these together at the end', ranked('c'), [['CAB', [2, 1, 1]]], {}],
    [
      'of comparisons that follow from each other',
      {
        comparisons: [
          { a: 'a', b: 'b', outcome: 'b' },
          { a: 'a', b: 'c', outcome: 'a' },
        ],
      },
      [['BAC', [2, 1, 0]]],
      {},
    ],
    [
      'of comparisons with a tie',
      {
        comparisons: [
          { a: 'a', b: 'b', outcome: 'tie' },
          { a: 'c', b: 'b', outcome: 'a' },
        ],
      },
      [['CAB', [2, 1, 1]]],
      {},
    ],
    [
      'of comparisons in a circle: none',
      {
        comparisons: [
          { a: 'a', b: 'b', outcome: 'a' },
          { a: 'b', b: 'c', outcome: 'a' },
          { a: 'c', b: 'a', outcome: 'a' },
        ],
      },
      [],
      { 'no-order': 1 },
    ],
    [
      'of comparisons that leave two open: none',
      {
        comparisons: [
          { a: 'a', b: 'b', outcome: 'a' },
          { a: 'a', b: 'c', outcome: 'a' },
        ],
      },
      [],
      { 'no-order': 1 },
    ],
    ['of comparisons that are both good: none', compared('a', 'b', 'both-good'), [], { 'no-order': 1 }],
    ['of overall ratings: these are the scores', overall({ a: 2, b: 4.5, c: 2 }), [['BAC', [4.5, 2, 2]]], {}],
    ['of no preference at all: none', { rationale: 'Hm' }, [], { 'no-preference': 1 }],
    ['of a response that is gone: none', ranked('b', 'z', 'a', 'c'), [], { stale: 1 }],
  ])('%s', (_, judgement, lists, dropped) => expect(listed([judgement])).toMatchObject({ lists, dropped }));

  it('of ratings is noted, as its scores have another scale', () =>
    expect(listed([overall({ a: 1, b: 2, c: 3 })]).notes).toEqual({ 'scores-of-ratings': 1 }));

  it('of several annotators is each their own, or the consensus of one rule', () => {
    const judgements = [ranked('a', 'b', 'c'), ranked('a', 'c', 'b'), ranked('b', 'a', 'c')];
    expect(listed(judgements).lists).toEqual([
      ['ABC', [2, 1, 0]],
      ['ACB', [2, 1, 0]],
      ['BAC', [2, 1, 0]],
    ]);
    expect(listed(judgements, { aggregate: 'borda' }).lists).toEqual([['ABC', [2, 1, 0]]]);
    expect(
      listed([ranked('a', 'b', 'c'), ranked('b', 'c', 'a'), ranked('c', 'a', 'b')], { aggregate: 'majority' }),
    ).toMatchObject({ lists: [], dropped: { 'no-order': 1 } });
  });

  it('of comparisons is the ranking whose pairs they are', () => {
    fc.assert(
      fc.property(
        anyPlainItem.chain((each) => fc.tuple(anyTiers(each), fc.infiniteStream(fc.boolean()))),
        ([tiers, turned]) => {
          const place = new Map(tiers.flatMap((tier, depth) => tier.map((id) => [id, depth] as const)));
          const ids = [...place.keys()];
          const comparisons = ids.flatMap((a, i) =>
            ids.slice(i + 1).map((b) => {
              const difference = (place.get(a) ?? 0) - (place.get(b) ?? 0);
              const outcome = difference === 0 ? ('tie' as const) : difference < 0 ? ('a' as const) : ('b' as const);
              return turned.next().value
                ? { a: b, b: a, outcome: outcome === 'a' ? ('b' as const) : outcome === 'b' ? ('a' as const) : outcome }
                : { a, b, outcome };
            }),
          );
          expect(tiersOfComparisons(comparisons)?.map((tier) => [...tier].sort())).toEqual(
            tiers.map((tier) => [...tier].sort()),
          );
        },
      ),
    );
  });
});

describe.each([
  ['rrhf', rrhf, 'responses', 'scores'],
  ['lipo', lipo, 'all_responses', 'overall_scores'],
  ['pro', pro, 'suffix', 'reward'],
] as const)('%s', (_, format, responses, scores) => {
  it('is read as the same order: by the scores, best first', () => {
    fc.assert(
      fc.property(
        anyPlainItem.chain((each) => anyTiers(each).map((tiers) => ({ each, tiers }))),
        ({ each, tiers }) => {
          const [row] = exported(format, [[each, judgedBy(each, { ranking: { tiers } })]], {
            listSize: each.responses.length,
          }).rows;
          const [texts, numbers] = [row?.[responses] as string[], row?.[scores] as number[]];
          const read = [...new Set(numbers)].map((score) => texts.filter((__, i) => numbers[i] === score));
          expect(read).toEqual(
            tiers.map((tier) => tier.map((id) => each.responses.find((response) => response.id === id)?.text)),
          );
          expect([...numbers]).toEqual([...numbers].sort((a, b) => b - a));
        },
      ),
    );
  });
});

describe('rrhf', () => {
  const row = { query: 'Hi', responses: ['B', 'A'], scores: [1, 0] };
  it('has lists of one length: that of most items, or the one that is asked for', () => {
    const two = itemOf('Ho', ['', 'B']);
    const judged = [
      [item, judgedBy(item, ranked('a', 'b', 'c'))],
      [two, judgedBy(two, ranked('b', 'a'))],
    ] as const;
    expect(exported(rrhf, judged)).toMatchObject({
      rows: [{ query: 'Hi', responses: ['A', 'B', 'C'] }],
      dropped: { 'list-size': 1 },
    });
    expect(exported(rrhf, judged, { listSize: 2 })).toMatchObject({
      rows: [{ query: 'Ho', responses: ['B', ''], scores: [1, 0] }],
      dropped: { 'list-size': 1 },
    });
  });

  it('finds nothing wrong with its rows', async () => expect(await said(rrhf, [row, row])).toEqual([]));
  it.each<[string, unknown, string]>([
    [
      'ValueError: expected sequence of length 2',
      { query: 'Hi', responses: ['B', 'A', 'C'], scores: [2, 1, 0] },
      'expected sequence of length',
    ],
    ['TypeError: must be real number', { ...row, scores: [1, null] }, 'must be real number'],
    ['another number of scores', { ...row, scores: [1] }, 'has a different number of scores and responses'],
  ])('tells of %s', async (_, wrong, message) =>
    expect(await said(rrhf, [row, wrong])).toEqual([expect.stringContaining(message) as string]),
  );
  it('tells of a blank line: JSONDecodeError', async () =>
    expect(await said(rrhf, [], `${JSON.stringify(row)}\n\n${JSON.stringify(row)}\n`)).toEqual([
      expect.stringMatching(/is blank.*JSONDecodeError/) as string,
    ]));
  it('warns of scores that are all the same', async () =>
    expect(await said(rrhf, [{ ...row, scores: [1, 1] }])).toEqual([
      expect.stringMatching(/^warning: all scores are the same/) as string,
    ]));
});

describe('lipo', () => {
  it('has lists of eight where nothing else is asked for', () => {
    const eight = itemOf('Ho', ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']);
    const order = ranked('h', 'g', 'f', 'e', 'd', 'c', 'b', 'a');
    const made = exported(lipo, [
      [item, judgedBy(item, ranked('a', 'b', 'c'))],
      [eight, judgedBy(eight, order)],
    ]);
    expect(made).toMatchObject({
      rows: [
        {
          prompt: 'Ho',
          all_responses: ['H', 'G', 'F', 'E', 'D', 'C', 'B', 'A'],
          overall_scores: [7, 6, 5, 4, 3, 2, 1, 0],
        },
      ],
      dropped: { 'list-size': 1 },
    });
    expect(exported(lipo, [[item, judgedBy(item, ranked('a', 'b', 'c'))]], { listSize: 3 }).rows.length).toBe(1);
  });

  const row = { prompt: 'Hi', all_responses: ['B', 'A'], overall_scores: [1, 0] };
  it('finds nothing wrong with its rows', async () => expect(await said(lipo, [row, row])).toEqual([]));
  it.each<[string, unknown, string]>([
    [
      'IndexError: list index out of range',
      { prompt: 'Hi', all_responses: ['B', 'A', 'C'], overall_scores: [2, 1, 0] },
      'IndexError: list index out of range',
    ],
    [
      'ValueError: response_i should be an str',
      { ...row, all_responses: ['B', null] },
      'response_i should be an str but got',
    ],
    ['a prompt of messages', { ...row, prompt: [user('Hi')] }, 'must be text: it becomes one user turn'],
    ['another number of scores', { ...row, overall_scores: [1] }, 'has a different number of scores'],
  ])('tells of %s', async (_, wrong, message) =>
    expect(await said(lipo, [row, wrong])).toEqual([expect.stringContaining(message) as string]),
  );
  it('warns of scores that float16 cannot hold', async () =>
    expect(await said(lipo, [{ ...row, overall_scores: [1e6, 0] }])).toEqual([
      expect.stringContaining('is too large: the trainer uses float16') as string,
    ]));
});

describe('pro', () => {
  const talk = itemOf([system('Be kind'), user('Hi'), assistant('Hello'), user('More')], ['', 'B']);
  const row = exported(pro, [[talk, judgedBy(talk, ranked('b', 'a'))]], {}).rows[0]!;
  it('has the best first, and the prefix once for each response', async () => {
    const prefix = ['Be kind', '<|prompter|>Hi', '<|assistant|>Hello', '<|prompter|>More', '<|assistant|>'];
    expect(row).toEqual({ prefix: [prefix, prefix], suffix: ['B', ''], reward: [1, 0], sft_index: 0 });
    expect(await said(pro, [row, row])).toEqual([]);
  });

  it('drops what it has no markers for', () => {
    const open = itemOf([user('Hi'), assistant('Well')], ['A', 'B']);
    const long = itemOf('Hi', [[assistant('A'), user('x'), assistant('y')], 'B']);
    expect(
      exported(
        pro,
        [open, long].map((each) => [each, judgedBy(each, ranked('a', 'b'))]),
      ),
    ).toMatchObject({ rows: [], dropped: { 'last-from-assistant': 1, 'not-one-message': 1 } });
  });

  it.each<[string, unknown, string]>([
    ['AssertionError: sft_index < training_stage', { ...row, sft_index: 2 }, 'AssertionError'],
    ['the best not first', { ...row, reward: [0, 1] }, 'the best response is not first'],
    ['another number of prefixes', { ...row, prefix: [['x']] }, 'have different lengths'],
    [
      'another number of responses than in the rows before',
      { prefix: [['x'], ['x'], ['x']], suffix: ['A', 'B', 'C'], reward: [2, 1, 0], sft_index: 0 },
      'as many as training_stage',
    ],
  ])('tells of %s', async (_, wrong, message) =>
    expect(await said(pro, [row, wrong])).toEqual([expect.stringContaining(message) as string]),
  );
  it('warns of a tie, of which the first is taken for better', async () =>
    expect(await said(pro, [{ ...row, reward: [1, 1] }])).toEqual([
      expect.stringMatching(/^warning: two rewards are the same/) as string,
    ]));
});

describe('nectar', () => {
  const named = {
    ...item,
    responses: item.responses.map((response, i) => ({ ...response, ...(i < 2 && { model: `m${i}` }) })),
  };
  const row = exported(nectar, [[named, judgedBy(named, ranked('b', 'a c'))]]).rows[0]!;
  it('has a transcript and the answers with their ranks, those tied sharing one', async () => {
    expect(row).toEqual({
      prompt: '\n\nHuman: Hi\n\nAssistant: ',
      answers: [
        { answer: 'B', model: 'm1', rank: 1 },
        { answer: 'A', model: 'm0', rank: 2 },
        { answer: 'C', model: '', rank: 2 },
      ],
      turns: 1,
      num_responses: 3,
    });
    expect(await said(nectar, [row])).toEqual([
      expect.stringMatching(/^warning: two answers have the same rank/) as string,
    ]);
  });

  it.each<[string, unknown, string]>([
    ['a prompt without its marker', { ...row, prompt: 'Hi' }, 'must end with "\\n\\nAssistant: "'],
    [
      'a rank of 0',
      {
        ...row,
        answers: [
          { answer: 'B', model: '', rank: 0 },
          { answer: 'A', model: '', rank: 1 },
        ],
        num_responses: 2,
      },
      'begins with 1',
    ],
    [
      'the best not first',
      {
        ...row,
        answers: [
          { answer: 'B', model: '', rank: 2 },
          { answer: 'A', model: '', rank: 1 },
        ],
        num_responses: 2,
      },
      'the best answer is not first',
    ],
    ['a wrong number', { ...row, num_responses: 7 }, 'num_responses differs from the number of answers'],
  ])('tells of %s', async (_, wrong, message) =>
    expect(await said(nectar, [wrong])).toEqual([expect.stringContaining(message) as string]),
  );

  it('gives every order back', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyItem.chain((each) => anyTiers(each).map((tiers) => ({ each, tiers }))),
        async ({ each, tiers }) => {
          const { rows } = exported(nectar, [[each, judgedBy(each, { ranking: { tiers } })]]);
          const { layout, items } = await readBack(rows);
          expect([layout, pairsOfLabels(items)]).toEqual(['nectar', pairsIn(each, tiers)]);
          expect(items[0]?.labels[0]?.judgement.ranking?.tiers.map((tier) => tier.length)).toEqual(
            tiers.map((tier) => tier.length),
          );
          expect(items[0]?.item.responses.some(({ model }) => model !== undefined)).toBe(false);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('rewardbench2', () => {
  it('has what is right and what is wrong, by acceptability or as the best and the rest', async () => {
    const line = { ...ranked('b', 'c', 'a'), acceptable: { b: true, c: true, a: false } };
    const { rows } = exported(rewardBench2, [[item, judgedBy(item, ranked('b', 'c', 'a'), line)]]);
    expect(rows).toEqual([
      {
        id: 'item-1',
        prompt: 'Hi',
        chosen: ['B'],
        rejected: ['C', 'A'],
        num_correct: 1,
        total_completions: 3,
        subset: 'Preferences',
      },
      {
        id: 'item-1',
        prompt: 'Hi',
        chosen: ['B', 'C'],
        rejected: ['A'],
        num_correct: 2,
        total_completions: 3,
        subset: 'Preferences',
      },
    ]);
    expect(await said(rewardBench2, rows)).toEqual([]);
  });

  const row = {
    id: '1',
    prompt: 'Hi',
    chosen: ['B'],
    rejected: ['A'],
    num_correct: 1,
    total_completions: 2,
    subset: 'x',
  };
  it.each<[string, unknown, string]>([
    [
      'a wrong count of right answers',
      { ...row, num_correct: 2 },
      'num_correct differs from the number of chosen answers',
    ],
    [
      'a wrong count of answers',
      { ...row, total_completions: 3 },
      'total_completions differs from the number of answers',
    ],
    ['no right answer', { ...row, chosen: [], num_correct: 0, total_completions: 1 }, 'no answer can be right'],
    ['no wrong answer', { ...row, rejected: [], total_completions: 1 }, 'every answer is right'],
  ])('tells of %s', async (_, wrong, message) =>
    expect(await said(rewardBench2, [wrong])).toEqual([expect.stringContaining(message) as string]),
  );
  it('warns of an answer on both sides', async () =>
    expect(await said(rewardBench2, [{ ...row, rejected: ['B'] }])).toEqual([
      'warning: the same answer is listed as right and as wrong',
    ]));

  it('gives both sides back', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlainItem, fc.integer({ min: 1, max: 7 }), async (each, right) => {
        const acceptable = Object.fromEntries(
          each.responses.map(({ id }, i) => [id, i < Math.min(right, each.responses.length - 1)]),
        );
        const { rows } = exported(rewardBench2, [[each, judgedBy(each, { acceptable })]]);
        const { layout, items } = await readBack(rows);
        const back = items[0];
        const texts = (good: boolean): string[] =>
          Object.entries(back?.labels[0]?.judgement.acceptable ?? {}).flatMap(([id, value]) =>
            value === good ? [back?.item.responses.find((response) => response.id === id)?.text ?? ''] : [],
          );
        expect([layout, plainTurns(back?.item.prompt ?? []), texts(true), texts(false)]).toEqual([
          'reward-bench-2',
          plainTurns(each.prompt),
          rows[0]?.chosen,
          rows[0]?.rejected,
        ]);
        expect(rows[0]?.chosen).toEqual(
          each.responses.filter(({ id }) => acceptable[id]).map((response) => turnsOf(response)[0]?.content),
        );
      }),
      { numRuns: 40 },
    );
  });
});
