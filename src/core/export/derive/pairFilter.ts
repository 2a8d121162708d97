import { differenceOfRatio, lengthDifference } from '../dedup/lengthDifference';
import { tooSimilar } from '../dedup/shingles';
import type { ExportOptions } from '../format';
import type { DropReason } from '../dropReasons';
import { meanStrength } from './margins';
import type { Pair } from './pairs';

/**
 * Why a pair is none of those that are asked for: too weak, too different in length, or two texts that say nearly the
 * same.
 */
export function pairFilter(
  pair: Pair,
  { minStrength, maxSimilarity, maxLengthRatio, criterion }: ExportOptions,
): DropReason | undefined {
  const { chosen, rejected } = pair;
  if (minStrength !== undefined && (meanStrength(pair, criterion) ?? 0) < minStrength) return 'too-weak';
  if (
    maxLengthRatio !== undefined &&
    lengthDifference(chosen.text, rejected.text, 'characters') > differenceOfRatio(maxLengthRatio) + 1e-12
  )
    return 'length-differs';
  return maxSimilarity !== undefined && tooSimilar(chosen.text, rejected.text, maxSimilarity) ? 'alike' : undefined;
}
