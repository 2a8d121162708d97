import { describe, expect, it } from 'vitest';
import { random } from '../../../src/core/model/annotation/blindOrder';
import { Choices, conditionalLogit } from '../../../src/core/quality/models/conditionalLogit';
import { plackettLuceWithTies } from '../../../src/core/quality/models/plackettLuce';
import { races } from '../made/nascar2002';
import { raoKupper } from '../../../src/core/quality/models/raoKupper';

describe('the conditional logit', () => {
  // A. Agresti, Categorical Data Analysis, 2nd ed. 2002, tables 10.10 and 10.11: the American League's East in 1987, wins
  // of each row over each column; strengths over Baltimore's, unpenalised.
  const teams = ['Milwaukee', 'Detroit', 'Toronto', 'New York', 'Boston', 'Cleveland', 'Baltimore'];
  const wins = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
  ];
  it('is Agresti’s Bradley-Terry model of baseball: 1.581, 1.436, 1.294, 1.248, 1.108, .684', () => {
    // Baltimore, the last, is 0.
    const choices = new Choices(6);
    let game = 0;
    const of = (team: number): [number, number][] => (team < 6 ? [[team, 1]] : []);
    for (const [winner, row] of wins.entries())
      for (const [loser, count] of row.entries())
        for (let n = 0; n < count; n++) choices.add(game++, [of(winner), of(loser)]);
    const { weights, standardErrors } = conditionalLogit(choices, 0);
    const expected = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684];
    for (const [team, value] of expected.entries()) expect(weights[team], teams[team]).toBeCloseTo(value, 3);
    // Each game a cluster: near the standard errors of the model, which Agresti gives as .343 for Milwaukee.
    expect(standardErrors[0]).toBeGreaterThan(0.3);
    expect(standardErrors[0]).toBeLessThan(0.4);
  });

  // R. R. Davidson 1970, example 2: six brands of chocolate pudding. Worths that sum to 1, and the tie parameter, as the R
  // package PlackettLuce prints them for these counts.
  const pudding = [
    [1, 1, 2, 1, 2, 3, 1, 2, 3, 4, 1, 2, 3, 4, 5],
    [2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6],
    [19, 16, 19, 18, 23, 19, 13, 16, 16, 17, 18, 22, 13, 14, 11],
    [22, 19, 19, 23, 19, 20, 19, 20, 15, 14, 21, 20, 18, 19, 21],
    [16, 12, 10, 13, 9, 15, 18, 12, 17, 16, 12, 12, 10, 18, 12],
  ] as const;
  it('is Davidson’s model of ties: .139, .173, .162, .165, .159, .202 and .747', () => {
    const choices = new Choices(6);
    let judge = 0;
    const of = (brand: number, share = 1): [number, number][] => (brand > 1 ? [[brand - 2, share]] : []);
    const [first, second, firsts, seconds, ties] = pudding;
    for (const [at, i] of first.entries()) {
      const j = second[at]!;
      const tie: [number, number][] = [...of(i, 0.5), ...of(j, 0.5), [5, 1]];
      for (let n = 0; n < firsts[at]!; n++) choices.add(judge++, [of(i), of(j), tie]);
      for (let n = 0; n < seconds[at]!; n++) choices.add(judge++, [of(j), of(i), tie]);
      for (let n = 0; n < ties[at]!; n++) choices.add(judge++, [tie, of(i), of(j)]);
    }
    const { weights } = conditionalLogit(choices, 0);
    const worths = [0, ...weights.subarray(0, 5)].map(Math.exp);
    const sum = worths.reduce((all, worth) => all + worth, 0);
    const expected = [0.1388, 0.173, 0.1617, 0.1654, 0.1587, 0.2024];
    for (const [brand, worth] of expected.entries()) expect(worths[brand]! / sum).toBeCloseTo(worth, 3);
    expect(Math.exp(weights[5]!)).toBeCloseTo(0.7468, 3);
  });
});

describe('the Plackett-Luce model', () => {
  it('has the worths of four films that the R package PlackettLuce prints: .2306, .4511, .1685, .1498', () => {
    // The 588 rankings of PrefLib's 00004-00000138.soc (Netflix prize), as often as they occur.
    const counts =
      '68:2143 53:1243 49:2134 44:1234 39:2413 37:3214 37:2314 36:2341 31:3241 29:2431 22:1324 19:3124 17:3421 17:4231 16:4213 14:1423 10:1342 10:4123 9:4312 8:3412 8:1432 7:3142 7:4321 1:4132';
    const rankings = counts.split(' ').flatMap((each) => {
      const [count, order] = each.split(':');
      const tiers = Array.from(order!, (film) => [Number(film) - 1]);
      return Array.from({ length: Number(count) }, () => ({ tiers, unranked: [] }));
    });
    expect(rankings).toHaveLength(588);
    const { weights } = plackettLuceWithTies(
      rankings.map((ranking, row) => ({ ...ranking, row })),
      4,
      1e-9,
    );
    const worths = Array.from(weights, Math.exp);
    const sum = worths.reduce((all, worth) => all + worth);
    for (const [film, worth] of [0.2306285, 0.4510655, 0.1684719, 0.1498342].entries())
      // The package adds half a pseudo-ranking, which is next to nothing beside 588.
      expect(worths[film]! / sum).toBeCloseTo(worth, 3);
  });

  // D. R. Hunter 2004 (see `races`), the first and the last ten drivers by their mean place: .1864 is P. J. Jones, in one race
  // the fourth. Worths that sum to 1.
  const published = [
    [0.1864, 0.1096, 0.0235, 0.0184, 0.023, 0.0205, 0.0167, 0.0274, 0.0153, 0.0168],
    [0.0021, 0.0019, 0.0014, 0.0017, 0.0019, 0.0021, 0.0029, 0.003, 0.0022, 0.0025],
  ] as const;
  it('has the worths of 83 drivers that Hunter prints, of rankings of 42 or 43 of them each', () => {
    expect([races.length, new Set(races.flat()).size]).toEqual([36, 83]);
    const { weights } = plackettLuceWithTies(
      races.map((race, row) => ({ row, tiers: race.map((driver) => [driver]), unranked: [] })),
      83,
      1e-9,
    );
    const worths = Array.from(weights, Math.exp);
    const sum = worths.reduce((all, worth) => all + worth);
    const shares = worths.map((worth) => Number((worth / sum).toFixed(4)));
    expect([shares.slice(0, 10), shares.slice(-10)]).toEqual(published);
    // Log-worths over A. Cameron's, which the vignette of the R package PlackettLuce prints of the first and last three.
    const [reference] = weights.subarray(79);
    for (const [driver, expected] of [
      [0, 4.15],
      [1, 3.62],
      [2, 2.08],
      [80, 0.03],
      [81, -0.31],
      [82, -0.15],
    ] as const)
      expect((weights[driver]! - reference!).toFixed(2)).toBe(expected.toFixed(2));
  });

  it('has the coefficients of fruit with ties that the R package PlackettLuce prints', () => {
    // Six rankings of apple, banana and orange, places in each (0: not ranked). The package adds half a win and half a loss
    // of each against a fourth one: so all is there twice.
    const placed = [
      [1, 2, 0],
      [3, 1, 2],
      [2, 1, 1],
      [1, 2, 3],
      [2, 1, 1],
      [1, 0, 2],
    ];
    const rankings = placed.map((places) =>
      [1, 2, 3].map((place) => [0, 1, 2].filter((fruit) => places[fruit] === place)).filter(({ length }) => length > 0),
    );
    const ghost = [0, 1, 2].flatMap((fruit) => [
      [[fruit], [3]],
      [[3], [fruit]],
    ]);
    const { weights } = plackettLuceWithTies(
      [...rankings, ...rankings, ...ghost].map((tiers, row) => ({ row, tiers, unranked: [] })),
      4,
      1e-9,
    );
    const [apple, banana, orange, , tie] = weights;
    expect([banana! - apple!, orange! - apple!, tie].map((each) => each!.toFixed(6))).toEqual([
      '0.286799',
      '-0.463669',
      '-1.070113',
    ]);
  });

  it('is Davidson’s where two are ranked, with ties', () => {
    // As many as the first two puddings above: 19, 22, 16.
    const pairs = [
      ...Array.from({ length: 19 }, () => [[0], [1]]),
      ...Array.from({ length: 22 }, () => [[1], [0]]),
      ...Array.from({ length: 16 }, () => [[0, 1]]),
    ];
    const { weights } = plackettLuceWithTies(
      pairs.map((tiers, row) => ({ row, tiers, unranked: [] })),
      2,
      1e-9,
    );
    // With two parameters for three shares the fit is exact: wins in proportion to worths, ties to ν √(π₁π₂).
    expect(Math.exp(weights[1]! - weights[0]!)).toBeCloseTo(22 / 19, 5);
    expect(Math.exp(weights[2]!)).toBeCloseTo(16 / Math.sqrt(19 * 22), 5);
  });

  it('finds worths and ties that were planted, also where not all are ranked', () => {
    const [worths, delta] = [[2, 1, 0.5, 0.25], 0.6];
    const next = random(7);
    const rankings = Array.from({ length: 4000 }, (_, row) => {
      let left = [0, 1, 2, 3];
      const tiers: number[][] = [];
      while (left.length > 1 && tiers.length < 2) {
        const sets = [
          ...left.map((one) => [one]),
          ...left.flatMap((one, at) => left.slice(at + 1).map((other) => [one, other])),
        ];
        const chances = sets.map((set) =>
          set.length === 1 ? worths[set[0]!]! : delta * Math.sqrt(worths[set[0]!]! * worths[set[1]!]!),
        );
        let at = next() * chances.reduce((sum, chance) => sum + chance);
        const chosen = sets.find((_set, place) => (at -= chances[place]!) <= 0)!;
        tiers.push(chosen);
        left = left.filter((each) => !chosen.includes(each));
      }
      return { row, tiers, unranked: left };
    });
    const { weights, standardErrors } = plackettLuceWithTies(rankings, 4, 1e-9);
    for (const at of [1, 2, 3])
      expect(Math.abs(weights[at]! - weights[0]! - Math.log(worths[at]! / 2))).toBeLessThan(0.15);
    expect(Math.abs(weights[4]! - Math.log(delta))).toBeLessThan(3 * standardErrors[4]!);
  });
});

describe('Rao and Kupper’s model of ties', () => {
  it('fits three shares of two exactly', () => {
    const pairs = [380, 440, 320].flatMap((count, kind) =>
      Array.from({ length: count }, () => ({ first: 0, second: 1, a: 0, b: 1, outcome: [1, -1, 0][kind]! })),
    );
    const { weights, threshold } = raoKupper(
      pairs.map((pair, row) => ({ ...pair, row, annotation: row })),
      2,
    );
    const ratio = Math.exp(weights[0]! - weights[1]!);
    // With a prior that is next to nothing beside 1,140 pairs.
    expect(ratio / (ratio + threshold)).toBeCloseTo(380 / 1140, 3);
    expect(1 / (1 + threshold * ratio)).toBeCloseTo(440 / 1140, 3);
  });

  it('holds the planted difference of strengths within its intervals of 95 %', () => {
    const [truth, theta] = [[0.8, 0, -0.8], 1.6];
    const next = random(11);
    let held = 0;
    const studies = 500;
    for (let study = 0; study < studies; study++) {
      const pairs = Array.from({ length: 300 }, (_, row) => {
        const first = Math.floor(next() * 3);
        const second = (first + 1 + Math.floor(next() * 2)) % 3;
        const odds = Math.exp(truth[first]! - truth[second]!);
        const drawn = next();
        const win = odds / (odds + theta);
        const outcome = drawn < win ? 1 : drawn < win + 1 / (1 + theta * odds) ? -1 : 0;
        return { row, annotation: row, first, second, a: 0, b: 1, outcome };
      });
      const { weights, covariance } = raoKupper(pairs, 3);
      const error = Math.sqrt(covariance[0]! + covariance[2 * 4 + 2]! - 2 * covariance[2]!);
      if (Math.abs(weights[0]! - weights[2]! - 1.6) < 1.96 * error) held++;
    }
    expect(held / studies).toBeGreaterThan(0.92);
    expect(held / studies).toBeLessThan(0.98);
  });
});
