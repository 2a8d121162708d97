import { isDeepStrictEqual } from 'node:util';
import {
  commentWords,
  contextWords,
  guessWords,
  hasWord,
  inputWord,
  isAttributeName,
  judgeWords,
  keyOf,
  labelWords,
  promptWordsByCertainty,
  referenceWords,
  responseWords,
  wordsIn,
} from '../fields/fieldWords';
import { field, type JsonObject } from '../fields/recordFields';
import { sharedPrompt } from '../layouts/texts/implicitPrompt';
import { asMessages } from '../items/messages';
import { pathsOf, type ResponseFieldGroup } from './families/responseFieldGroup';
import { areAnswers, isProse, namesModel } from './fieldChecks';
import { isReference } from '../fields/fieldNames';
import { minRecordsRead, type FieldProfile } from './profile';

/**
 * Prompt, by words: the names that mean a prompt, the surest first; an instruction and its input are one prompt. Where no
 * field is named so, the one context that there is (an article to summarise, the turns before a reply); by type: the
 * only other text that says something else in nearly each record, or what both responses begin with, cut at whole
 * messages or role markers only. What is called a subject may be the prompt too, as a guess.
 */

/** A system prompt stands before what was asked. */
const isSystem = (path: string): boolean => wordsIn(keyOf(path))[0] === 'system';

/** "human_response": who answered, and not what was asked. */
const isAnswered = (path: string): boolean =>
  wordsIn(keyOf(path)).length > 1 && responseWords.has(wordsIn(keyOf(path)).at(-1) ?? '');

/** A few texts with places for others ("Document: {} Question: {}"): what prompts are made by, and none. */
export const isTemplate = ({ kind, distinct, values }: FieldProfile): boolean =>
  kind === 'text' &&
  values.length >= enough &&
  distinct < 0.5 &&
  values.every((value) => /\{\w{0,30}\}/.test(String(value)));

/**
 * The prompts that records may have, each of one field, or of an instruction and its input; several where nobody can
 * tell.
 */
export function promptsIn(fields: readonly FieldProfile[]): readonly (readonly string[])[] {
  const candidates = fields.filter((each) => {
    const { path, kind, isCode, present } = each;
    return (
      present >= 0.9 &&
      ((kind === 'text' && !isCode) || (kind === 'messages' && !areAnswers(each))) &&
      !isAboutText(each) &&
      ![contextWords, commentWords].some((set) => hasWord(wordsIn(keyOf(path)), set)) &&
      !isReference(path) &&
      !hasWord(wordsIn(path), judgeWords) &&
      !isSystem(path) &&
      !isAnswered(path) &&
      !isTemplate(each)
    );
  });
  for (const tier of promptWordsByCertainty) {
    const named = candidates.filter(({ path }) => hasWord(wordsIn(keyOf(path)), tier));
    if (named.length === 0) continue;
    const exact = named.filter(({ path }) => wordsIn(path).length === 1);
    const [only, ...more] = (exact.length > 0 ? exact : named).map(({ path }) => path);
    if (only === undefined) continue;
    const instruction = [only, ...more].find((path) => wordsIn(path).includes('instruction'));
    const inputs = fields.filter(
      ({ path, kind, present, isCode }) =>
        kind === 'text' &&
        path !== instruction &&
        wordsIn(keyOf(path))[0] === inputWord &&
        !isAttributeName(wordsIn(keyOf(path))) &&
        (keyOf(path).toLowerCase() === inputWord || (present >= 0.3 && !isCode)),
    );
    if (instruction !== undefined && more.length === 0 && inputs.length === 1 && inputs[0])
      return [[instruction, inputs[0].path]];
    // An instruction says what to do with the question beside it.
    const [question, ...others] = [only, ...more].filter((path) => path !== instruction);
    return instruction !== undefined && question !== undefined && others.length === 0
      ? [[instruction, question]]
      : bestFirst([only, ...more].flatMap((path) => named.find((each) => each.path === path) ?? [])).map(({ path }) => [
          path,
        ]);
  }
  const contexts = fields.filter(({ path, present }) => present >= 0.9 && hasWord(wordsIn(keyOf(path)), contextWords));
  const turns = contexts.filter(({ kind }) => kind === 'messages');
  if (turns.length > 0) return turns.map(({ path }) => [path]);
  // An article is all that a summary answers, and a context all that a reply does.
  const [only, ...more] = contexts.filter((each) => isProse(each) && !isAttributeName(wordsIn(keyOf(each.path))));
  const mayAsk = fields.some(
    (each) =>
      each !== only &&
      each.kind === 'text' &&
      !each.isCode &&
      each.length >= 8 &&
      each.present >= 0.5 &&
      hasWord(wordsIn(keyOf(each.path)), guessWords),
  );
  return only && more.length === 0 && !mayAsk ? [[only.path]] : [];
}

/**
 * Fields that are named as prompts, the likeliest first: a conversation, then what differs from record to record, what
 * is no template, and the plainer one of two names.
 */
function bestFirst(fields: readonly FieldProfile[]): readonly FieldProfile[] {
  const rank = ({ path, kind, distinct }: FieldProfile): number =>
    kind === 'messages' ? 0 : distinct < 0.5 ? 3 : wordsIn(path).includes('template') ? 2 : 1;
  return fields.toSorted(
    (a, b) => rank(a) - rank(b) || Number(a.path.startsWith(b.path)) - Number(b.path.startsWith(a.path)),
  );
}

/** Of fewer records nobody knows whether they all say the same. */
const enough = 5;

/**
 * Fields that are named as prompts and differ from record to record, beside a prompt that says the same in all of them.
 */
export function variedBeside(
  records: readonly JsonObject[],
  fields: readonly FieldProfile[],
  prompt: readonly string[],
): readonly string[] {
  const asked = fields.find(({ path }) => prompt.length === 1 && path === prompt[0]);
  if (asked?.kind !== 'text' || records.length < enough || asked.present < 1 || new Set(asked.values).size > 1)
    return [];
  return fields
    .filter(
      (field) =>
        field !== asked &&
        field.kind === 'text' &&
        !field.isCode &&
        field.present >= 0.9 &&
        new Set(field.values).size >= 3 &&
        !isAttributeName(wordsIn(keyOf(field.path))) &&
        promptWordsByCertainty.some((tier) => hasWord(wordsIn(keyOf(field.path)), tier)),
    )
    .map(({ path }) => path);
}

/**
 * The one text beside the responses that says something else in nearly each record, and is called by no name that says
 * what else it is; the shorter of two of which one holds the other.
 */
export function onlyTextIn(fields: readonly FieldProfile[]): string | undefined {
  const texts = fields.filter(({ path, kind, isCode, length }) => {
    const words = wordsIn(keyOf(path));
    return (
      kind === 'text' &&
      !isCode &&
      length >= 15 &&
      !isAttributeName(words) &&
      ![commentWords, contextWords, referenceWords, labelWords].some((set) => hasWord(words, set))
    );
  });
  const [shortest, ...longer] = texts.sort((a, b) => a.length - b.length);
  const isOnly =
    shortest !== undefined &&
    shortest.present >= minRecordsRead &&
    shortest.distinct >= 0.5 &&
    longer.every(
      ({ values }) =>
        values.length === shortest.values.length &&
        values.every((value, at) => String(value).includes(String(shortest.values[at]))),
    );
  return isOnly ? shortest.path : undefined;
}

/** Whether a text holds that of another field in nearly all records: the prompt once more, in a template. */
export const repeats = (records: readonly JsonObject[], path: string, of: string): boolean =>
  records.filter((record) => {
    const [text, part] = [field(record, path), field(record, of)];
    return typeof text === 'string' && typeof part === 'string' && part !== '' && text.includes(part);
  }).length >=
  records.length * minRecordsRead;

/** Whether a text stands within that of another field in nearly all records that have it: what a prompt was made of. */
export const isWithin = (records: readonly JsonObject[], path: string, whole: string): boolean => {
  const pairs = records
    .map((record) => [field(record, path), field(record, whole)] as const)
    .filter(([part]) => typeof part === 'string' && part.trim() !== '');
  return (
    pairs.length > 0 &&
    pairs.filter(([part, text]) => typeof text === 'string' && text.includes(String(part).trim())).length >=
      pairs.length * minRecordsRead
  );
};

/**
 * The field that numbers what was asked ("question_id"), where the same number stands in several records: those with
 * one number answer one prompt, whatever it was.
 * @param ofSeveral whether other files may have the same numbers once more
 */
export function promptIdIn(fields: readonly FieldProfile[], ofSeveral: boolean): string | undefined {
  const ids = fields.filter(({ path, kind, present, distinct }) => {
    const words = [...wordsIn(keyOf(path))];
    if (/^q[ _-]?id$/i.test(keyOf(path))) words.splice(0, 1, 'q', 'id');
    return (
      (kind === 'text' || kind === 'number') &&
      present >= 0.9 &&
      words.at(-1) === 'id' &&
      (words.length > 1
        ? (ofSeveral || distinct < 1) &&
          ['q', 'task', 'item', 'question', 'prompt', 'query', 'problem', 'instruction'].includes(words[0] ?? '')
        : distinct <= 0.5 && fields.some(namesModel))
    );
  });
  return ids.length === 1 ? ids[0]?.path : undefined;
}

/** The one text that asks: its values end with a question mark in most records, and those of no other do. */
export function questionIn(fields: readonly FieldProfile[]): string | undefined {
  const asks = fields.filter(
    ({ kind, values, present }) =>
      kind === 'text' &&
      present >= 0.9 &&
      values.filter((value) => /[?？؟]\s*$/.test(String(value))).length > values.length / 2,
  );
  return asks.length === 1 ? asks[0]?.path : undefined;
}

/** Whether a field holds texts or messages that may be what was asked, whatever it is called. */
export const mayBePrompt = (field: FieldProfile): boolean =>
  field.kind === 'messages' ||
  (field.kind === 'text' &&
    !field.isCode &&
    field.present >= 0.5 &&
    field.length >= 8 &&
    field.distinct >= 0.05 &&
    !isAttributeName(wordsIn(keyOf(field.path))) &&
    ![commentWords, referenceWords, judgeWords].some((set) => hasWord(wordsIn(keyOf(field.path)), set)));

/**
 * The text that may be what was asked, where no field is named so: one that is called like a subject, else the only
 * other text.
 */
export function guessedPrompt(fields: readonly FieldProfile[]): readonly string[] {
  const texts = fields.filter(({ path, kind, isCode, present, length, distinct }) => {
    const words = wordsIn(keyOf(path));
    return (
      kind === 'text' &&
      !isCode &&
      present >= 0.9 &&
      distinct >= (length >= 25 ? 0.02 : 0.1) &&
      ![commentWords, contextWords, referenceWords, labelWords].some((set) => hasWord(words, set))
    );
  });
  const named = texts.filter(({ path }) => hasWord(wordsIn(keyOf(path)), guessWords));
  const [only, ...more] =
    named.length > 0 ? named : texts.filter((field) => isProse(field) && !isAttributeName(wordsIn(keyOf(field.path))));
  return only && (more.length === 0 || named.length > 0) ? [only.path] : [];
}

/**
 * Whether two responses are conversations that begin alike, so that what was asked stands in them: as messages, or as
 * texts with role markers.
 */
export const beginAlike = (records: readonly JsonObject[], family: ResponseFieldGroup): boolean =>
  family.kind === 'polar' && alikeIn(records, family).length >= records.length * minRecordsRead;

/** Whether some do, so that nobody can say that nothing was asked. */
export const mayBeginAlike = (records: readonly JsonObject[], family: ResponseFieldGroup): boolean =>
  family.kind === 'polar' && alikeIn(records, family).length >= records.length * 0.1;

function alikeIn(records: readonly JsonObject[], family: ResponseFieldGroup): readonly JsonObject[] {
  return records.filter((record) => {
    const [a, b] = pathsOf(family).map((path) => field(record, path));
    if (typeof a === 'string' && typeof b === 'string') return sharedPrompt(a, b) !== undefined;
    const [first, second] = [asMessages(a)?.[0], asMessages(b)?.[0]];
    return first !== undefined && first.role !== 'assistant' && isDeepStrictEqual(first, second);
  });
}

/** Whether two texts begin with a conversation of which a prompt beside them is no part, in more than a few records. */
export function asksElse(records: readonly JsonObject[], family: ResponseFieldGroup, prompt: string): boolean {
  const [better = '', worse = ''] = pathsOf(family);
  const others = records.filter((record) => {
    const [asked, a, b] = [prompt, better, worse].map((path) => field(record, path));
    const shared = typeof a === 'string' && typeof b === 'string' ? sharedPrompt(a, b) : undefined;
    return (
      shared !== undefined &&
      typeof asked === 'string' &&
      !shared.promptText.includes(asked.trim()) &&
      !asked.includes(shared.promptText.trim())
    );
  });
  return others.length > records.length * (1 - minRecordsRead);
}

/** Whether a text ends with what the responses end with, in nearly all records: a judge was asked about them in it. */
export function holdsResponses(
  records: readonly JsonObject[],
  { path, kind }: FieldProfile,
  family: ResponseFieldGroup,
): boolean {
  if (kind !== 'text' || family.kind === 'list' || family.kind === 'conversation') return false;
  const paths = pathsOf(family);
  let holding = 0;
  for (const record of records) {
    const text = field(record, path);
    const responses = paths.map((each) => field(record, each));
    if (
      typeof text === 'string' &&
      responses.every(
        (response) =>
          typeof response === 'string' &&
          response.trim().length >= shortestHeld &&
          text.includes(response.trim().slice(-maxHeldBytes)),
      )
    )
      holding++;
  }
  return holding >= records.length * 0.9;
}

/** Of a response so many characters of its end are looked for, and shorter ones are found anywhere. */
const maxHeldBytes = 80;
const shortestHeld = 12;

/** "source" alone names a place, but where it holds somebody's words: what is to be translated. */
const isAboutText = (field: FieldProfile): boolean =>
  isAttributeName(wordsIn(keyOf(field.path))) &&
  !(/^source$/i.test(field.path) && (field.length >= maxPlaceLength || (isProse(field) && field.distinct >= 0.5)));

/** Names of places are shorter. */
const maxPlaceLength = 200;
