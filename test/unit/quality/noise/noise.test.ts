import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { random } from '../../../../src/core/model/annotation/blindOrder';
import type { Ballot } from '../../../../src/core/quality/consensus/ballot';
import {
  flipsBetween,
  maxNoise,
  noiseOfFlips,
  noiseOfOverlap,
  noiseOfRepeats,
} from '../../../../src/core/quality/noise/noise';
import { rateByItem } from '../../../../src/core/quality/bootstrap';

const says = (voter: string, outcome: 'a' | 'b' | 'tie' | 'none'): Ballot => ({
  voter,
  comparisons: [{ a: 'a', b: 'b', outcome }],
});

describe('label noise', () => {
  it('follows from the share of flips by f = 2ε(1 − ε), and stays below 1/2', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.49, noNaN: true }), (epsilon) => {
        expect(noiseOfFlips(2 * epsilon * (1 - epsilon))).toBeCloseTo(epsilon, 9);
      }),
    );
    expect(noiseOfFlips(0.32)).toBeCloseTo(0.2, 12);
    for (const flips of [0.5, 0.7, 1]) expect(noiseOfFlips(flips)).toBe(maxNoise);
  });

  it('counts the pairs that both judgements have a strict preference on', () => {
    const one: Ballot = { voter: 'ana', tiers: [['a'], ['b', 'c']], unranked: ['d'] };
    const other: Ballot = { voter: 'ana', tiers: [['b'], ['a'], ['c'], ['d']] };
    // a>c, a>d, b>d, c>d again; a>b turned; b=c was a tie.
    expect(flipsBetween(one, other)).toEqual({ pairs: 5, flipped: 1 });
    expect(
      flipsBetween(one, {
        voter: 'ben',
        comparisons: [
          { a: 'd', b: 'a', outcome: 'a' },
          { a: 'b', b: 'd', outcome: 'tie' },
        ],
      }),
    ).toEqual({ pairs: 1, flipped: 1 });
  });

  it('is found in repeats, overall and by annotator, with an interval over items', () => {
    const repeats = [
      { annotator: 'ana', ballots: [says('ana', 'a'), says('ana', 'b'), says('ana', 'b')] },
      { annotator: 'ana', ballots: [says('ana', 'a'), says('ana', 'a')] },
      { annotator: 'ana', ballots: [says('ana', 'a'), says('ana', 'tie')] },
      { annotator: 'ben', ballots: [says('ben', 'b'), says('ben', 'b')] },
      { annotator: 'cleo', ballots: [says('cleo', 'b')] },
    ];
    const { overall, byAnnotator } = noiseOfRepeats(repeats);
    const flips = rateByItem([1, 0, 0], [2, 1, 1])!;
    expect(overall).toEqual({
      epsilon: (1 - Math.sqrt(0.5)) / 2,
      low: noiseOfFlips(flips.low),
      high: maxNoise,
      flips,
      items: 3,
    });
    expect([...byAnnotator.keys()]).toEqual(['ana', 'ben']);
    expect(byAnnotator.get('ana')).toMatchObject({ flips: { rate: 1 / 3, n: 3 }, items: 2 });
    expect(byAnnotator.get('ben')).toMatchObject({ epsilon: 0, low: 0, flips: { n: 1 } });
  });

  it('is found in what several judged, each against all others', () => {
    const { overall, byAnnotator } = noiseOfOverlap([
      { ballots: [says('ana', 'a'), says('ben', 'a'), says('cleo', 'b')] },
      { ballots: [says('ana', 'b'), says('ben', 'b'), says('dan', 'none')] },
      { ballots: [says('ana', 'b'), says('ana', 'a')] },
    ]);
    expect(overall).toMatchObject({ flips: { rate: 2 / 4, n: 4 }, items: 2, epsilon: maxNoise });
    expect([...byAnnotator].map(([annotator, { flips, items }]) => [annotator, flips.rate, flips.n, items])).toEqual([
      ['ana', 1 / 3, 3, 2],
      ['ben', 1 / 3, 3, 2],
      ['cleo', 1, 2, 1],
    ]);
  });

  it('is nothing where nothing was counted', () => {
    for (const figures of [noiseOfRepeats([]), noiseOfOverlap([])])
      expect(figures).toEqual({ overall: null, byAnnotator: new Map() });
  });

  it('is found again where it was planted, by both', () => {
    const next = random(5);
    const said = (): 'a' | 'b' => (next() < 0.2 ? 'b' : 'a');
    const all = Array.from({ length: 4000 }, () => [says('ana', said()), says('ben', said())]);
    const figures = [
      noiseOfRepeats(all.map((ballots) => ({ annotator: 'ana', ballots }))),
      noiseOfOverlap(all.map((ballots) => ({ ballots }))),
    ];
    for (const { overall } of figures) {
      expect(overall!.low).toBeLessThan(0.2);
      expect(overall!.high).toBeGreaterThan(0.2);
      expect(overall!.epsilon).toBeCloseTo(0.2, 1);
    }
  });
});
