import {
  countingWords,
  hasWord,
  isAttributeName,
  judgeWords,
  keyOf,
  labelWords,
  namedAt,
  approvalWords,
  plainPraiseWords,
  ratingWords,
  referenceWords,
  winnerWords,
  wordsIn,
} from '../fields/fieldWords';
import { areYesAndNo } from '../layouts/labels/labelCodes';
import { field, listInText, type JsonObject } from '../fields/recordFields';
import { numberOf } from '../records/recordReader';
import { gradeOf } from '../layouts/labels/grades';
import { codesByScores, knownValues, scoresOf, verdictsOf } from './labelCodeMeanings';
import { pathsOf, type ResponseFieldGroup } from './families/responseFieldGroup';
import { withoutUndefined, isGradedYes, isVerdict, votesIn, type LabelFields } from './labelFields';
import { isNumbers, type FieldProfile } from './profile';

/** What judges responses that stand in fields of their own. */
export function labelsOfFields(
  records: readonly JsonObject[],
  fields: readonly FieldProfile[],
  family: Exclude<ResponseFieldGroup, { kind: 'list' }>,
): LabelFields {
  if (family.kind === 'polar') {
    const [chosenScore, rejectedScore] = scoresOf(fields, [family.better, family.worse]) ?? [];
    return withoutUndefined({ chosenScore, rejectedScore });
  }
  const isSingle = family.kind === 'single' || family.kind === 'conversation';
  const ratings = (
    isSingle
      ? fields.filter((field) => isRating(field))
      : family.kind === 'siblings' && family.paths.length === 2
        ? ratingsOfBoth(fields, family.paths)
        : []
  )
    .map(({ path }) => path)
    .filter((path) => !path.includes(','));
  const votes = votesIn(fields, isSingle);
  const named =
    (family.kind === 'siblings'
      ? (family.label ?? fields.find((field) => isTextOf(records, field, pathsOf(family)))?.path)
      : undefined) ?? votes?.label;
  if (ratings.length === 0 && votes?.rating !== undefined) return withoutUndefined({ rating: votes.rating });
  const verdicts =
    named === undefined ? fields.filter((field) => !ratings.includes(field.path) && isVerdict(field)) : [];
  // What is said of a label ("label_type") is none where there is one.
  const plain = verdicts.filter(({ path }) => !isAttributeName(wordsIn(keyOf(path))));
  const graded = isSingle && verdicts.length === 0 && ratings.length === 0 ? fields.filter(isGradedYes) : [];
  const labels = (plain.length > 0 ? plain : verdicts.length > 0 ? verdicts : graded).map(({ path }) => path);
  // Of several the one of people, or of whoever knows.
  const surest = labels.filter((path) =>
    wordsIn(path).some((word) => ['human', 'expert', 'gold', 'truth', 'true', 'annotator', 'final'].includes(word)),
  );
  const label = named ?? (labels.length === 1 ? labels[0] : surest.length === 1 ? surest[0] : undefined);
  const paths = pathsOf(family);
  // "rank1", "rank2": their names are the order.
  if (
    family.kind === 'siblings' &&
    paths.length > 1 &&
    paths.every((path, at) => wordsIn(keyOf(path)).join(' ') === `rank ${at + 1}`)
  )
    return { rank: paths.join(',') };
  const together = paths.length > 1 ? ratingsTogether(fields, paths.length) : undefined;
  const areMany = family.kind === 'siblings' || family.kind === 'models';
  const [each, good] =
    areMany && (paths.length > 2 || family.kind === 'models' || paths.some((path) => path.includes('.')))
      ? [scoresOf(fields, paths), verdictsOf(fields, paths)]
      : [];
  if (each ?? good) return withoutUndefined({ rating: each?.join(','), acceptable: good?.join(',') });
  const [first, second, ...more] = paths;
  const scores =
    first === undefined || second === undefined || more.length > 0 ? undefined : scoresOf(fields, [first, second]);
  const values =
    label === undefined
      ? undefined
      : isSingle
        ? oneIsGood(fields, label)
        : ((scores && codesByScores(records, label, scores)) ?? knownValues(records, label));
  const rating = ratings.length > 0 ? ratings.join(',') : together;
  return withoutUndefined({ label, values, rating });
}

/**
 * What 1 and 0 mean under a name that praises ("correct"), as a mapping's `values` has it; undefined where it does not,
 * or may number the options of a question, as "correct_answer" and "correct" beside "option_a" do.
 */
function oneIsGood(fields: readonly FieldProfile[], label: string): string | undefined {
  const values = fields.find(({ path }) => path === label)?.values ?? [];
  const words = wordsIn(keyOf(label));
  const at = words.findIndex((word) => approvalWords.has(word));
  const praises =
    at >= 0 &&
    words.slice(0, at).every((word) => plainPraiseWords.has(word)) &&
    words.slice(at + 1).every((word) => ['0', '1'].includes(word));
  const mayBeOptions = fields.some(
    ({ path, kind }) =>
      kind === 'texts' || wordsIn(path).some((word) => ['option', 'choice', 'alternative'].includes(word)),
  );
  return praises && !mayBeOptions && areYesAndNo(values) && values.every((value) => numberOf(value) !== undefined)
    ? '1=good,0=bad'
    : undefined;
}

/**
 * Whether a field holds the text of one of the responses once more, and not always of the same one: the one that was
 * chosen.
 */
function isTextOf(
  records: readonly JsonObject[],
  { path, kind, present }: FieldProfile,
  paths: readonly string[],
): boolean {
  if (kind !== 'text' || present < 0.5) return false;
  const places = records
    .filter((record) => (field(record, path) ?? '') !== '')
    .map((record) => paths.findIndex((each) => field(record, each) === field(record, path)));
  return !places.includes(-1) && (new Set(places).size > 1 || hasWord(wordsIn(keyOf(path)), labelWords));
}

/**
 * The one list of numbers, also written as a text ("[8.0, 9.0]"), that grades the responses in their order: one that is
 * called a rating and nothing else before all others.
 */
function ratingsTogether(fields: readonly FieldProfile[], responses: number): string | undefined {
  const lists = fields.filter(
    ({ path, present, values }) =>
      !path.includes(',') &&
      present >= 0.5 &&
      hasWord(wordsIn(keyOf(path)), ratingWords) &&
      values.every((value) => {
        const list = listInText(value);
        return Array.isArray(list) && list.length === responses && list.every((each) => gradeOf(each) !== undefined);
      }),
  );
  const exact = lists.filter(({ path }) => wordsIn(path).length === 1);
  return exact.length === 1 ? exact[0]?.path : lists.length === 1 ? lists[0]?.path : undefined;
}

/** Numbers that grade, under a name that says so of themselves or of the object around them, or of who judged. */
function isRating(field: FieldProfile): boolean {
  const [key, around] = [wordsIn(keyOf(field.path)), wordsIn(namedAt(field.path).before)];
  // Of what stands around the record, and is the same for others.
  if (/^parent_/.test(field.path)) return false;
  // "1,2" under a plural may be two of them.
  if (/s$/i.test(keyOf(field.path)) && field.values.some((value) => typeof value === 'string' && value.includes(',')))
    return false;
  if (!isNumbers(field) || hasWord(key, countingWords) || hasWord(key, referenceWords)) return false;
  return (
    hasWord(key, ratingWords) ||
    ((hasWord(key, judgeWords) ||
      key.includes('human') ||
      hasWord(around, ratingWords) ||
      hasWord(around, judgeWords)) &&
      field.values.every((value) => Math.abs(gradeOf(value) ?? 0) <= 10))
  );
}

/** Numbers that grade one of two responses each, on the same aspects: `A_clarity` and `B_clarity`. */
function ratingsOfBoth(fields: readonly FieldProfile[], paths: readonly string[]): readonly FieldProfile[] {
  const [first = [], second = []] = paths.map((path) => wordsIn(path));
  const own = [first.filter((word) => !second.includes(word)), second.filter((word) => !first.includes(word))];
  const graded = fields.flatMap((field) => {
    const words = wordsIn(field.path);
    const side = own.findIndex((each) => each.length > 0 && each.every((word) => words.includes(word)));
    const aspect = words.filter((word) => !own[side]?.includes(word));
    const grades =
      hasWord(aspect, ratingWords) ||
      (aspect.length > 0 && field.values.every((value) => isOnScale(gradeOf(value), 10)));
    return side >= 0 &&
      isNumbers(field) &&
      grades &&
      !hasWord(aspect, countingWords) &&
      !hasWord(aspect, winnerWords) &&
      !isAttributeName(aspect.filter((word) => !ratingWords.has(word)))
      ? [{ field, side, aspect: aspect.join(' ') }]
      : [];
  });
  return graded
    .filter(({ side, aspect }) => graded.some((other) => other.side !== side && other.aspect === aspect))
    .map(({ field }) => field);
}

const isOnScale = (grade = 0, most: number): boolean => grade >= 0 && grade <= most;
