import { field, type JsonObject } from '../fields/recordFields';
import { areYesAndNo, ordinals } from '../layouts/labels/labelCodes';
import { numberOf } from '../records/recordReader';
import { areGrades, gradeOf } from '../layouts/labels/grades';
import { isNumbers, type FieldProfile } from './profile';
import { judgeWords, keyOf, labelWords, ratingWords, wordsIn } from '../fields/fieldWords';

/** A code is taken for what scores beside it say in so many of the rows where they differ. */
const minAgreeing = 0.95;
/** In fewer rows a code and scores agree by chance. */
const minRows = 10;

/**
 * What the codes of a label mean, where the file itself says so, as a mapping's `values` has it ("1=first,2=second");
 * undefined where nothing does. Two scores beside the responses say so if in nearly all rows with the one code the
 * first is higher, and with the other the second; a third code is a tie if with it they are equal.
 * @param scores the fields with the scores of the first and of the second response
 */
export function codesByScores(
  records: readonly JsonObject[],
  label: string,
  [first = '', second = '']: readonly string[],
): string | undefined {
  const seen = new Map<string, { first: number; second: number; tie: number }>();
  for (const record of records) {
    const [code, one, other] = [
      codeOf(field(record, label)),
      gradeOf(field(record, first)),
      gradeOf(field(record, second)),
    ];
    if (code === undefined || one === undefined || other === undefined) continue;
    const counts = seen.get(code) ?? { first: 0, second: 0, tie: 0 };
    counts[one > other ? 'first' : one < other ? 'second' : 'tie']++;
    seen.set(code, counts);
  }
  const meanings = [...seen].map(([code, counts]) => {
    const apart = counts.first + counts.second;
    const meaning = (['first', 'second'] as const).find(
      (side) => apart >= minRows / 2 && counts[side] >= apart * minAgreeing,
    );
    return `${code}=${meaning ?? (counts.tie > 0 && apart === 0 ? 'tie' : '')}`;
  });
  const rows = [...seen.values()].reduce((sum, counts) => sum + counts.first + counts.second, 0);
  const isWhole =
    ['first', 'second'].every((side) => meanings.some((each) => each.endsWith(`=${side}`))) &&
    !meanings.some((each) => each.endsWith('='));
  return isWhole && rows >= minRows ? meanings.join(',') : undefined;
}

/** What codes mean in datasets that do not say it themselves: taken only where the records have all of these fields. */
const knownCodes: readonly {
  readonly origin: string;
  readonly fields: readonly string[];
  readonly label: string;
  readonly values: string;
}[] = [
  {
    origin:
      'tatsu-lab/alpaca_eval at cd543a1, src/alpaca_eval/metrics/winrate.py: "0 or 1.5 for draw, 1 for base win, 2 when the model to compare wins"',
    fields: ['instruction', 'output_1', 'output_2', 'generator_1', 'generator_2', 'annotator', 'preference'],
    label: 'preference',
    values: '1=first,2=second,0=tie,1.5=tie',
  },
];

/** The meanings of a known dataset's codes, which nothing in its records tells; undefined for all others. */
export const knownValues = (records: readonly JsonObject[], label: string): string | undefined =>
  knownCodes.find(
    (known) =>
      known.label === label && records.every((record) => known.fields.every((name) => Object.hasOwn(record, name))),
  )?.values;

/**
 * From where a label counts the responses of a list, where it is named as an index: from 0 if a 0 stands in it, from 1
 * if the number of responses does and no 0, in enough rows; undefined where nobody can tell.
 * @param counts the number of responses of each record
 */
export function countedFrom(
  records: readonly JsonObject[],
  label: string,
  counts: readonly number[],
): string | undefined {
  if (!wordsIn(keyOf(label)).some((word) => ['index', 'idx', 'choice', 'option', 'best'].includes(word)))
    return undefined;
  const said = records.map((record) => numberOf(field(record, label)));
  if (
    said.some(
      (value, at) => value !== undefined && (!Number.isInteger(value) || value < 0 || value > (counts[at] ?? 0)),
    )
  )
    return undefined;
  const hasZero = said.includes(0);
  const hasLast = said.some((value, at) => value !== undefined && value === counts[at]);
  if (hasZero === hasLast || (hasLast && said.length < minRows)) return undefined;
  return ordinals
    .slice(0, Math.max(...counts))
    .map((ordinal, at) => `${hasZero ? at : at + 1}=${ordinal}`)
    .join(',');
}

const codeOf = (value: unknown): string | undefined =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.trim() !== '' && value.length <= 20)
    ? String(value).trim().toLowerCase()
    : undefined;

/**
 * Fields of scores that are told apart as responses are: `score_a` and `score_b`, `chosen_rating` and
 * `rejected_rating`; one for each response, or undefined.
 */
export function scoresOf(fields: readonly FieldProfile[], paths: readonly string[]): readonly string[] | undefined {
  const scores = besideEach(
    fields.filter((field) => wordsIn(keyOf(field.path)).some((word) => ratingWords.has(word)) && isNumbers(field)),
    paths,
  );
  // On unlike scales they say nothing of each other.
  return scores && areGrades(fields.flatMap(({ path, values }) => (scores.includes(path) ? values : [])))
    ? scores
    : undefined;
}

/**
 * Fields that say yes or no of each response, told apart as these are: `gpt.is_correct` and `llama.is_correct`, or
 * named after the responses' models alone; undefined where one has none.
 */
export function verdictsOf(fields: readonly FieldProfile[], paths: readonly string[]): readonly string[] | undefined {
  return besideEach(
    fields.filter(
      ({ path, values }) =>
        areYesAndNo(values) &&
        wordsIn(keyOf(path)).every(
          (word) =>
            labelWords.has(word) ||
            judgeWords.has(word) ||
            word === 'is' ||
            paths.some((each) => wordsIn(each).includes(word)),
        ),
    ),
    paths,
  );
}

/** For each response the only field whose name has all the words that set the response's apart. */
function besideEach(fields: readonly FieldProfile[], paths: readonly string[]): readonly string[] | undefined {
  const names = paths.map((path) => wordsIn(path));
  const found = names.map((words) => {
    const own = words.filter((word) => !names.every((each) => each.includes(word)));
    const [only, ...more] = fields.filter(
      ({ path }) => own.length > 0 && own.every((word) => wordsIn(path).includes(word)),
    );
    return more.length === 0 ? only?.path : undefined;
  });
  const all = found.filter((path) => path !== undefined);
  return all.length === paths.length && new Set(all).size === all.length ? all : undefined;
}
