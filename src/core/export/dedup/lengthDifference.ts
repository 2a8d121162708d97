import { lengthOf, type TextLength } from '../../model/item/length';

/**
 * How far two texts differ in length, 0 (as long) to below 1, and 1 where one of them is empty: the difference over the
 * longer one's length, |a - b| / max(a, b). Words and characters (code points) are counted as the desk shows them.
 * Preferences follow length far more often than people mean (Singhal et al. 2023, A Long Way to Go: Investigating
 * Length Correlations in RLHF), so that pairs of like length say more of the rest.
 */
export function lengthDifference(a: string, b: string, unit: keyof TextLength): number {
  const [left, right] = [lengthIn(a, unit), lengthIn(b, unit)];
  const longer = Math.max(left, right);
  return longer === 0 ? 0 : Math.abs(left - right) / longer;
}

/** The difference of two texts of which one is so many times as long as the other: 2 is 0.5. @param ratio 1 or more */
export const differenceOfRatio = (ratio: number): number => 1 - 1 / ratio;

function lengthIn(text: string, unit: keyof TextLength): number {
  if (unit === 'words') return lengthOf(text).words;
  let characters = 0;
  for (const _ of text) characters++;
  return characters;
}
