/** The longest stretch in which one value comes again and again, and how likely one so long is by chance. */
export interface Run {
  readonly length: number;
  readonly p: number;
}

/**
 * The longest run in a sequence of values that are drawn independently, each as often as it is found: the chance of one
 * at least so long is at most n · Σ p(v)^length (a union over where it begins).
 */
export function longestRun(values: readonly number[]): Run | null {
  if (values.length < 10) return null;
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let [longest, run] = [1, 1];
  for (let at = 1; at < values.length; at++) {
    run = values[at] === values[at - 1] ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  // Somebody who always says the same has but one value: what is judged is held against an even chance of two.
  const shares = counts.size === 1 ? [0.5, 0.5] : [...counts.values()].map((count) => count / values.length);
  const p = Math.min(1, values.length * shares.reduce((sum, share) => sum + share ** longest, 0));
  return { length: longest, p };
}
