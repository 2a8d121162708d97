import {
  commentWords,
  contextWords,
  hasWord,
  isAttributeName,
  judgeWords,
  keyOf,
  labelWords,
  ratingWords,
  referenceWords,
  wordsIn,
  plainName,
} from '../fields/fieldWords';
import { problem, type Problem } from '../../model/problems/problem';
import { field, type JsonObject } from '../fields/recordFields';
import { tieNamed } from '../layouts/labels/labelCodes';
import { demonstrations } from '../layouts/edits/demonstrations';
import { hasSections } from './sectionFields';
import { isInGroup, pathsOf } from './families/responseFieldGroup';
import { canBeResponse, isPartOf, isProse } from './fieldChecks';
import { isBestAnswer, isReference, isResponseName } from '../fields/fieldNames';
import { mayBeWorse, mayGrade, namesOneOfTwo } from './planChecks';
import { isVerdict } from './labelFields';
import { isNumbers, type FieldProfile } from './profile';
import { asksElse, beginAlike, isTemplate, isWithin, repeats } from './promptFields';
import type { DraftPlan } from './draftPlan';

/**
 * Certainty: a reading is used unasked only where none of these has a doubt. Each says why a person
 * should look first: the responses are a guess or have rivals, the prompt is none by its name or has rivals, a long and
 * varied text has no part, what was asked may be another text, or a guard speaks against it.
 */
export const doubtsOf = (draft: DraftPlan): readonly Problem[] => rules.flatMap((rule) => rule(draft) ?? []);

type Rule = (draft: DraftPlan) => Problem | undefined;

const rules: readonly Rule[] = [
  ({ records, family, prompts, mapping }) =>
    family.kind === 'siblings' &&
    !areNamedBy(records, family.paths, mapping.label) &&
    (family.isGuess ?? (prompts.length === 0 && !family.paths.some(isResponseName)))
      ? problem('doubt.onlyAlike', { fields: family.paths })
      : undefined,
  ({ family }) =>
    family.kind === 'polar' && family.isGuess
      ? problem('doubt.onlyCalledEdit', { better: family.better, worse: family.worse })
      : undefined,
  settingsAround,
  ({ family }) =>
    family.kind === 'single' && family.reference !== undefined
      ? problem('doubt.reference', { reference: family.reference, response: family.path })
      : undefined,
  ({ family, rivals }) =>
    rivals.length > 0 ? problem('doubt.rivals', { places: [family, ...rivals].map(pathsOf) }) : undefined,
  noPrompt,
  cutText,
  saidByPlace,
  judgedAlone,
  ({ family, unused }) =>
    ofThose(family.kind === 'siblings' ? unused.filter((field) => isShortSibling(field, family.paths)) : [], (fields) =>
      problem('doubt.shortResponse', { fields }),
    ),
  ({ prompts }) => (prompts.length > 1 ? problem('doubt.severalPrompts', { prompts }) : undefined),
  leftOver,
  ({ records, fields, family, mapping }) =>
    family.kind === 'polar' &&
    fields.some(({ path }) => path === 'prompt') &&
    (mapping.prompt === undefined || asksElse(records, family, mapping.prompt))
      ? problem('doubt.promptOrBeginning', {})
      : undefined,
  ({ family, others }) =>
    ofThose(family.kind === 'single' ? others.filter(namesOneOfTwo) : [], (fields) =>
      problem('doubt.oneOfTwo', { fields }),
    ),
  ({ answered }) => (answered === undefined ? undefined : problem('doubt.endsWithAnswer', { field: answered })),
  ({ family, unused }) =>
    ofThose(family.kind === 'single' || family.kind === 'conversation' ? unused.filter(mayBeWorse) : [], (fields) =>
      problem('doubt.otherResponses', { fields }),
    ),
  ({ layout, unused }) =>
    ofThose(layout === demonstrations ? unused.filter(mayGrade) : [], (fields) =>
      problem('doubt.lastTurnJudged', { fields }),
    ),
];

/** Of objects that stand for two responses, a few words that come again and again are how these were made. */
function settingsAround({ family, fields }: DraftPlan): Problem | undefined {
  if (family.kind !== 'polar' || !family.better.includes('.') || isResponseName(family.better)) return undefined;
  const text = fields.find(({ path }) => path === family.better);
  return text?.kind === 'text' && text.distinct < 0.3 && text.length < 25
    ? problem('doubt.onlyWords', { field: text.path })
    : undefined;
}

/** What stands under headings in one text may be more than they say: a person sees where it was cut. */
function cutText({ records, family, mapping }: DraftPlan): Problem | undefined {
  const asked = mapping.prompt?.split(',') ?? [];
  const textOf = (path: string): string => path.split('.')[0] ?? path;
  const texts = [...new Set(pathsOf(family).map(textOf))].filter((path) => hasSections(records, path));
  if (texts.length === 0 || family.kind === 'polar') return undefined;
  const read = [...asked, ...pathsOf(family)].filter((path) => texts.some((text) => path.startsWith(`${text}.`)));
  return read.length > 0
    ? problem('doubt.cutText', { fields: texts, headings: read.map((path) => path.slice(path.indexOf('.') + 1)) })
    : problem('doubt.headedText', { fields: texts });
}

/** Numbers beside a text that only their place tells may be scores, ranks or times. */
function saidByPlace({ family, mapping }: DraftPlan): Problem | undefined {
  if (family.kind !== 'list' || !/^\d+$/.test(family.text ?? '')) return undefined;
  return mapping.rating === undefined
    ? problem('doubt.namelessBeside', { list: family.path })
    : problem('doubt.namelessNumbers', { list: family.path });
}

/** A judgement beside a list with one response each may be of something else, as an input beside it may be what was asked. */
function judgedAlone({ records, family, mapping, unused, others }: DraftPlan): Problem | undefined {
  if (
    family.kind !== 'list' ||
    records.some((record) => (field(record, family.path) as readonly unknown[] | undefined)?.length !== 1)
  )
    return undefined;
  const judging = [mapping.label, mapping.rating].filter((path) => path !== undefined);
  const beside = [
    ...judging,
    ...others
      .filter((each) => isVerdict(each) || (isNumbers(each) && hasWord(wordsIn(keyOf(each.path)), ratingWords)))
      .map(({ path }) => path),
    ...unused.filter(({ path }) => wordsIn(keyOf(path)).includes('input')).map(({ path }) => path),
  ];
  return beside.length === 0
    ? undefined
    : problem('doubt.judgedAlone', { list: family.path, fields: [...new Set(beside)] });
}

function noPrompt(draft: DraftPlan): Problem | undefined {
  const { records, family, prompt, prompts, onlyText, isWithout, promptId, unused } = draft;
  if (prompts.length > 0 || family.kind === 'conversation') return undefined;
  if (
    isWithout &&
    (areComparable(draft) || areNumbered(draft)) &&
    !unused.some(
      (field) =>
        isProse(field) &&
        !hasWord(wordsIn(keyOf(field.path)), commentWords) &&
        !isAttributeName(wordsIn(keyOf(field.path))),
    )
  )
    return undefined;
  if (isWithout)
    return promptId === undefined ? problem('doubt.noPrompt', {}) : problem('doubt.samePromptId', { field: promptId });
  // A reply is to something: to the only other text.
  const isReply =
    family.kind === 'single' &&
    wordsIn(keyOf(family.path)).some((word) => ['reply', 'answer', 'response'].includes(word));
  const isOnly =
    onlyText !== undefined && (family.kind !== 'single' || isReply) && !(family.kind === 'siblings' && family.isGuess);
  return isOnly || beginAlike(records, family) ? undefined : problem('doubt.unnamedPrompt', { fields: prompt });
}

/**
 * Whether responses can be compared as they stand, where nothing can be the prompt: they are named so, in several
 * records. One by itself needs what it answers, unless it is judged as it stands; and one record with a list may be a
 * file that holds records.
 */
const areComparable = ({ records, family, mapping, promptId }: DraftPlan): boolean =>
  records.length >= enoughToVary &&
  (family.kind === 'polar' ||
    (family.kind === 'single' &&
      promptId === undefined &&
      !areSteps(records) &&
      isResponseName(family.path) &&
      (mapping.label ?? mapping.rating) !== undefined) ||
    (family.kind !== 'single' &&
      !holdsOneEach(records, family) &&
      !(family.kind === 'siblings' && family.isGuess) &&
      pathsOf(family).every(isResponseName)) ||
    (family.kind === 'siblings' && areNamedBy(records, family.paths, mapping.label)));

/** Whether a list has one response in each record: there is nothing to compare it with, and what it answers is missing. */
const holdsOneEach = (records: readonly JsonObject[], family: DraftPlan['family']): boolean =>
  family.kind === 'list' &&
  records.every((record) => {
    const list = field(record, family.path);
    return !Array.isArray(list) || list.length <= 1;
  });

const stepWords = ['episode', 'step', 'state', 'action', 'observation', 'timestep'];

/** Whether records are steps of somebody who acts: what came back to an action answers nothing that is written here. */
const areSteps = ([first = {}]: readonly JsonObject[]): boolean => {
  const words = new Set(Object.keys(first).flatMap((name) => [...wordsIn(name)]));
  return stepWords.filter((word) => words.has(word)).length >= 3;
};

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
const areNumbered = ({ family, promptId, isOfModel }: DraftPlan): boolean =>
  family.kind === 'single' && promptId !== undefined && (isResponseName(family.path) || isOfModel);

/** Of fewer records nobody knows whether a text varies. */
const enoughToVary = 3;

function leftOver({ records, fields, family, prompt, unused }: DraftPlan): Problem | undefined {
  // Of few records nobody knows whether a text varies: where prompt and responses are named beyond doubt, it is taken
  // for a setting.
  const isSure = family.kind !== 'single' && prompt.length === 1 && keyOf(prompt[0] ?? '').toLowerCase() === 'prompt';
  if (isSure && records.length < enoughToVary) return undefined;
  const isAnswer = (field: FieldProfile): boolean =>
    family.kind === 'single' &&
    canBeResponse(field) &&
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
            fields.filter(({ path }) => isInGroup(path, [family])),
          )
        ),
    ),
    (paths) => problem('doubt.unused', { fields: paths }),
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

const ofThose = (fields: readonly FieldProfile[], say: (paths: readonly string[]) => Problem): Problem | undefined =>
  fields.length === 0 ? undefined : say(fields.map(({ path }) => path));

/** Whether a field that has no part holds words that may be the prompt or a response. */
function isLeftOver(field: FieldProfile): boolean {
  const words = wordsIn(keyOf(field.path));
  if (
    isAttributeName(words) ||
    isBestAnswer(field.path) ||
    [commentWords, contextWords, referenceWords, labelWords, judgeWords].some((set) => hasWord(words, set)) ||
    words.includes('system')
  )
    return false;
  return field.present >= 0.5 && isProse(field) && field.length >= 40 && !areJson(field) && !isTemplate(field);
}

/** Whether texts are JSON objects: what a program wrote, and no prompt or response. */
const areJson = ({ values }: FieldProfile): boolean =>
  values.every((value) => typeof value === 'string' && /^\s*\{[\s\S]*\}\s*$/.test(value));
