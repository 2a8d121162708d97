import { formatCount } from '../../../model/text/formatCount';
import type { Fields } from '../../fields';

/** Every row has as many responses as the first. @param otherwise what the trainer does where one has not */
export const sameCount = (column: string, otherwise: string) => (): ((row: Fields) => string | undefined) => {
  let size: number | undefined;
  return (row) => {
    const { length } = row[column] as readonly unknown[];
    size ??= length;
    return length === size
      ? undefined
      : `has ${formatCount(length, 'response')}, but earlier rows have ${size}: ${otherwise}`;
  };
};

/** Best first: no score is greater than the one before it. */
export const areDescending = (scores: readonly number[]): boolean =>
  scores.every((score, i) => i === 0 || score <= (scores[i - 1] ?? score));

/** All scores the same: the list says nothing. @param says how the trainer fares with it */
export const allTied = (scores: unknown, says: string): string | undefined =>
  new Set(scores as number[]).size === 1 ? `all scores are the same: ${says}` : undefined;
