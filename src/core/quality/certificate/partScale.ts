/** How the values of one thing that a judge is asked are told apart. */
export type PartScale =
  | {
      readonly is: 'categories';
      /** Which of two is better: with the two swapped, a value is its opposite. */
      readonly isSigned?: boolean;
      readonly isYesNo?: boolean;
    }
  /** Levels or amounts between two numbers. */
  | { readonly is: 'scale'; readonly min: number; readonly max: number };

/** Two levels that are this near are the same, such as one and a median beside it; and so are amounts within an eighth of their scale. */
const nearest = 0.5;

/** Tells whether two values are the same. */
export const isSame = (scale: PartScale, one: number, other: number): boolean =>
  scale.is === 'scale' ? Math.abs(one - other) <= Math.min(nearest, (scale.max - scale.min) / 8) : one === other;

/** Tells how near two values are: 1 the same, 0 as far apart as can be. */
export const closeness = (scale: PartScale, one: number, other: number): number =>
  scale.is === 'scale' ? 1 - Math.abs(one - other) / (scale.max - scale.min) : one === other ? 1 : 0;

/**
 * Puts several values together: of categories what most say, undefined where as many say something else; of a scale the
 * median.
 */
export function together(scale: PartScale, values: readonly number[]): number | undefined {
  if (scale.is === 'scale') return medianOf(values);
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
  return first && first[1] !== second?.[1] ? first[0] : undefined;
}

/** Returns the median; of an even count the mean of the two in the middle. Undefined where there are no numbers. */
export function medianOf(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? undefined : (upper + lower) / 2;
}
