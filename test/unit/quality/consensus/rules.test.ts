import { describe, expect, it } from 'vitest';
import type { Ballot } from '../../../../src/core/quality/consensus/ballot';
import { consensusOf } from '../../../../src/core/quality/consensus/consensus';
import { inOneString, named, orders, strictIn } from './ballots';

/** Where Tennessee's capital should lie, by 100 voters: Memphis, Nashville, Chattanooga, Knoxville. */
const tennessee = orders([42, 'MNCK'], [26, 'NCKM'], [15, 'CKNM'], [17, 'KCNM']);
const cities = ['M', 'N', 'C', 'K'];

/** The example by which M. Schulze tells rules apart that all choose a Condorcet winner; there is none. */
const schulze = orders(
  [5, 'ACBED'],
  [5, 'ADECB'],
  [8, 'BEDAC'],
  [3, 'CABED'],
  [7, 'CAEBD'],
  [2, 'CBADE'],
  [7, 'DCEBA'],
  [8, 'EBADC'],
);

const cycle = orders([1, 'abc'], [1, 'bca'], [1, 'cab']);

describe('majority', () => {
  it('orders Tennessee, with the share of votes for each winner', () => {
    const consensus = consensusOf('majority', cities, tennessee);
    expect(inOneString(consensus)).toBe('N>C>K>M');
    expect(consensus.preferences).toEqual([
      { chosen: 'N', rejected: 'C', share: 0.68, votes: 100 },
      { chosen: 'N', rejected: 'K', share: 0.68, votes: 100 },
      { chosen: 'N', rejected: 'M', share: 0.58, votes: 100 },
      { chosen: 'C', rejected: 'K', share: 0.83, votes: 100 },
      { chosen: 'C', rejected: 'M', share: 0.58, votes: 100 },
      { chosen: 'K', rejected: 'M', share: 0.58, votes: 100 },
    ]);
    expect(consensus.ties).toEqual([]);
  });

  it('gives a cycle’s preferences and no order', () => {
    const consensus = consensusOf('majority', ['a', 'b', 'c'], cycle);
    expect(strictIn(consensus)).toEqual(['a>b', 'b>c', 'c>a']);
    expect(consensus).not.toHaveProperty('tiers');
  });

  it.each([
    ['two of three', ['a', 'a', 'b'], ['a>b'], []],
    ['one each', ['a', 'b'], [], [['a', 'b']]],
    ['half of them, the others tied', ['a', 'tie'], [], [['a', 'b']]],
    ['more than half, the others tied or for neither', ['a', 'a', 'a', 'tie', 'none'], ['a>b'], []],
    ['two of five, as two found neither better', ['a', 'a', 'b', 'none', 'none'], [], [['a', 'b']]],
    ['votes for neither only', ['none', 'none'], [], []],
  ] as const)('needs more than half of those who compared: %s', (_, outcomes, preferences, ties) => {
    const ballots = outcomes.map((outcome, at): Ballot => ({
      voter: `v${at}`,
      comparisons: [{ a: 'a', b: 'b', outcome }],
    }));
    const consensus = consensusOf('majority', ['a', 'b'], ballots);
    expect(strictIn(consensus)).toEqual(preferences);
    expect(consensus.ties).toEqual(ties);
  });

  it.each([
    ['ties that chain make a tier', 'tie', 'tie', 'tie', 'a=b=c'],
    ['ties that do not chain make no order', 'tie', 'tie', 'a', undefined],
    ['what was not compared follows where only one order is left', 'a', 'a', undefined, 'a>b>c'],
    ['what was not compared leaves two orders', 'a', undefined, 'a', undefined],
  ] as const)('%s', (_, ab, bc, ac, tiers) => {
    const comparisons = (
      [
        ['a', 'b', ab],
        ['b', 'c', bc],
        ['a', 'c', ac],
      ] as const
    ).flatMap(([a, b, outcome]) => (outcome === undefined ? [] : [{ a, b, outcome }]));
    expect(inOneString(consensusOf('majority', ['a', 'b', 'c'], [{ voter: 'ana', comparisons }]))).toBe(tiers);
  });
});

describe('Borda', () => {
  it('gives Tennessee its points, 194 to 173 to 126 to 107 of 100 ballots', () => {
    const consensus = consensusOf('borda', cities, tennessee);
    expect(Object.fromEntries(consensus.scores ?? [])).toEqual({
      M: 1.26,
      N: 1.94,
      C: expect.closeTo(1.73, 12) as number,
      K: expect.closeTo(1.07, 12) as number,
    });
    expect(inOneString(consensus)).toBe('N>C>M>K');
    // The majority is against it: 58 of 100 put Knoxville above Memphis.
    expect(consensus.preferences.find(({ chosen, rejected }) => chosen === 'M' && rejected === 'K')).toEqual({
      chosen: 'M',
      rejected: 'K',
      share: 0.42,
      votes: 100,
    });
  });

  it('ties a cycle', () => {
    const consensus = consensusOf('borda', ['a', 'b', 'c'], cycle);
    expect(inOneString(consensus)).toBe('a=b=c');
    expect(consensus.ties).toEqual([
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'c'],
    ]);
  });

  it('shares points within a tier, and counts by comparisons on partial ballots', () => {
    const { scores } = consensusOf(
      'borda',
      ['a', 'b', 'c', 'd'],
      [
        { voter: 'ana', tiers: [['a'], ['b', 'c'], ['d']] },
        { voter: 'ben', tiers: [['d'], ['a']] },
      ],
    );
    // a: 3 of its 3 comparisons with ana, 0 of 1 with ben; b and c: 1½ of 3; d: 0 of 3 and 1 of 1.
    expect(Object.fromEntries(scores ?? [])).toEqual({ a: 3 * (3 / 4), b: 1.5, c: 1.5, d: 3 * (1 / 4) });
  });
});

describe('ranked pairs', () => {
  it('orders Tennessee as majorities do', () => {
    expect(inOneString(consensusOf('ranked-pairs', cities, tennessee))).toBe('N>C>K>M');
  });

  it('orders a real election of Tideman’s collection (A77, 213 ballots with ties) as its majorities do', () => {
    const ballots = '39 3>1=2|38 1>3>2|36 3>1>2|29 3>2>1|28 1>2>3|15 2>1>3|14 1>2=3|9 2>3>1|5 2>1=3'
      .split('|')
      .flatMap((each) => {
        const [count, order] = each.split(' ');
        const tiers = order!.split('>').map((tier) => tier.split('='));
        return Array.from({ length: Number(count) }, (_, at): Ballot => ({
          voter: `${order} ${at}`,
          tiers,
        }));
      });
    expect(ballots).toHaveLength(213);
    expect(inOneString(consensusOf('ranked-pairs', ['1', '2', '3'], ballots))).toBe('3>1>2');
  });

  /** M. Schulze on Tideman's method and Fishburn's no-show criterion, election-methods list, 10 June 1998. */
  const noShow = [
    [37, 'CABD'],
    [20, 'BDAC'],
    [18, 'ADCB'],
    [15, 'BDCA'],
    [7, 'DACB'],
    [3, 'CBAD'],
  ] as const;

  it('elects C of Schulze’s 100 voters by Tideman’s method, and A once six more come who like C better', () => {
    const winner = (more: number): string | undefined =>
      inOneString(
        consensusOf(
          'ranked-pairs',
          ['A', 'B', 'C', 'D'],
          orders(...noShow.map(([count, order]) => [order === 'BDCA' ? count + more : count, order] as const)),
        ),
      )?.charAt(0);
    expect(winner(0)).toBe('C');
    expect(winner(6)).toBe('A');
  });

  it('leaves out the weakest majorities of cycles: A, C, E, B, D of Schulze’s 45 voters', () => {
    const consensus = consensusOf('ranked-pairs', ['A', 'B', 'C', 'D', 'E'], schulze);
    expect(inOneString(consensus)).toBe('A>C>E>B>D');
    expect(consensus.preferences).toContainEqual({ chosen: 'A', rejected: 'B', share: 20 / 45, votes: 45 });
    expect(consensusOf('majority', ['A', 'B', 'C', 'D', 'E'], schulze)).not.toHaveProperty('tiers');
  });

  it('goes by margins, not by votes for the winner: a few who agree come before many who are split', () => {
    const split = (a: string, b: string, forA: number, forB: number): Ballot[] =>
      Array.from({ length: forA + forB }, (_, at) => ({
        voter: `${a}${b}${at}`,
        comparisons: [{ a, b, outcome: at < forA ? 'a' : 'b' }],
      }));
    expect(
      inOneString(
        consensusOf(
          'ranked-pairs',
          ['a', 'b', 'c'],
          [...split('a', 'b', 5, 4), ...split('b', 'c', 3, 0), ...split('c', 'a', 3, 0)],
        ),
      ),
    ).toBe('b>c>a');
  });

  it('leaves a circle of equal margins tied, whichever response comes first in the dataset', () => {
    for (const order of [
      ['a', 'b', 'c'],
      ['b', 'c', 'a'],
      ['c', 'a', 'b'],
    ]) {
      const { preferences, ties, tiers } = consensusOf('ranked-pairs', order, cycle);
      expect([preferences, ties.length, tiers]).toEqual([[], 3, [order]]);
    }
  });

  it('is the exact opposite of every order of equal margins does, though others of that margin go in a circle, and nothing that a weaker majority says against these', () => {
    const by = (a: string, b: string, votes: number): Ballot[] =>
      Array.from({ length: votes }, (_, at) => ({ voter: `${a}${b}${at}`, comparisons: [{ a, b, outcome: 'a' }] }));
    const circle = [...by('a', 'b', 3), ...by('b', 'c', 3), ...by('c', 'a', 3)];
    expect(strictIn(consensusOf('ranked-pairs', named(4), [...circle, ...by('a', 'd', 3)]))).toEqual(['a>d']);
    expect(
      strictIn(consensusOf('ranked-pairs', named(4), [...circle, ...by('b', 'd', 2), ...by('d', 'a', 1)])),
    ).toEqual(['b>d']);
    expect(
      strictIn(consensusOf('ranked-pairs', named(3), [...by('a', 'b', 3), ...by('b', 'c', 1), ...by('c', 'a', 1)])),
    ).toEqual(['a>b']);
  });

  it('ties two that as many prefer either way, and gives no order where such ties do not chain', () => {
    const even = consensusOf('ranked-pairs', ['a', 'b', 'c'], orders([1, 'abc'], [1, 'bac']));
    expect(inOneString(even)).toBe('a=b>c');
    const unchained = consensusOf('ranked-pairs', ['a', 'b', 'c'], orders([1, 'abc'], [1, 'bca']));
    expect(strictIn(unchained)).toEqual(['b>c']);
    expect(unchained).not.toHaveProperty('tiers');
  });
});

describe('a response', () => {
  it.each(['majority', 'borda', 'bradley-terry', 'plackett-luce', 'ranked-pairs'] as const)(
    'that nobody compared is in no tier by %s, nor is there an order across what no vote links',
    (rule) => {
      expect(inOneString(consensusOf(rule, ['a', 'x', 'b'], orders([2, 'ba'])))).toBe('b>a');
      const apart = consensusOf(rule, ['a', 'b', 'c', 'd'], orders([2, 'ba'], [1, 'cd']));
      expect(strictIn(apart)).toEqual(['b>a', 'c>d']);
      expect(apart).not.toHaveProperty('tiers');
      expect(consensusOf(rule, ['a', 'b'], [])).toMatchObject({ preferences: [], ties: [] });
    },
  );
});
