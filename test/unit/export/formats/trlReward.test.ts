import { describe, expect, it } from 'vitest';
import { trlReward, trlRewardText } from '../../../../src/core/export/formats/pairs/trl';
import type { Judgement } from '../../../../src/core/model/annotation/annotation';
import { assistant, compared, exported, itemOf, judgedBy, ranked, said, system, user } from '../../made/formatRows';

const item = itemOf('Hi', ['A', 'B', 'C']);
const judged = [[item, judgedBy(item, ranked('b', 'a c'))]] as const;

describe('trl-reward', () => {
  it('has the gap between the places for a margin where none is chosen', () => {
    const three = itemOf('Hi', ['A', 'B', 'C']);
    const { rows } = exported(trlReward, [[three, judgedBy(three, ranked('c', 'a', 'b'))]]);
    expect(rows).toEqual([
      { prompt: [user('Hi')], chosen: [assistant('C')], rejected: [assistant('A')], margin: 1 },
      { prompt: [user('Hi')], chosen: [assistant('C')], rejected: [assistant('B')], margin: 2 },
      { prompt: [user('Hi')], chosen: [assistant('A')], rejected: [assistant('B')], margin: 1 },
    ]);
  });

  it.each([trlReward, trlRewardText])(
    'drops no pair where nobody chose a margin: $name has the strength where there is no order, else 1, and tells it',
    (format) => {
      const strong: Judgement = {
        comparisons: [
          { a: 'a', b: 'b', outcome: 'b', strength: 3 },
          { a: 'a', b: 'c', outcome: 'a' },
        ],
      };
      const { rows, dropped, notes } = exported(format, [...judged, [item, judgedBy(item, strong)]]);
      expect(rows.map(({ margin }) => margin)).toEqual([1, 1, 3, 1]);
      expect(dropped).toEqual({ tie: 1 });
      expect(notes).toEqual({ 'strength-unsaid': 1 });
    },
  );

  it('has a margin of 1 where annotators who are made one see it as strongly either way', () => {
    const said = (outcome: 'a' | 'b', strength: number): Judgement => ({
      comparisons: [{ a: 'a', b: 'b', outcome, strength }],
    });
    const { rows, dropped, notes } = exported(
      trlReward,
      [[item, judgedBy(item, said('a', 1), said('a', 1), said('b', 3))]],
      { aggregate: 'majority' },
    );
    // By the majority there is an order of the two, so the gap is told.
    expect([rows.map(({ margin }) => margin), dropped, notes]).toEqual([[1], {}, {}]);
  });

  it('tells of pairs whose better response is not acceptable itself, which a choice of pairs leaves out', () => {
    const line = judgedBy(item, { ...ranked('b', 'a', 'c'), acceptable: { a: false, b: true, c: false } });
    const all = exported(trlReward, [[item, line]]);
    expect([all.rows.length, all.notes]).toEqual([3, { 'chosen-not-acceptable': 1 }]);
    const some = exported(trlReward, [[item, line]], { pairs: 'acceptable' });
    expect([some.rows.length, some.notes]).toEqual([2, {}]);
  });

  it('writes no row without the margin that was asked for, as one of them stops the trainer', () => {
    const { rows, dropped } = exported(trlReward, [...judged, [item, judgedBy(item, compared('a', 'b'))]], {
      margin: 'rank-gap',
    });
    expect(rows.map(({ margin }) => margin)).toEqual([1, 1]);
    expect(dropped).toEqual({ tie: 1, 'no-margin': 1 });
  });

  it('takes the margin that is chosen, the system prompt and several turns', () => {
    const talk = itemOf([system('Be kind'), user('Hi'), assistant('Hello'), user('More')], ['', 'B']);
    expect(
      exported(trlReward, [[talk, judgedBy(talk, ranked('a', 'b'), ranked('a', 'b'), ranked('b', 'a'))]], {
        margin: 'votes',
      }).rows.map(({ margin }) => margin),
    ).toEqual([0.333333, 0.333333]);
  });

  it('as text has the same margins', () => {
    expect(exported(trlRewardText, judged).rows).toEqual([
      { prompt: 'Hi', chosen: 'B', rejected: 'A', margin: 1 },
      { prompt: 'Hi', chosen: 'B', rejected: 'C', margin: 1 },
    ]);
  });

  const good = exported(trlReward, judged).rows;
  it('finds nothing wrong with its rows', async () => expect(await said(trlReward, good)).toEqual([]));

  it.each<[string, unknown, string]>([
    [
      'TypeError: must be real number, not NoneType',
      { ...good[0], margin: undefined },
      'must be real number, not NoneType',
    ],
    [
      'TypeError: must be real number, not NoneType (null)',
      { ...good[0], margin: null },
      'must be real number, not NoneType',
    ],
    ["ValueError: too many dimensions 'str'", { ...good[0], margin: '1' }, "too many dimensions 'str'"],
    [
      'TypeError: can only concatenate str (not "list") to str',
      { ...good[0], prompt: 'Hi' },
      'text beside message lists stops TRL 0.29',
    ],
  ])('tells of %s', async (_, row, message) =>
    expect(await said(trlReward, [good[0], row])).toEqual([expect.stringContaining(message) as string]),
  );

  it('warns of a row that trains at loss 0.693', async () =>
    expect(await said(trlReward, [{ ...good[0], rejected: good[0]?.chosen }])).toEqual([
      expect.stringMatching(/^warning: .*0\.693/) as string,
    ]));
});
