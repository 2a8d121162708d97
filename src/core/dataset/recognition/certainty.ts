import {
  commentWords,
  contextWords,
  has,
  isAbout,
  judgeWords,
  keyOf,
  labelWords,
  ratingWords,
  referenceWords,
  wordsIn,
  plainName,
} from '../fields/fieldWords';
import { field, type JsonObject } from '../fields/fields';
import { tieNamed } from '../layouts/labels/labelCodes';
import { demonstrations } from '../layouts/edits/demonstrations';
import { isCut } from './cutTexts';
import { isOf, pathsOf } from './families/family';
import { canAnswer, isBestAnswer, isPartOf, isProse, isReference, isResponseName } from './fieldTests';
import { mayBeWorse, mayGrade, namesOneOfTwo } from './guards';
import { isVerdict } from './labelFields';
import { isNumbers, type FieldProfile } from './profile';
import { asksElse, beginAlike, isTemplate, isWithin, repeats } from './prompt';
import { quoted } from './quoted';
import type { Draft } from './draft';

/**
 * Certainty: a reading is used unasked only where none of these has a doubt. Each says in words for a person why they
 * should look first: the responses are a guess or have rivals, the prompt is none by its name or has rivals, a long and
 * varied text has no part, what was asked may be another text, or a guard speaks against it.
 */
export const doubtsOf = (draft: Draft): readonly string[] => rules.flatMap((rule) => rule(draft) ?? []);

type Rule = (draft: Draft) => string | undefined;

const rules: readonly Rule[] = [
  ({ records, family, prompts, mapping }) =>
    family.kind === 'siblings' &&
    !areNamedBy(records, family.paths, mapping.label) &&
    (family.isGuess ?? (prompts.length === 0 && !family.paths.some(isResponseName)))
      ? `nothing says that ${quoted(family.paths)} are responses, but that they are alike`
      : undefined,
  ({ family }) =>
    family.kind === 'polar' && family.isGuess
      ? `nothing says that ${quoted([family.better])} is better than ${quoted([family.worse])}, but that it is called an edit`
      : undefined,
  ({ family }) =>
    family.kind === 'single' && family.reference !== undefined
      ? `nothing says that ${quoted([family.reference])} is what ${quoted([family.path])} should have been`
      : undefined,
  ({ family, rivals }) =>
    rivals.length > 0
      ? `responses may stand in ${[family, ...rivals].map((each) => quoted(pathsOf(each))).join(', or in ')}`
      : undefined,
  noPrompt,
  cutText,
  saidByPlace,
  judgedAlone,
  ({ family, unused }) =>
    ofThose(
      family.kind === 'siblings' ? unused.filter((field) => isShortSibling(field, family.paths)) : [],
      (paths) => `a response may stand in ${paths} too, in a word or two`,
    ),
  ({ prompts }) => (prompts.length > 1 ? `the prompt may be ${prompts.map(quoted).join(', or ')}` : undefined),
  leftOver,
  ({ records, fields, family, mapping }) =>
    family.kind === 'polar' &&
    fields.some(({ path }) => path === 'prompt') &&
    (mapping.prompt === undefined || asksElse(records, family, mapping.prompt))
      ? 'what was asked may stand in "prompt", or in what both responses begin with'
      : undefined,
  ({ family, others }) =>
    ofThose(
      family.kind === 'single' ? others.filter(namesOneOfTwo) : [],
      (paths) => `one of two responses is named by ${paths}`,
    ),
  ({ answered }) =>
    answered === undefined
      ? undefined
      : `the conversation in ${quoted([answered])} ends with an answer, which may be a response too`,
  ({ family, unused }) =>
    ofThose(
      family.kind === 'single' || family.kind === 'conversation' ? unused.filter(mayBeWorse) : [],
      (paths) => `other responses may stand in ${paths}`,
    ),
  ({ layout, unused }) =>
    ofThose(
      layout === demonstrations ? unused.filter(mayGrade) : [],
      (paths) => `the last turn may be judged by ${paths}`,
    ),
];

/** What stands under headings in one text may be more than they say: a person sees where it was cut. */
function cutText({ records, family, mapping }: Draft): string | undefined {
  const asked = mapping.prompt?.split(',') ?? [];
  const textOf = (path: string): string => path.split('.')[0] ?? path;
  const texts = [...new Set(pathsOf(family).map(textOf))].filter((path) => isCut(records, path));
  if (texts.length === 0 || family.kind === 'polar') return undefined;
  const read = [...asked, ...pathsOf(family)].filter((path) => texts.some((text) => path.startsWith(`${text}.`)));
  return read.length > 0
    ? `${quoted(texts)} holds prompt and responses in one text, and is cut at ${quoted(read.map((path) => path.slice(path.indexOf('.') + 1)))}`
    : `${quoted(texts)} holds a prompt and its response in one text, each under a heading`;
}

/** Numbers beside a text that only their place tells may be scores, ranks or times. */
function saidByPlace({ family, mapping }: Draft): string | undefined {
  if (family.kind !== 'list' || !/^\d+$/.test(family.text ?? '')) return undefined;
  return mapping.rating === undefined
    ? `what stands beside each text in ${quoted([family.path])} has no name`
    : `the numbers beside the texts in ${quoted([family.path])} have no name: where high ones are good, the reading is right`;
}

/** A judgement beside a list with one response each may be of something else, as an input beside it may be what was asked. */
function judgedAlone({ records, family, mapping, unused, others }: Draft): string | undefined {
  if (
    family.kind !== 'list' ||
    records.some((record) => (field(record, family.path) as readonly unknown[] | undefined)?.length !== 1)
  )
    return undefined;
  const judging = [mapping.label, mapping.rating].filter((path) => path !== undefined);
  const beside = [
    ...judging,
    ...others
      .filter((each) => isVerdict(each) || (isNumbers(each) && has(wordsIn(keyOf(each.path)), ratingWords)))
      .map(({ path }) => path),
    ...unused.filter(({ path }) => wordsIn(keyOf(path)).includes('input')).map(({ path }) => path),
  ];
  return beside.length === 0
    ? undefined
    : `${quoted([family.path])} holds one text each, and ${quoted([...new Set(beside)])} may belong to it`;
}

function noPrompt(draft: Draft): string | undefined {
  const { records, family, prompt, prompts, onlyText, isWithout, promptId, unused } = draft;
  if (prompts.length > 0 || family.kind === 'conversation') return undefined;
  if (
    isWithout &&
    (areComparable(draft) || areNumbered(draft)) &&
    !unused.some(
      (field) =>
        isProse(field) && !has(wordsIn(keyOf(field.path)), commentWords) && !isAbout(wordsIn(keyOf(field.path))),
    )
  )
    return undefined;
  if (isWithout) return promptId === undefined ? 'no field holds a prompt' : apartBy(promptId);
  // A reply is to something: to the only other text.
  const isReply =
    family.kind === 'single' &&
    wordsIn(keyOf(family.path)).some((word) => ['reply', 'answer', 'response'].includes(word));
  const isOnly =
    onlyText !== undefined && (family.kind !== 'single' || isReply) && !(family.kind === 'siblings' && family.isGuess);
  return isOnly || beginAlike(records, family)
    ? undefined
    : `no field is named as the prompt${prompt.length > 0 ? `, which may be ${quoted(prompt)}` : ''}`;
}

/**
 * Whether responses can be compared as they stand, where nothing can be the prompt: they are named so, in several
 * records. One by itself needs what it answers, unless it is judged as it stands; and one record with a list may be a
 * file that holds records.
 */
const areComparable = ({ records, family, mapping, promptId }: Draft): boolean =>
  records.length >= enoughToVary &&
  (family.kind === 'polar' ||
    (family.kind === 'single' &&
      promptId === undefined &&
      isResponseName(family.path) &&
      (mapping.label ?? mapping.rating) !== undefined) ||
    (family.kind !== 'single' &&
      !(family.kind === 'siblings' && family.isGuess) &&
      pathsOf(family).every(isResponseName)) ||
    (family.kind === 'siblings' && areNamedBy(records, family.paths, mapping.label)));

/**
 * Whether a label says, in every record that has it, the name of one of these fields or that they are tied, and not
 * only the latter: nothing but what is judged is named so.
 */
function areNamedBy(records: readonly JsonObject[], paths: readonly string[], label: string | undefined): boolean {
  const said = records
    .map((record) => (label === undefined ? undefined : field(record, label)))
    .filter((value) => (value ?? '') !== '');
  const names = new Set(paths.map((path) => plainName(path)));
  const isName = (value: unknown): boolean => typeof value === 'string' && names.has(plainName(value));
  return (
    said.some(isName) &&
    said.every((value) => isName(value) || (typeof value === 'string' && tieNamed(value) !== undefined))
  );
}

/** Whether a field says which of the responses answer the same prompt, whatever that was. */
const areNumbered = ({ family, promptId, isOfModel }: Draft): boolean =>
  family.kind === 'single' && promptId !== undefined && (isResponseName(family.path) || isOfModel);

/** The doubt about rows that may be gathered by a field where no prompt says so. */
export const apartBy = (path: string): string =>
  `no field holds a prompt; records with the same ${quoted([path])} may answer one`;

/** Of fewer records nobody knows whether a text varies. */
const enoughToVary = 3;

function leftOver({ records, fields, family, prompt, unused }: Draft): string | undefined {
  // Of few records nobody knows whether a text varies: where prompt and responses are named beyond doubt, it is taken
  // for a setting.
  const isSure = family.kind !== 'single' && prompt.length === 1 && keyOf(prompt[0] ?? '').toLowerCase() === 'prompt';
  if (isSure && records.length < enoughToVary) return undefined;
  const isAnswer = (field: FieldProfile): boolean =>
    family.kind === 'single' &&
    canAnswer(field) &&
    field.present >= 0.5 &&
    isResponseName(field.path) &&
    !isBestAnswer(field.path) &&
    !isPartOf(field, fields);
  // A list of responses beside what was taken for the only one, or for columns of models.
  const isList = ({ path, kind, present, values }: FieldProfile): boolean =>
    (family.kind === 'single' || family.kind === 'models') &&
    (kind === 'texts' || (kind === 'other' && values.every(Array.isArray))) &&
    present >= 0.5 &&
    isResponseName(path) &&
    !isReference(path);
  return ofThose(
    unused.filter(
      (field) =>
        (isLeftOver(field) || isAnswer(field) || isList(field)) &&
        !prompt.some((path) => repeats(records, field.path, path) || isWithin(records, field.path, path)) &&
        !(
          field.kind === 'text' &&
          isPartOf(
            field,
            fields.filter(({ path }) => isOf(path, [family])),
          )
        ),
    ),
    (paths) => `nothing uses ${paths}`,
  );
}

/** Whether a field of short texts is named as responses are, but for its last word: `pred_greedy` beside `pred_cot`. */
const isShortSibling = ({ path, kind, isCode, present }: FieldProfile, paths: readonly string[]): boolean =>
  kind === 'text' &&
  isCode &&
  present >= 0.9 &&
  isResponseName(path) &&
  paths.every((other) => sameButLast(wordsIn(path), wordsIn(other)));

const sameButLast = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.length > 1 && a.slice(0, -1).every((word, at) => word === b[at]);

const ofThose = (fields: readonly FieldProfile[], say: (paths: string) => string): string | undefined =>
  fields.length === 0 ? undefined : say(quoted(fields.map(({ path }) => path)));

/** Whether a field that has no part holds words that may be the prompt or a response. */
function isLeftOver(field: FieldProfile): boolean {
  const words = wordsIn(keyOf(field.path));
  if (
    isAbout(words) ||
    isBestAnswer(field.path) ||
    [commentWords, contextWords, referenceWords, labelWords, judgeWords].some((set) => has(words, set)) ||
    words.includes('system')
  )
    return false;
  return field.present >= 0.5 && isProse(field) && field.length >= 40 && !areJson(field) && !isTemplate(field);
}

/** Whether texts are JSON objects: what a program wrote, and no prompt or response. */
const areJson = ({ values }: FieldProfile): boolean =>
  values.every((value) => typeof value === 'string' && /^\s*\{[\s\S]*\}\s*$/.test(value));
