import { solveLinearSystem } from '../cholesky';
import type { PlacedBallot } from './ballot';
import { byScores, type Ordered } from './order';
import type { PairTable } from './pairTable';
import { strengthRidge, strengthTolerance } from './itemBradleyTerry';

/**
 * One choice: the log of the sum of `parts[i]` · exp(s_m) over its members `m = members[i]`, which is taken from the
 * log-likelihood `weight` times.
 */
interface Choice {
  /** By place, ascending. */
  readonly members: Uint32Array;
  readonly parts: Float64Array;
  readonly weight: number;
}

interface Likelihood {
  /** How often each response was chosen, parts included. */
  readonly chosen: Float64Array;
  readonly choices: readonly Choice[];
}

const maxSteps = 100;

/**
 * The Plackett-Luce model of one item (R. L. Plackett, The Analysis of Permutations, Applied Statistics 24, 1975; R. D.
 * Luce, Individual Choice Behavior, 1959): a ranking is a row of choices, each time of one among those that are left,
 * with a chance in proportion to exp(s). Log-strengths s are those at the maximum of likelihood and prior, the one that
 * `strengths` has; of ballots that compare two responses only, the two models are the same.
 *
 * Responses left unranked are there to be chosen and never are (top-k). A tier stands for each of its orders alike, by
 * the mean of their log-likelihoods; of two it is half a win for each. The mean is exact for the choices among all of a
 * tier, all but one, and the last one, so for tiers of up to three; in between, what is left of the tier is taken to be
 * its part of the tier's sum (B. Efron, The Efficiency of Cox's Likelihood Function for Censored Data, JASA 72, 1977),
 * which depends on no order of candidates. Comparisons are choices among two.
 *
 * The likelihood is that of D. R. Hunter, MM Algorithms for Generalized Bradley-Terry Models, Annals of Statistics 32,
 * 2004. It is concave in s, so Newton's method finds the same maximum as his algorithm, in some ten steps where that
 * takes thousands on long rankings that all agree.
 */
export function plackettLuce(
  candidates: readonly string[],
  table: PairTable,
  ballots: readonly PlacedBallot[],
): Ordered {
  return byScores(candidates, table, maximum(likelihoodOf(table.size, ballots)), strengthTolerance);
}

function likelihoodOf(size: number, ballots: readonly PlacedBallot[]): Likelihood {
  const chosen = new Float64Array(size);
  const choices: Choice[] = [];
  const choose = (at: number, times: number): void => {
    chosen[at] = (chosen[at] ?? 0) + times;
  };
  for (const { tiers, unranked, comparisons } of ballots) {
    for (const { a, b, outcome } of comparisons) {
      if (outcome === 'none') continue;
      choose(a, outcome === 'a' ? 1 : outcome === 'tie' ? 0.5 : 0);
      choose(b, outcome === 'b' ? 1 : outcome === 'tie' ? 0.5 : 0);
      choices.push({ ...among(size, [a, b]), weight: 1 });
    }
    for (const [depth, tier] of tiers.entries()) {
      const below = [...tiers.slice(depth + 1).flat(), ...unranked];
      if (tier.length + below.length < 2) continue;
      for (const each of tier) choose(each, 1);
      choices.push(...choicesIn(size, tier, below));
    }
  }
  return { chosen, choices };
}

/** The choices that take a tier away, one response after the other, from what is left of it and those below. */
function choicesIn(size: number, tier: readonly number[], below: readonly number[]): Choice[] {
  const count = tier.length;
  const choices: Choice[] = [{ ...among(size, [...tier, ...below]), weight: 1 }];
  for (let left = count - 1; left > 0; left--) {
    if (left === 1) for (const last of tier) choices.push({ ...among(size, [last, ...below]), weight: 1 / count });
    else if (left === count - 1)
      for (const gone of tier)
        choices.push({ ...among(size, [...tier.filter((each) => each !== gone), ...below]), weight: 1 / count });
    else choices.push({ ...among(size, below, tier, left / count), weight: 1 });
  }
  return choices;
}

/** A choice among these; among others too, of each of which a part is left. */
function among(
  size: number,
  whole: readonly number[],
  others: readonly number[] = [],
  part = 1,
): Omit<Choice, 'weight'> {
  const all = new Float64Array(size);
  for (const each of whole) all[each] = 1;
  for (const each of others) all[each] = part;
  const members = Uint32Array.from([...whole, ...others]).sort();
  return { members, parts: Float64Array.from(members, (each) => all[each] ?? 0) };
}

/** Newton's method, each step halved until it leads up. */
function maximum(likelihood: Likelihood): Float64Array {
  const size = likelihood.chosen.length;
  let strengths: Float64Array = new Float64Array(size);
  let value = valueAt(likelihood, strengths);
  for (let step = 0; step < maxSteps; step++) {
    const { gradient, hessian } = slopeAt(likelihood, strengths);
    if (Math.hypot(...gradient) < 1e-10) break;
    const direction = solveLinearSystem(hessian, gradient);
    const from = strengths;
    const before = value;
    for (let length = 1; length > 1e-9; length /= 2) {
      const next = from.map((each, at) => each + length * (direction[at] ?? 0));
      const reached = valueAt(likelihood, next);
      if (reached < before) continue;
      strengths = next;
      value = reached;
      break;
    }
    if (strengths === from || value <= before) break;
  }
  return strengths;
}

/** The log-likelihood with the prior's part. */
function valueAt({ chosen, choices }: Likelihood, strengths: Float64Array): number {
  let value = 0;
  for (const [at, each] of strengths.entries()) value += (chosen[at] ?? 0) * each - (strengthRidge / 2) * each * each;
  const probabilities = new Float64Array(strengths.length);
  for (const choice of choices) value -= choice.weight * logSum(choice, strengths, probabilities);
  return value;
}

/** The slope, and minus the second derivatives: the lower triangle of them, which is all that `solved` reads. */
function slopeAt(
  { chosen, choices }: Likelihood,
  strengths: Float64Array,
): { gradient: Float64Array; hessian: Float64Array } {
  const size = strengths.length;
  const gradient = chosen.map((times, at) => times - strengthRidge * (strengths[at] ?? 0));
  const hessian = new Float64Array(size * size);
  const probabilities = new Float64Array(size);
  for (const choice of choices) {
    logSum(choice, strengths, probabilities);
    const { members, weight } = choice;
    for (let at = 0; at < members.length; at++) {
      const p = weight * (probabilities[at] as number);
      const i = members[at] as number;
      const row = i * size;
      gradient[i] = (gradient[i] as number) - p;
      hessian[row + i] = (hessian[row + i] as number) + p;
      for (let other = 0; other <= at; other++) {
        const j = row + (members[other] as number);
        hessian[j] = (hessian[j] as number) - p * (probabilities[other] as number);
      }
    }
  }
  for (let i = 0; i < size; i++) hessian[i * size + i] = (hessian[i * size + i] ?? 0) + strengthRidge;
  return { gradient, hessian };
}

/**
 * The log of a choice's sum; leaves each member's chance of being the one in `probabilities`, in their order. By index,
 * as nearly all of the time is spent here and in the slope.
 */
function logSum({ members, parts }: Choice, strengths: Float64Array, probabilities: Float64Array): number {
  let most = -Infinity;
  for (let at = 0; at < members.length; at++) most = Math.max(most, strengths[members[at] as number] as number);
  let sum = 0;
  for (let at = 0; at < members.length; at++)
    sum += probabilities[at] = (parts[at] as number) * Math.exp((strengths[members[at] as number] as number) - most);
  for (let at = 0; at < members.length; at++) probabilities[at] = (probabilities[at] as number) / sum;
  return most + Math.log(sum);
}
