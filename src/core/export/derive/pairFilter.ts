import { callsTools, type Response } from '../../model/item/item';
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
  const [chosen, rejected] = [saidIn(pair.chosen), saidIn(pair.rejected)];
  if (minStrength !== undefined && (meanStrength(pair, criterion) ?? 0) < minStrength) return 'too-weak';
  if (
    maxLengthRatio !== undefined &&
    lengthDifference(chosen, rejected, 'characters') > differenceOfRatio(maxLengthRatio) + 1e-12
  )
    return 'length-differs';
  return maxSimilarity !== undefined && tooSimilar(chosen, rejected, maxSimilarity) ? 'alike' : undefined;
}

/** The text of a response, with what it calls: two that only call have no other. */
function saidIn({ text, turns }: Response): string {
  if (!turns || !callsTools(turns)) return text;
  const calls = turns.flatMap(({ toolCalls = [] }) => toolCalls.map(({ name, arguments: given }) => [name, given]));
  return `${text}\n${JSON.stringify(calls)}`;
}
