import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { random } from '../../../../src/core/model/annotation/blindOrder';
import type { Ballot } from '../../../../src/core/quality/consensus/ballot';
import { DawidSkene, type FittedDawidSkene } from '../../../../src/core/quality/consensus/dawidSkene';
import { inOneString, orders, strictIn } from './ballots';

type Said = 'a' | 'b' | 'tie';

/** Who said what of the one pair of each item. */
type Study = ReadonlyMap<string, readonly (readonly [voter: string, said: Said])[]>;

const ballotsOf = (votes: readonly (readonly [string, Said])[]): Ballot[] =>
  votes.map(([voter, outcome]) => ({ voter, comparisons: [{ a: 'a', b: 'b', outcome }] }));

/** Makes items of lines such as `v0a v1tie`: who said what of each. */
const studyOf = (lines: readonly string[]): Study =>
  new Map(
    lines.map((votes, at) => [`item ${at}`, votes.split(' ').map((vote) => [vote.slice(0, 2), vote.slice(2) as Said])]),
  );

function fitted(study: Study): FittedDawidSkene {
  const model = new DawidSkene();
  for (const [item, votes] of study) model.add(item, ['a', 'b'], ballotsOf(votes));
  return model.fit();
}

const labelOf = (fit: FittedDawidSkene, item: string): Said => {
  const { preferences } = fit.consensus(item, ['a', 'b']);
  return (preferences[0]?.chosen as Said | undefined) ?? 'tie';
};

/** The first or second is better, by lot; each annotator says so as often as they are right. */
function planted(
  accuracies: readonly number[],
  items: number,
  seed: number,
  perItem = accuracies.length,
): { study: Study; truth: Map<string, Said> } {
  const next = random(seed);
  const truth = new Map(Array.from({ length: items }, (_, at) => [`item ${at}`, next() < 0.5 ? 'a' : 'b']));
  const study = new Map(
    [...truth].map(([item, label]) => {
      const skipped = Math.floor(next() * accuracies.length);
      const voters = [...accuracies.entries()].filter(
        ([at]) => (at - skipped + accuracies.length) % accuracies.length < perItem,
      );
      return [
        item,
        voters.map(([at, accuracy]): [string, Said] => [
          `v${at}`,
          next() < accuracy ? (label as Said) : label === 'a' ? 'b' : 'a',
        ]),
      ];
    }),
  );
  return { study, truth: truth as Map<string, Said> };
}

const rightIn = (truth: ReadonlyMap<string, Said>, labelled: (item: string) => Said): number =>
  [...truth].filter(([item, label]) => labelled(item) === label).length / truth.size;

const majorityOf = (votes: readonly (readonly [string, Said])[]): Said =>
  votes.filter(([, said]) => said === 'a').length * 2 > votes.length ? 'a' : 'b';

/**
 * The same model without rounding, columns or tricks: posteriors by item, after so many steps.
 * @param nudge how much more than its share of the votes the first response starts with
 */
function plainly(study: Study, steps: number, nudge = 0): Map<string, Record<Said, number>> {
  const labels = ['a', 'b', 'tie'] as const;
  const turn = { a: 'b', b: 'a', tie: 'tie' } as const;
  let posteriors = new Map(
    [...study].map(([item, votes], at) => {
      const share = (label: Said): number => votes.filter(([, said]) => said === label).length / votes.length;
      const nudged = nudge * (at + 1);
      return [item, { a: share('a') + nudged, b: share('b') - nudged, tie: share('tie') }];
    }),
  );
  const voters = [...new Set([...study.values()].flat().map(([voter]) => voter))];
  for (let step = 0; step < steps; step++) {
    const mean = (label: Said): number =>
      [...posteriors.values()].reduce((sum, each) => sum + each[label], 0) / posteriors.size;
    const chance = { a: (mean('a') + mean('b')) / 2, b: (mean('a') + mean('b')) / 2, tie: mean('tie') };
    const rates = new Map(
      voters.map((voter) => {
        const count = (truth: Said, label: Said): number =>
          [...study].reduce(
            (sum, [item, votes]) =>
              sum +
              votes.filter(([who, said]) => who === voter && said === label).length * posteriors.get(item)![truth],
            0,
          );
        // Each cell and what it becomes when the two responses change places are one.
        const both = (truth: Said, label: Said): number =>
          (truth === 'tie'
            ? (count('tie', label) + count('tie', turn[label])) / 2
            : count(truth, label) + count(turn[truth], turn[label])) + (truth === label ? 2 : 1);
        const shares = labels.map((truth) => {
          const counts = labels.map((label) => both(truth, label));
          const all = counts.reduce((sum, count) => sum + count, 0);
          return counts.map((count) => count / all);
        });
        return [
          voter,
          (truth: Said, said: Said): number => shares[labels.indexOf(truth)]![labels.indexOf(said)]!,
        ] as const;
      }),
    );
    posteriors = new Map(
      [...study].map(([item, votes]) => {
        const weight = (truth: Said): number =>
          votes.reduce((product, [voter, said]) => product * rates.get(voter)!(truth, said), chance[truth]);
        const sum = labels.reduce((all, label) => all + weight(label), 0);
        return [item, { a: weight('a') / sum, b: weight('b') / sum, tie: weight('tie') / sum }];
      }),
    );
  }
  return posteriors;
}

const anyStudy: fc.Arbitrary<Study> = fc
  .array(
    fc.array(fc.tuple(fc.constantFrom('v0', 'v1', 'v2', 'v3'), fc.constantFrom<Said[]>('a', 'a', 'b', 'tie')), {
      minLength: 1,
      maxLength: 5,
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((all) => new Map(all.map((votes, at) => [`item ${at}`, votes])));

describe('Dawid and Skene’s model', () => {
  it('finds an annotator who is wrong nine times of ten, and takes what they say for the opposite', () => {
    const accuracies = [0.9, 0.8, 0.8, 0.7, 0.1];
    const { study, truth } = planted(accuracies, 400, 7);
    const fit = fitted(study);
    for (const [at, accuracy] of accuracies.entries()) {
      const { right, opposite, votes } = fit.annotators.get(`v${at}`)!;
      expect(votes).toBe(400);
      expect(right).toBeCloseTo(accuracy, 1);
      expect(opposite).toBeCloseTo(1 - accuracy, 1);
    }
    const byMajority = rightIn(truth, (item) => majorityOf(study.get(item)!));
    const byModel = rightIn(truth, (item) => labelOf(fit, item));
    expect(byModel).toBeGreaterThan(0.95);
    expect(byModel).toBeGreaterThan(byMajority + 0.05);
    expect(fit.moving).toBe(0);
    // The adversary and one other say a, a good one says b.
    const contested = [...study].find(([, votes]) =>
      ['a', 'b'].some((said) => votes.every(([voter, each]) => (each === said) === ['v4', 'v3', 'v2'].includes(voter))),
    )!;
    expect(labelOf(fit, contested[0])).toBe(contested[1].find(([voter]) => voter === 'v0')![1]);
  });

  it('does so where each item has three annotators of five', () => {
    const { study, truth } = planted([0.95, 0.85, 0.85, 0.8, 0.1], 600, 3, 3);
    const fit = fitted(study);
    expect(fit.annotators.get('v4')!.opposite).toBeGreaterThan(0.8);
    expect(rightIn(truth, (item) => labelOf(fit, item))).toBeGreaterThan(
      rightIn(truth, (item) => majorityOf(study.get(item)!)) + 0.05,
    );
  });

  it('gives the posteriors of the plain algorithm, as the share of the better one', () => {
    fc.assert(
      fc.property(anyStudy, (study) => {
        const fit = fitted(study);
        // Where so little turns a label, rounding errors of this plain algorithm would too.
        const [expected, ...nudged] = [0, 1e-9, -1e-9].map((nudge) => plainly(study, fit.steps, nudge));
        for (const [item, { a, b, tie }] of expected!) {
          if (nudged.some((other) => Math.abs(other.get(item)!.a - a) > 1e-5)) continue;
          const { preferences, ties, tiers } = fit.consensus(item, ['a', 'b']);
          if (Math.abs(a - b) < 1e-5 || Math.abs(tie - Math.max(a, b)) < 1e-5) continue;
          if (tie > Math.max(a, b)) expect([preferences, ties, tiers]).toEqual([[], [['a', 'b']], [['a', 'b']]]);
          else {
            const votes = study.get(item)!.filter(([, said]) => said !== 'tie').length;
            expect(preferences).toEqual([
              {
                chosen: a > b ? 'a' : 'b',
                rejected: a > b ? 'b' : 'a',
                share: expect.closeTo(Math.max(a, b) / (a + b), 4) as number,
                votes,
              },
            ]);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it('leaves two tied that two annotators of equal reliability disagree on, however rounding errors fall', () => {
    const study = studyOf(['v1b v2a v1b v2a', 'v2tie']);
    expect(labelOf(fitted(study), 'item 0')).toBe('tie');
  });

  it('tells on how many pairs it had not come to rest after its last step', () => {
    const study = studyOf([
      'v1tie',
      'v0a v1b',
      'v0tie',
      'v1tie',
      'v0a v1tie',
      'v0tie v1a',
      'v0b v1a',
      'v1a',
      'v0a v1a',
      'v1b',
      'v0a v1a',
      'v0b v1tie',
    ]);
    expect(fitted(study)).toMatchObject({ steps: 1000, moving: 2 });
  });

  it('is the same to the last bit in whatever order items and ballots come, and for the other names of voters', () => {
    fc.assert(
      fc.property(anyStudy, fc.integer(), (study, seed) => {
        const next = random(seed);
        const shuffled = new Map(
          [...study]
            .map((each) => [next(), each] as const)
            .sort(([one], [other]) => one - other)
            .map(([, [item, votes]]) => [item, votes.map(([voter, said]) => [`w${voter}`, said] as const).reverse()]),
        );
        const [one, other] = [fitted(study), fitted(shuffled)];
        for (const item of study.keys())
          expect(other.consensus(item, ['a', 'b'])).toEqual(one.consensus(item, ['a', 'b']));
        for (const [voter, errors] of one.annotators) expect(other.annotators.get(`w${voter}`)).toEqual(errors);
      }),
      { numRuns: 50 },
    );
  });

  it('favours no position: where the two change places in some items, all that changes is which is which', () => {
    fc.assert(
      fc.property(anyStudy, (study) => {
        const turn = { a: 'b', b: 'a', tie: 'tie' } as const;
        const turned = new Map(
          [...study].map(([item, votes], at) => [
            item,
            at % 2 === 0 ? votes : votes.map(([voter, said]) => [voter, turn[said]] as const),
          ]),
        );
        const [one, other] = [fitted(study), fitted(turned)];
        for (const [at, item] of [...study.keys()].entries()) {
          const label = labelOf(one, item);
          expect(labelOf(other, item)).toBe(at % 2 === 0 ? label : turn[label]);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('orders rankings, and leaves candidates, items and votes for neither that it does not know alone', () => {
    const model = new DawidSkene();
    for (let at = 0; at < 5; at++) model.add(`item ${at}`, ['z', 'y', 'x'], orders([3, 'zyx']));
    model.add('split', ['x', 'y'], orders([1, 'xy'], [1, 'yx']));
    model.add('neither', ['x', 'y'], [{ voter: 'ana', comparisons: [{ a: 'x', b: 'y', outcome: 'none' }] }]);
    const fit = model.fit();
    expect(inOneString(fit.consensus('item 3', ['x', 'y', 'z']))).toBe('z>y>x');
    expect(strictIn(fit.consensus('item 3', ['x', 'z']))).toEqual(['z>x']);
    expect(strictIn(fit.consensus('item 0', ['new', 'y', 'z']))).toEqual(['z>y']);
    for (const item of ['neither', 'unknown'])
      expect(fit.consensus(item, ['x', 'y'])).toEqual({ preferences: [], ties: [] });
    for (let at = 0; at < 3000; at++) model.add(`later ${at}`, ['x', 'y', 'z'], orders([1, 'xyz']));
    expect(fit.consensus('later 7', ['x', 'y'])).toEqual({ preferences: [], ties: [] });
    expect(inOneString(fit.consensus('item 3', ['x', 'y', 'z']))).toBe('z>y>x');
    expect(() => model.add('split', ['x', 'y'], [])).toThrow('split');
    expect(new DawidSkene().fit().annotators.size).toBe(0);
  });
});
