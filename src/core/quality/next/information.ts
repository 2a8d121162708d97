/**
 * What one more judgement is expected to teach, in bits (D. V. Lindley, On a Measure of the Information Provided by an
 * Experiment, Annals of Mathematical Statistics 27, 1956).
 */

/** The entropy of an event of chance p. */
export const entropy = (p: number): number => (p <= 0 || p >= 1 ? 0 : -(p * Math.log2(p) + (1 - p) * Math.log2(1 - p)));

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** Places and weights of Gauss and Hermite's quadrature with five points, for the standard normal distribution. */
const quadrature: readonly (readonly [place: number, weight: number])[] = [
  [-2.8569700138728, 0.0112574113277],
  [-1.3556261799742, 0.2220759220056],
  [0, 0.5333333333333],
  [1.3556261799742, 0.2220759220056],
  [2.8569700138728, 0.0112574113277],
];

/** The chance of a preference whose log-odds are normal (D. J. C. MacKay, The Evidence Framework, 1992). */
export const meanChance = (mean: number, variance: number): number =>
  sigmoid(mean / Math.sqrt(1 + (Math.PI * variance) / 8));

/**
 * What a preference whose log-odds are normal tells of what they are made of: the entropy of what will be said less the
 * mean entropy that is left once the log-odds are known (N. Houlsby et al., Bayesian Active Learning for Classification and
 * Preference Learning, 2011). High where the weights of what two responses differ in are unknown, and not where both are
 * simply close.
 */
export function informationOnWeights(mean: number, variance: number): number {
  if (variance <= 0) return 0;
  const known = quadrature.reduce(
    (sum, [place, weight]) => sum + weight * entropy(sigmoid(mean + Math.sqrt(variance) * place)),
    0,
  );
  return Math.max(0, entropy(meanChance(mean, variance)) - known);
}

/**
 * What one more vote tells of which of two responses is better, where each vote is the wrong way round with chance ε: after
 * two that agree little, after two that do not as much as at first (A. P. Dawid and A. M. Skene's model with one error
 * rate; V. S. Sheng, F. Provost and P. G. Ipeirotis, Get Another Label?, KDD 2008).
 * @param prior the chance that the first is better, before any vote
 * @param votes those for the first, less those for the second
 */
export function informationOnLabel(prior: number, votes: number, epsilon: number): number {
  const odds = Math.log(prior / (1 - prior)) + votes * Math.log((1 - epsilon) / epsilon);
  const better = sigmoid(odds);
  return Math.max(0, entropy(better * (1 - epsilon) + (1 - better) * epsilon) - entropy(epsilon));
}
