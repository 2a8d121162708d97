import type { StrengthInput } from '../study/taskSchema';
import type { DraftComparison } from './fields/comparisons';
import { outcomes } from './judgementValues';

type Compared = Pick<DraftComparison, 'outcome' | 'strength'>;

/** Seven points, from the one to the other, and what is no point between them. */
const scaleKeys: readonly Compared[] = [
  { outcome: 'a', strength: 3 },
  { outcome: 'a', strength: 2 },
  { outcome: 'a', strength: 1 },
  { outcome: 'tie' },
  { outcome: 'b', strength: 1 },
  { outcome: 'b', strength: 2 },
  { outcome: 'b', strength: 3 },
  { outcome: 'both-good' },
  { outcome: 'both-bad' },
];

const outcomeKeys: readonly Compared[] = outcomes.map((outcome) => ({ outcome }));

/** What the digits from 1 on say of two responses. On a scale, the outcomes "too close" and "unsure" have no digit. */
export const comparisonKeys = (input: StrengthInput): readonly Compared[] =>
  input === 'scale' ? scaleKeys : outcomeKeys;

/** The digit that says something of two responses; undefined where none does. */
export function digitFor(input: StrengthInput, outcome: Compared['outcome'], strength?: number): number | undefined {
  const at = comparisonKeys(input).findIndex((key) => key.outcome === outcome && key.strength === strength);
  return at < 0 ? undefined : at + 1;
}
