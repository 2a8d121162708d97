/**
 * How often a majority is right where some things are harder to judge than others. One error rate for all says too much:
 * with half of the pairs at 2 % and half at 40 %, votes differ as with 15 % for all, but of three the majority is right in
 * 82 %, and not in 94 %. So the rate of a pair is drawn from a distribution over a grid (a mixture by item difficulty, as J.
 * Whitehill et al., Whose Vote Should Count More, NIPS 2009, have it), with weights of maximum likelihood (N. Laird,
 * Nonparametric Maximum Likelihood Estimation of a Mixing Distribution, JASA 73, 1978).
 *
 * Two or three votes a pair tell the mean of ε (1 − ε) and nothing of how it is spread, and more votes tell little: so
 * what follows has the ends of all spreads that the votes do not reject beside it.
 */

/** Pairs by their votes: so many with `more` votes on one side and `less` on the other. */
export interface VoteCount {
  readonly more: number;
  readonly less: number;
  readonly count: number;
}

/** How likely each error rate of the grid is. */
export type Spread = Float64Array;

/** Error rates from 0 to 1/2. */
export const grid: readonly number[] = Array.from({ length: 26 }, (_, at) => at / 50);

const maxSteps = 300;
/** So many pairs more are as the spread that assumes the least has it: without, chance in few votes is taken for difficulty. */
const believed = 2;

/** One rate for all, between two of the grid. */
export function evenSpread(rate: number): Spread {
  const spread = new Float64Array(grid.length);
  const at = Math.min(grid.length - 1, Math.max(0, rate * 50));
  const below = Math.min(grid.length - 2, Math.floor(at));
  spread[below] = 1 - (at - below);
  spread[below + 1] = at - below;
  return spread;
}

/** The furthest apart: some pairs are never wrong, and the others a toss-up. @param differ how often two votes differ */
export function widestSpread(differ: number): Spread {
  const spread = new Float64Array(grid.length);
  const even = Math.min(1, Math.max(0, 2 * differ));
  spread[0] = 1 - even;
  spread[grid.length - 1] = even;
  return spread;
}

/**
 * The spread that assumes the least beside how often two votes differ: that of greatest entropy (E. T. Jaynes, Information
 * Theory and Statistical Mechanics, Physical Review 106, 1957).
 */
export function likelySpread(differ: number): Spread {
  const wanted = Math.min(0.5, Math.max(0, differ)) / 2;
  let [low, high] = [-2000, 2000];
  let spread: Spread = new Float64Array(grid.length);
  for (let step = 0; step < 60; step++) {
    const tilt = (low + high) / 2;
    const logs = grid.map((rate) => tilt * rate * (1 - rate));
    const top = Math.max(...logs);
    spread = normalised(Float64Array.from(logs, (log) => Math.exp(log - top)));
    if (meanOf(spread, (rate) => rate * (1 - rate)) < wanted) low = tilt;
    else high = tilt;
  }
  return spread;
}

/**
 * The spread under which votes are as they are with the greatest chance, by expectation and maximisation.
 * @param prior what is believed beside the votes, as much as a few pairs; the spread that assumes the least where nothing is given
 */
export function fittedSpread(votes: readonly VoteCount[], prior: Spread = likelySpread(differIn(votes))): Spread {
  const size = grid.length;
  const chances = votes.map(({ more, less }) => Float64Array.from(grid, (rate) => chanceOf(rate, more, less)));
  const pairs = votes.reduce((sum, { count }) => sum + count, 0);
  let spread: Spread = likelySpread(differIn(votes));
  if (pairs === 0) return spread;
  for (let step = 0; step < maxSteps; step++) {
    const next = prior.map((each) => each * (believed / (pairs + believed)));
    for (const [at, { count }] of votes.entries()) {
      const own = chances[at] ?? next;
      let sum = 0;
      for (let cell = 0; cell < size; cell++) sum += (spread[cell] ?? 0) * (own[cell] ?? 0);
      if (sum <= 0 || count === 0) continue;
      const share = count / sum / (pairs + believed);
      for (let cell = 0; cell < size; cell++)
        next[cell] = (next[cell] ?? 0) + share * (spread[cell] ?? 0) * (own[cell] ?? 0);
    }
    let moved = 0;
    for (let cell = 0; cell < size; cell++) moved = Math.max(moved, Math.abs((next[cell] ?? 0) - (spread[cell] ?? 0)));
    spread = next;
    if (moved < 1e-5) break;
  }
  return normalised(spread);
}

/** A fall of the log-likelihood by more than this is chance in 5 of 100 (half of χ² of one degree of freedom). */
const mostFall = 1.921;
const maxEndSteps = 1500;
const maxSearch = 8;

/**
 * Of all spreads that the votes do not reject, the one under which a majority of three is least often right, and the one
 * under which it is most often: an interval that holds however pairs differ (N. Ignatiadis and S. Wager, Confidence
 * Intervals for Nonparametric Empirical Bayes Analysis, JASA 117, 2022, section 2), by profile likelihood.
 * @param items pairs of one item hang together, so that all votes count as so many pairs
 */
export function endSpreads(votes: readonly VoteCount[], items: number): readonly [worst: Spread, best: Spread] {
  const pairs = votes.reduce((sum, { count }) => sum + count, 0);
  const scale = Math.min(1, items / Math.max(1, pairs));
  const counted = votes.filter(({ count }) => count > 0).map((each) => ({ ...each, count: each.count * scale }));
  const chances = counted.map(({ more, less }) => Float64Array.from(grid, (rate) => chanceOf(rate, more, less)));
  const start = evenSpread(0.2).map((own) => 0.5 * own + 0.5 / grid.length);
  const most = pulledSpread(counted, chances, start, start, 0);
  const endOf = (wanted: Spread): Spread => {
    let found = most;
    const isTaken = (pull: number): boolean => {
      const next = pulledSpread(counted, chances, found.spread, wanted, pull);
      if (next.likelihood < most.likelihood - mostFall) return false;
      found = next;
      return true;
    };
    let [inside, outside] = [0.01, 1];
    while (outside < 1e6 && isTaken(outside)) [inside, outside] = [outside, 4 * outside];
    for (let step = 0; step < maxSearch; step++) {
      const middle = Math.sqrt(inside * outside);
      if (isTaken(middle)) inside = middle;
      else outside = middle;
    }
    return found.spread;
  };
  const right = Float64Array.from(grid, (rate) => majorityRight(3, rate));
  return [endOf(right.map((each) => 1 - each)), endOf(right)];
}

/**
 * The spread of greatest likelihood with one more thing seen `pull` times, which has the chance `wanted` at each rate:
 * among all spreads with as great a mean of it none is likelier. By expectation and maximisation.
 */
function pulledSpread(
  votes: readonly VoteCount[],
  chances: readonly Float64Array[],
  start: Spread,
  wanted: Float64Array,
  pull: number,
): { readonly spread: Spread; readonly likelihood: number } {
  const all = votes.reduce((sum, { count }) => sum + count, pull);
  // A rate without weight would never come back.
  let spread = start.map((each) => 0.98 * each + 0.02 / grid.length);
  let [likelihood, before] = [0, -Infinity];
  for (let step = 0; step < maxEndSteps; step++) {
    const next = new Float64Array(grid.length);
    const add = (count: number, chance: Float64Array): number => {
      let mean = 0;
      for (let at = 0; at < grid.length; at++) mean += (spread[at] ?? 0) * (chance[at] ?? 0);
      const share = count / (mean * all);
      for (let at = 0; at < grid.length; at++)
        next[at] = (next[at] ?? 0) + share * (spread[at] ?? 0) * (chance[at] ?? 0);
      return count * Math.log(mean);
    };
    likelihood = votes.reduce((sum, { count }, at) => sum + add(count, chances[at] ?? wanted), 0);
    const aim = likelihood + (pull > 0 ? add(pull, wanted) : 0);
    if (aim - before < 1e-4) break;
    before = aim;
    if (all > 0) spread = next;
  }
  return { spread, likelihood };
}

/** The share of two votes on one pair that differ. */
export function differIn(votes: readonly VoteCount[]): number {
  let [differ, all] = [0, 0];
  for (const { more, less, count } of votes) {
    differ += count * more * less;
    all += (count * (more + less) * (more + less - 1)) / 2;
  }
  return all > 0 ? differ / all : 0;
}

/** How likely the majority of n votes, each wrong with chance ε, is right: of an even number, half of the draws count. */
export function majorityRight(n: number, epsilon: number): number {
  let [right, chance] = [0, (1 - epsilon) ** n];
  for (let wrong = 0; wrong <= n; wrong++) {
    if (2 * wrong < n) right += chance;
    else if (2 * wrong === n) right += chance / 2;
    chance *= ((n - wrong) / (wrong + 1)) * (epsilon / (1 - epsilon));
  }
  return right;
}

/** How likely the majority of n votes is right. */
export const rightOfMajority = (spread: Spread, n: number): number => meanOf(spread, (rate) => majorityRight(n, rate));

/** How likely the majority of the votes that there are is right, and with one vote more. */
export function rightNow(spread: Spread, votes: readonly VoteCount[]): readonly [now: number, withOneMore: number] {
  let [now, then, pairs] = [0, 0, 0];
  for (const { more, less, count } of votes) {
    // The chance of these votes with the majority right, and with it wrong; and of one more vote on either side.
    const of = (right: number, wrong: number): number => meanOf(spread, (rate) => (1 - rate) ** right * rate ** wrong);
    const [right, wrong] = [of(more, less), of(less, more)];
    const all = right + wrong;
    pairs += count;
    if (all <= 0) {
      // Such votes cannot be under this spread: then they say nothing.
      now += count / 2;
      then += count / 2;
      continue;
    }
    now += (count * Math.max(right, wrong)) / all;
    then +=
      (count * (Math.max(of(more + 1, less), of(less, more + 1)) + Math.max(of(more, less + 1), of(less + 1, more)))) /
      all;
  }
  return pairs === 0 ? [0, 0] : [now / pairs, then / pairs];
}

/**
 * How badly a spread tells a vote that is held out from the others on its pair, in bits a vote (log-loss), by kind of
 * votes; 1 is a guess.
 */
export function lossOf(spread: Spread, { more, less }: Pick<VoteCount, 'more' | 'less'>): number {
  const votes = more + less;
  const of = (first: number, second: number): number => meanOf(spread, (rate) => chanceOf(rate, first, second));
  const loss = (kept: number, others: number): number => {
    const [with_, without] = [of(kept + 1, others), of(kept, others + 1)];
    return -Math.log2(Math.max(1e-9, with_ / (with_ + without)));
  };
  return ((more > 0 ? more * loss(more - 1, less) : 0) + (less > 0 ? less * loss(less - 1, more) : 0)) / votes;
}

/** How likely so many votes on the one side and on the other are, whichever is right, at one error rate. */
const chanceOf = (rate: number, more: number, less: number): number =>
  ((1 - rate) ** more * rate ** less + (1 - rate) ** less * rate ** more) / 2;

const meanOf = (spread: Spread, of: (rate: number) => number): number =>
  spread.reduce((sum, weight, at) => (weight > 0 ? sum + weight * of(grid[at] ?? 0) : sum), 0);

function normalised(weights: Float64Array): Float64Array {
  const sum = weights.reduce((all, each) => all + each, 0);
  return weights.map((each) => (sum > 0 ? each / sum : 1 / weights.length));
}
