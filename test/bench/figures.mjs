// Holds figures of the quality report against SciPy's on random data, and prints by how far they differ at most. Needs
// python3 with scipy, and is no part of `npm run bench`: nothing here is a time. usage: node test/bench/figures.mjs
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { bundleMeasured, measured } from './bundle.mjs';

const rounds = 200;

/** Numbers from 0 up to 1, the same each time (mulberry32, T. Ettinger). @param {number} seed */
function randomly(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

await bundleMeasured();
const {
  alphaByItem,
  cohenKappa,
  conditionalLogit,
  Choices,
  icc1Of,
  addTarget,
  kendallW,
  midRanks,
  plackettLuceWithTies,
  raoKupper,
  tauB,
} = measured();
const cases = Array.from({ length: rounds }, (_, round) => {
  const next = randomly(round + 1);
  const whole = (below) => Math.floor(next() * below);
  // Ratings of 30 targets by 4 raters who follow the target more or less.
  const ratings = Array.from({ length: 30 }, () => {
    const truth = whole(5);
    return Array.from({ length: 4 }, () => (next() < 0.6 ? truth : whole(5)) + 1);
  });
  const flat = ratings.flatMap((row, item) => row.map((value, annotator) => ({ item, annotator, value })));
  const columns = {
    items: flat.map(({ item }) => item),
    units: flat.map(({ item }) => item),
    annotators: flat.map(({ annotator }) => annotator),
    values: flat.map(({ value }) => value),
  };
  const sums = new Float64Array(6);
  for (const row of ratings) addTarget(sums, row);
  // Rankings of 6 things by 5 people, with ties; and without.
  const depths = Array.from({ length: 5 }, () => Array.from({ length: 6 }, () => whole(4)));
  const orders = Array.from({ length: 5 }, () => {
    const rest = [1, 2, 3, 4, 5, 6];
    return Array.from({ length: 6 }, () => rest.splice(whole(rest.length), 1)[0]);
  });
  const pairCounts = { concordant: 0, discordant: 0, tiedInFirst: 0, tiedInSecond: 0 };
  for (let a = 0; a < 6; a++)
    for (let b = a + 1; b < 6; b++) {
      const [x, y] = [Math.sign(depths[0][a] - depths[0][b]), Math.sign(depths[1][a] - depths[1][b])];
      if (x !== 0 && y !== 0) pairCounts[x === y ? 'concordant' : 'discordant']++;
      else if (x === 0 && y !== 0) pairCounts.tiedInFirst++;
      else if (y === 0 && x !== 0) pairCounts.tiedInSecond++;
    }
  // Games of five players, and a covariate.
  const games = Array.from({ length: 200 }, (__, item) => {
    const winner = whole(5);
    const loser = (winner + 1 + whole(4)) % 5;
    return { item: Math.floor(item / 4), winner, loser, gap: next() * 2 - 1 };
  });
  const choices = new Choices(5);
  const of = (player) => (player < 4 ? [[player, 1]] : []);
  for (const { item, winner, loser, gap } of games) choices.add(item, [[...of(winner), [4, gap]], of(loser)]);
  const fit = conditionalLogit(choices, 0);
  // Rankings of five models with ties of two, all ranked; and pairs of them, of which some tie.
  const rankings = Array.from({ length: 60 }, (__, row) => {
    const rest = [0, 1, 2, 3, 4];
    const tiers = [];
    while (rest.length > 0) {
      const tier = rest.splice(whole(rest.length), 1);
      if (rest.length > 0 && next() < 0.25) tier.push(...rest.splice(whole(rest.length), 1));
      tiers.push(tier);
    }
    return { row, tiers, unranked: [] };
  });
  const tied = games.map(({ item, winner, loser }) => ({
    row: item,
    annotation: item,
    first: winner,
    second: loser,
    a: 0,
    b: 1,
    outcome: next() < 0.2 ? 0 : 1,
  }));
  const luce = plackettLuceWithTies(rankings, 5, 0.05).weights;
  const kupper = raoKupper(tied, 5);
  return {
    ratings,
    // These take SciPy long, without slopes.
    slow: round < 10,
    rankings,
    tied,
    depths,
    orders,
    games,
    ours: {
      'alpha, nominal': alphaByItem(columns, 'nominal', false).alpha.value,
      'alpha, ordinal': alphaByItem(columns, 'ordinal', false).alpha.value,
      'alpha, interval': alphaByItem(columns, 'interval', false).alpha.value,
      'alpha, ratio': alphaByItem(columns, 'ratio', false).alpha.value,
      'Fleiss’ kappa': alphaByItem(columns, 'nominal').kappa.value,
      'Cohen’s kappa': cohenKappa(
        6,
        ratings.map(([first, second], item) => ({ item, first, second })),
      ).kappa.value,
      'ICC(1,1)': icc1Of(sums),
      'Kendall’s W, no ties': kendallW(orders),
      'Kendall’s W, ties': kendallW(depths.map(midRanks)),
      'Kendall’s tau-b': tauB(pairCounts),
      'Plackett-Luce with ties': [...luce],
      'Rao-Kupper': [...kupper.weights],
      'Bradley-Terry with a covariate': [...fit.weights],
      '  its errors over items (sandwich)': [...fit.standardErrors],
    },
  };
});
const script = path.join(import.meta.dirname, 'figures.py');
process.stdout.write(
  execFileSync('python3', [script], { input: JSON.stringify(cases), encoding: 'utf8', maxBuffer: 1e9 }),
);
