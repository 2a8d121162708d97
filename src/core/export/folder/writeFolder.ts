import { link, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { LineWriter } from '../../dataset/records/lineWriter';
import { moveFile } from '../../journal/busyFiles';
import { isErrorCode, fileErrorReason } from '../../journal/fileStatus';
import { problem, UsageError, UserError } from '../../model/problems/problem';
import type { FileKind } from '../../model/study/recipe';
import { bySplit, type RowBatch } from '../rows/rowBatch';
import { provenanceLines } from './provenance';

import { earlierFiles, refuseFile } from './earlierExport';
import { UnchangedFiles } from './editedFiles';
import { dropMedia, putMedia, type MediaCopy } from './mediaCopies';
import { sha256Of } from './fileHash';
import { takeLock, type ExportLock } from './lock';
import { manifestText, manifestVersion, readManifest, type Manifest, type ManifestFile } from './manifest';
import { OutputFile } from './outputFile';
import { ParquetColumns } from './parquetColumns';
import { rowWriter } from './rowWriter';
import { type RowWriter } from './rowValue';
import { dataNames, exportTargetOf, type ExportTarget } from './exportTarget';
import { type DataSplit } from './dataFiles';

/** A text beside the data: the card, or what a format needs (LLaMA-Factory's `dataset_info.json`). */
export interface FolderText {
  readonly name: string;
  readonly text: string;
}

/** Where an export goes, and what it is made of. */
export interface FolderPlan {
  readonly target: ExportTarget;
  readonly kind: FileKind;
  /**
   * Names of texts that come with it, as far as they are known before: a folder that cannot take them is refused before
   * the first row.
   */
  readonly texts?: readonly string[];
  /** Whether files that somebody edited since an earlier export are replaced too. */
  readonly overwrite?: boolean | undefined;
  /** Where numbers are real (`ExportFormat.reals`), which Parquet says of its columns. */
  readonly reals?: readonly string[] | undefined;
}

/**
 * Takes rows, and keeps nothing of them once it resolves; those of a split come in the order that they have in its
 * file. Where each is from is written beside it, behind `split` and `row` (from 1).
 */
export type RowSink = (rows: RowBatch) => Promise<void>;

/** What is said once all rows are written: the manifest but for its files, and the texts. */
export type Finish = (data: readonly ManifestFile[]) => Promise<{
  readonly manifest: Omit<Manifest, 'files' | 'version'>;
  readonly texts?: readonly FolderText[];
  /** Files that rows name, to be copied or linked. */ readonly media?:
    { readonly mode: 'copy' | 'link'; readonly copies: readonly MediaCopy[] } | undefined;
}>;

export interface WrittenFolder {
  /** Absolute paths of the data files. */
  readonly files: readonly string[];
  /** Absolute path. */
  readonly manifestFile: string;
  readonly manifest: Manifest;
}

/**
 * The plan of an export to `out`, a folder or one file. Throws `UsageError` where texts are asked for beside one file.
 */
export function folderPlan(
  out: string,
  kind: FileKind,
  splits: readonly DataSplit[],
  texts: readonly string[] = [],
): FolderPlan {
  const target = exportTargetOf(out, kind, splits);
  if (!target.isFolder && texts.length > 0) throw new UsageError(problem('export.textsNeedFolder', { texts }, out));
  return { target, kind, texts };
}

/**
 * Writes an export whole or not at all. Everything is written beside the target under names that nobody reads, and
 * moved into its place once it is on the disk; files of an earlier export that the new one does not have are taken
 * away. Whatever fails, the earlier export stands as it was; of an export whose process dies during the moves, the next
 * one puts it back. `fill` hands over the rows (those before `startAgain` do not count) and resolves to what is said of
 * them. Throws `UserError` for a folder that holds other data, `EditedFiles` for one whose files somebody edited since
 * an earlier export, and `UserError` for one that somebody exports to at the same time, and where the file system
 * refuses (a full disk).
 */
export async function writeFolder(
  { target, kind, texts: textNames = [], overwrite, reals }: FolderPlan,
  fill: (sink: RowSink, startAgain: () => Promise<void>) => Promise<Finish>,
  signal?: AbortSignal,
): Promise<WrittenFolder> {
  const guard = <T>(work: () => Promise<T>): Promise<T> => guarded(target.folder, work);
  await refuseFile(target);
  const lock = await guard(() => takeLock(target.lock));
  const files = new FolderFiles(target, kind, lock.run, reals);
  let takeBack = (): Promise<void> => Promise.resolve();
  try {
    if (lock.dead !== undefined) await guard(() => mend(target, lock.dead ?? ''));
    const dataFiles = Object.values(target.data).map((path) => basename(path));
    const replacing = { left: new UnchangedFiles(signal), overwrite };
    await guard(() => earlierFiles(target, [...dataFiles, ...textNames], replacing));
    await guard(() => files.open());
    const finish = await fill(
      (rows) => guard(() => files.take(rows)),
      () => guard(() => files.startAgain()),
    );
    const data = await guard(() => files.closeRows());
    const { manifest: manifestFields, texts = [], media } = await finish(data);
    if (media && !target.isFolder)
      throw new UsageError(problem('export.mediaNeedFolder', {}, data[0]?.name ?? target.folder));
    if (texts.some(({ name }) => dataNames.includes(name) || name.startsWith('.') || basename(name) !== name))
      throw new RangeError('a text has the name of a file that an export writes for itself, or of one elsewhere');
    const written: ManifestFile[] = [...data];
    for (const { name, text } of texts) written.push(await guard(() => files.text(join(target.folder, name), text)));
    // Before anything is moved, as rows name them; one that cannot be read is told while the earlier export stands.
    const before =
      media || target.isFolder ? ((await readManifest(target.manifest).catch(() => undefined))?.media ?? []) : [];
    const put =
      media &&
      (await guard(() =>
        putMedia(target.folder, media.copies, {
          mode: media.mode,
          run: lock.run,
          overwrite: overwrite === true,
          signal,
        }),
      ));
    takeBack = put?.undo ?? takeBack;
    const manifest: Manifest = {
      version: manifestVersion,
      ...manifestFields,
      files: written,
      ...(put && { media: [...put.files] }),
    };
    await guard(() => files.text(target.manifest, manifestText(manifest)));
    signal?.throwIfAborted();
    const earlier = await guard(() =>
      earlierFiles(target, [...dataFiles, ...texts.map(({ name }) => name)], replacing),
    );
    await guard(() => files.place(earlier, lock));
    takeBack = () => Promise.resolve();
    await dropMedia(target.folder, before, put?.files ?? []);
    return { files: Object.values(target.data), manifestFile: target.manifest, manifest };
  } finally {
    await takeBack();
    await files.discard();
    await lock.release().catch(() => undefined);
  }
}

/** What the file system refuses, as an error for the person. Nothing else is changed by then. */
async function guarded<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new UserError(problem('export.notWritten', { reason: fileErrorReason(error, 'export') }, folder), {
      cause: error,
    });
  }
}

const partialName = (path: string, run: string): string => join(dirname(path), `.${basename(path)}.${run}.partial`);
const asideName = (path: string, run: string): string => join(dirname(path), `.${basename(path)}.${run}.earlier`);

/** The files of one export while they are written, under their partial names. */
class FolderFiles {
  private readonly writers = new Map<DataSplit, RowWriter>();
  private readonly rows = new Map<DataSplit, number>();
  private columns: ParquetColumns;
  /** Where the rows written last are from. */
  private places: Buffer<ArrayBuffer> | undefined;
  private provenance: { readonly file: OutputFile; readonly lines: LineWriter } | undefined;
  /** Everything that is to be moved into its place, in this order. */
  private readonly made: string[] = [];

  constructor(
    private readonly target: ExportTarget,
    private readonly kind: FileKind,
    private readonly run: string,
    private readonly reals: readonly string[] | undefined,
  ) {
    this.columns = new ParquetColumns(reals);
  }

  async open(): Promise<void> {
    for (const [split, path] of Object.entries(this.target.data) as [DataSplit, string][]) {
      this.writers.set(split, await rowWriter(this.kind, partialName(path, this.run), this.columns, basename(path)));
      this.rows.set(split, 0);
      this.made.push(path);
    }
    const file = await OutputFile.make(partialName(this.target.provenance, this.run));
    this.provenance = { file, lines: new LineWriter(file) };
    this.made.push(this.target.provenance);
  }

  /** Forgets every row. */
  async startAgain(): Promise<void> {
    await this.discard();
    this.columns = new ParquetColumns(this.reals);
    this.made.length = 0;
    await this.open();
  }

  readonly take: RowSink = async (batch) => {
    this.places = provenanceLines(batch, this.rows, this.places);
    await Promise.all([this.provenance?.lines.block(this.places), this.takeRows(batch)]);
  };

  private async takeRows(batch: RowBatch): Promise<void> {
    for (const { split, lines } of bySplit(batch)) {
      const writer = this.writers.get(split);
      if (!writer) throw new RangeError(`there is no file for ${split}`);
      await writer.write(lines);
    }
  }

  async closeRows(): Promise<ManifestFile[]> {
    const files: ManifestFile[] = [];
    for (const [split, writer] of this.writers)
      files.push({
        name: basename(this.target.data[split] ?? ''),
        ...(await writer.close()),
        rows: this.rows.get(split) ?? 0,
      });
    if (this.provenance) {
      await this.provenance.lines.close();
      files.push({
        name: basename(this.target.provenance),
        ...this.provenance.file.written(),
        rows: [...this.rows.values()].reduce((sum, rows) => sum + rows, 0),
      });
    }
    return files;
  }

  async text(path: string, text: string): Promise<ManifestFile> {
    this.made.push(path);
    const file = await OutputFile.make(partialName(path, this.run));
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    return { name: basename(path), ...file.written() };
  }

  /**
   * Moves everything into its place, the manifest last, and takes away what is left of `earlier`. A file that is
   * replaced is kept under another name meanwhile, so that the earlier export can be put back where a move is refused
   * (Windows does where somebody reads a file).
   */
  async place(earlier: readonly string[], lock: ExportLock): Promise<void> {
    await lock.assertHeld();
    const before = [...new Set([...earlier.map((name) => join(this.target.folder, name)), ...this.made])];
    const undo: (() => Promise<void>)[] = [];
    try {
      for (const path of before) {
        const aside = asideName(path, this.run);
        if (await keptAside(path, aside, this.made.includes(path))) undo.push(() => putBack(aside, path));
        else undo.push(() => rm(path, { force: true }));
      }
      for (const path of this.made) await moveFile(partialName(path, this.run), path);
    } catch (error) {
      for (const back of undo.reverse()) await back().catch(() => undefined);
      throw error;
    }
    for (const path of before) await rm(asideName(path, this.run), { force: true }).catch(() => undefined);
  }

  /** What was not moved goes; never rejects. */
  async discard(): Promise<void> {
    for (const writer of this.writers.values()) await writer.abort();
    await this.provenance?.file.remove();
    await Promise.all(this.made.map((path) => rm(partialName(path, this.run), { force: true }).catch(() => undefined)));
  }
}

/** Keeps what stands at `path` under another name, and there too if it `stays`; false where nothing stands there. */
async function keptAside(path: string, aside: string, stays: boolean): Promise<boolean> {
  try {
    if (stays) await link(path, aside);
    else await moveFile(path, aside);
    return true;
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return false;
    // Some file systems have no links: then there is nothing at the path for a moment.
    if (!stays) throw error;
    return keptAside(path, aside, false);
  }
}

/** Of two links to one file a rename does nothing, and leaves both. */
async function putBack(aside: string, path: string): Promise<void> {
  await moveFile(aside, path);
  await rm(aside, { force: true });
}

/**
 * Clears up after an export that died: it is done if its manifest is in its place; else the earlier one is put back,
 * and what was new is taken away.
 */
async function mend({ folder, manifest }: ExportTarget, run: string): Promise<void> {
  const names = await readdir(folder);
  const partial = partialName(manifest, run);
  const isDone = !names.includes(basename(partial));
  // Files are moved once the manifest is written, and everything that they replace is kept aside by then.
  const planned = isDone ? [] : ((await readManifest(partial).catch(() => undefined))?.files ?? []);
  for (const { name, sha256 } of planned) {
    const isNew =
      names.includes(name) && !names.includes(partialName(name, run)) && !names.includes(asideName(name, run));
    if (isNew && sha256 === (await sha256Of(join(folder, name)))) await rm(join(folder, name));
  }
  const end = `.${run}.earlier`;
  for (const name of names.filter((each) => each.endsWith(end))) {
    if (isDone) await rm(join(folder, name), { force: true });
    else await putBack(join(folder, name), join(folder, name.slice(1, -end.length)));
  }
  for (const name of names)
    if (name.endsWith(`.${run}.partial`) || name.endsWith(`.${run}.partial.rows`))
      await rm(join(folder, name), { force: true });
}
