import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxComparisons, tournament, type ComparisonResult } from '../../../src/core/model/annotation/tournament';

/** Plays it by the worth of each, and tells every pair that was asked. */
function play(worth: readonly number[]): { asked: string[]; left: number[] } {
  const known = new Map<string, ComparisonResult>();
  const compared = (a: number, b: number): ComparisonResult | undefined => {
    const there = known.get(`${a} ${b}`);
    if (there !== undefined) return there;
    const back = known.get(`${b} ${a}`);
    return back === 'a' ? 'b' : back === 'b' ? 'a' : back;
  };
  const left: number[] = [];
  for (;;) {
    const round = tournament(worth.length, compared);
    left.push(round.left);
    if (!round.next) return { asked: [...known.keys()], left };
    const [a, b] = round.next;
    const difference = (worth[a] ?? 0) - (worth[b] ?? 0);
    known.set(`${a} ${b}`, difference > 0 ? 'a' : difference < 0 ? 'b' : 'neither');
  }
}

describe('a tournament', () => {
  it.each([
    [1, 0],
    [2, 1],
    [3, 3],
    [4, 5],
    [5, 7],
    [6, 10],
    [7, 13],
    [8, 16],
    [9, 19],
    [10, 22],
    [11, 26],
    [12, 30],
  ])('orders %i by %i comparisons at most, and some order needs them all', (count, most) => {
    expect(maxComparisons(count)).toBe(most);
    let needed = 0;
    fc.assert(
      fc.property(fc.shuffledSubarray([...Array(count).keys()], { minLength: count }), (worth) => {
        const { asked } = play(worth);
        needed = Math.max(needed, asked.length);
        expect(asked.length).toBeLessThanOrEqual(most);
      }),
      { numRuns: 300, seed: 1 },
    );
    expect(needed).toBe(most);
  });

  it('asks what tells every two apart: all orders follow from the answers', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 2, maxLength: 16 }), (worth) => {
        const { asked } = play(worth);
        const pairs = asked.map((pair) => pair.split(' ').map(Number) as [number, number]);
        // better[i][j] follows from the answers alone, ties taken as one place.
        const places = worth.map((_, i) => i);
        const find = (i: number): number => (places[i] === i ? i : find(places[i] ?? 0));
        for (const [a, b] of pairs) if (worth[a] === worth[b]) places[find(a)] = find(b);
        const better = worth.map(() => new Set<number>());
        for (const [a, b] of pairs)
          if (worth[a] !== worth[b])
            better[find((worth[a] ?? 0) > (worth[b] ?? 0) ? a : b)]?.add(
              find((worth[a] ?? 0) > (worth[b] ?? 0) ? b : a),
            );
        const reaches = (from: number, to: number, seen: ReadonlySet<number> = new Set()): boolean =>
          from === to ||
          (!seen.has(from) && [...(better[from] ?? [])].some((next) => reaches(next, to, new Set([...seen, from]))));
        for (const i of worth.keys())
          for (const j of worth.keys()) {
            if (worth[i] === worth[j]) expect(find(i)).toBe(find(j));
            else if ((worth[i] ?? 0) > (worth[j] ?? 0)) expect(reaches(find(i), find(j))).toBe(true);
          }
      }),
    );
  });

  it('never asks a pair twice, shows the one shown first in front, and tells an end that comes nearer', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 20 }), (worth) => {
        const { asked, left } = play(worth);
        const pairs = asked.map((pair) => pair.split(' ').map(Number));
        expect(new Set(pairs.map((pair) => [...pair].sort().join())).size).toBe(pairs.length);
        for (const [a = 0, b = 0] of pairs) expect(a).toBeLessThan(b);
        expect(left.at(-1)).toBe(0);
        for (let i = 1; i < left.length; i++) expect(left[i]).toBeLessThanOrEqual(left[i - 1] ?? 0);
        for (let i = 0; i < asked.length; i++) expect(left[i]).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  it('goes on where comparisons were made in another order, or contradict each other', () => {
    const known: Record<string, ComparisonResult> = { '0 2': 'a', '1 2': 'b', '0 1': 'b' };
    const compared = (a: number, b: number): ComparisonResult | undefined =>
      known[`${a} ${b}`] ?? (known[`${b} ${a}`] === undefined ? undefined : known[`${b} ${a}`] === 'a' ? 'b' : 'a');
    expect(tournament(3, compared).next).toBeUndefined();
  });
});
