import {
  commentWords,
  contextWords,
  hasWord,
  isAttributeName,
  judgeWords,
  keyOf,
  promptWordsByCertainty,
  ratingWords,
  referenceWords,
  samplingWords,
  wordsIn,
} from '../fields/fieldWords';
import { isProblem, problem, wordsOf } from '../../model/problems/problem';
import type { JsonObject } from '../fields/recordFields';
import { demonstrations } from '../layouts/edits/demonstrations';
import { type Layout } from '../layouts/layout';
import { noPromptPath, type Mapping } from '../fields/fieldMapping';
import { msSwift } from '../layouts/pairs/msSwift';
import { oasstMessages } from '../layouts/lists/oasstMessages';
import { pairedResponses } from '../layouts/pairs/pairedResponses';
import { preferencePair } from '../layouts/texts/preferencePair';
import { responseList } from '../layouts/lists/responseList';
import { singleResponses } from '../layouts/unpaired/singleResponses';
import { doubtsOf } from './certainty';
import { type DraftPlan } from './draftPlan';
import { sectionFields, hasSections } from './sectionFields';
import { responseFieldGroupsIn } from './families';
import { isInGroup, pathsOf, type ResponseFieldGroup } from './families/responseFieldGroup';
import { areOptionLetters, endWithAssistant, hasSeveralWords, isProse, namesModel } from './fieldChecks';
import { isReference, isResponseName, saysHowToAnswer } from '../fields/fieldNames';
import { calledWorse, readingProblem, planProblems, holdsOptions, areOneOf } from './planChecks';
import type { LabelFields } from './labelFields';
import { findLabelFields } from './findLabelFields';
import { isNumbers, profileOf, type FieldProfile } from './profile';
import {
  beginAlike,
  guessedPrompt,
  holdsResponses,
  mayBeginAlike,
  mayBePrompt,
  onlyTextIn,
  promptIdIn,
  promptsIn,
  questionIn,
  variedBeside,
} from './promptFields';
import { messageTreeMapping } from './messageTrees';

/** How records of an unknown layout are read: by a general layout, with the fields that play its parts. */
export interface Plan {
  readonly layout: Layout;
  readonly mapping: Mapping;
  /** Why a person should look before it is used, in words for them; none where it is certain. */
  readonly doubts: readonly string[];
  /** Those of the doubts that hold too where a general layout finds its fields by their usual names. */
  readonly guards: readonly string[];
  /** Of several files the one that raised the doubts. */
  readonly file?: string;
  /** None of the records can be read so: nobody gets further by it. */
  readonly readsNone?: true;
  /** It reads the records as it is, by the layout's own fields: no field has to be named besides. */
  readonly isWhole?: true;
}
/**
 * How to read records whose layout nobody knows, by what their fields are called and what stands in them; undefined
 * where nothing in them can be a response. Pure: profiles a sample (200 records are enough), and reads it once.
 * @param ofSeveral whether they are of one of several files In this order, each with its rule in a file of its own: the
 *   profile, the response families, the prompt, labels and what else stands beside, and then what speaks against it:
 *   certainty and guards.
 */
export function planOf(records: readonly JsonObject[], ofSeveral = false): Plan | undefined {
  const fields = profileOf(records);
  const plan = planIn(records, fields, ofSeveral);
  // Texts are cut where nothing is read without, or the prompt would stand in the response.
  if (plan && !hasSections(records, plan.mapping.completion ?? '')) return plan;
  const cut = sectionFields(fields, records.length);
  return (cut && planIn(records, cut, ofSeveral)) ?? plan;
}

function planIn(records: readonly JsonObject[], fields: readonly FieldProfile[], ofSeveral: boolean): Plan | undefined {
  const tree = messageTreeMapping(records, fields);
  if (tree) return { layout: oasstMessages, mapping: tree, doubts: [], guards: [] };
  const [surest, ...rivals] = familiesBeside(records, fields);
  if (!surest) return guessedOf(fields);
  const question = questionAmong(fields, surest);
  const family =
    question === undefined || !('paths' in surest)
      ? surest
      : { ...surest, paths: surest.paths.filter((path) => path !== question) };
  // A text that holds the responses is what a judge was asked.
  const others = fields.filter(
    (each) => !isInGroup(each.path, [family, ...rivals]) && !holdsResponses(records, each, family),
  );
  const isConversation = family.kind === 'conversation';
  const prompts = isConversation ? [] : promptsIn(others);
  const isImplied = isConversation || beginAlike(records, family);
  const onlyText = prompts.length > 0 || isImplied ? undefined : onlyTextIn(others);
  const found =
    prompts[0] ??
    (question !== undefined
      ? [question]
      : onlyText !== undefined
        ? [onlyText]
        : isImplied
          ? []
          : guessedPrompt(others));
  const varied = variedBeside(records, others, found);
  const prompt = [...found, ...varied.slice(0, 1)];
  const used = new Set([...[family, ...rivals].flatMap(pathsOf), ...prompt]);
  const beside = findLabelFields(
    records,
    fields.filter(({ path }) => !used.has(path)),
    family,
  );
  for (const path of Object.values(beside)) for (const each of path.split(',')) used.add(each);
  const answered =
    family.kind === 'single'
      ? fields.find(
          ({ path, kind, values }) => kind === 'messages' && prompt.includes(path) && endWithAssistant(values),
        )
      : undefined;
  const isWithout =
    prompt.length === 0 &&
    !isConversation &&
    !mayBeginAlike(records, family) &&
    !others.some((each) => !used.has(each.path) && mayBePrompt(each));
  const promptId = isWithout && family.kind === 'single' ? promptIdIn(others, ofSeveral) : undefined;
  const { layout, mapping } =
    answered && family.kind === 'single' && calledWorse(family.path)
      ? { layout: msSwift, mapping: { messages: answered.path, rejected: family.path } }
      : mappedBy(
          family,
          isWithout ? [noPromptPath] : prompt,
          promptId === undefined ? beside : { ...beside, gather: promptId },
          fields,
        );
  const draft: DraftPlan = {
    records,
    fields,
    family,
    rivals,
    prompt,
    prompts,
    varied,
    onlyText,
    isWithout,
    promptId,
    isOfModel: fields.some(namesModel),
    others,
    unused: others.filter(({ path }) => !used.has(path)),
    answered: answered?.path,
    layout,
    mapping,
  };
  const guards = planProblems(draft).map(wordsOf);
  const doubts = [...doubtsOf(draft).map(wordsOf), ...guards];
  const fault = doubts.length === 0 ? readingProblem(records, layout, mapping) : undefined;
  if (fault === undefined) return { layout, mapping, doubts, guards };
  const readsNone = isProblem(fault, 'doubt.unreadRecords') && fault.params.faults === records.length;
  return { layout, mapping, doubts: [wordsOf(fault)], guards, ...(readsNone && { readsNone }) };
}

/** The one of three or more texts of no telling name that asks, where no other field is called the prompt. */
function questionAmong(fields: readonly FieldProfile[], family: ResponseFieldGroup): string | undefined {
  if (
    family.kind !== 'siblings' ||
    family.paths.length < 3 ||
    family.paths.every(isResponseName) ||
    promptsIn(fields.filter(({ path }) => !family.paths.includes(path))).length > 0
  )
    return undefined;
  return questionIn(fields.filter(({ path }) => family.paths.includes(path)));
}

/**
 * The response families of records; a list that holds the options of a question is none where another field is called a
 * response.
 */
function familiesBeside(
  records: readonly JsonObject[],
  fields: readonly FieldProfile[],
): readonly ResponseFieldGroup[] {
  const found = responseFieldGroupsIn(fields);
  const options = found.filter((family) => family.kind === 'list' && holdsOptions(records, fields, family.path));
  if (options.length === 0) return found;
  const others = responseFieldGroupsIn(fields.filter(({ path }) => !isInGroup(path, options)));
  const [list] = options;
  return others.some(
    (family) =>
      family.kind === 'single' && list && !areOneOf(records, family.path, list.kind === 'list' ? list.path : ''),
  )
    ? others
    : found;
}

/**
 * Where nothing is named as a response: as a guess, the longest of varied texts, else what is called one though it is
 * short or rare; to what is called a prompt or is the only other text. It is no guess where the records say how the one
 * text was sampled.
 */
function guessedOf(fields: readonly FieldProfile[]): Plan | undefined {
  const asked = promptsIn(fields).length > 0 ? undefined : questionIn(fields);
  const texts = fields.filter(
    (field) =>
      isProse(field) &&
      hasSeveralWords(field) &&
      field.path !== asked &&
      field.present >= 0.9 &&
      !saysHowToAnswer(field.path) &&
      !isAttributeName(wordsIn(keyOf(field.path))) &&
      ![commentWords, contextWords, referenceWords, judgeWords, ...promptWordsByCertainty].some((set) =>
        hasWord(wordsIn(keyOf(field.path)), set),
      ),
  );
  const named = fields
    .filter(
      (field) =>
        field.kind === 'text' &&
        field.present >= 0.5 &&
        isResponseName(field.path) &&
        !isReference(field.path) &&
        !areOptionLetters(field),
    )
    .sort((a, b) => b.present - a.present);
  const [longest] = [...named, ...texts.sort((a, b) => b.length - a.length)];
  if (!longest) return undefined;
  const others = fields.filter((each) => each !== longest);
  const prompts = promptsIn(others);
  const [prompt = asked === undefined ? guessedPrompt(others) : [asked]] = prompts;
  const isGraded =
    named.length === 0 &&
    texts.length === 1 &&
    others.some((each) => isNumbers(each) && hasWord(wordsIn(keyOf(each.path)), ratingWords));
  if (prompt.length === 0 && ((named.length === 0 && !isGraded) || others.some(mayBePrompt))) return undefined;
  const isOnly =
    named.length === 0 &&
    texts.length === 1 &&
    others.some(({ path }) => hasWord(wordsIn(keyOf(path)), samplingWords)) &&
    prompts.length === 1;
  const why =
    named.length === 0
      ? problem('doubt.unnamedResponse', { field: longest.path })
      : longest.present < 0.9
        ? problem('doubt.mostlyEmpty', { field: longest.path })
        : problem('doubt.onlyWords', { field: longest.path });
  // Two or more of no name that are about as long are responses to compare, sooner than one and a rest.
  const alike =
    named.length === 0 && !isOnly
      ? texts.filter(({ length, path }) => length * 3 >= longest.length && !prompt.includes(path))
      : [];
  if (alike.length > 1 && (prompts.length > 0 || asked !== undefined))
    return {
      ...mappedBy({ kind: 'siblings', paths: alike.map(({ path }) => path) }, prompt, {}, fields),
      doubts: [wordsOf(problem('doubt.onlyAsLong', { fields: alike.map(({ path }) => path) }))],
      guards: [],
    };
  return {
    ...mappedBy({ kind: 'single', path: longest.path }, prompt.length === 0 ? [noPromptPath] : prompt, {}, fields),
    doubts: isOnly ? [] : [wordsOf(why)],
    guards: [],
  };
}

/**
 * Where nothing is named as a response, and nothing may be the prompt: the one text that somebody may have written or
 * generated, as a guess that a person has to look at; undefined where there is none.
 */
export function lastResort(records: readonly JsonObject[]): Plan | undefined {
  const fields = profileOf(records);
  const mayAnswer = (field: FieldProfile, isAsked: boolean): boolean =>
    isProse(field) &&
    hasSeveralWords(field) &&
    !saysHowToAnswer(field.path) &&
    !isAttributeName(wordsIn(keyOf(field.path))) &&
    // Beside what was asked, "article" may be the answer.
    ![commentWords, referenceWords, judgeWords, ...promptWordsByCertainty, ...(isAsked ? [] : [contextWords])].some(
      (set) => hasWord(wordsIn(keyOf(field.path)), set),
    );
  const [prompt = [], ...others] = promptsIn(fields);
  const isAsked = prompt.length > 0 && others.length === 0;
  const [only, ...more] = fields.filter((field) => mayAnswer(field, isAsked));
  if (!only || more.length > 0) return undefined;
  return {
    ...mappedBy({ kind: 'single', path: only.path }, isAsked ? prompt : [noPromptPath], {}, fields),
    doubts: [wordsOf(problem('doubt.unnamedResponse', { field: only.path }))],
    guards: [],
  };
}

/**
 * Layouts that are found by the names of a few fields: what a plan says of the same records counts where they read less
 * of them.
 */
export const generalLayouts: readonly Layout[] = [
  responseList,
  pairedResponses,
  preferencePair,
  demonstrations,
  singleResponses,
];

function mappedBy(
  family: ResponseFieldGroup,
  prompt: readonly string[],
  beside: LabelFields,
  fields: readonly FieldProfile[],
): Pick<Plan, 'layout' | 'mapping'> {
  const asked = prompt.length === 0 ? {} : { prompt: prompt.join(',') };
  switch (family.kind) {
    case 'polar':
      return {
        layout: preferencePair,
        mapping: { ...asked, chosen: family.better, rejected: family.worse, ...beside },
      };
    case 'siblings':
    case 'models': {
      const [first = '', second = '', ...more] = family.paths;
      const areTexts = family.paths.every(
        (path) => fields.find((each) => each.path === path)?.kind === 'text' && !path.includes('.'),
      );
      // "rank1" and "rank2": the order in their names is read of a list only.
      return more.length > 0 || !areTexts || family.kind === 'models' || beside.rank !== undefined
        ? { layout: responseList, mapping: { ...asked, responses: family.paths.join(','), ...beside } }
        : { layout: pairedResponses, mapping: { ...asked, first, second, ...beside } };
    }
    case 'list':
      return {
        layout: responseList,
        mapping: {
          ...asked,
          responses: family.path,
          ...(family.text !== undefined && { text: family.text }),
          ...beside,
        },
      };
    case 'single':
      return { layout: singleResponses, mapping: { ...asked, completion: family.path, ...beside } };
    case 'conversation':
      return beside.label === undefined && beside.rating === undefined && !fields.some(namesModel)
        ? { layout: demonstrations, mapping: { messages: family.path } }
        : { layout: singleResponses, mapping: { messages: family.path, ...beside } };
  }
}
