import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nemoAlignerDpo, nemoAlignerKto, nemoAlignerRm } from '../../../../src/core/export/formats/pairs/nemoAligner';
import { nemoRl } from '../../../../src/core/export/formats/pairs/nemoRl';
import {
  answered,
  anyItem,
  anyTiers,
  assistant,
  called,
  everyLabelComesBack,
  everyPairComesBack,
  exported,
  itemOf,
  judgedBy,
  pairsIn,
  ranked,
  said,
  system,
  user,
} from '../../made/formatRows';

const talk = itemOf([system('Be kind'), user('Hi'), assistant('Hello'), user('More')], ['A', 'B', '']);
const only = (...tiers: string[]) => [[talk, judgedBy(talk, ranked(...tiers))]] as const;

describe('nemo-rl', () => {
  const good = exported(nemoRl, only('b', 'c', 'a')).rows[0]!;
  it('has two completions, the lower rank the better', () => {
    expect(good).toEqual({
      context: talk.prompt,
      completions: [
        { rank: 0, completion: [assistant('B')] },
        { rank: 1, completion: [assistant('')] },
      ],
    });
  });

  it('never writes a tie', () =>
    expect(exported(nemoRl, only('a b c'))).toMatchObject({ rows: [], dropped: { tie: 3 } }));
  it('finds nothing wrong with its rows', async () =>
    expect(await said(nemoRl, exported(nemoRl, only('b', 'c', 'a')).rows)).toEqual([]));

  const [first, second] = good.completions as [object, object];
  it.each<[string, unknown, string]>([
    [
      'AssertionError: RM/DPO training supports only two completions',
      { ...good, completions: [first, second, { ...second, rank: 2 }] },
      'supports only two completions',
    ],
    [
      'NotImplementedError: Ties are not supported yet',
      { ...good, completions: [first, { ...second, rank: 0 }] },
      'Ties are not supported yet',
    ],
    [
      'ValueError of a column called task_name',
      { ...good, task_name: 'x' },
      'NeMo-RL adds a column "task_name" and says "ValueError"',
    ],
    ['an empty context', { ...good, context: [] }, 'The prompt has no user turn'],
    [
      'a completion that is text',
      { ...good, completions: [{ rank: 0, completion: 'A' }, second] },
      'must be a list of messages',
    ],
  ])('tells of %s', async (_, row, message) =>
    expect(await said(nemoRl, [good, row])).toEqual([expect.stringContaining(message) as string]),
  );

  it('warns of completions that are the same, on which it trains', async () =>
    expect(await said(nemoRl, [{ ...good, completions: [first, { ...first, rank: 1 }] }])).toEqual([
      expect.stringMatching(/^warning: both completions/) as string,
    ]));
  it('gives every pair back', () => everyPairComesBack(nemoRl, 'nemo-rl'));
});

describe('nemo-aligner-dpo', () => {
  const good = exported(nemoAlignerDpo, only('b', 'a'), { margin: 'rank-gap' }).rows[0]!;
  it('has single messages, and the margin as the difference of two rewards', () => {
    expect(good).toEqual({
      prompt: talk.prompt,
      chosen_response: assistant('B'),
      rejected_response: assistant('A'),
      chosen_reward: 1,
      rejected_reward: 0,
    });
    expect(Object.keys(exported(nemoAlignerDpo, only('b', 'a')).rows[0]!)).toEqual([
      'prompt',
      'chosen_response',
      'rejected_response',
    ]);
  });

  it.each<[string, Parameters<typeof itemOf>[0], Parameters<typeof itemOf>[1], string]>([
    ['a tool', [user('Rain?'), called, answered], ['A', 'B'], 'unknown-role'],
    ['an answer of several messages', 'Hi', [[assistant('A'), user('x'), assistant('y')], 'B'], 'not-one-message'],
    ['two turns by one side', [user('Hi'), user('Ho')], ['A', 'B'], 'same-role'],
  ])('drops %s, for which its template has no place', (_, prompt, responses, reason) => {
    const made = itemOf(prompt, responses);
    for (const format of [nemoAlignerDpo, nemoAlignerRm])
      expect(exported(format, [[made, judgedBy(made, ranked('a', 'b'))]])).toMatchObject({
        rows: [],
        dropped: { [format === nemoAlignerRm && reason === 'unknown-role' ? 'tool-calls' : reason]: 1 },
      });
  });

  it('finds nothing wrong with its rows', async () => expect(await said(nemoAlignerDpo, [good, good])).toEqual([]));
  it.each<[string, unknown, string]>([
    [
      'a list for an answer: can only concatenate',
      { ...good, chosen_response: [assistant('A')] },
      'must be text or one message',
    ],
    ['a reward that is text', { ...good, chosen_reward: '1' }, 'must be a number'],
    [
      'rewards on some rows only',
      { ...good, rejected_reward: undefined },
      'the column "rejected_reward" is in earlier rows',
    ],
  ])('tells of %s', async (_, row, message) =>
    expect(await said(nemoAlignerDpo, [good, row])).toEqual([expect.stringContaining(message) as string]),
  );
  it('gives every pair back', () => everyPairComesBack(nemoAlignerDpo, 'nemo-aligner'));
});

describe('nemo-aligner-kto', () => {
  const { rows } = exported(nemoAlignerKto, [[talk, judgedBy(talk, { acceptable: { a: true, b: false } })]]);
  it("has text in the template of NeMo's models", async () => {
    const prompt =
      '<extra_id_0>System\nBe kind\n<extra_id_1>User\nHi\n<extra_id_1>Assistant\nHello\n<extra_id_1>User\nMore\n<extra_id_1>Assistant\n';
    expect(rows).toEqual([
      { prompt, response: 'A\n<extra_id_1>', preference: 'chosen' },
      { prompt, response: 'B\n<extra_id_1>', preference: 'rejected' },
    ]);
    expect(await said(nemoAlignerKto, rows)).toEqual([]);
  });

  it('has a context where the system prompt is', () => {
    expect(
      exported(nemoAlignerKto, [[talk, judgedBy(talk, { acceptable: { a: true } })]], {}, 'For children').rows[0],
    ).toMatchObject({
      prompt: expect.stringMatching(/^<extra_id_0>System\nBe kind\n\nFor children\n<extra_id_1>User\n/) as string,
    });
  });

  it('tells of a preference that is neither, which is taken for rejected', async () =>
    expect(await said(nemoAlignerKto, [{ ...rows[0], preference: true }])).toEqual([
      expect.stringContaining('treats anything else as rejected') as string,
    ]));
  it('warns where the tokenizer may have merged tokens between prompt and response', async () =>
    expect(await said(nemoAlignerKto, [{ prompt: 'Hi', response: 'Hello', preference: 'chosen' }])).toEqual([
      expect.stringContaining('merged tokens between prompt and response') as string,
    ]));
  it('gives every label back', () => everyLabelComesBack(nemoAlignerKto, 'nemo-aligner-kto'));
});

describe('nemo-aligner-rm', () => {
  const { rows, from } = exported(nemoAlignerRm, only('b', 'c', 'a'));
  const prompt =
    '<extra_id_0>System\nBe kind\n<extra_id_1>User\nHi\n<extra_id_1>Assistant\nHello\n<extra_id_1>User\nMore\n<extra_id_1>Assistant\n';
  it('has each pair as two lines running, the chosen one first, both from the same pair', async () => {
    expect(rows.slice(0, 2)).toEqual([{ text: `${prompt}B\n<extra_id_1>` }, { text: `${prompt}\n<extra_id_1>` }]);
    expect(from[0]).toEqual(from[1]);
    expect(await said(nemoAlignerRm, rows)).toEqual([]);
  });

  it('drops both lines where one cannot be written', () => {
    const cut = itemOf('Hi', ['A', '\ud83d', 'C']);
    const { rows: left, dropped } = exported(nemoAlignerRm, [[cut, judgedBy(cut, ranked('a', 'b', 'c'))]]);
    expect([left.length, dropped]).toEqual([2, { 'lone-surrogate': 2 }]);
  });

  it('is read as the same pairs, two lines at a time', () => {
    fc.assert(
      fc.property(
        anyItem.chain((item) => anyTiers(item).map((tiers) => ({ item, tiers }))),
        ({ item, tiers }) => {
          const texts = exported(nemoAlignerRm, [[item, judgedBy(item, { ranking: { tiers } })]]).rows.map(({ text }) =>
            String(text),
          );
          const answerIn = (text: string): string =>
            JSON.stringify([['assistant', text.slice(text.lastIndexOf('<extra_id_1>Assistant\n') + 22, -13)]]);
          const pairs = texts.flatMap((text, i) =>
            i % 2 === 0 ? [[answerIn(text), answerIn(texts[i + 1] ?? '')]] : [],
          );
          expect(pairs).toEqual(pairsIn(item, tiers).map(([, chosen, rejected]) => [chosen, rejected]));
        },
      ),
    );
  });

  it('tells of a line whose partner has another prompt, of two that are the same, and of an odd number', async () => {
    expect(await said(nemoAlignerRm, [rows[0], { text: '<extra_id_1>Assistant\nB' }])).toEqual([
      expect.stringContaining('another prompt than the line before') as string,
    ]);
    expect(await said(nemoAlignerRm, [rows[0], rows[0]])).toEqual([
      expect.stringContaining('is the same as the line before') as string,
    ]);
    expect(await said(nemoAlignerRm, rows.slice(0, 3))).toEqual([
      expect.stringContaining('odd number of lines') as string,
    ]);
    expect(await said(nemoAlignerRm, [{ text: 3 }, rows[0]])).toEqual(
      expect.arrayContaining([expect.stringContaining('must be text')]),
    );
  });
});
