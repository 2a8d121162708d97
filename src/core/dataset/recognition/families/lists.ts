import { entryFields, isObject, type JsonObject } from '../../fields/recordFields';
import {
  commentWords,
  contextWords,
  hasWord,
  holderWords,
  isAttributeName,
  keyOf,
  labelWords,
  listWords,
  outputWords,
  pieceWords,
  promptWordsByCertainty,
  ratingWords,
  reasoningWords,
  referenceWords,
  responseWords,
  textFieldsOfResponses,
  wordsIn,
} from '../../fields/fieldWords';
import { asMessages } from '../../items/messages';
import { shareOf } from '../fieldChecks';
import { isPromptOrCommentName, isResponseName } from '../../fields/fieldNames';
import type { FieldProfile } from '../profile';
import type { ResponseFieldGroup } from './responseFieldGroup';

/**
 * Lists of several texts, or of objects with a text each, under names for responses or choices; and objects with a
 * response under each name.
 */
export function listsIn(fields: readonly FieldProfile[]): readonly ResponseFieldGroup[] {
  const lists = fields.flatMap((field): { path: string; text?: string }[] => {
    const { path, kind, present, values } = field;
    const words = wordsIn(keyOf(path));
    if (
      present < 0.9 ||
      isAttributeName(words) ||
      hasWord(words, referenceWords) ||
      hasWord(words, promptWordsByCertainty[0] ?? new Set())
    )
      return [];
    // Sentences of a summary are parts of one response.
    const isNamed =
      (hasWord(words, responseWords) || hasWord(words, listWords)) && !words.some((word) => pieceWords.has(word));
    if (kind === 'texts' && isNamed)
      return shareOf(
        values,
        (list) =>
          Array.isArray(list) &&
          list.length > 1 &&
          list.some((text) => typeof text === 'string' && text.length > 3 && !/^\S{1,3}$/.test(text)),
      ) >= 0.8
        ? [{ path }]
        : [];
    const entries =
      kind === 'objects' && isNamed
        ? (values as readonly (readonly unknown[])[]).map((list) => list.map((entry) => entryFields(entry) ?? entry))
        : kind === 'object' &&
            (isNamed || hasWord(words, holderWords)) &&
            areNames(values, isNamed && /s$/i.test(keyOf(path)))
          ? values.map((value) => Object.values(value as JsonObject))
          : [];
    if (
      entries.length === 0 ||
      shareOf(entries, (list) => Array.isArray(list) && list.length > 1) < 0.5 ||
      entries.some(areRecords) ||
      entries.flat().every(isTestStatus)
    )
      return [];
    if (kind === 'object' && shareOf(entries.flat(), (entry) => typeof entry === 'string' && entry.length > 3) >= 0.98)
      return [{ path }];
    const text = textIn(entries.flat());
    return text === undefined ? [] : [{ path, ...(text !== '' && { text }) }];
  });
  const named = lists.filter(({ path }) => isResponseName(path));
  return (named.length > 0 ? named : lists).map((list) => ({ kind: 'list', ...list }));
}

/** Whether a value is what a program says of a test: under the names of tests, these are no answers. */
const isTestStatus = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^(passed|failed|skipped|error|errors|xfailed|xpassed|timeout|timed out)$/i.test(value.trim());

/** Lists that are called what a model made, and hold one response each. */
export function listsOfOneIn(fields: readonly FieldProfile[]): readonly ResponseFieldGroup[] {
  const made = fields.filter(
    ({ path, kind, present, values }) =>
      present >= 0.9 &&
      (kind === 'objects' || kind === 'texts') &&
      hasWord(wordsIn(keyOf(path)), outputWords) &&
      !isAttributeName(wordsIn(keyOf(path))) &&
      !hasWord(wordsIn(keyOf(path)), referenceWords) &&
      values.every((list) => Array.isArray(list) && list.length === 1),
  );
  return made.flatMap(({ path, kind, values }): ResponseFieldGroup[] => {
    const text =
      kind === 'texts'
        ? ''
        : textIn((values as readonly (readonly unknown[])[]).flat().map((entry) => entryFields(entry) ?? entry));
    return text === undefined ? [] : [{ kind: 'list', path, ...(text !== '' && { text }) }];
  });
}

/**
 * Whether entries have a prompt each, which says something else: they are records of their own, and no responses to one
 * prompt.
 */
function areRecords(entries: readonly unknown[]): boolean {
  const [first, second] = entries.filter(isObject);
  return (
    first !== undefined &&
    second !== undefined &&
    Object.keys(first).some(
      (key) =>
        promptWordsByCertainty.slice(0, 2).some((tier) => hasWord(wordsIn(key), tier)) &&
        !isAttributeName(wordsIn(key)) &&
        typeof first[key] === 'string' &&
        typeof second[key] === 'string' &&
        first[key].length >= 8 &&
        first[key] !== second[key],
    )
  );
}

/**
 * Where the text stands in objects, each a response: '' for the names that are read anyway, else the only long text in
 * nearly all of them.
 */
function textIn(entries: readonly unknown[]): string | undefined {
  if (
    shareOf(
      entries,
      (entry) =>
        isObject(entry) &&
        textFieldsOfResponses.some(
          (name) =>
            (typeof entry[name] === 'string' && entry[name] !== '') ||
            asMessages(entry.messages ?? entry[name]) !== undefined,
        ),
    ) >= 0.98
  )
    return '';
  const objects = entries.filter(isObject);
  const keys = new Set(objects.flatMap((entry) => Object.keys(entry)));
  const [only, ...more] = [...keys].filter(
    (key) =>
      !key.includes('.') &&
      !isPromptOrCommentName(key) &&
      !/^(model|label|name|generator)$/i.test(key) &&
      shareOf(entries, (entry) => isObject(entry) && mayAnswer(entry[key])) >= 0.9,
  );
  return more.length === 0 &&
    shareOf(entries, (entry) => isObject(entry) && isTextOrMessages(entry[only ?? ''])) >= 0.98
    ? only
    : undefined;
}

const mayAnswer = (value: unknown): boolean =>
  typeof value === 'string' ? value.length >= 25 : isTextOrMessages(value);

const isTextOrMessages = (value: unknown): boolean => typeof value === 'string' || asMessages(value) !== undefined;

/**
 * Whether the keys of objects are names of models or ways to answer, and not of parts of one answer ("text", "score",
 * "reasoning"); where the object is called "responses", so are keys of several words ("assistant_base").
 */
const areNames = (values: readonly unknown[], areResponses: boolean): boolean =>
  values.every(
    (value) =>
      isObject(value) &&
      Object.keys(value).every((key) => {
        const words = wordsIn(key);
        if (areResponses && words.length > 1) return true;
        return (
          !isAttributeName(words) &&
          ![
            responseWords,
            commentWords,
            reasoningWords,
            ratingWords,
            labelWords,
            referenceWords,
            contextWords,
            ...promptWordsByCertainty,
          ].some((set) => hasWord(words, set)) &&
          !(textFieldsOfResponses as readonly string[]).includes(key)
        );
      }),
  );
