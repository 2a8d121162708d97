/** Votes on pairs: those of pair `p` lie from `ends[p - 1]` to `ends[p]`, each the voter's number · 4 + the label. */
export interface Votes {
  readonly voters: number;
  readonly votes: Uint32Array;
  readonly ends: Uint32Array;
}

export const label = { a: 0, b: 1, tie: 2 } as const;

/** How often an annotator says what, as shares of the pairs of a kind, smoothed. */
export interface AnnotatorErrors {
  readonly votes: number;
  /** Where one of two is better: says so, says the opposite, says they are tied. */
  readonly right: number;
  readonly opposite: number;
  readonly tie: number;
  /** Where two are tied: says so. Otherwise either is said to be better alike. */
  readonly tieRight: number;
}

interface Fit {
  /** Of each pair, that the first is better, and that the second is; what is left of 1 is the tie. */
  readonly posteriors: Float64Array;
  readonly errors: (voter: number) => AnnotatorErrors;
  readonly steps: number;
  /** Pairs whose label still moved in the last step; 0 where all had come to rest. */
  readonly moving: number;
}

/**
 * Votes that are counted before any: two with the truth, one for each of the other labels. They keep rates off 0, and
 * those of somebody with few votes near those of somebody who is better than chance.
 */
const prior = { right: 2, other: 1 };
/** Labels rest where no posterior moves by more. */
const still = 1e-5;
const maxSteps = 1000;
/**
 * Logs and posteriors are rounded to multiples of 2^-28, so that sums of up to 2^25 of them are exact: the result is
 * the same to the last bit in whatever order votes came. A rate's log is that of its count less that of its truth's
 * count, each rounded by itself: what counts alike for a and for b then leaves exactly nothing, where a last bit too many
 * would grow step by step to a preference that nobody has.
 */
const grain = 2 ** 28;

/**
 * EM for Dawid and Skene's model with three labels: a, b, tie. It starts from the shares of the votes on each pair
 * (majority). M: an annotator's rate of saying l where the truth is k is (prior + Σ P(k) over the pairs of which they
 * said l) / (the same for all l); the truth's own chances are the means of P. E: P(k) ∝ chance(k) · Π rates of what was
 * said.
 *
 * Which of two responses is called a is an accident of their ids, so the model does not change when a and b change
 * places: a and b are as likely, saying b of a is as frequent as saying a of b, and so on. That leaves an annotator
 * three rates instead of six, learnt from twice the votes each, and no position is favoured. (Whether an annotator
 * prefers what stands first on the screen is another question, which the order shown would tell.) Where nobody ever
 * voted for a tie there is no such label.
 *
 * Each step raises the posterior density of the rates (A. P. Dempster, N. M. Laird and D. B. Rubin, JRSS B 39, 1977);
 * it ends after 1000 at the latest.
 */
export function expectationMaximisation({ voters, votes, ends }: Votes): Fit {
  const posteriors = shares(votes, ends);
  const rates = new Rates(voters);
  let steps = 0;
  let moving = ends.length;
  while (moving > 0 && steps < maxSteps) {
    steps++;
    const tieChance = rates.learn(votes, ends, posteriors);
    moving = relabel(votes, ends, posteriors, rates, tieChance);
  }
  rates.learn(votes, ends, posteriors);
  return { posteriors, errors: (voter) => rates.errors(voter), steps, moving };
}

function rounded(value: number): number {
  return Math.round(value * grain) / grain;
}

function shares(votes: Uint32Array, ends: Uint32Array): Float64Array {
  const posteriors = new Float64Array(2 * ends.length);
  for (let pair = 0, begin = 0; pair < ends.length; pair++) {
    const end = ends[pair] ?? begin;
    const counts = [0, 0, 0];
    for (let at = begin; at < end; at++) counts[(votes[at] ?? 0) & 3] = (counts[(votes[at] ?? 0) & 3] ?? 0) + 1;
    posteriors[2 * pair] = rounded((counts[label.a] ?? 0) / (end - begin));
    posteriors[2 * pair + 1] = rounded((counts[label.b] ?? 0) / (end - begin));
    // Thirds, rounded, must not leave a trace of a tie where there was none.
    if (counts[label.tie] === 0) posteriors[2 * pair + 1] = 1 - (posteriors[2 * pair] ?? 0);
    begin = end;
  }
  return posteriors;
}

/**
 * So many sums for each annotator: where one is better, said right, the opposite, a tie; where they are tied, said a
 * tie, said one is better.
 */
const width = 5;

class Rates {
  private readonly sums: Float64Array;
  /**
   * Logs of the rates by annotator: of saying right, the opposite, a tie where one is better; a tie, and either one,
   * where they are tied.
   */
  readonly logs: Float64Array;

  constructor(private readonly voters: number) {
    this.sums = new Float64Array(voters * width);
    this.logs = new Float64Array(voters * width);
  }

  /** Takes the rates from labels; gives the chance of a tie. */
  learn(votes: Uint32Array, ends: Uint32Array, posteriors: Float64Array): number {
    const { sums } = this;
    sums.fill(0);
    let ties = 0;
    for (let pair = 0, at = 0; pair < ends.length; pair++) {
      const a = posteriors[2 * pair] ?? 0;
      const b = posteriors[2 * pair + 1] ?? 0;
      const tied = 1 - a - b;
      ties += tied;
      for (const end = ends[pair] ?? 0; at < end; at++) {
        const vote = votes[at] ?? 0;
        const said = vote & 3;
        const of = (vote >>> 2) * width;
        if (said === label.tie) {
          sums[of + 2] = (sums[of + 2] ?? 0) + a + b;
          sums[of + 3] = (sums[of + 3] ?? 0) + tied;
        } else {
          sums[of] = (sums[of] ?? 0) + (said === label.a ? a : b);
          sums[of + 1] = (sums[of + 1] ?? 0) + (said === label.a ? b : a);
          sums[of + 4] = (sums[of + 4] ?? 0) + tied;
        }
      }
    }
    for (let voter = 0; voter < this.voters; voter++) {
      const { right, opposite, tie, tieTie, tieStrict, strict, tied } = this.counts(voter);
      const logOfShare = (count: number, all: number): number => rounded(Math.log(count)) - rounded(Math.log(all));
      this.logs.set(
        [
          logOfShare(right, strict),
          logOfShare(opposite, strict),
          logOfShare(tie, strict),
          logOfShare(tieTie, tied),
          logOfShare(tieStrict / 2, tied),
        ],
        voter * width,
      );
    }
    return ends.length === 0 ? 0 : ties / ends.length;
  }

  errors(voter: number): AnnotatorErrors {
    const { right, opposite, tie, tieTie, strict, tied } = this.counts(voter);
    return {
      votes: Math.round(strict + tied - 2 * (prior.right + 2 * prior.other)),
      right: right / strict,
      opposite: opposite / strict,
      tie: tie / strict,
      tieRight: tieTie / tied,
    };
  }

  /** Returns an annotator's sums with the votes that are counted before any, and those of each truth together. */
  private counts(
    voter: number,
  ): Record<'right' | 'opposite' | 'tie' | 'tieTie' | 'tieStrict' | 'strict' | 'tied', number> {
    const [right = 0, opposite = 0, tie = 0, tieTie = 0, tieStrict = 0] = this.sums.subarray(
      voter * width,
      (voter + 1) * width,
    );
    const counts = {
      right: right + prior.right,
      opposite: opposite + prior.other,
      tie: tie + prior.other,
      tieTie: tieTie + prior.right,
      tieStrict: tieStrict + 2 * prior.other,
    };
    return { ...counts, strict: counts.right + counts.opposite + counts.tie, tied: counts.tieTie + counts.tieStrict };
  }
}

/** Makes the labels that the rates imply; gives how many moved. */
function relabel(
  votes: Uint32Array,
  ends: Uint32Array,
  posteriors: Float64Array,
  { logs }: Rates,
  tieChance: number,
): number {
  let moving = 0;
  const [strictLog, tieLog] = [rounded(Math.log((1 - tieChance) / 2)), rounded(Math.log(tieChance))];
  for (let pair = 0, at = 0; pair < ends.length; pair++) {
    let a = strictLog;
    let b = strictLog;
    let tie = tieLog;
    for (const end = ends[pair] ?? 0; at < end; at++) {
      const vote = votes[at] ?? 0;
      const said = vote & 3;
      const of = (vote >>> 2) * width;
      if (said === label.tie) {
        a += logs[of + 2] ?? 0;
        b += logs[of + 2] ?? 0;
        tie += logs[of + 3] ?? 0;
      } else {
        a += logs[said === label.a ? of : of + 1] ?? 0;
        b += logs[said === label.a ? of + 1 : of] ?? 0;
        tie += logs[of + 4] ?? 0;
      }
    }
    const highest = Math.max(a, b, tie);
    const forA = Math.exp(a - highest);
    const forB = Math.exp(b - highest);
    const forTie = Math.exp(tie - highest);
    const sum = forA + forB + forTie;
    const newA = rounded(forA / sum);
    const newB = forTie === 0 ? 1 - newA : Math.min(1 - newA, rounded(forB / sum));
    if (
      Math.max(Math.abs(newA - (posteriors[2 * pair] ?? 0)), Math.abs(newB - (posteriors[2 * pair + 1] ?? 0))) > still
    )
      moving++;
    posteriors[2 * pair] = newA;
    posteriors[2 * pair + 1] = newB;
  }
  return moving;
}
