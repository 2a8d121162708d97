import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { assertVersion, versionsOf } from '../dataset/sources/fileVersion';
import { problem, UsageError, UserError, type Problem } from '../model/problems/problem';
import { runIn } from './commands/trainingCommand';
import type { Study } from '../study/study';
import { isSamePath } from '../study/pathWithin';
import { studyPaths } from '../study/studyPaths';
import { cardText } from './folder/datasetCard';
import { reliabilityOf } from './folder/cardReliability';
import { cardFacts, manifestOf, sourcesOf } from './folder/describeExport';
import { refuseFileExtension } from './folder/fileExtension';
import { cardName, dataFilesOf, dataNames, namesFile, splitsOf, type ExportTarget } from './folder/exportTarget';
import { folderPlan, writeFolder, type FolderPlan, type FolderText } from './folder/writeFolder';
import { copyingOf, mediaFilesOf } from './media/finder';
import type { ExportRow, ExportOptions } from './format';
import { exportFormats } from './index';
import { linesIn, type RowBatch } from './rows/rowBatch';
import { restartRows, rowsOf } from './rows/exportRows';
import { splits, type Split } from './split/splitRatios';
import { commandFacts } from './rows/rowFacts';
import { droppedOf, newTally, type Tally } from './rows/tally';
import { withoutMetadata } from './rows/filterValueCounts';
import { commandsFor, type TrainerCommand } from './trainers';

export { manifestName, provenanceName } from './folder/exportTarget';

/** What an export wrote. */
export interface ExportResult {
  readonly tally: Tally;
  /** Absolute paths of the data files. */
  readonly files: readonly string[];
  readonly manifest: string;
  /** Absolute path of the card; one file has none. */
  readonly card?: string;
  /** What is typed to train with them. */
  readonly commands: readonly TrainerCommand[];
}

/** What else is said of how an export is written. */
export interface WriteOptions extends Pick<FolderPlan, 'overwrite'> {
  /** Whether who hears of it judges blind: an error tells no values of metadata then, which may name models. */
  readonly isBlind?: boolean;
  /** Where files that records name are looked for, behind the folders of the dataset and of the study. */
  readonly mediaFolders?: readonly string[] | undefined;
  /** The folder from which rows name files; that in which they are written where nothing is said. */
  readonly rowFolder?: string | undefined;
}

/** A row as one looks at it. */
export interface PreviewRow {
  readonly split: Split;
  readonly json: string;
  /** Where it is from: the item, the annotations, and which responses it is of. */
  readonly provenance: ExportRow['from'] & { readonly item: string };
}

/** The first rows that an export would write, and all its counts. */
export interface ExportPreview {
  readonly rows: readonly PreviewRow[];
  readonly tally: Tally;
}

/**
 * Makes the first `limit` rows of an export and counts what all of it would hold and leave out; nothing is written.
 * Rows name files from the folder of the study where nobody says in which they will stand (`rowFolder`). Throws
 * `UsageError` for annotators who judged nothing here.
 */
export async function previewExport(
  study: Study,
  options: ExportOptions,
  limit: number,
  signal?: AbortSignal,
  onFraction?: (fraction: number) => void,
  { mediaFolders, rowFolder = dirname(study.file) }: Pick<WriteOptions, 'mediaFolders' | 'rowFolder'> = {},
): Promise<ExportPreview> {
  refuseStrangers(study, options);
  const tally = newTally();
  let rows: PreviewRow[] = [];
  for await (const some of rowsOf(
    study,
    { ...options, mediaFiles: mediaFilesOf(study, rowFolder, mediaFolders, copyingOf(options)) },
    tally,
    signal,
    onFraction,
  )) {
    if (some === restartRows) rows = [];
    else if (rows.length < limit) rows.push(...rowsIn(some, limit - rows.length));
  }
  return { rows, tally };
}

function rowsIn({ splits: of, lines, provenance }: RowBatch, limit: number): PreviewRow[] {
  const places = [...linesIn(provenance)];
  return [...linesIn(lines)].slice(0, limit).map((json, i) => ({
    split: splits[of[i] ?? 0] ?? 'train',
    json: json.toString(),
    provenance: JSON.parse(places[i]?.toString() ?? '') as PreviewRow['provenance'],
  }));
}

/**
 * Writes a training file and, in dot-files that `load_dataset` passes over, its manifest and where each row came from.
 *
 * `out` is a folder, which then holds `train.jsonl` (and `test.jsonl`) and nothing else that a loader would read, or a
 * file that ends in `.jsonl` (one split only); `.json` or `.parquet` where rows are written so. The same study and
 * options give the same bytes. What was added to the journals is read first. An export that fails or is aborted leaves
 * what was there (`writeFolder`). Throws `UserError` for an export without rows, a folder that holds other data,
 * `EditedFiles` where files of an earlier export were edited and `overwrite` is not said, or a target among the study's
 * own data, and `UsageError` for annotators who judged nothing here, a kind of file that the format's trainers do not
 * read, or a path that ends as other files do; `DatasetChanged` where the dataset changed meanwhile.
 */
export async function writeExport(
  study: Study,
  options: ExportOptions,
  out: string,
  signal?: AbortSignal,
  onFraction?: (fraction: number) => void,
  { overwrite, isBlind = false, mediaFolders, rowFolder }: WriteOptions = {},
): Promise<ExportResult> {
  const { extras, files: kinds, name } = options.format;
  const kind = options.file ?? kinds[0] ?? 'jsonl';
  if (!kinds.includes(kind))
    throw new UsageError(
      problem('export.fileKindNotRead', {
        kind,
        format: name,
        kinds,
        takenBy: exportFormats.filter(({ files }) => files.includes(kind)).map((each) => each.name),
      }),
    );
  const isFolder = !namesFile(out);
  await refuseFileExtension(out);
  const plan = {
    ...folderPlan(resolve(out), kind, splitsOf(options), isFolder ? [cardName] : []),
    reals: options.format.reals,
    overwrite,
  };
  if (extras && !plan.target.isFolder) throw new UsageError(problem('export.formatNeedsFolder', { format: name }, out));
  await refuseOwnData(study, plan.target);
  const versions = await versionsOf(study.sources);
  const tally = newTally();
  const mode = copyingOf(options);
  const stop = new AbortController();
  // While the journals are read and the rows are made; what goes wrong is heard of behind them.
  const sources = sourcesOf(study, stop.signal);
  sources.catch(() => undefined);
  try {
    await study.refresh(signal);
    refuseStrangers(study, options);
    const { files, manifestFile } = await writeFolder(
      plan,
      async (sink, startAgain) => {
        for await (const rows of rowsOf(
          study,
          { ...options, mediaFiles: mediaFilesOf(study, rowFolder ?? plan.target.folder, mediaFolders, mode) },
          tally,
          signal,
          onFraction,
        ))
          await (rows === restartRows ? startAgain() : sink(rows));
        refuseDatesInCalls(tally, isFolder, options);
        refuseEmpty(isBlind ? { ...tally, met: withoutMetadata(tally.met) } : tally, plan.target, options);
        return async (data) => {
          const manifest = manifestOf(study, await sources, options, kind, tally);
          const named = Object.fromEntries(
            Object.entries(plan.target.data).map(([split, path]) => [split, basename(path)]),
          );
          const texts: FolderText[] = Object.entries((tally.file && extras?.(named, tally.file)) ?? {}).map(
            ([file, text]) => ({ name: file, text }),
          );
          if (isFolder)
            texts.push({
              name: cardName,
              text: await cardText(
                cardFacts(
                  study,
                  options,
                  kind,
                  tally,
                  manifest,
                  data,
                  await reliabilityOf(study, options, tally, signal),
                ),
              ),
            });
          for (const [i, path] of study.sources.entries()) await assertVersion(path, versions[i]);
          return {
            manifest,
            texts,
            ...(mode &&
              tally.media.size > 0 && {
                media: { mode, copies: [...tally.media].map(([copy, from]) => ({ name: copy, from })) },
              }),
          };
        };
      },
      signal,
    );
    return {
      tally,
      files,
      manifest: manifestFile,
      ...(isFolder && { card: join(plan.target.folder, cardName) }),
      commands: commandsFor(options.format.trainers, {
        ...dataFilesOf(plan.target, kind),
        facts: commandFacts(tally.facts, tally.notes),
      }).map((command) =>
        tally.file?.media && !options.format.media?.besideRows
          ? { ...command, ...runIn(plan.target.folder, command) }
          : command,
      ),
    };
  } finally {
    stop.abort();
  }
}

/** Nothing flows back into a source file, and a journal is only ever appended to. */
async function refuseOwnData(study: Study, { folder, data, isFolder }: ExportTarget): Promise<void> {
  const sources = await Promise.all(study.sources.map(realPath));
  const written = isFolder ? dataNames.map((name) => join(folder, name)) : Object.values(data);
  for (const path of written) {
    const real = await realPath(path);
    if (sources.some((source) => isSamePath(source, real)))
      throw new UserError(problem('export.overwritesSource', {}, path));
  }
  if (isSamePath(await realPath(folder), await realPath(studyPaths(study.file).annotations)))
    throw new UserError(problem('export.folderOfJournals', {}, folder));
}

/** The path without links, as far as it exists. */
async function realPath(path: string): Promise<string> {
  const parent = dirname(path);
  return realpath(path).catch(async () => (parent === path ? path : join(await realPath(parent), basename(path))));
}

/** Trainers stop at a file without rows. */
function refuseEmpty(tally: Tally, { data }: ExportTarget, options: ExportOptions): void {
  const total = Object.values(tally.rows).reduce((sum, rows) => sum + rows, 0);
  if (total === 0) throw new UserError(nothingBecause(tally, options));
  const empty = Object.keys(data).find((split) => tally.rows[split as Split] === 0);
  if (empty !== undefined) throw new UserError(problem('export.emptySplit', { split: empty, rows: total }));
}

/** Only a card tells HF `datasets` that calls of tools are JSON, and only readers of the folder see it. */
function refuseDatesInCalls(
  { dateInCalls, features }: Tally,
  isFolder: boolean,
  { format: { files, loadsFileAlone } }: ExportOptions,
): void {
  const isTold = isFolder && features !== undefined && loadsFileAlone !== true;
  if (dateInCalls && !isTold)
    throw new UserError(
      problem('export.datesInCalls', {
        ...dateInCalls,
        kinds: files,
        readsCard: !isFolder && features !== undefined && loadsFileAlone !== true,
      }),
    );
}

/** A misspelt name would leave that person's judgements out, and nobody would know. */
function refuseStrangers(study: Study, { annotators }: ExportOptions): void {
  const known = study.replay.annotators();
  const strangers = annotators?.filter((name) => !known.includes(name)) ?? [];
  if (strangers.length > 0) throw new UsageError(problem('export.noSuchAnnotator', { annotators: strangers, known }));
}

function nothingBecause(tally: Tally, { format, items }: ExportOptions): Problem {
  const reasons = Object.values(droppedOf(tally));
  if (reasons.length === 0) return problem('export.nothingJudged', { mayHaveAll: format.takes.includes('items') });
  return items === 'all'
    ? problem('export.noRowOfItems', { reasons })
    : problem('export.noRowOfAnnotations', { annotations: tally.annotations, reasons });
}
