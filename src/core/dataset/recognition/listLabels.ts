import { isDeepStrictEqual } from 'node:util';
import { countingWords, hasWord, keyOf, labelWords, personWords, ratingWords, wordsIn } from '../fields/fieldWords';
import { entryFields, field, isObject, type JsonObject } from '../fields/recordFields';
import { tieNamed } from '../layouts/labels/labelCodes';
import { booleanOf } from '../records/recordReader';
import { areGrades, gradeOf } from '../layouts/labels/grades';
import { countedFrom } from './labelCodeMeanings';
import type { ResponseFieldGroup } from './families/responseFieldGroup';
import { withoutUndefined, isGradedYes, isVerdict, votesIn, type LabelFields } from './labelFields';
import { isNumbers, minRecordsRead, profileOf, type FieldProfile } from './profile';

/** What judges the responses of a list: in its entries, or beside it. */
export function labelsOfList(
  records: readonly JsonObject[],
  fields: readonly FieldProfile[],
  { path }: Extract<ResponseFieldGroup, { kind: 'list' }>,
): LabelFields {
  const lists = records.map((record) => {
    const list = field(record, path);
    return isObject(list)
      ? Object.values(list)
      : Array.isArray(list)
        ? (list as readonly unknown[]).map((entry) => entryFields(entry) ?? entry)
        : [];
  });
  const entries = lists.flat().filter(isObject);
  const within =
    entries.length === 0
      ? []
      : profileOf(entries)
          .filter(({ present }) => present >= 0.5)
          .map((each) => ({ ...each, path: `${path}.${each.path}` }));
  const beside = fields.filter(({ path: own }) => !own.startsWith(`${path}.`));
  const words = (each: FieldProfile): readonly string[] => wordsIn(keyOf(each.path));
  const isList = (each: FieldProfile): boolean =>
    each.kind === 'numbers' || each.kind === 'object' || areListsOfGrades(each);
  const ranks = [
    ...within.filter((each) => isNumbers(each) && words(each).includes('rank')),
    ...beside.filter((each) => isList(each) && each.kind === 'numbers' && words(each).includes('rank')),
  ];
  // "ranking" may also hold the numbers of the responses in their order.
  const orders = beside.filter((each) => each.kind === 'numbers' && words(each).includes('ranking'));
  if (ranks.length === 0) ranks.push(...orders.filter((each) => areRanks(records, each.path, lists)));
  const ratings = [
    ...beside.filter((each) => areUnderTheirNames(records, each, path)),
    ...within.filter(
      (each) =>
        isNumbers(each) && (hasWord(words(each), ratingWords) || isByPerson(each) || isScoreByPlace(each, within)),
    ),
    ...beside.filter(
      (each) =>
        isList(each) &&
        hasWord(words(each), ratingWords) &&
        (each.kind === 'numbers' || areListsOfGrades(each) || areOfEach(records, each.path, lists)),
    ),
  ];
  const best = [
    ...within.filter((each) => areOneHot(each, lists, path)),
    ...beside.filter(
      (each) =>
        isVerdict(each) ||
        isOneOf(records, each, lists) ||
        ((each.kind === 'texts' || each.kind === 'numbers') && hasWord(words(each), labelWords)) ||
        ((each.kind === 'texts' ||
          (each.kind === 'text' && each.values.every((value) => String(value).includes('>')))) &&
          words(each).includes('ranking')) ||
        /^(best|chosen|winner|preferred|correct)[ _-]?(response|answer|output|completion)?[ _-]?(index|idx|id)$/i.test(
          each.path,
        ),
    ),
  ];
  const acceptable = within.filter(
    (each) => !best.includes(each) && each.kind === 'boolean' && hasWord(words(each), labelWords),
  );
  if (acceptable.length === 0 && best.length === 0 && ratings.length === 0)
    acceptable.push(...within.filter(isGradedYes));
  const models = [...within, ...beside.filter((each) => each.kind === 'texts')].filter(
    (each) =>
      (each.kind === 'text' || each.kind === 'texts') &&
      /^(models?[ _-]?(name|id)?|generator|llm([ _-]name)?|source[ _-]model)$/i.test(keyOf(each.path)),
  );
  if (best.length === 0 && ranks.length === 0) best.push(...orders);
  // What stands in the record itself is said of its responses rather than what an object in it holds.
  const naming = best.filter((each) => nameResponses(records, each, path));
  const own =
    naming.length === 1 ? naming : best.filter((each) => !each.path.includes('.') || each.path.startsWith(`${path}.`));
  const label =
    best.length === 1 || own.length === 1
      ? (own[0] ?? best[0])?.path
      : best.length === 0
        ? votesIn(
            beside.filter(({ kind }) => kind !== 'texts' && kind !== 'numbers'),
            false,
          )?.label
        : undefined;
  const model =
    models.length === 1
      ? models[0]?.path
      : models.length === 0 && label !== undefined
        ? within.find((each) => saysWhich(records, label, each, path))?.path
        : undefined;
  return withoutUndefined({
    label,
    values:
      label === undefined || label.startsWith(`${path}.`)
        ? undefined
        : countedFrom(
            records,
            label,
            lists.map(({ length }) => length),
          ),
    rank: ranks.length === 1 ? ranks[0]?.path : undefined,
    rating:
      ratings.length > 0 && ratings.every((each) => !each.path.includes(','))
        ? ratings.map((each) => each.path).join(',')
        : undefined,
    acceptable: acceptable.length === 1 ? acceptable[0]?.path : undefined,
    model: model === `${path}.model` ? undefined : model,
  });
}

/** Whether a grade is that of a person among those of metrics: `score.human`. */
const isByPerson = ({ path }: FieldProfile): boolean =>
  hasWord(wordsIn(keyOf(path)), personWords) && hasWord(wordsIn(path.split('.').at(-2) ?? ''), ratingWords);

/** Whether these are the only numbers that stand beside a text in a short list (`["Paris", 0.93]`), and may be its score. */
const isScoreByPlace = ({ path }: FieldProfile, within: readonly FieldProfile[]): boolean =>
  /\.\d+$/.test(path) && within.filter(isNumbers).length === 1;

/**
 * Whether a label has, in every record, the value that a field of one of the entries has: what that field holds is the
 * responses' name.
 */
const saysWhich = (
  records: readonly JsonObject[],
  label: string,
  { path, kind }: FieldProfile,
  list: string,
): boolean =>
  kind === 'text' &&
  records.every((record) => {
    const [value, entries] = [field(record, label), field(record, list)];
    const names = Array.isArray(entries)
      ? entries.map((entry: unknown) => (isObject(entry) ? field(entry, path.slice(list.length + 1)) : undefined))
      : [];
    return (
      (value ?? '') === '' ||
      (typeof value === 'string' &&
        (names.filter((name) => name === value).length === 1 || tieNamed(value) !== undefined))
    );
  });

/**
 * Whether a field says, in every record that has it, the name of one of the responses that stand in an object: nobody
 * can doubt what it means.
 */
const nameResponses = (records: readonly JsonObject[], { path, kind }: FieldProfile, list: string): boolean =>
  kind === 'text' &&
  records.every((record) => {
    const [value, responses] = [field(record, path), field(record, list)];
    return (
      (value ?? '') === '' ||
      (isObject(responses) &&
        typeof value === 'string' &&
        (Object.hasOwn(responses, value) || tieNamed(value) !== undefined))
    );
  });

/**
 * Whether a field holds an object with a number under the name of each response, which is no count: a grade, whatever
 * it is called.
 */
const areUnderTheirNames = (records: readonly JsonObject[], { path, kind }: FieldProfile, list: string): boolean =>
  kind === 'object' &&
  !hasWord(wordsIn(keyOf(path)), countingWords) &&
  !hasWord(wordsIn(keyOf(path)), ratingWords) &&
  records.every((record) => {
    const [values, responses] = [field(record, path), field(record, list)];
    return (
      isObject(values) &&
      isObject(responses) &&
      isDeepStrictEqual(Object.keys(values).sort(), Object.keys(responses).sort()) &&
      Object.values(values).every((value) => gradeOf(value) !== undefined)
    );
  });

/** Whether objects have an entry for each response of a list. */
const areOfEach = (records: readonly JsonObject[], path: string, lists: readonly (readonly unknown[])[]): boolean =>
  records.every((record, at) => {
    const value = field(record, path);
    return !isObject(value) || Object.keys(value).length === lists[at]?.length;
  });

/**
 * Whether lists of numbers can be ranks only: of two responses, ranks and order are the same, and an order names none
 * twice.
 */
const areRanks = (records: readonly JsonObject[], path: string, lists: readonly (readonly unknown[])[]): boolean => {
  const pairs = records
    .map((record, at) => [field(record, path), lists[at] ?? []] as const)
    .filter(
      (pair): pair is readonly [readonly unknown[], readonly unknown[]] =>
        Array.isArray(pair[0]) && pair[0].length === pair[1].length,
    );
  return (
    pairs.length > 0 &&
    (pairs.every(([, list]) => list.length < 3) || pairs.some(([ranks]) => new Set(ranks).size < ranks.length))
  );
};

/**
 * Whether a field of a list's entries says yes of one of them in every record, and no of the others: that one is the
 * best.
 */
function areOneHot({ path, kind }: FieldProfile, lists: readonly (readonly unknown[])[], list: string): boolean {
  const key = path.slice(list.length + 1);
  const words = wordsIn(keyOf(path));
  if (
    (kind !== 'boolean' && kind !== 'number') ||
    !(hasWord(words, labelWords) || ['chosen', 'selected', 'picked'].some((word) => words.includes(word))) ||
    words.includes('rank')
  )
    return false;
  return (
    lists.every(
      (entries) =>
        entries.length < 2 ||
        entries.filter((entry) => isObject(entry) && booleanOf(field(entry, key)) === true).length === 1,
    ) &&
    lists
      .flat()
      .every(
        (entry) =>
          isObject(entry) && (entry[key] === undefined || entry[key] === null || booleanOf(entry[key]) !== undefined),
      )
  );
}

/** Whether a text is that of one of the responses in nearly all records. */
const isOneOf = (
  records: readonly JsonObject[],
  { path, kind }: FieldProfile,
  lists: readonly (readonly unknown[])[],
): boolean =>
  kind === 'text' &&
  records.filter((record, at) =>
    lists[at]?.some((entry) => (isObject(entry) ? Object.values(entry) : [entry]).includes(field(record, path))),
  ).length >=
    records.length * minRecordsRead &&
  hasWord(wordsIn(keyOf(path)), labelWords);

/** Whether lists hold grades as texts, or grades with some that are missing. */
const areListsOfGrades = ({ kind, values }: FieldProfile): boolean =>
  (kind === 'texts' || kind === 'other') && values.every(Array.isArray) && areGrades(values.flat());
