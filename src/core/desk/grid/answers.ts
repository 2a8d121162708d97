import { isAnswer, type Criterion, type VerdictValue } from '../../model/rubric/criterion';
import { kindOfCriterion } from '../../model/rubric/criterionKind';
import type { AnswerRange, DeskAnswer } from '../../model/desk/deskRubric';
import { stepped } from '../../model/annotation/ratingScale';

/** The fields of a criterion that say how it is answered, and which numbers give its answers. */
type Answered = Pick<Criterion, 'kind' | 'min' | 'max' | 'levels' | 'categories'>;

/** A scale with more levels is not listed level by level. */
const maxLevels = 21;

/**
 * The answers in their order, each with its number: yes is 1 and no is 0, a level is what it is, a category its place.
 * Levels that no digit says (below 0, or between whole numbers) are counted from 1 on.
 */
export function answersOf(criterion: Answered): DeskAnswer[] {
  switch (kindOfCriterion(criterion)) {
    case 'yes-no':
      return [
        { value: true, key: 1 },
        { value: false, key: 0 },
      ];
    case 'category':
      return (criterion.categories ?? []).map(({ name }, at) => ({ value: name, key: at + 1 }));
    case 'scale':
      return levelsOf(criterion).map((value, at) => {
        const text = criterion.levels?.[String(value)];
        return { value, key: isByValue(criterion) ? value : at + 1, ...(text !== undefined && { text }) };
      });
  }
}

/** The answer that a number gives; undefined where it gives none. */
export function answerBy(criterion: Answered, number: number): VerdictValue | undefined {
  if (kindOfCriterion(criterion) === 'scale' && isByValue(criterion))
    return isAnswer(criterion, number) ? number : undefined;
  return answersOf(criterion).find(({ key }) => key === number)?.value;
}

/** The largest number that gives an answer. */
export function maxFor(criterion: Answered): number {
  if (kindOfCriterion(criterion) === 'scale' && isByValue(criterion)) return criterion.max ?? 5;
  return Math.max(0, ...answersOf(criterion).map(({ key }) => key));
}

/** Gives the numbers that answer a criterion. */
export function rangeOf(criterion: Answered): AnswerRange {
  const kind = kindOfCriterion(criterion);
  if (kind === 'yes-no') return { of: 'yes-no' };
  return kind === 'category'
    ? { of: 'category', count: maxFor(criterion) }
    : { of: 'scale', min: isByValue(criterion) ? (criterion.min ?? 1) : 1, max: maxFor(criterion) };
}

/**
 * The answer a step better (-1) or worse (+1): yes or no, the next level from the middle of the scale, the category
 * before or behind.
 */
export function answerStepped(
  criterion: Answered,
  from: VerdictValue | null | undefined,
  step: -1 | 1,
): VerdictValue | undefined {
  const kind = kindOfCriterion(criterion);
  if (kind === 'yes-no') return step === -1;
  const { min = 1, max = 5 } = criterion;
  if (kind === 'scale' && max - min >= maxLevels)
    return stepped({ name: '', min, max }, typeof from === 'number' ? from : null, -step);
  const values = answersOf(criterion).map(({ value }) => value);
  const at = values.findIndex((value) => value === from);
  if (at < 0) return kind === 'scale' ? values[Math.floor(values.length / 2)] : values[0];
  return values[at + (kind === 'scale' ? -step : step)] ?? values[at];
}

/** Tells whether each level of a scale can be typed as its own number. */
export const isByValue = (criterion: Answered): boolean =>
  levelsOf(criterion).every((level) => Number.isInteger(level) && level >= 0);

/** The levels of a scale, lowest first: its whole steps, and those that are described. */
function levelsOf({ min = 1, max = 5, levels = {} }: Answered): number[] {
  const whole =
    max - min < maxLevels ? Array.from({ length: Math.floor(max - min) + 1 }, (_, step) => min + step) : [min];
  return [...new Set([...whole, max, ...Object.keys(levels).map(Number)])].sort((a, b) => a - b);
}
