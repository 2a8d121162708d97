import {
  hasWord,
  isAttributeName,
  keyOf,
  labelWords,
  namedAt,
  plainGradeWords,
  ratingWords,
  voteWords,
  wordsIn,
} from '../fields/fieldWords';
import { isObject } from '../fields/recordFields';
import { isOfOnePerson, isVote } from '../layouts/labels/votes';
import { gradeOf } from '../layouts/labels/grades';
import { isNumbers, type FieldProfile } from './profile';

/** What stands beside prompt and responses, by the names of a layout's fields. */
export type LabelFields = Readonly<
  Partial<
    Record<
      | 'context'
      | 'references'
      | 'label'
      | 'values'
      | 'rating'
      | 'rank'
      | 'acceptable'
      | 'annotator'
      | 'model'
      | 'chosenScore'
      | 'rejectedScore'
      | 'gather'
      | 'tools',
      string
    >
  >
>;

export const withoutUndefined = (beside: {
  readonly [K in keyof LabelFields]: LabelFields[K] | undefined;
}): LabelFields => Object.fromEntries(Object.entries(beside).filter(([, path]) => path !== undefined));

/**
 * A value that may be a judgement, under a name that says so: also a word of feedback ("like"), where it is no text.
 */
export const isVerdict = ({ path, kind, length, distinct, values }: FieldProfile): boolean => {
  const words = wordsIn(keyOf(path));
  if (!['text', 'number', 'boolean'].includes(kind) || length > 40 || namesRightClass(words)) return false;
  return (
    hasWord(words, labelWords) ||
    (words.some((word) => ['feedback', 'reaction'].includes(word)) &&
      !isAttributeName(words) &&
      length <= 20 &&
      (distinct <= 0.5 || values.length < 5) &&
      values.every((value) => !/\s\S+\s/.test(String(value))))
  );
};

/** Whether a name is of the class that a text belongs to, which judges no response: `true_label`, `gold_label`. */
const namesRightClass = (words: readonly string[]): boolean =>
  words.includes('label') &&
  words.some((word) => ['true', 'gold', 'golden', 'gt', 'expected', 'actual'].includes(word));

/** A yes or no under the plain name of what others grade (`factuality: true`): whether the response is good in that. */
export function isGradedYes({ path, kind, values }: FieldProfile): boolean {
  const words = wordsIn(keyOf(path));
  const graded = words.filter((word) => !plainGradeWords.has(word));
  return kind === 'boolean' && graded.length === 1 && hasWord(graded, ratingWords) && new Set(values).size === 2;
}

/** Finds several people's votes in one record: a field for each of them, or one field with all. */
export function votesIn(
  fields: readonly FieldProfile[],
  isSingle: boolean,
): Pick<LabelFields, 'label' | 'rating'> | undefined {
  const own = fields.filter(
    ({ path, kind, length, present }) =>
      isOfOnePerson(path) &&
      ['text', 'number', 'boolean'].includes(kind) &&
      length <= 40 &&
      present >= 0.5 &&
      !path.includes(','),
  );
  const around = new Set(own.map(({ path }) => namedAt(path).before));
  if (own.length > 1 && around.size === 1) {
    const paths = own.map(({ path }) => path).join(',');
    const areGrades =
      isSingle &&
      own.every(isNumbers) &&
      own.some(({ values }) => values.some((value) => ![0, 1].includes(gradeOf(value) ?? NaN)));
    return areGrades ? { rating: paths } : { label: paths };
  }
  const together = fields.filter(({ path, kind, values }) => {
    const words = wordsIn(keyOf(path));
    const entries = values.flatMap((value): readonly unknown[] =>
      Array.isArray(value) ? (value as readonly unknown[]) : isObject(value) ? Object.values(value) : [],
    );
    const isNamed = hasWord(words, voteWords) && /s$/i.test(keyOf(path));
    // Two numbers may be of the two responses.
    const isOfBoth = kind === 'numbers' && values.every((value) => Array.isArray(value) && value.length === 2);
    return (
      ['texts', 'numbers', 'objects', 'object'].includes(kind) &&
      isNamed &&
      !isOfBoth &&
      !isAttributeName(words.filter((word) => word !== 'annotator')) &&
      entries.length > 0 &&
      entries.every(isVote)
    );
  });
  return together.length === 1 && together[0] ? { label: together[0].path } : undefined;
}
