import { problem, type Problem } from '../../model/problems/problem';
import {
  hasWord,
  isAttributeName,
  keyOf,
  labelWords,
  ratingWords,
  referenceWords,
  rightWords,
  textFieldsOfResponses,
  wordsIn,
} from '../fields/fieldWords';
import { field, isObject, LayoutError, type JsonObject } from '../fields/recordFields';
import { fullMapping, type Content, type Layout } from '../layouts/layout';
import { noPromptPath, type Mapping } from '../fields/fieldMapping';
import { RecordReader } from '../records/recordReader';
import { gradeOf } from '../layouts/labels/grades';
import { knownValues, scoresOf } from './labelCodeMeanings';
import { pathsOf } from './families/responseFieldGroup';
import type { DraftPlan } from './draftPlan';
import { namesModel } from './fieldChecks';
import { isResponseName } from '../fields/fieldNames';
import { isVerdict } from './labelFields';
import { minRecordsRead, type FieldProfile } from './profile';

/**
 * Guards: what speaks against a reading however well its names fit. Options of a question are no responses; one of two
 * that is named, a worse answer or grades beside a single response tell that there is more to read; what cannot be
 * read, or is empty, is no item.
 */

/** What speaks against a draft, also where a general layout finds its fields by their usual names. */
export const planProblems = (draft: DraftPlan): readonly Problem[] => guards.flatMap((guard) => guard(draft) ?? []);

const guards: readonly ((draft: DraftPlan) => Problem | undefined)[] = [
  ({ records, fields, family }) =>
    family.kind === 'list' && holdsOptions(records, fields, family.path)
      ? problem('doubt.options', { list: family.path })
      : undefined,
  (draft) => sameInAll(draft),
  labelsDisagree,
  scoresDisagree,
  saysTheWorse,
  answersSeveral,
  stepsOfTraces,
];

/** What tells the steps of a program's run from records of answers: the run's id, and that of the step around. */
const [runIds, stepIds] = [
  ['traceId', 'trace_id', 'context.trace_id'],
  ['parentObservationId', 'parent_observation_id', 'parentSpanId', 'parent_span_id', 'parentId', 'parent_id'],
];

/** Records that are steps of traces (Langfuse's observations, spans of OpenTelemetry). */
export function stepsOfTraces({ records }: Pick<DraftPlan, 'records'>): Problem | undefined {
  const named = (names: readonly string[]): string | undefined =>
    names.find((name) => records.every((record) => field(record, name) !== undefined));
  const [run, step] = [named(runIds), named(stepIds)];
  return run === undefined || step === undefined ? undefined : problem('doubt.traceSteps', { fields: [run, step] });
}

/** A prompt that says the same in every record, beside another that does not. */
const sameInAll = ({ prompt, varied }: DraftPlan): Problem | undefined =>
  varied.length === 0 ? undefined : problem('doubt.samePrompt', { prompt: prompt.slice(0, 1), varied });

/** Shorter responses may be the same to several prompts, as refusals and verdicts are. In characters. */
const longAnswer = 200;

/**
 * A long response that stands beside several prompts, in half of the records or more: what was taken for the prompt is
 * said of the response (its claims, one a row).
 */
function answersSeveral({ records, family, prompt }: DraftPlan): Problem | undefined {
  if (family.kind !== 'single' || prompt.length === 0) return undefined;
  const asked = new Map<string, Set<string>>();
  const texts = records.map((record) => field(record, family.path)).filter((text) => typeof text === 'string');
  for (const record of records) {
    const text = field(record, family.path);
    if (typeof text !== 'string' || text.length < longAnswer) continue;
    const prompts = asked.get(text) ?? new Set();
    asked.set(text, prompts.add(JSON.stringify(prompt.map((path) => field(record, path)))));
  }
  const repeated = texts.filter((text) => (asked.get(text)?.size ?? 0) > 1).length;
  return repeated > 1 && repeated * 2 >= texts.length
    ? problem('doubt.answersSeveral', { response: family.path, prompt })
    : undefined;
}

/** Fields that name the better one of two each, and not always the same. */
function labelsDisagree({ records, family, others, mapping }: DraftPlan): Problem | undefined {
  if (
    family.kind !== 'siblings' ||
    family.paths.length !== 2 ||
    (mapping.label !== undefined && knownValues(records, mapping.label) !== undefined)
  )
    return undefined;
  const labels = others.filter(namesOneOfTwo);
  const sides = labels.map(({ path }) => records.map((record) => sideOf(field(record, path))));
  const [first] = sides;
  const differ = sides.some((each) =>
    each.some((side, at) => side !== undefined && first?.[at] !== undefined && side !== first[at]),
  );
  return differ ? problem('doubt.labelsDisagree', { fields: labels.map(({ path }) => path) }) : undefined;
}

/** Records in which the one of two scores is the higher one, by the side. */
function higherOf(
  records: readonly JsonObject[],
  [first, second]: readonly [string, string],
): readonly ('a' | 'b' | undefined)[] {
  return records.map((record) => {
    const [one, other] = [gradeOf(field(record, first)), gradeOf(field(record, second))];
    return one === undefined || other === undefined || one === other ? undefined : one > other ? 'a' : 'b';
  });
}

/** In fewer records that say so, labels and scores disagree by chance. */
const minContrary = 3;

/**
 * Scores beside a pair that say the opposite of which is called better, or of what the label says, in most of the
 * records where they differ.
 */
function scoresDisagree({ records, fields, family, mapping }: DraftPlan): Problem | undefined {
  const paths = pathsOf(family);
  if ((family.kind !== 'polar' && family.kind !== 'siblings') || paths.length !== 2) return undefined;
  const [first, second] = scoresOf(fields, paths) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const higher = higherOf(records, [first, second]);
  const said = records.map((record) =>
    family.kind === 'polar' ? 'a' : mapping.label === undefined ? undefined : sideOf(field(record, mapping.label)),
  );
  const both = higher.filter((side, at) => side !== undefined && (said[at] === 'a' || said[at] === 'b'));
  const contrary = higher.filter(
    (side, at) => side !== undefined && (said[at] === 'a' || said[at] === 'b') && side !== said[at],
  ).length;
  if (contrary < minContrary || contrary * 2 <= both.length) return undefined;
  return problem('doubt.scoresDisagree', {
    scores: [first, second],
    ...(family.kind === 'siblings' && { label: mapping.label ?? '' }),
    contrary,
    records: both.length,
  });
}

/** A label that names the worse one of a pair as the winner. */
function saysTheWorse({ records, family, others }: DraftPlan): Problem | undefined {
  if (family.kind !== 'polar') return undefined;
  const worse = new Set(wordsIn(family.worse).filter((word) => worseNames.has(word)));
  const contrary = others.filter(
    (each) =>
      hasWord(wordsIn(keyOf(each.path)), labelWords) &&
      records.filter((record) => hasWord(wordsIn(String(field(record, each.path) as string | number)), worse)).length >=
        records.length * 0.5,
  );
  return contrary.length === 0
    ? undefined
    : problem('doubt.worseNamed', { fields: contrary.map(({ path }) => path), worse: family.worse });
}

/** The letter or number of the response that a label names, for comparing labels with each other. */
const sideOf = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? /(tie|[ab12])$/i.exec(value.trim())?.[1]?.toLowerCase().replace('1', 'a').replace('2', 'b')
    : undefined;

/** Whether a list holds the options of a question, and no responses. */
export const holdsOptions = (records: readonly JsonObject[], fields: readonly FieldProfile[], path: string): boolean =>
  areOptions(records, path) || haveRightOne(records, fields, path);

/** Whether the entries of lists are the options of questions: each has its letter, and they are short. */
function areOptions(records: readonly JsonObject[], path: string): boolean {
  const entries = records.flatMap((record) => field(record, path)).filter(isObject);
  const letters = [...new Set(entries.flatMap((entry) => Object.keys(entry)))].filter(
    (key) =>
      !(textFieldsOfResponses as readonly string[]).includes(key) &&
      entries.every((entry) => /^[A-H]$/.test(String(entry[key]))),
  );
  const texts = entries
    .flatMap((entry) => Object.values(entry))
    .filter((value): value is string => typeof value === 'string' && value.length > 1);
  return letters.length > 0 && texts.reduce((sum, { length }) => sum + length, 0) < texts.length * 60;
}

/**
 * Whether the texts of a list, or of an object under letters, are the options of questions: they are short or called
 * so, and beside them stands the right one, by a field that is named as an answer and not as what somebody chose.
 */
function haveRightOne(records: readonly JsonObject[], fields: readonly FieldProfile[], path: string): boolean {
  const texts = records.flatMap((record) => optionsIn(field(record, path)) ?? []);
  const areCalledSo = wordsIn(keyOf(path)).some((word) => word === 'option' || word === 'choice');
  if (texts.length === 0 || (!areCalledSo && texts.reduce((sum, { length }) => sum + length, 0) >= texts.length * 60))
    return false;
  return fields.some((each) => {
    const words = wordsIn(keyOf(each.path));
    if (
      each.path === path ||
      each.present < 0.9 ||
      !(
        isResponseName(each.path) ||
        hasWord(words, rightWords) ||
        hasWord(words, referenceWords) ||
        (areCalledSo && hasWord(words, labelWords) && texts.includes(String(each.values[0])))
      )
    )
      return false;
    return areOneOf(records, each.path, path);
  });
}

/** Whether a field says which of the options is right, in nearly all records. */
export const areOneOf = (records: readonly JsonObject[], path: string, options: string): boolean =>
  records.filter((record) => isOption(field(record, path), optionsIn(field(record, options)))).length >=
  records.length * 0.9;

/** The texts of a list, or of an object under letters; undefined of anything else. */
function optionsIn(value: unknown): readonly string[] | undefined {
  const list: unknown =
    isObject(value) && Object.keys(value).every((key) => /^[A-H]$/i.test(key)) ? Object.values(value) : value;
  return Array.isArray(list) && list.every((text) => typeof text === 'string') ? list : undefined;
}

/** Whether a value is one of these texts, its letter, or its number. */
const isOption = (value: unknown, list: readonly unknown[] | undefined): boolean =>
  list !== undefined &&
  (list.includes(value) ||
    (typeof value === 'string' && /^[A-H]$/i.test(value.trim())) ||
    (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= list.length));

/** Words for the worse one of two that say so wherever they stand. */
const worseNames: ReadonlySet<string> = new Set([
  'rejected',
  'reject',
  'dispreferred',
  'worse',
  'worst',
  'loser',
  'losing',
  'negative',
  'disfavored',
  'disfavoured',
]);

export const calledWorse = (path: string): boolean => wordsIn(path).some((word) => worseNames.has(word));

/** Whether a field holds texts or messages under a name that calls them the worse ones. */
export const mayBeWorse = ({ path, kind, isCode, length }: FieldProfile): boolean =>
  calledWorse(path) &&
  !isAttributeName(wordsIn(keyOf(path))) &&
  (kind === 'messages' || kind === 'texts' || kind === 'objects' || (kind === 'text' && !isCode && length >= 15));

/**
 * Whether numbers beside a conversation may grade its last turn: several in a list under a name for labels or ratings.
 */
export const mayGrade = ({ path, kind }: FieldProfile): boolean =>
  ['numbers', 'object', 'other'].includes(kind) &&
  [labelWords, ratingWords].some((set) => hasWord(wordsIn(keyOf(path)), set));

/** Whether a field says which of two responses is the better one: there are two. */
export const namesOneOfTwo = (field: FieldProfile): boolean =>
  field.kind === 'text' &&
  field.values.length > 0 &&
  ((isVerdict(field) && areAll(field, /^(a|b|tie|[ab] ?> ?[ab]|(response|answer|output|model)[ _]?[ab12])$/i)) ||
    (!namesModel(field) &&
      areAll(field, /^((response|answer|output|model|assistant|candidate)[ _]?[ab12]|tie|draw|both|neither)$/i)));

const areAll = ({ values }: FieldProfile, form: RegExp): boolean =>
  values.every((value) => typeof value === 'string' && form.test(value.trim()));

/**
 * The ids of responses that a reading finds empty in nearly all records, beside others that are not: no pair is left to
 * compare.
 */
export function emptyResponses(records: readonly JsonObject[], layout: Layout, mapping: Mapping): readonly string[] {
  const fields = fullMapping(layout, mapping);
  const contents = records.flatMap((record): readonly Content[] => {
    try {
      return [layout.read(new RecordReader(record, fields))].flat();
    } catch (error) {
      if (!(error instanceof LayoutError)) throw error;
      return [];
    }
  });
  const counts = new Map<string, number>();
  for (const { responses } of contents)
    for (const { id, text } of responses)
      if (responses.length > 1 && text.trim() === '') counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= contents.length * 0.9).map(([id]) => id);
}

/** What speaks against a way to read a sample: records that it cannot read, prompts or responses without a word. */
export function readingProblem(records: readonly JsonObject[], layout: Layout, mapping: Mapping): Problem | undefined {
  const fields = fullMapping(layout, mapping);
  let faults = 0;
  let first: { readonly record: number; readonly reason?: string } | undefined;
  for (const [at, record] of records.entries()) {
    try {
      const read = layout.read(new RecordReader(record, fields));
      const contents: readonly Content[] = Array.isArray(read) ? (read as readonly Content[]) : [read as Content];
      if (
        contents.every(
          ({ prompt, responses }) =>
            (mapping.prompt === noPromptPath || prompt.some(({ content }) => content.trim() !== '')) &&
            responses.some(({ text }) => text.trim() !== ''),
        )
      )
        continue;
      first ??= { record: at + 1 };
    } catch (error) {
      if (!(error instanceof LayoutError)) throw error;
      first ??= { record: at + 1, reason: error.message };
    }
    faults++;
  }
  if (!first || faults <= records.length * (1 - minRecordsRead)) return undefined;
  const { record, reason } = first;
  return reason === undefined
    ? problem('doubt.emptyRecords', { records: records.length, faults, record })
    : problem('doubt.unreadRecords', { records: records.length, faults, record, reason });
}
