import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { sourceName } from '../../dataset/sources/sources';
import { people, type JudgeKind } from '../../model/annotation/judgeKind';
import { recipeSchema, type FileKind, type NoiseVariant } from '../../model/study/recipe';
import type { Noise, NoiseFigures } from '../../quality/noise/noise';
import type { Study } from '../../study/study';
import { defaultsTaken } from '../builders/defaults';
import type { ExportOptions } from '../format';
import { annotatorName, benchmarkName, groupName, sourcePseudonym } from '../rows/pseudonyms';
import { inEnglish } from '../../model/problems/translation';
import { commandFacts } from '../rows/rowFacts';
import { droppedOf, notesOf, type Tally } from '../rows/tally';
import { withoutNames } from '../rows/filterValueCounts';
import { rounded } from '../derive/margins';
import { filesIn, currentFolder } from '../commands/trainingCommand';
import { commandsFor } from '../trainers';
import { digestOf, type CardFacts, type Reliability } from './datasetCard';
import { sha256Of } from './fileHash';
import type { ManifestFile } from './manifest';
import { provenanceName } from './exportTarget';
import { type DataSplit } from './dataFiles';
import type { Finish } from './writeFolder';

type Told = Awaited<ReturnType<Finish>>['manifest'];

type Source = Told['dataset']['sources'][number];

/** The files of the dataset, as they are now. */
export async function sourcesOf({ sources, project, file }: Study, signal?: AbortSignal): Promise<readonly Source[]> {
  const described: Source[] = [];
  for (const path of sources)
    described.push({
      path: sourceName(path, project.dataset.sources, dirname(file)),
      bytes: (await stat(path)).size,
      sha256: await sha256Of(path, signal),
    });
  return described;
}

/**
 * What an export was made of, and with; under pseudonyms nothing that may name a person, but what the recipe asks of
 * metadata.
 */
export function manifestOf(
  study: Study,
  sources: readonly Source[],
  options: ExportOptions,
  kind: FileKind,
  tally: Tally,
): Told {
  const { project } = study;
  const newest = study.replay.newest();
  const defaults = { ...votersTaken(tally), ...defaultsTaken(options, tally.file) };
  return {
    format: options.format.name,
    ...(options.format.declared && { declared: options.format.declared }),
    trainers: options.format.trainers.map(({ name }) => name),
    dataset: {
      sources: sources.map(({ path, ...each }) => ({ path: sourcePseudonym(path, options), ...each })),
      layout: project.dataset.layout,
      mapping: project.dataset.mapping,
    },
    options: recipeOf(options, kind),
    ...(Object.keys(defaults).length > 0 && { defaults }),
    questions: project.task.questions.filter(({ version }) => tally.questions.has(version)),
    ...(tally.guidelines.size > 0 && { guidelines: [...tally.guidelines].sort() }),
    ...(tally.rubrics.size > 0 && { rubrics: rubricsOf(study, tally) }),
    annotators: [...tally.annotators].sort(),
    ...(options.pseudonyms !== undefined && { pseudonymised: true as const }),
    annotations: tally.annotations,
    ...(newest !== undefined && { newest }),
    ...noiseTold(tally, options),
    ...(options.aggregate !== undefined && { aggregated: { rule: options.aggregate, ...tally.aggregated } }),
    ...overlapsTold(tally, options),
    rows: Object.fromEntries(Object.entries(tally.rows).filter(([, rows]) => rows > 0)),
    dropped: inEnglish(() =>
      droppedOf(options.pseudonyms === undefined ? tally : { ...tally, met: withoutNames(tally.met) }),
    ),
    notes: inEnglish(() => notesOf(tally)),
    unreadable: tally.problems.filter(({ severity }) => severity === 'error').length,
    provenance: `row k of a split is the line of ${provenanceName} with that split and "row": k, counted from 1`,
  };
}

/** Whose judgements were exported where no option named anybody, in a study that models judged too. */
function votersTaken({ dropped, notes }: Tally): { readonly origins?: readonly JudgeKind[] } {
  return dropped['by-model'] !== undefined
    ? { origins: people }
    : notes['only-models'] !== undefined
      ? { origins: ['model'] }
      : {};
}

/** What a card says of an export. */
export function cardFacts(
  study: Study,
  options: ExportOptions,
  kind: FileKind,
  tally: Tally,
  manifest: Told,
  data: readonly ManifestFile[],
  reliability: Reliability,
): CardFacts {
  const { format } = options;
  // From the folder itself, so that they hold wherever it is moved.
  const commands = commandsFor(format.trainers, {
    ...filesIn(currentFolder, kind, Object.keys(manifest.rows) as DataSplit[]),
    facts: commandFacts(tally.facts, tally.notes),
  });
  const origins = [...tally.origins]
    .map(([name, annotations]) => ({ name, annotations }))
    .sort((a, b) => b.annotations - a.annotations || (a.name < b.name ? -1 : 1));
  return {
    title: options.pseudonyms === undefined ? basename(study.file).replace(/\.tiebreak$/, '') : 'Preferences',
    file: kind,
    manifest,
    format: format.title,
    digest: digestOf(data.filter(({ name }) => name !== provenanceName)),
    judges: {
      annotators: tally.annotators.size,
      ...(options.pseudonyms === undefined && { names: manifest.annotators }),
      origins,
    },
    reliability,
    ...(options.noise !== undefined && { limits: [variants[options.noise]] }),
    ...(commands.length > 0 && { commands }),
    // A Parquet file says its own types.
    ...(kind !== 'parquet' && tally.features && { features: tally.features }),
  };
}

const variants: Readonly<Record<NoiseVariant, string>> = {
  filter: 'This is a variant for label noise: pairs are left out if more annotators prefer the other response.',
  flip: 'This is a variant for label noise: pairs are reversed if more annotators prefer the other response. Such rows differ from what their annotator chose.',
  smooth:
    'This is a variant for label noise: the column "soft_label" is the probability that a preference is right, based on how often labels are wrong in this study.',
};

function overlapsTold({ file }: Tally, options: ExportOptions): Pick<Told, 'overlaps'> {
  if (!file?.overlaps) return {};
  const files = file.overlaps.byFile.map(({ file: path, items, first }) => {
    const name = benchmarkName(path, options);
    return { file: name, items, first: first.map((each) => ({ ...each, at: `${name}${each.at.slice(path.length)}` })) };
  });
  return { overlaps: { rule: file.overlaps.rule, files } };
}

type NoiseTold = NonNullable<Told['noise']>;

/** How often labels are likely wrong, annotators by the names that the export has for them. */
function noiseTold({ noise }: Tally, options: ExportOptions): { noise?: NoiseTold } {
  if (!noise) return {};
  const described = (Object.entries(noise) as [string, NoiseFigures][]).flatMap(([kind, { overall, byAnnotator }]) => {
    if (!overall) return [];
    const annotators = [...byAnnotator]
      .map(([annotator, each]) => [annotatorName(annotator, options), figuresOf(each)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return [[kind, { overall: figuresOf(overall), byAnnotator: Object.fromEntries(annotators) }] as const];
  });
  return described.length === 0 ? {} : { noise: Object.fromEntries(described) };
}

const figuresOf = ({ epsilon, low, high, flips, items }: Noise): NonNullable<NoiseTold['overlap']>['overall'] => ({
  epsilon: rounded(epsilon),
  low: rounded(low),
  high: rounded(high),
  pairs: flips.n,
  flipped: Math.round(flips.rate * flips.n),
  items,
});

/** The options as a recipe that makes the same export, without what would tell who is behind a pseudonym. */
function recipeOf(options: ExportOptions, kind: FileKind): Readonly<Record<string, unknown>> {
  const annotators = options.annotators?.map((name) => annotatorName(name, options));
  const groups = options.groups?.map((name) => groupName(name, options));
  const contamination = options.contamination && {
    ...options.contamination,
    files: options.contamination.files.map((path) => benchmarkName(path, options)),
  };
  const all: Readonly<Record<string, unknown>> = {
    ...options,
    annotators,
    groups,
    contamination,
    pseudonyms: undefined,
    format: options.format.name,
    file: kind,
  };
  return Object.fromEntries(
    Object.keys(recipeSchema.shape).flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
  );
}

function rubricsOf(
  { rubrics: { rubrics } }: Study,
  { rubrics: named }: Tally,
): { id: string; title: string; version: number }[] {
  const ids = [...named.keys()].sort();
  return ids.flatMap((id) =>
    [...(named.get(id) ?? [])]
      .sort((a, b) => a - b)
      .map((version) => ({ id, title: rubrics.find((rubric) => rubric.id === id)?.title ?? id, version })),
  );
}
