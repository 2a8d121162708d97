import { describe, expect, it } from 'vitest';
import { Choices, conditionalLogit } from '../../../src/core/quality/models/conditionalLogit';

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
