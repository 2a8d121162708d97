import { field, isObject, pathsIn, type JsonObject } from '../../fields/recordFields';
import { isNumberOrLetter, labelWords, personWords, wordsIn } from '../../fields/fieldWords';
import { idOf, type RecordReader } from '../../records/recordReader';

/** What one person said of an item's responses, as the source writes it. */
export interface Vote {
  readonly value: unknown;
  /** Who said it: by the source's name, or by the field that is named after them. */
  readonly annotator?: string;
  /** The name is that of a field. */
  readonly isField?: true;
}

/**
 * The values of a label with who said them, where one record holds what several people said; undefined where it holds
 * what one did.
 *
 * - A field for each: `annotator1`, `annotator2` (PandaLM, data/testset-v1.json). The field's name is that of the
 *   person.
 * - One field with all of them, if a mapping names it: a list, whose places are the persons (`votes 1`, `votes 2`); an
 *   object by their names; or a list of objects that name the person and what they said.
 *
 * @param isList whether a list of words or numbers is taken for votes
 */
export function votesAt(record: RecordReader, name: string, isList = true): readonly Vote[] | undefined {
  const paths = pathsIn(record.record, record.path(name));
  if (paths.length > 1)
    return paths.map((path) => ({ annotator: lastOf(path), isField: true, value: field(record.record, path) }));
  const [path = ''] = paths;
  if (path === name) return undefined;
  const value = field(record.record, path);
  if (Array.isArray(value))
    return isList || value.some(isObject)
      ? value.map((entry: unknown, at) => voteIn(entry, `${lastOf(path)} ${at + 1}`))
      : undefined;
  return isObject(value) ? Object.entries(value).map(([person, entry]) => voteIn(entry, person)) : undefined;
}

function voteIn(entry: unknown, person: string): Vote {
  if (!isObject(entry)) return { annotator: person, value: entry };
  const key = Object.keys(entry).find((each) => isLabelName(each) && !isObject(entry[each]));
  return { annotator: personIn(entry) ?? person, value: key === undefined ? undefined : entry[key] };
}

function personIn(entry: JsonObject): string | undefined {
  const key = Object.keys(entry).find((each) => isPersonName(each));
  return key === undefined ? undefined : idOf(entry[key]);
}

/**
 * Whether an entry of a list, or of an object by persons, says what somebody thinks of the responses: a word, a number,
 * or an object with a label.
 */
export const isVote = (entry: unknown): boolean =>
  isObject(entry)
    ? Object.keys(entry).some((key) => isLabelName(key) && !isObject(entry[key]))
    : ['string', 'number', 'boolean'].includes(typeof entry) && String(entry).length <= 40;

/** Whether a field is named as what judges: "preference", "label", "choice". */
const isLabelName = (name: string): boolean =>
  wordsIn(name).every((word) => labelWords.has(word) || word === 'choice' || word === 'overall') &&
  wordsIn(name).length > 0;

/**
 * Whether a field is named as the person who judged: "annotator", "rater_id", "workerName". A judge may be a model, and
 * "human" and "expert" may be what they said.
 */
export const isPersonName = (name: string): boolean => {
  const words = wordsIn(name).filter((word) => !['id', 'name'].includes(word));
  return (
    words.length === 1 && words.every((word) => personWords.has(word) && !['judge', 'human', 'expert'].includes(word))
  );
};

/**
 * Whether a field is named after one of several persons who judged: `annotator1`, `label_rater_b`,
 * `human_2_preference`.
 */
export const isOfOnePerson = (path: string): boolean => {
  const words = wordsIn(lastOf(path));
  return (
    words.some((word) => personWords.has(word)) &&
    words.some(isNumberOrLetter) &&
    words.every((word) => personWords.has(word) || labelWords.has(word) || word === 'choice' || isNumberOrLetter(word))
  );
};

const lastOf = (path: string): string => path.split('.').at(-1) ?? path;
