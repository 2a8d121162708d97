import { problem, UserError, wordsOf } from '../model/problems/problem';
import { detectCommonLayout, type DetectOptions } from './detectLayout';
import { mappingSettings, type Mapping } from './fields/fieldMapping';
import type { JsonObject } from './fields/recordFields';
import { assertPathsExist } from './fields/mappingChecks';
import { NoLayoutError } from './items/noLayoutError';
import { demonstrations } from './layouts/edits/demonstrations';
import type { Layout } from './layouts/layout';
import { responseList } from './layouts/lists/responseList';
import { kto } from './layouts/rows/trainers';
import { runs } from './layouts/runs/runs';
import { singleResponses } from './layouts/unpaired/singleResponses';
import { runFileHarness } from './readers/fileKind';
import { assertNothingMissed } from './recognition/assertNothingMissed';
import { commonPlan, triedReading, uncertain, type DetectedReading } from './recognition/commonPlan';
import { assertOneRecordArray, firstObjects, firstObjectsOf } from './recognition/firstObjects';
import { innerReading } from './recognition/innerReading';
import { answersOnRuns, assertNoRun, isHttpRecording, isRun, looksLikeRun, runFields } from './recognition/modelRuns';
import { areHttpRecordings, stepFields, stepListsIn } from './recognition/stepLists';
import { generalLayouts, lastResort, planOf, type Plan } from './recognition/plan';
import { emptyResponses, readingProblem, stepsOfTraces } from './recognition/planChecks';
import { proposalFault } from './recognition/proposal';
import { responseFields, withResponses } from './recognition/userFieldRoles';
import { questionsBesideAnswers, questionsElsewhere } from './recognition/questionFiles';
import { assertNoRubric, rubricsInstead } from './recognition/rubricSets';
import { maybeRecordValue } from './records/rawRecord';
import { readHead } from './records/recordStream';

/**
 * How files are read: by the layout that is found or named, or where none fits by what their fields are called and hold
 * (`recognition/plan`), if that is certain; with the mapping in full. Throws as `detectCommonLayout`; what is not certain
 * stands in the error, as a command to use it.
 */
export async function detectReading(paths: readonly string[], options: DetectOptions = {}): Promise<DetectedReading> {
  const { layout, mapping = {} } = options;
  if (layout === undefined && (await areRunFiles(paths)))
    return { layout: await detectCommonLayout(paths, { layout: runs.name, mapping }), mapping, isPlanned: false };
  // What a person says of the fields is theirs.
  if (layout !== undefined || !Object.keys(mapping).every((name) => mappingSettings.includes(name)))
    return foundReading(paths, options);
  const joined = await questionsBesideAnswers(paths, mapping);
  if (joined) return joined;
  const reading = await foundReading(paths, options).catch(async (error: unknown) => {
    if (!(error instanceof NoLayoutError)) throw error;
    throw (
      (await questionsElsewhere(paths, mapping)) ??
      (await runIn(paths, mapping)) ??
      (await rubricsInstead(paths, mapping, error)) ??
      error
    );
  });
  await assertNoRun(paths, reading, mapping.records);
  await assertNoRubric(paths, reading);
  await assertNothingMissed(paths, reading);
  return reading;
}

/** Whether all files are of runs. Throws `UserError` where only some are, and where they hold tasks alone. */
async function areRunFiles(paths: readonly string[]): Promise<boolean> {
  let run: string | undefined;
  let other: string | undefined;
  let hasRuns = false;
  for (const path of paths) {
    const harness = await runFileHarness(path);
    if (harness) run ??= path;
    else other ??= path;
    hasRuns ||= harness !== undefined && harness.tasksOnly !== true;
    if (run !== undefined && other !== undefined)
      throw new UserError(problem('runs.besideOthers', { other: run }, other));
  }
  if (run !== undefined && !hasRuns) throw new UserError(problem('runs.tasksAlone', {}, run));
  return run !== undefined;
}

/** The error for files of which one holds runs of a model, whatever else is wrong; undefined where none does. */
async function runIn(paths: readonly string[], mapping: Mapping): Promise<NoLayoutError | undefined> {
  for (const { path, records } of await firstObjectsOf(paths, mapping)) {
    const answers = answersOnRuns(path, records);
    if (answers) return answers;
    const fields = runFields(records);
    if (fields.length > 0) return isRun(path, fields);
    if (areHttpRecordings(records)) return isHttpRecording(path);
    const steps = stepListsIn(records);
    if (steps) return looksLikeRun(path, steps);
    const own = stepFields(records);
    if (own.length > 1) return isRun(path, own);
  }
  return undefined;
}

async function foundReading(paths: readonly string[], options: DetectOptions): Promise<DetectedReading> {
  try {
    return await outerReading(paths, options);
  } catch (error) {
    const isOpen = options.layout === undefined && options.mapping?.records === undefined;
    const inner =
      isOpen && error instanceof NoLayoutError && error.differing.length === 0 && !error.plan
        ? await innerReading(paths, options.mapping ?? {}, error.lacks === 'place')
        : undefined;
    if (!inner) throw error;
    return inner;
  }
}

async function outerReading(paths: readonly string[], options: DetectOptions): Promise<DetectedReading> {
  const { mapping = {} } = options;
  const project = paths.find((path) => /\.tiebreak$/i.test(path));
  if (project !== undefined) throw new UserError(problem('recognition.isProject', {}, project));
  if (options.layout !== undefined)
    return { layout: await detectCommonLayout(paths, options), mapping, isPlanned: false };
  for (const path of mapping.records === undefined ? paths : []) await assertOneRecordArray(path);
  try {
    const layout = await detectCommonLayout(paths, options);
    const isSaid = !Object.keys(mapping).every((name) => mappingSettings.includes(name));
    return isSaid || ![...generalLayouts, kto].includes(layout)
      ? { layout, mapping, isPlanned: false }
      : await generalReading(paths, layout, mapping);
  } catch (error) {
    if (!(error instanceof NoLayoutError) || error.differing.length > 0 || error.lacks === 'header' || error.plan)
      throw error;
    return plannedReading(paths, mapping, error);
  }
}

/**
 * The reading of files that have the fields of a general layout, which other files have too. The profile of their first
 * records says once where everything stands, so that the layout only carries a mapping out. What it doubts of any
 * reading, and responses that it finds elsewhere than a layout of one response each, are asked. Where it is certain of another layout, that
 * counts if this one reads less; where it is not certain, the layout's own names do.
 */
async function generalReading(paths: readonly string[], layout: Layout, mapping: Mapping): Promise<DetectedReading> {
  const plan = await commonPlan(paths, mapping);
  await refuseEmpty(paths, layout, mapping);
  const named = { layout, mapping, isPlanned: false };
  if (!plan) return named;
  const records = await firstObjects(paths[0] ?? '', mapping);
  const places = [plan, named].map((reading) => responseFields(records, reading));
  const [found = [], own = []] = places;
  const isElsewhere =
    ofOneResponse.includes(layout) &&
    own.some((path) => !found.includes(path)) &&
    found.some((path) => !own.includes(path));
  const guards = isElsewhere ? [...plan.guards, wordsOf(problem('doubt.rivals', { places }))] : plan.guards;
  if (guards.length > 0) throw await uncertain(paths, { ...plan, doubts: guards });
  // What 0 and 1 mean is known of KTO's fields alone.
  if (layout === kto) return named;
  const isRead = (some: readonly JsonObject[]): boolean => readingProblem(some, layout, mapping) === undefined;
  const isSame = plan.layout === layout;
  if (plan.doubts.length === 0 && (isSame || !isRead(records)))
    return { layout: plan.layout, mapping: { ...besideOwn(plan), ...mapping }, isPlanned: !isSame };
  if (!records.some((record) => isRead([record]))) throw await uncertain(paths, plan);
  return isSame ? { ...named, mapping: { ...judgingIn(plan), ...mapping } } : named;
}

/** Layouts of one response each, beside which there may be others in fields of their own. */
const ofOneResponse: readonly Layout[] = [kto, singleResponses, demonstrations];

/** A plan's mapping without the fields that stand where the layout has them anyway. */
const besideOwn = ({ mapping, layout }: Plan): Mapping =>
  Object.fromEntries(Object.entries(mapping).filter(([name, path]) => layout.fields[name] !== path));

/**
 * The reading of files that no layout knows: as a person says, else as the plan says where it is certain. Throws
 * `NoLayoutError` with what is nearest to one.
 */
async function plannedReading(
  paths: readonly string[],
  mapping: Mapping,
  error: NoLayoutError,
): Promise<DetectedReading> {
  const said = await saidReading(paths, mapping);
  if (said) return said;
  const plan = await commonPlan(paths, mapping);
  if (!plan) throw (await oddOneOut(paths, mapping)) ?? (await nothingFound(paths, mapping)) ?? error;
  // What a person names of another layout is theirs to finish.
  const isOfOther = Object.keys(mapping).some(
    (name) => !mappingSettings.includes(name) && !Object.hasOwn(plan.layout.fields, name),
  );
  if (isOfOther) throw error;
  if (plan.doubts.length > 0) throw await uncertain(paths, plan);
  return triedReading(paths, plan);
}

/**
 * The reading that a person says with fields alone, where these hold responses: a general layout that reads them;
 * undefined where no responses were named, or they cannot be read so. Throws `UsageError` where a field is in no record.
 */
async function saidReading(paths: readonly string[], mapping: Mapping): Promise<DetectedReading | undefined> {
  const { responses, prompt } = mapping;
  if (responses === undefined || prompt === undefined) return undefined;
  await assertPathsExist(paths, { layout: responseList, mapping });
  const records = await firstObjects(paths[0] ?? '', mapping);
  const { responses: _, ...beside } = mapping;
  const said = withResponses(records, { layout: responseList, mapping: beside }, responses.split(','));
  return (await proposalFault(paths, said.layout, said.mapping)) ? undefined : { ...said, isPlanned: false };
}

/** The error for records in which nothing is named as a response, with the one text in them that may be one. */
async function nothingFound(paths: readonly string[], mapping: Mapping): Promise<NoLayoutError | undefined> {
  const [path = ''] = paths;
  const records = await firstObjects(path, mapping);
  const steps = stepsOfTraces({ records });
  if (steps)
    return new NoLayoutError(
      [],
      problem('recognition.notCertain', { doubts: [wordsOf(steps)], command: null, lacksPrompt: false }, path),
    );
  const plan = lastResort(records);
  return plan && uncertain(paths, { ...plan, mapping: { ...plan.mapping, ...mapping } });
}

/**
 * The error for files of which one has other fields than most of the others, so that no reading fits them all;
 * undefined where none stands out.
 */
async function oddOneOut(paths: readonly string[], mapping: Mapping): Promise<NoLayoutError | undefined> {
  const fields = new Map<string, string[]>();
  for (const path of paths) {
    const [first] = (await readHead(path, 1, { mapping })).records.map(maybeRecordValue);
    if (first) fields.set(path, Object.keys(first));
  }
  const alike = new Map<string, string[]>();
  for (const [path, names] of fields) {
    const key = names.toSorted().join('\n');
    alike.set(key, [...(alike.get(key) ?? []), path]);
  }
  const [most, other, ...more] = [...alike.values()].sort((a, b) => b.length - a.length);
  const [one, odd] = [most?.[0], other?.[0]];
  if (one === undefined || odd === undefined || more.length > 0 || other?.length !== 1) return undefined;
  return new NoLayoutError(
    [],
    problem(
      'recognition.differentFields',
      { fields: fields.get(odd) ?? [], other: one, otherFields: fields.get(one) ?? [] },
      odd,
    ),
  );
}

/**
 * Throws `NoLayoutError` where a field for one of several responses is empty in nearly all records, with the reading of
 * the rest.
 */
async function refuseEmpty(files: readonly string[], layout: Layout, mapping: Mapping): Promise<void> {
  const [path = ''] = files;
  const records = await firstObjects(path, mapping);
  const empty = emptyResponses(records, layout, mapping);
  const paths = empty
    .map((id) => layout.fields[id] ?? id)
    .filter((name) => records.some((record) => Object.hasOwn(record, name)));
  if (paths.length === 0) return;
  const plan = planOf(
    records.map((record) => Object.fromEntries(Object.entries(record).filter(([name]) => !paths.includes(name)))),
  );
  const doubt = wordsOf(problem('doubt.emptyResponses', { fields: paths }));
  throw plan
    ? await uncertain(files, { ...plan, doubts: [doubt, ...plan.doubts], mapping: { ...plan.mapping, ...mapping } })
    : new NoLayoutError([], problem('recognition.nothingToCompare', { fields: paths }, path));
}

/** Parts of a mapping that say how responses were judged, and by which words. */
export const labelFieldNames: readonly string[] = [
  'label',
  'values',
  'judges',
  'rank',
  'rating',
  'acceptable',
  'annotator',
];

/** The fields of a plan that judge, where they are not the layout's own. */
const judgingIn = (plan: Plan): Mapping =>
  Object.fromEntries(Object.entries(besideOwn(plan)).filter(([name]) => labelFieldNames.includes(name)));
