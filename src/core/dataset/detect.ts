import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { problem, UsageError, UserError, wordsOf } from '../model/problems/problem';
import type { UnknownField } from '../model/problems/recognition';
import type { JsonObject } from './fields/recordFields';
import { keyField } from './readers/json/innerRecords';
import { layoutNamed, layouts } from './layouts';
import { fullMapping, type Layout } from './layouts/layout';
import { noPromptPath, mappingSettings, type Mapping } from './fields/fieldMapping';
import { unknownIn } from './fields/mappingChecks';
import { NoLayoutError } from './items/noLayoutError';
import { demonstrations } from './layouts/edits/demonstrations';
import { kto } from './layouts/unpaired/kto';
import { singleResponses } from './layouts/unpaired/singleResponses';
import { planCommand, lacksPrompt } from './recognition/planCommand';
import { emptyResponses, readingProblem } from './recognition/planChecks';
import { generalLayouts, planOf, type Plan } from './recognition/plan';
import { profileOf, type FieldProfile } from './recognition/profile';
import { innerPathsIn } from './recognition/innerPaths';
import { firstObjects, isHeadless, isOneObject, assertOneRecordArray } from './recognition/firstObjects';
import { partsOfResponses } from './recognition/userFieldRoles';
import { wordsIn } from './fields/fieldWords';
import { promptRowsOf } from './grouping/promptRows';
import { maybeRecordValue } from './records/rawRecord';
import { RecordReader } from './records/recordReader';
import { readHead } from './records/recordStream';

/**
 * Finds the layout that all files have, or checks the one that was named. Files without a record are passed over,
 * unless all are. Throws `UserError` where none fits or they differ: a project reads all its files as one.
 */
export async function detectCommonLayout(paths: readonly string[], options: DetectOptions = {}): Promise<Layout> {
  let known: { layout: Layout; path: string } | undefined;
  for (const path of options.layout === undefined ? paths : []) {
    if (paths.length > 1 && (await readHead(path, 1, { mapping: options.mapping })).records.length === 0) continue;
    const layout = await detectLayout(path, options);
    if (known && known.layout !== layout)
      throw new NoLayoutError(
        [known, { layout, path }],
        problem(
          'recognition.differentLayouts',
          { layout: layout.name, other: known.path, otherLayout: known.layout.name },
          path,
        ),
      );
    known ??= { layout, path };
  }
  return known?.layout ?? detectLayout(paths[0] ?? '', options);
}

/**
 * How files are read: by the layout that is found or named, or where none fits by what their fields are called and hold
 * (`reader/plan`), if that is certain; with the mapping in full. Throws as `detectCommonLayout`; what is not certain
 * stands in the error, as a command to use it.
 */
export async function detectReading(paths: readonly string[], options: DetectOptions = {}): Promise<DetectedReading> {
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

export interface DetectedReading {
  readonly layout: Layout;
  readonly mapping: Mapping;
  readonly isPlanned: boolean;
}

/**
 * The reading of records that stand inside others or in several places (`reader/innerPaths`), where one is certain.
 * Throws `NoLayoutError` with the nearest where none is; undefined where nothing in them can be a response.
 * @param areRivals whether they stand in lists with the same fields side by side: these are read together only where
 *   each is of one model
 */
async function innerReading(
  paths: readonly string[],
  mapping: Mapping,
  areRivals: boolean,
): Promise<DetectedReading | undefined> {
  let nearest: Plan | undefined;
  for (const records of (await innerPathsIn(paths[0] ?? '')).slice(0, maxInner)) {
    const placed = { ...mapping, records };
    const found = await commonPlan(paths, placed).catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      return undefined;
    });
    if (!found) continue;
    // Records of some place without a prompt may be judgements of what stands around them.
    const plan =
      found.mapping.prompt === noPromptPath && found.doubts.length === 0
        ? { ...found, doubts: [wordsOf(problem('doubt.noPrompt', {}))] }
        : found;
    if (plan.doubts.length > 0) {
      // Several responses side by side are what was meant, sooner than what somebody says of each.
      if (!records.includes(',') && !areRivals && (!nearest || responsesOf(plan) > responsesOf(nearest)))
        nearest = plan;
      continue;
    }
    const reading = readingOf(plan);
    // Lists side by side are of one model each where they answer the same prompts; else nobody can tell what they are.
    const ofModels = { ...reading, mapping: { ...reading.mapping, model: keyField } };
    if (plan.mapping.model === undefined && plan.layout === singleResponses && (await promptRowsOf(paths, ofModels)))
      return ofModels;
    if (!records.includes(',') && !areRivals) return reading;
  }
  if (nearest) throw uncertain(paths, nearest);
  return undefined;
}

/** How many fields hold the responses of a plan. */
const responsesOf = ({ layout, mapping }: Plan): number =>
  partsOfResponses(layout).flatMap((name) => mapping[name]?.split(',') ?? []).length;

/** So many places are tried. */
const maxInner = 12;

async function outerReading(paths: readonly string[], options: DetectOptions): Promise<DetectedReading> {
  const { mapping = {} } = options;
  const project = paths.find((path) => /\.tiebreak$/i.test(path));
  if (project !== undefined) throw new UserError(problem('recognition.isProject', {}, project));
  const mayPlan = options.layout === undefined;
  for (const path of mayPlan && mapping.records === undefined ? paths : []) await assertOneRecordArray(path);
  try {
    const layout = await detectCommonLayout(paths, options);
    if (
      !mayPlan ||
      ![...generalLayouts, kto].includes(layout) ||
      !Object.keys(mapping).every((name) => mappingSettings.includes(name))
    )
      return { layout, mapping, isPlanned: false };
    const plan = await commonPlan(paths, mapping);
    const guards = plan ? [...plan.guards, ...rivalsOf(layout, plan)] : [];
    await refuseEmpty(paths, layout, mapping);
    if (plan && guards.length > 0) throw uncertain(paths, { ...plan, doubts: guards });
    if (layout === kto) return { layout, mapping, isPlanned: false };
    if (plan && (await readsLittle(paths, layout, mapping))) {
      if (plan.doubts.length === 0) return readingOf(plan);
      if (await readsNothing(paths, layout, mapping)) throw uncertain(paths, plan);
    }
    return {
      layout,
      mapping: plan && judgesTheSame(plan, layout) ? { ...judgingIn(plan), ...mapping } : mapping,
      isPlanned: false,
    };
  } catch (error) {
    if (
      !(error instanceof NoLayoutError) ||
      error.differing.length > 0 ||
      error.lacks === 'header' ||
      error.plan ||
      !mayPlan
    )
      throw error;
    const plan = await commonPlan(paths, mapping);
    // What a person names of another layout is theirs to finish.
    if (!plan) throw (await oddOneOut(paths, mapping)) ?? error;
    if (
      Object.keys(mapping).some((name) => !mappingSettings.includes(name) && !Object.hasOwn(plan.layout.fields, name))
    )
      throw error;
    if (plan.doubts.length > 0) throw uncertain(paths, plan);
    return readingOf(plan);
  }
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

const readingOf = ({ layout, mapping }: Plan): DetectedReading => ({ layout, mapping, isPlanned: true });

/** The error for a reading that a person has to look at, with a command to use it. */
function uncertain(paths: readonly string[], plan: Plan): NoLayoutError {
  return new NoLayoutError(
    [],
    problem(
      'recognition.notCertain',
      { doubts: plan.doubts, command: planCommand(paths, plan), lacksPrompt: lacksPrompt(plan) },
      plan.file ?? paths[0] ?? '',
    ),
    plan,
  );
}

/** Why a layout of one response each may miss the others that a plan finds in fields of their own. */
function rivalsOf(layout: Layout, plan: Plan): readonly string[] {
  const [own, others] = [partsOfResponses(layout), partsOfResponses(plan.layout)];
  const isSingle = ([kto, singleResponses, demonstrations] as readonly Layout[]).includes(layout);
  const fields = others.flatMap((name) => plan.mapping[name]?.split(',') ?? []);
  const isOther =
    fields.length > 1 ||
    (plan.mapping.completion !== undefined &&
      plan.mapping.completion !== layout.fields.completion &&
      plan.mapping.references === layout.fields.completion);
  return isSingle && isOther
    ? [wordsOf(problem('doubt.rivals', { places: [fields, [layout.fields.completion ?? own[0] ?? '']] }))]
    : [];
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
    ? uncertain(files, { ...plan, doubts: [doubt, ...plan.doubts], mapping: { ...plan.mapping, ...mapping } })
    : new NoLayoutError([], problem('recognition.nothingToCompare', { fields: paths }, path));
}

/** Parts of a mapping that say how responses were judged, and by which words. */
export const labelFieldNames: readonly string[] = ['label', 'values', 'rank', 'rating', 'acceptable', 'annotator'];

/**
 * Whether a plan is for the responses that a layout finds in its own fields, so that what it found beside them holds
 * for these too.
 */
const judgesTheSame = (plan: Plan, layout: Layout): boolean =>
  plan.layout === layout &&
  ['responses', 'completion', 'messages'].every(
    (name) => !Object.hasOwn(plan.mapping, name) || plan.mapping[name] === layout.fields[name],
  );

const judgingIn = ({ mapping, layout }: Plan): Mapping =>
  Object.fromEntries(
    Object.entries(mapping).filter(([name, path]) => labelFieldNames.includes(name) && layout.fields[name] !== path),
  );

async function readsNothing(paths: readonly string[], layout: Layout, mapping: Mapping): Promise<boolean> {
  const [first = ''] = paths;
  return (await firstObjects(first, mapping)).every(
    (record) => readingProblem([record], layout, mapping) !== undefined,
  );
}

async function readsLittle(paths: readonly string[], layout: Layout, mapping: Mapping): Promise<boolean> {
  const [first = ''] = paths;
  return readingProblem(await firstObjects(first, mapping), layout, mapping) !== undefined;
}

/**
 * The plan that all files with records have, with what a person maps in place of what was found; undefined where they
 * differ, or one has none.
 */
async function commonPlan(
  paths: readonly string[],
  mapping: Mapping,
  ofSeveral = paths.length > 1,
): Promise<Plan | undefined> {
  let common: Plan | undefined;
  for (const path of paths) {
    if (paths.length > 1 && (await readHead(path, 1, { mapping })).records.length === 0) continue;
    const plan = planOf(await firstObjects(path, mapping), ofSeveral);
    if (!plan || (common && !isDeepStrictEqual([plan.layout.name, plan.mapping], [common.layout.name, common.mapping])))
      return undefined;
    if (!common || plan.doubts.length > 0) common = { ...plan, file: path };
  }
  if (!common) return undefined;
  const plan = { ...common, mapping: { ...common.mapping, ...mapping } };
  // Only all of the rows say whether these are of one item.
  const { gather } = common.mapping;
  if (gather === undefined || plan.doubts.length > 0 || (await promptRowsOf(paths, readingOf(plan)))) return plan;
  return ofSeveral
    ? commonPlan(paths, mapping, false)
    : { ...plan, doubts: [wordsOf(problem('doubt.samePromptId', { field: gather }))] };
}

export interface DetectOptions {
  readonly layout?: string | undefined;
  readonly mapping?: Mapping | undefined;
}

/**
 * Finds the layout of a file by looking at its first records, or checks the one that was named. Throws `UserError`
 * where none fits, and `UsageError` for a layout that there is not and for a mapping of fields that it has not.
 */
export async function detectLayout(path: string, options: DetectOptions = {}): Promise<Layout> {
  const mapping = options.mapping ?? {};
  // Before looking: a field that is misspelt may be why no layout fits.
  refuse(unknownIn(mapping));
  const layout = await found(path, options.layout, mapping);
  refuse(unknownIn(mapping, layout));
  return layout;
}

async function found(path: string, name: string | undefined, mapping: Mapping): Promise<Layout> {
  if (name !== undefined) {
    const named = layoutNamed(name);
    if (!named)
      throw new UsageError(
        problem('recognition.noSuchLayout', { layout: name, layouts: layouts.map((each) => each.name) }),
      );
    return named;
  }
  const objects = await firstObjects(path, mapping);
  const [best] = matchingLayouts(objects, mapping);
  const fields = Object.keys(objects[0]);
  if (!best && (await isOneObject(path, mapping)))
    throw new NoLayoutError([], problem('recognition.isOneObject', { fields }, path));
  if (!best && isHeadless(fields))
    throw new NoLayoutError(
      [],
      problem(
        'recognition.noHeader',
        {
          cells: fields.map((cell) => (cell.length > 30 ? `${cell.slice(0, 30)}…` : cell)),
          names: namesFor(await columnsOf(path, objects[0])),
        },
        path,
      ),
      undefined,
      'header',
    );
  if (!best && !profileOf(objects).some(mayHoldResponses))
    throw new NoLayoutError([], problem('recognition.noTexts', { fields }, path), undefined, 'texts');
  if (!best) throw new NoLayoutError([], problem('recognition.noLayout', { file: basename(path), fields }, path));
  return best;
}

/** What stands in the first line of a table, in its order: of an object's keys numbers come first. */
async function columnsOf(path: string, row: JsonObject): Promise<readonly string[]> {
  const { framing } = await readHead(path, 1);
  return typeof framing === 'object' && framing.kind === 'csv' ? framing.columns : Object.keys(row);
}

/** Names for columns that have none, by what the first row holds: the first text is taken for the prompt. */
function namesFor(row: readonly string[]): readonly string[] {
  const isNumber = (cell: string): boolean => /^[+-]?\d+([.,]\d+)?$/.test(cell.trim());
  const responses = row.filter((cell) => !isNumber(cell)).length - 1;
  let texts = 0;
  let numbers = 0;
  return row.map((cell) => {
    if (isNumber(cell)) return `${responses > 1 ? 'label' : 'rating'}${numbers++ > 0 ? `_${numbers}` : ''}`;
    if (texts++ === 0) return 'prompt';
    return responses === 1 ? 'response' : `response_${String.fromCharCode(95 + texts)}`;
  });
}

/** A text under "model" that is no longer, on average, is a name. */
const maxNameLength = 60;

/** Whether somebody may have meant a field for responses: every kind of texts but codes and names of models. */
const mayHoldResponses = ({ path, kind, isCode, length }: FieldProfile): boolean =>
  (kind === 'text' && !isCode && (length > maxNameLength || !wordsIn(path).includes('model'))) ||
  kind === 'messages' ||
  kind === 'texts' ||
  kind === 'objects';

function refuse(unknown: UnknownField | undefined): void {
  if (unknown) throw new UsageError(problem('recognition.noSuchMappedField', unknown));
}

/**
 * The layouts that some of the records match: those with every field that a person mapped before others, then those
 * that the most match; in the order of the list where as many do.
 */
export function matchingLayouts(objects: readonly JsonObject[], mapping: Mapping): readonly Layout[] {
  const scores = layouts.map((layout) => {
    const records = objects.map((object) => new RecordReader(object, fullMapping(layout, mapping)));
    const hits = records.filter((record) => layout.matches(record)).length;
    return { layout, hits: hits > 0 && (layout.bornOut?.(records) ?? true) ? hits : 0 };
  });
  const isMeant = ({ fields }: Layout): number =>
    Number(Object.keys(mapping).every((name) => mappingSettings.includes(name) || Object.hasOwn(fields, name)));
  return scores
    .filter(({ hits }) => hits > 0)
    .sort((a, b) => isMeant(b.layout) - isMeant(a.layout) || b.hits - a.hits)
    .map(({ layout }) => layout);
}
