import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { assertVersion, versionOf } from '../dataset/fileVersion';
import { LineWriter } from '../dataset/lineWriter';
import { sourceName } from '../dataset/sources';
import { UsageError, UserError } from '../model/problem';
import { studyPaths, type Study } from '../study/study';
import type { ExportOptions } from './options';
import { rowsOf, type Row } from './rows';
import type { Split } from './split/shares';
import { droppedOf, newTally, notesOf, type Tally } from './tally';

/** Both begin with a dot, so that `load_dataset` passes over them. */
export const manifestName = '.tiebreak-manifest.json';
export const provenanceName = '.tiebreak-rows.jsonl';

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
 * that ends in `.jsonl` (one split only). The same study and options give the same bytes. Everything is written beside the
 * target first and moved there at the end: an export that fails or is aborted leaves what was there.
 * Throws `UserError` for an export without rows, a folder that holds other data, or a target among the study's own data, and
 * `UsageError` for annotators who judged nothing here; `DatasetChanged` where the dataset changed meanwhile.
 */
export async function writeExport(study: Study, options: ExportOptions, out: string, signal?: AbortSignal, onFraction?: (fraction: number) => void): Promise<ExportResult> {
  refuseStrangers(study, options);
  const target = targetOf(resolve(out), options);
  await refuseOwnData(study, target);
  await refuseForeignData(target);
  await mkdir(target.folder, { recursive: true });
  const versions = await Promise.all(study.sources.map(versionOf));
  const suffix = `.${randomBytes(4).toString('hex')}.partial`;
  const partial = (path: string): string => join(dirname(path), `.${basename(path)}${suffix}`);
  const paths = [...Object.values(target.data), target.provenance, target.manifest];
  try {
    const tally = await writeRows(study, options, target, partial, signal, onFraction);
    const total = tally.rows.train + tally.rows.test;
    if (total === 0) throw new UserError(`there is nothing to export: ${nothingBecause(tally)}`);
    const empty = Object.keys(target.data).find((split) => tally.rows[split as Split] === 0);
    if (empty !== undefined) throw new UserError(`the split leaves "${empty}" without a row (${total} in all), and trainers stop at an empty file. Choose other shares, another seed, or no split`);
    await writeFile(partial(target.manifest), `${JSON.stringify(await manifestOf(study, options, tally), undefined, 2)}\n`);
    for (const [i, path] of study.sources.entries()) await assertVersion(path, versions[i]);
    signal?.throwIfAborted();
    for (const path of paths) await rename(partial(path), path);
    // A split that an earlier export had and this one has not would be read as part of it.
    for (const old of target.superseded) await rm(old, { force: true });
    return { tally, files: Object.values(target.data), manifest: target.manifest };
  } finally {
    await Promise.all(paths.map((path) => rm(partial(path), { force: true })));
  }
}

interface Target {
  readonly folder: string;
  readonly data: Partial<Record<Split, string>>;
  readonly manifest: string;
  readonly provenance: string;
  readonly superseded: readonly string[];
  readonly isFolder: boolean;
}

function targetOf(out: string, { split }: ExportOptions): Target {
  if (!out.endsWith('.jsonl')) {
    const file = (name: Split): string => join(out, `${name}.jsonl`);
    const data = split ? { train: file('train'), test: file('test') } : { train: file('train') };
    return { folder: out, data, manifest: join(out, manifestName), provenance: join(out, provenanceName), superseded: split ? [] : [file('test')], isFolder: true };
  }
  if (split) throw new UsageError(`${out}: a split makes two files, so --out must be a folder`);
  const name = basename(out, '.jsonl');
  return { folder: dirname(out), data: { train: out }, manifest: join(dirname(out), `.${name}${manifestName}`), provenance: join(dirname(out), `.${name}${provenanceName}`), superseded: [], isFolder: false };
}

/** Nothing flows back into a source file, and a journal is only ever appended to. */
async function refuseOwnData(study: Study, { folder, data, superseded }: Target): Promise<void> {
  const sources = await Promise.all(study.sources.map(realPath));
  for (const path of [...Object.values(data), ...superseded]) {
    if (sources.includes(await realPath(path))) throw new UserError(`${path}: is a source of this study, and an export would overwrite it. Choose another file or folder`);
  }
  if ((await realPath(folder)) === (await realPath(studyPaths(study.file).annotations))) throw new UserError(`${folder}: holds the journals of this study. Choose another folder`);
}

/** The path without links, as far as it exists. */
async function realPath(path: string): Promise<string> {
  const parent = dirname(path);
  return realpath(path).catch(async () => (parent === path ? path : join(await realPath(parent), basename(path))));
}

/** `load_dataset(folder)` reads every data file of a folder as one dataset (FORMATS.md 4), so nothing but an earlier export of ours may stand there. */
async function refuseForeignData({ folder, isFolder }: Target): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (!found) return;
  if (!found.isDirectory()) throw new UserError(`${folder}: is a file. Name a folder, or a file that ends in ".jsonl"`);
  if (!isFolder) return;
  const names = await readdir(folder, { recursive: true });
  const ours = names.includes(manifestName) ? ['train.jsonl', 'test.jsonl'] : [];
  const isHidden = (name: string): boolean => name.split(sep).some((part) => part.startsWith('.'));
  const foreign = names.find((name) => !isHidden(name) && !ours.includes(name) && /\.(jsonl?|ndjson|parquet|csv|tsv|arrow|txt|tar|zip)(\.(gz|zst))?$/.test(name));
  if (foreign !== undefined) throw new UserError(`${folder}: holds ${foreign}, which trainers would read together with the export. Choose an empty folder`);
}

async function writeRows(study: Study, options: ExportOptions, target: Target, partial: (path: string) => string, signal: AbortSignal | undefined, onFraction: ((fraction: number) => void) | undefined): Promise<Tally> {
  const tally = newTally();
  const writers = new Map<string, LineWriter>();
  try {
    for (const path of [...Object.values(target.data), target.provenance]) writers.set(path, new LineWriter(await open(partial(path), 'wx')));
    for await (const { split, json, provenance } of rowsOf(study, options, tally, signal, onFraction)) {
      await writers.get(target.data[split] ?? '')?.line(json);
      await writers.get(target.provenance)?.line(JSON.stringify({ split, row: tally.rows[split], ...provenance }));
    }
    return tally;
  } finally {
    for (const writer of writers.values()) await writer.close();
  }
}

async function manifestOf(study: Study, options: ExportOptions, tally: Tally): Promise<object> {
  const { project } = study;
  const sources = [];
  for (const path of study.sources) sources.push({ path: sourceName(path, project.dataset.sources, dirname(study.file)), sha256: await sha256(path) });
  return {
    format: options.format.name,
    trainers: options.format.trainers.map(({ name }) => name),
    dataset: { sources, layout: project.dataset.layout, mapping: project.dataset.mapping },
    options: { annotators: options.annotators ?? null, criterion: options.criterion ?? null, context: options.context ?? null, controls: options.controls ?? null, split: options.split ?? null, seed: options.split ? (options.seed ?? 0) : null },
    questions: project.task.questions.filter(({ version }) => tally.questions.has(version)),
    annotators: [...tally.annotators].sort(),
    annotations: tally.annotations,
    rows: options.split ? tally.rows : { train: tally.rows.train },
    dropped: droppedOf(tally),
    notes: notesOf(tally),
    unreadable: tally.problems.filter(({ severity }) => severity === 'error').length,
    provenance: `row k of a split is the line of ${provenanceName} with that split and "row": k, counted from 1`,
  };
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

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
