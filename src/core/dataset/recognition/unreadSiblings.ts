import { isDeepStrictEqual } from 'node:util';
import { problem, type Problem } from '../../model/problems/problem';
import {
  attributeWords,
  commentWords,
  countingWords,
  derivedWords,
  hasWord,
  isAttributeName,
  isIndexWord,
  keyOf,
  labelWords,
  languageCodes,
  namedAt,
  partWords,
  promptWordsByCertainty,
  ratingWords,
  responseWords,
  wordsIn,
} from '../fields/fieldWords';
import { field, LayoutError, type JsonObject } from '../fields/recordFields';
import type { Mapping } from '../fields/fieldMapping';
import { tieNamed } from '../layouts/labels/labelCodes';
import { isNameOf } from '../layouts/labels/responseLabels';
import { fullMapping, type Content, type Layout } from '../layouts/layout';
import { RecordReader } from '../records/recordReader';
import { canBeResponse, isPartOf } from './fieldChecks';
import { calledWrong, isBestAnswer, isReference, isResponseName } from '../fields/fieldNames';
import { isVerdict } from './labelFields';
import { isNumbers, profileOf, type FieldProfile } from './profile';
import { repeats } from './promptFields';

/** Fields that a reading leaves in the metadata though they look like what it reads, by what they may hold. */
export interface UnreadSiblings {
  readonly responses: readonly string[];
  readonly labels: readonly string[];
  /** The fields with the responses that are read. */
  readonly read: readonly string[];
}

/**
 * Finds the fields that nothing uses though they look like a sibling of a response or of a label: their name is that of
 * one but for an index or one word, or their values name the responses. A reading that leaves one of them says nothing
 * of what it lost. Pure: reads the sample once, by whatever layout.
 */
export function unreadSiblings(records: readonly JsonObject[], layout: Layout, mapping: Mapping): UnreadSiblings {
  const contents = contentsOf(records, layout, mapping);
  const unused = profileOf(contents.map(({ metadata }) => metadata ?? {}));
  if (unused.length === 0) return { responses: [], labels: [], read: [] };
  const names = new Set(unused.map(({ path }) => path));
  const used = profileOf(records).filter(({ path }) => !names.has(path));
  // What is told of already, and what a layout knows and keeps as its source writes it.
  const told = new Set([
    ...contents.flatMap(({ unread }) => unread?.path.split(',') ?? []),
    ...Object.values(fullMapping(layout, mapping)),
  ]);
  const responses = responsesIn(used, contents);
  const open = unused.filter(({ path }) => !told.has(path) && !path.includes(','));
  const others = open.filter((each) => isResponse(each) && !saysTheSame(records, each, responses));
  return {
    responses: others
      .filter((each) => isSiblingOfOne(each, responses) || isOfOwnFamily(each, others))
      .map(({ path }) => path),
    labels: open
      .filter((each) => isSiblingOfLabel(each, used, responses, contents) && !isKeyOfResponses(each, open))
      .map(({ path }) => path),
    read: responses.map(({ path }) => path),
  };
}

/** What is asked of a person where there are some. */
export const siblingProblems = ({ responses, labels }: UnreadSiblings): readonly Problem[] => [
  ...(responses.length > 0 ? [problem('doubt.otherResponses', { fields: responses })] : []),
  ...(labels.length > 0 ? [problem('doubt.otherLabels', { fields: labels })] : []),
];

function contentsOf(records: readonly JsonObject[], layout: Layout, mapping: Mapping): readonly Content[] {
  const fields = fullMapping(layout, mapping);
  return records.flatMap((record): readonly Content[] => {
    try {
      return [layout.read(new RecordReader(record, fields))].flat();
    } catch (error) {
      if (!(error instanceof LayoutError)) throw error;
      return [];
    }
  });
}

/** The fields that hold the responses: what stands in them is the text of one. */
function responsesIn(fields: readonly FieldProfile[], contents: readonly Content[]): readonly FieldProfile[] {
  const texts = new Set(contents.flatMap(({ responses }) => responses.map(({ text }) => text.trim())));
  const ids = new Set(contents.flatMap(({ responses }) => responses.map(({ id }) => id)));
  return fields.filter(
    (each) =>
      canBeResponse(each) &&
      (ids.has(each.path) ||
        (each.kind === 'text' && each.values.every((value) => typeof value === 'string' && texts.has(value.trim())))),
  );
}

/** Whether a field holds texts that are not called anything but a response. */
function isResponse(each: FieldProfile): boolean {
  const words = wordsIn(keyOf(each.path));
  return canBeResponse(each) && !isAttributeName(words) && !hasWord(words, commentWords);
}

/**
 * What an answer should have been is none that was given, unless those that were are called so too (`human_ref_A`), or
 * wrong.
 */
const isSiblingOfOne = ({ path }: FieldProfile, responses: readonly FieldProfile[]): boolean =>
  responses.some(
    (read) =>
      (!isReference(path) || isReference(read.path) || (isBestAnswer(path) && calledWrong(read.path))) &&
      areSiblings(path, read.path, responseWords),
  );

/** Whether a field is one of several that are called responses and numbered: a second family beside the one that is read. */
const isOfOwnFamily = (each: FieldProfile, others: readonly FieldProfile[]): boolean =>
  isResponseName(each.path) &&
  !isReference(each.path) &&
  others.some(
    (other) => other !== each && isResponseName(other.path) && areSiblings(each.path, other.path, responseWords),
  );

/**
 * Whether two names in the same object are alike but for an index, and besides for one word at most where both have one
 * of the words that name such fields: `response_c` and `response_a`, `Best Answer2` and `Wrong_Answer1`.
 */
function areSiblings(one: string, other: string, naming: ReadonlySet<string>): boolean {
  if (namedAt(one).before !== namedAt(other).before) return false;
  const [a, b] = [wordsIn(keyOf(one)), wordsIn(keyOf(other))];
  const [stem, otherStem] = [withoutIndex(a), withoutIndex(b)];
  if (isDeepStrictEqual(stem, otherStem)) return a.length > stem.length || b.length > otherStem.length;
  if (!hasWord(stem, naming) || !hasWord(otherStem, naming)) return false;
  const differing = differingWords(stem, otherStem);
  return differing !== undefined && !differing.some((word) => naming.has(word) || tellsPart(word));
}

/** The words in which two names differ, where that is one of each, or one that only the one has; undefined where it is more. */
function differingWords(one: readonly string[], other: readonly string[]): readonly string[] | undefined {
  const [long, short] = one.length >= other.length ? [one, other] : [other, one];
  if (long.length > short.length + 1) return undefined;
  const at = long.findIndex((word, index) => word !== short[index]);
  const rest = long.slice(at + 1);
  const [word = '', otherWord] = [long[at], long.length === short.length ? short[at] : undefined];
  return isDeepStrictEqual(rest, short.slice(otherWord === undefined ? at : at + 1))
    ? [word, ...(otherWord === undefined ? [] : [otherWord])]
    : undefined;
}

/** Whether a word calls a text a part of another, the same in another form, or what was asked. */
const tellsPart = (word: string): boolean =>
  [partWords, languageCodes, derivedWords, countingWords, ...promptWordsByCertainty].some((set) => set.has(word));

const withoutIndex = (words: readonly string[]): readonly string[] => words.filter((word) => !isIndexWord(word));

/** Whether a text says once more what a response says, or a part of it. */
const saysTheSame = (records: readonly JsonObject[], each: FieldProfile, responses: readonly FieldProfile[]): boolean =>
  responses.some(({ path }) => repeats(records, each.path, path)) ||
  (each.kind === 'text' && isPartOf(each, responses));

const judgingWords: ReadonlySet<string> = new Set([...labelWords, ...ratingWords]);

function isSiblingOfLabel(
  each: FieldProfile,
  used: readonly FieldProfile[],
  responses: readonly FieldProfile[],
  contents: readonly Content[],
): boolean {
  if (responses.includes(each) || new Set(each.values).size < 2) return false;
  const isNothingSaid = contents.every(({ labels = [], unread }) => labels.length === 0 && !unread);
  // "rejected" beside "chosen" says the same once more.
  if (!isNothingSaid && calledWrong(each.path)) return false;
  if (nameResponses(each, contents)) return true;
  if (each.length > maxLabelLength || !mayJudge(each)) return false;
  return (
    (isNothingSaid && isVerdict(each) && !isAttributeName(wordsIn(keyOf(each.path)))) ||
    used.some((other) => mayJudge(other) && areSiblings(each.path, other.path, judgingWords))
  );
}

/** What is longer is no verdict. */
const maxLabelLength = 40;

/** Whether a field is named as what judges, and holds verdicts or numbers that grade. */
function mayJudge(each: FieldProfile): boolean {
  const words = wordsIn(keyOf(each.path));
  return (
    (isVerdict(each) || (isNumbers(each) && hasWord(words, ratingWords))) &&
    !hasWord(words, countingWords) &&
    !hasWord(words, derivedWords)
  );
}

/** So many of the values have to name a response or say that they are tied. */
const minNaming = 0.9;

/**
 * Whether the values of a field name the responses of their items, or say that these are tied: whatever the field is
 * called, it judges. A letter by itself may also be a group or a kind, where the name says so.
 */
function nameResponses({ path, kind }: FieldProfile, contents: readonly Content[]): boolean {
  if (kind !== 'text') return false;
  const mayBeKind = hasWord(wordsIn(keyOf(path)), attributeWords);
  const said = contents.flatMap(({ metadata = {}, responses }) => {
    const value = field(metadata, path);
    return typeof value === 'string' && value.trim() !== '' && responses.length > 1
      ? [{ value: value.trim(), responses }]
      : [];
  });
  const naming = said.filter(
    ({ value, responses }) =>
      !(mayBeKind && value.length === 1) && responses.some((response, at) => isNameOf(value, response, at)),
  );
  const tied = said.filter(({ value }) => tieNamed(value) !== undefined);
  return naming.length > 0 && naming.length + tied.length >= said.length * minNaming;
}

/**
 * Whether an object says which response is called what (`{M: "output_1", m: "output_2"}`): its fields never say the
 * same, and so none of them judges.
 */
const isKeyOfResponses = ({ path, values }: FieldProfile, open: readonly FieldProfile[]): boolean =>
  namedAt(path).before !== '' &&
  open.some(
    (other) =>
      other.path !== path &&
      namedAt(other.path).before === namedAt(path).before &&
      other.values.length === values.length &&
      other.values.every((value, at) => value !== values[at]) &&
      new Set([...values, ...other.values]).size === new Set(values).size,
  );
