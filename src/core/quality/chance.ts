/** How likely something is by chance alone, and how many such chances are too many. */

/**
 * The chance that a standard normal is above z, to seven places of its own size (erfc by W. J. Cody's Chebyshev fit as in
 * W. H. Press et al., Numerical Recipes, 1992, 6.2).
 */
export function normalTail(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  const tail =
    (t / 2) *
    Math.exp(
      -x * x +
        [
          -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
          -0.82215223, 0.17087277,
        ].reduceRight((sum, coefficient) => sum * t + coefficient, 0),
    );
  return z >= 0 ? tail : 1 - tail;
}

/** The z above which a standard normal is with that chance, from 0 to 1. */
export function normalAbove(chance: number): number {
  let [low, high] = [-40, 40];
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    if (normalTail(middle) > chance) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * The chance that one side is ahead by as much or more, whichever it is, where both are as likely: the sign test, exact
 * (W. J. Dixon and A. M. Mood, The Statistical Sign Test, JASA 41, 1946).
 */
export function signTest(one: number, other: number): number {
  const all = one + other;
  let [logged, tail] = [-all * Math.LN2, 0];
  for (let count = 0; count <= Math.min(one, other); count++) {
    tail += Math.exp(logged);
    logged += Math.log((all - count) / (count + 1));
  }
  return Math.min(1, 2 * tail);
}

/** The share of what is told that may be chance. */
export const falseShare = 0.05;

/**
 * Which of several chances are too small to be chance, with at most 5 % false ones among those (Y. Benjamini and Y.
 * Hochberg, Controlling the False Discovery Rate, Journal of the Royal Statistical Society B 57, 1995).
 * @param ps the chance of each by itself; null for what was not asked, which counts for none
 */
export function discoveries(ps: readonly (number | null)[]): boolean[] {
  const rising = ps.filter((p) => p !== null).sort((a, b) => a - b);
  const limit = rising.findLast((p, at) => p <= (falseShare * (at + 1)) / rising.length) ?? -1;
  return ps.map((p) => p !== null && p <= limit);
}

/**
 * The chance below which one more of `count` is told after `told` were, each held against those that are left (the
 * step-down procedure of Y. Gavrilov, Y. Benjamini and S. K. Sarkar, An Adaptive Step-down Procedure with Proven FDR
 * Control, Annals of Statistics 37, 2009).
 */
export const nextLimit = (count: number, told: number): number =>
  ((told + 1) * falseShare) / (count + 1 - (told + 1) * (1 - falseShare));
