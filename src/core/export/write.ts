import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { assertVersion, versionOf } from '../dataset/fileVersion';
import { sourceName } from '../dataset/sources';
import type { Annotation } from '../model/annotation';
import { UsageError, UserError } from '../model/problem';
import { studyPaths, type Study } from '../study/study';
import { sha256Of } from './folder/earlier';
import type { FileKind, RowValue } from './folder/rowWriter';
import { dataNames, provenanceName, type Target } from './folder/target';
import { folderPlan, writeFolder, type Finish } from './folder/writeFolder';
import { rowsOf, type ExportOptions, type Row } from './rows';
import type { Split } from './split';
import { droppedOf, newTally, notesOf, type Tally } from './tally';

export { manifestName, provenanceName } from './folder/target';

/** What an export wrote. */
export interface ExportResult {
  readonly tally: Tally;
  /** Absolute paths of the data files. */
  readonly files: readonly string[];
  readonly manifest: string;
}

/** The first rows that an export would write, and all its counts. */
export interface ExportPreview {
  readonly rows: readonly Row[];
  readonly tally: Tally;
}

/** How rows are written, whatever they are. */
export interface WriteOptions {
  /** Of the data files; JSONL where absent. */
  readonly file?: FileKind | undefined;
}

/** Throws `UsageError` for annotators who judged nothing here. */
export async function previewExport(study: Study, options: ExportOptions, limit: number, signal?: AbortSignal, onFraction?: (fraction: number) => void): Promise<ExportPreview> {
  refuseStrangers(study, options);
  const tally = newTally();
  const rows: Row[] = [];
  for await (const row of rowsOf(study, options, tally, signal, onFraction)) if (rows.length < limit) rows.push(row);
  return { rows, tally };
}

/**
 * Writes a training file and, in dot-files that `load_dataset` passes over, its manifest and where each row came from.
 *
 * `out` is a folder, which then holds `train.jsonl` (and `test.jsonl`) and nothing else that a loader would read, or a file
 * that ends in `.jsonl` (one split only); `.json` or `.parquet` where rows are written so. The same study and options give the same bytes. An export that fails or is aborted leaves what was there (`writeFolder`).
 * Throws `UserError` for an export without rows, a folder that holds other data, or a target among the study's own data, and
 * `UsageError` for annotators who judged nothing here; `DatasetChanged` where the dataset changed meanwhile.
 */
export async function writeExport(study: Study, options: ExportOptions & WriteOptions, out: string, signal?: AbortSignal, onFraction?: (fraction: number) => void): Promise<ExportResult> {
  refuseStrangers(study, options);
  const plan = folderPlan(resolve(out), options.file ?? 'jsonl', options.split ? ['train', 'test'] : ['train']);
  await refuseOwnData(study, plan.target);
  const versions = await Promise.all(study.sources.map(versionOf));
  const tally = newTally();
  const made: MadeUnder = { rubrics: new Map(), guidelines: new Set() };
  const { files, manifestFile } = await writeFolder(plan, async (sink) => {
    for await (const { split, json, pair } of rowsOf(study, options, tally, signal, onFraction)) {
      const { item, annotation, chosen, rejected } = pair;
      note(made, annotation);
      await sink({ split, value: options.file === 'parquet' ? (JSON.parse(json) as RowValue) : {}, json, provenance: { item: item.id, annotation: annotation.id, annotator: annotation.annotator, ...(annotation.context !== undefined && { context: annotation.context }), chosen: chosen.id, rejected: rejected.id } });
    }
    refuseEmpty(tally, plan.target);
    return async () => {
      const manifest = await manifestOf(study, options, tally, made);
      for (const [i, path] of study.sources.entries()) await assertVersion(path, versions[i]);
      return { manifest };
    };
  }, signal);
  return { tally, files, manifest: manifestFile };
}

/** What the rows' annotations were made under. */
interface MadeUnder {
  /** Versions by rubric. */
  readonly rubrics: Map<string, Set<number>>;
  readonly guidelines: Set<string>;
}

function note({ rubrics, guidelines }: MadeUnder, annotation: Annotation): void {
  for (const { id, version } of annotation.rubrics) rubrics.set(id, (rubrics.get(id) ?? new Set()).add(version));
  if (annotation.guidelines) guidelines.add(annotation.guidelines.version);
}

/** Nothing flows back into a source file, and a journal is only ever appended to. */
async function refuseOwnData(study: Study, { folder, data, isFolder }: Target): Promise<void> {
  const sources = await Promise.all(study.sources.map(realPath));
  const written = isFolder ? dataNames.map((name) => join(folder, name)) : Object.values(data);
  for (const path of written) {
    if (sources.includes(await realPath(path))) throw new UserError(`${path}: is a source of this study, and an export would overwrite it. Choose another file or folder`);
  }
  if ((await realPath(folder)) === (await realPath(studyPaths(study.file).annotations))) throw new UserError(`${folder}: holds the journals of this study. Choose another folder`);
}

/** The path without links, as far as it exists. */
async function realPath(path: string): Promise<string> {
  const parent = dirname(path);
  return realpath(path).catch(async () => (parent === path ? path : join(await realPath(parent), basename(path))));
}

/** Trainers stop at a file without rows. */
function refuseEmpty(tally: Tally, { data }: Target): void {
  const total = Object.values(tally.rows).reduce((sum, rows) => sum + rows, 0);
  if (total === 0) throw new UserError(`there is nothing to export: ${nothingBecause(tally)}`);
  const empty = Object.keys(data).find((split) => tally.rows[split as Split] === 0);
  if (empty !== undefined) throw new UserError(`the split leaves "${empty}" without a row (${total} in all), and trainers stop at an empty file. Choose other shares, another seed, or no split`);
}

async function manifestOf(study: Study, options: ExportOptions & WriteOptions, tally: Tally, { rubrics, guidelines }: MadeUnder): Promise<Awaited<ReturnType<Finish>>['manifest']> {
  const { project } = study;
  const sources = [];
  for (const path of study.sources) sources.push({ path: sourceName(path, project.dataset.sources, dirname(study.file)), bytes: (await stat(path)).size, sha256: await sha256Of(path) });
  const byId = (a: { readonly id: string; readonly version: number }, b: { readonly id: string; readonly version: number }): number => (a.id === b.id ? a.version - b.version : a.id < b.id ? -1 : 1);
  const newest = newestOf(study);
  return {
    format: options.format.name,
    trainers: [...options.format.trainers],
    dataset: { sources, layout: project.dataset.layout, mapping: project.dataset.mapping },
    options: { file: options.file ?? 'jsonl', annotators: options.annotators ?? null, criterion: options.criterion ?? null, context: options.context ?? null, controls: options.controls ?? null, split: options.split ?? null, seed: options.split ? (options.seed ?? 0) : null },
    questions: project.task.questions.filter(({ version }) => tally.questions.has(version)),
    ...(guidelines.size > 0 && { guidelines: [...guidelines].sort() }),
    rubrics: [...rubrics].flatMap(([id, versions]) => [...versions].map((version) => ({ id, title: study.rubrics.rubrics.find((rubric) => rubric.id === id)?.title ?? id, version }))).sort(byId),
    annotators: [...tally.annotators].sort(),
    annotations: tally.annotations,
    ...(newest !== undefined && { newest }),
    rows: options.split ? { ...tally.rows } : { train: tally.rows.train },
    dropped: droppedOf(tally),
    notes: notesOf(tally),
    unreadable: tally.problems.filter(({ severity }) => severity === 'error').length,
    provenance: `row k of a split is the line of ${provenanceName} with that split and "row": k, counted from 1`,
  };
}

/** The latest id of the annotations in force. */
function newestOf(study: Study): string | undefined {
  let newest: string | undefined;
  for (const { id } of study.replay.all()) if (newest === undefined || id > newest) newest = id;
  return newest;
}

/** A misspelt name would leave that person's judgements out, and nobody would know. */
function refuseStrangers(study: Study, { annotators }: ExportOptions): void {
  const known = study.replay.annotators();
  const strangers = annotators?.filter((name) => !known.includes(name)) ?? [];
  if (strangers.length > 0) throw new UsageError(`there is no annotator ${strangers.map((name) => JSON.stringify(name)).join(', ')} in this study; there ${known.length === 1 ? 'is' : 'are'} ${known.join(', ') || 'none yet'}`);
}

function nothingBecause(tally: Tally): string {
  const reasons = Object.values(droppedOf(tally)).map(({ count, reason }) => `${count} × ${reason}`);
  if (reasons.length > 0) return `of ${tally.annotations} annotations none gives a pair (${reasons.join('; ')})`;
  return 'no item has been judged yet. Rank some items first, or import labels with "tiebreak import"';
}
