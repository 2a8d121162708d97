import { describe, expect, it } from 'vitest';
import { copiesIn } from '../../../../src/core/quality/annotators/copies';
import { differencesOf } from '../../../../src/core/quality/annotators/differences';
import { groupsOf } from '../../../../src/core/quality/annotators/groups';
import { pairwiseOf } from '../../../../src/core/quality/annotators/pairwise';
import { reliabilityOf } from '../../../../src/core/quality/annotators/reliability';
import { simulatedVotes, type VoteSimulation } from '../../made/simulatedVotes';

const all = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const alike = (count: number, epsilon: number): number[] => Array.from({ length: count }, () => epsilon);

/** In how many of so many studies something is so. */
function shareOf(
  seeds: number,
  simulation: Omit<VoteSimulation, 'seed'>,
  isSo: (votes: ReturnType<typeof simulatedVotes>, table: ReturnType<typeof pairwiseOf>, members: number[]) => boolean,
): number {
  const members = all(simulation.epsilons.length);
  let count = 0;
  for (let seed = 0; seed < seeds; seed++) {
    const votes = simulatedVotes({ ...simulation, seed });
    if (isSo(votes, pairwiseOf(votes, members.length), members)) count++;
  }
  return count / seeds;
}

describe('somebody who differs', () => {
  const isAccused = (simulation: Omit<VoteSimulation, 'seed'>, seeds = 300): number =>
    shareOf(seeds, simulation, (_, table, members) =>
      [...differencesOf(table, members).values()].some(({ isTold }) => isTold),
    );

  it.each([
    [40, 2, 3, 0.15],
    [60, 2, 4, 0.15],
    [100, 2, 5, 0.3],
    [60, 3, 3, 0.15],
    [100, 2, 8, 0.05],
    [200, 3, 10, 0.15],
    [50, 5, 5, 0.15],
  ])(
    'is named in at most 5 of 100 studies of equals: %d pairs, %d votes each of %d annotators',
    (pairs, perPair, count, epsilon) => {
      // 300 studies: 5 % and 1.64 standard errors.
      expect(isAccused({ pairs, perPair, epsilons: alike(count, epsilon) })).toBeLessThanOrEqual(0.07);
    },
  );

  it.each([
    ['60 pairs by all three', 60, 3, [0.1, 0.1, 0.5], 0.9],
    ['100 pairs by two of four', 100, 2, [0.1, 0.1, 0.1, 0.5], 0.7],
    ['300 pairs by two of five', 300, 2, [0.15, 0.15, 0.15, 0.15, 0.5], 0.95],
    ['600 pairs by three of five', 600, 3, [0.1, 0.1, 0.1, 0.1, 0.3], 0.95],
  ])('is found where careless: %s', (_, pairs, perPair, epsilons, power) => {
    const last = epsilons.length - 1;
    const named = (annotator: number): number =>
      shareOf(100, { pairs, perPair, epsilons }, (__, table, members) =>
        Boolean(differencesOf(table, members).get(annotator)?.isTold),
      );
    expect(named(last)).toBeGreaterThanOrEqual(power);
    for (const other of all(last)) expect(named(other)).toBeLessThanOrEqual(0.05);
  });

  it('needs about as many more items as are said to tell it', () => {
    const simulation = { pairs: 60, perPair: 2, epsilons: [0.1, 0.1, 0.1, 0.4] };
    const { isTold, items, more } = differencesOf(
      pairwiseOf(simulatedVotes({ ...simulation, seed: 7 }), 4),
      all(4),
    ).get(3)!;
    expect([isTold, more > 5, more < 300]).toEqual([false, true, true]);
    const pairs = Math.ceil((60 * (items + more)) / items);
    const found = shareOf(200, { ...simulation, pairs }, (_, table, members) =>
      Boolean(differencesOf(table, members).get(3)?.isTold),
    );
    expect(found).toBeGreaterThan(0.6);
  });

  it('of several is each held against those who are left', () => {
    const found = shareOf(
      50,
      { pairs: 600, perPair: 3, epsilons: [0.1, 0.1, 0.1, 0.1, 0.45, 0.5] },
      (_, table, members) =>
        [...differencesOf(table, members)]
          .flatMap(([annotator, { isTold }]) => (isTold ? [annotator] : []))
          .sort()
          .join() === '4,5',
    );
    expect(found).toBeGreaterThanOrEqual(0.9);
  });
});

describe('the reliability of each annotator', () => {
  /** In which share of studies each one's r lies within its interval. */
  const hitsOf = (simulation: Omit<VoteSimulation, 'seed'>, seeds = 300): number[] => {
    const hits = simulation.epsilons.map(() => 0);
    shareOf(seeds, simulation, (_, table, members) => {
      for (const [annotator, { low, high }] of reliabilityOf(table, members)) {
        const r = 1 - 2 * (simulation.epsilons[annotator] ?? 0);
        if (low <= r && r <= high) hits[annotator] = (hits[annotator] ?? 0) + 1 / seeds;
      }
      return true;
    });
    return hits;
  };

  it.each([
    ['of four alike', 100, 2, [0.1, 0.1, 0.1, 0.1]],
    ['of three, of whom one is worse', 100, 3, [0.1, 0.1, 0.2]],
    ['of six unlike', 400, 3, [0.05, 0.1, 0.2, 0.3, 0.4, 0.5]],
    ['of fifteen alike', 300, 4, alike(15, 0.15)],
  ])('lies within its interval in 92 to 98 of 100 studies: %s', (_, pairs, perPair, epsilons) => {
    const hits = hitsOf({ pairs, perPair, epsilons });
    const mean = hits.reduce((sum, hit) => sum + hit, 0) / hits.length;
    expect(mean).toBeGreaterThanOrEqual(0.92);
    expect(mean).toBeLessThanOrEqual(0.985);
    for (const hit of hits) expect(hit).toBeGreaterThanOrEqual(0.895);
  });

  it.each([
    ['two alone', [0.1, 0.1], 2],
    ['two alone, one nearly always right', [0.02, 0.18], 2],
    ['two beside three who answer at random', [0.1, 0.1, 0.5, 0.5, 0.5], 3],
    ['the same, one nearly always right', [0.02, 0.18, 0.5, 0.5, 0.5], 3],
  ])(
    'lies within its interval, which leaves open what cannot be told, in 94 of 100 studies or more: %s',
    (_, epsilons, perPair) => {
      for (const hit of hitsOf({ pairs: 500, perPair, epsilons }).slice(0, 2)) expect(hit).toBeGreaterThanOrEqual(0.94);
    },
  );

  it('is the same of two who alone agree, from their product to 1', () => {
    const votes = simulatedVotes({ pairs: 2000, perPair: 2, epsilons: [0.1, 0.1], seed: 1 });
    const [ana, ben] = [...reliabilityOf(pairwiseOf(votes, 2), [0, 1]).values()];
    expect(ana?.value).toBeCloseTo(0.8, 1);
    expect(ben?.value).toBeCloseTo(ana?.value ?? 0, 9);
    expect(ben?.low).toBeCloseTo(ana?.low ?? 0, 9);
    expect(ana?.low).toBeGreaterThan(0.55);
    expect(ana?.low).toBeLessThan(0.65);
    expect(ana?.high).toBe(1);
  });

  it('is no certainty where all that few things have is the same', () => {
    const votes = simulatedVotes({ pairs: 30, perPair: 3, epsilons: [0, 0, 0], seed: 1 });
    const { value, low } = reliabilityOf(pairwiseOf(votes, 3), [0, 1, 2]).get(0)!;
    expect(value).toBeCloseTo(1, 3);
    expect(low).toBeGreaterThan(0.8);
    expect(low).toBeLessThan(0.97);
  });

  it('names three of five who answer at random, though most do', () => {
    const found = shareOf(100, { pairs: 600, perPair: 3, epsilons: [0.1, 0.1, 0.5, 0.5, 0.5] }, (_, table, members) => {
      const reliable = reliabilityOf(table, members);
      return [0, 1, 2, 3, 4].every((annotator) => {
        const { value, high } = reliable.get(annotator)!;
        // Of two who alone agree only the product can be told, but that is far from nothing.
        return annotator < 2 ? value > 0.5 : high < 0.4;
      });
    });
    expect(found).toBeGreaterThanOrEqual(0.8);
  });
});

describe('groups that want different things', () => {
  const found = (simulation: Omit<VoteSimulation, 'seed'>, seeds = 100): Map<string, number> => {
    const counts = new Map<string, number>();
    shareOf(seeds, simulation, (_, table, members) => {
      const text = groupsOf(table, members)
        .map((group) => group.members.join(''))
        .sort()
        .join('|');
      counts.set(text, (counts.get(text) ?? 0) + 1 / seeds);
      return false;
    });
    return counts;
  };

  it.each([
    ['three and three who want the opposite', [0, 0, 0, 1, 1, 1], 1, '012|345'],
    ['four and two who want the opposite', [0, 0, 0, 0, 1, 1], 1, '0123|45'],
    ['three and three who want something unrelated', [0, 0, 0, 1, 1, 1], 0.5, '012|345'],
    ['eight and eight', [...alike(8, 0), ...alike(8, 1)], 1, '01234567|89101112131415'],
  ])('are found, and who is in which: %s', (_, of, opposite, names) => {
    const simulation = { pairs: 150, perPair: 3, epsilons: alike(of.length, 0.06), groups: { of, opposite } };
    expect(found(simulation).get(names)).toBeGreaterThanOrEqual(0.95);
  });

  it('agree as was planted, inside and across', () => {
    const of = [0, 0, 0, 1, 1, 1];
    const votes = simulatedVotes({
      pairs: 400,
      perPair: 4,
      epsilons: alike(6, 0.06),
      groups: { of, opposite: 1 },
      seed: 1,
    });
    const [one, other] = groupsOf(pairwiseOf(votes, 6), all(6));
    const same = 0.94 ** 2 + 0.06 ** 2;
    for (const group of [one!, other!]) {
      expect(Math.abs(group.inside.value - same)).toBeLessThan(3 * group.inside.error);
      expect(Math.abs(group.across.value - (1 - same))).toBeLessThan(3 * group.across.error);
    }
  });

  it.each([
    [60, 2, alike(12, 0.15)],
    [300, 2, alike(6, 0.15)],
    [100, 3, [0.5, 0.5, ...alike(8, 0.1)]],
    [100, 6, [0.5, 0.5, ...alike(4, 0.1)]],
  ])('are not found among those of one mind, careless ones among them (%#)', (pairs, perPair, epsilons) => {
    expect(found({ pairs, perPair, epsilons }).get('')).toBeGreaterThanOrEqual(0.95);
  });
});

describe('two who copy', () => {
  const pairs = 156;
  it('are found by what they share beyond what two can who judge by themselves, with their errors', () => {
    const simulation = { pairs, perPair: 4, epsilons: alike(4, 0.15), copies: [0, 1] as const };
    const found = shareOf(100, simulation, (votes, table, members) => {
      const [only, ...more] = copiesIn(table, members, votes);
      if (!only || more.length > 0) return false;
      expect(only).toMatchObject({ a: 0, b: 1, all: pairs, same: pairs });
      expect(only.errors.all).toBeGreaterThan(5);
      expect(only.errors.same).toBe(only.errors.all);
      return true;
    });
    expect(found).toBeGreaterThanOrEqual(0.95);
  });

  it('are none who judge by themselves, though they seldom err and the others often', () => {
    const isSure = (epsilons: number[]): number =>
      shareOf(100, { pairs: 300, perPair: 3, epsilons }, (votes, table, members) =>
        copiesIn(table, members, votes).some((each) => each.isSure),
      );
    expect(isSure(alike(4, 0.15))).toBe(0);
    expect(isSure(alike(4, 0.02))).toBeLessThanOrEqual(0.02);
    expect(isSure([0.02, 0.02, 0.3, 0.3, 0.3])).toBeLessThanOrEqual(0.03);
    // Of three nobody can tell: it is asked.
    expect(isSure([0, 0, 0.3])).toBe(0);
  });

  it('are looked for among 200 who all say the same, of whom each has 199 to be held against', () => {
    const votes = simulatedVotes({ pairs: 60, perPair: 200, epsilons: alike(200, 0), seed: 1 });
    expect(copiesIn(pairwiseOf(votes, 200), all(200), votes)).toEqual([]);
  });
});
