import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { Dataset } from '../../core/dataset/dataset';
import type { WholeFileFraming } from '../../core/dataset/readers/wholeFileFraming';
import { eachOf } from '../../core/dataset/sources/fileVersion';
import { mustMaterialize } from '../../core/dataset/sources/scan';
import { unpackedCopy } from '../../core/dataset/sources/unpackedCopy';
import { UserError } from '../../core/model/problems/problem';
import type { Study } from '../../core/study/study';
import { indexInWorker, prepareInWorker } from '../worker/hostWorkers';
import { copyWithProgress } from './copyWithProgress';

interface DatasetOpening {
  /** The study's, as people see it. */
  readonly name: string;
  /** The folder of unpacked copies and indexes. */
  readonly cacheFolder: string;
  readonly signal: AbortSignal;
  /** Hears that more items are known. */
  readonly onProgress: () => void;
  /** Hears that a file seems to be another than before. */
  readonly onChanged: (path?: string) => void;
}

/**
 * Opens the dataset of a study. Copies that it is read from are made first, with progress on the screen, as that may
 * take minutes. Throws `UserError` where a file is not there, or where a person stops the preparation of the items.
 */
export async function openDataset(study: Study, opening: DatasetOpening): Promise<Dataset> {
  const { cacheFolder, onProgress, onChanged } = opening;
  await eachOf(study.sources, (source) => assertThere(source, study.file));
  const isCopy = mustMaterialize(study.reading);
  if (isCopy) study.readFrom(await writeOut(study, opening));
  return Dataset.open(study.data.paths, study.data.reading, {
    isCopy,
    indexer: indexInWorker(cacheFolder),
    unpack: (path, _, whole) => unpack(path, opening, whole),
    onProgress,
    onChanged,
  });
}

/** Items that are not records are written out first, one a line. */
function writeOut({ file, sources, reading }: Study, { name, cacheFolder, signal }: DatasetOpening): Promise<string> {
  const cancelled = vscode.l10n.t('{0}: preparing the items was canceled. Open the study again to restart it', file);
  const task = {
    paths: sources,
    layout: reading.layout.name,
    mapping: reading.mapping,
    gather: reading.gather ?? false,
    pairs: reading.pairs,
    cacheFolder,
  };
  return copyWithProgress(vscode.l10n.t('Preparing the items of {0}', name), cancelled, signal, (options) =>
    prepareInWorker(task, options.signal, options.onFraction),
  );
}

/** Files that are packed are unpacked to a copy. */
function unpack(
  path: string,
  { cacheFolder, signal }: DatasetOpening,
  whole: WholeFileFraming | undefined,
): Promise<string> {
  const cancelled = vscode.l10n.t(
    '{0}: unpacking was canceled, so only its first items can be read. Open the study again to unpack the file',
    path,
  );
  return copyWithProgress(vscode.l10n.t('Unpacking {0}', basename(path)), cancelled, signal, (options) =>
    unpackedCopy(path, cacheFolder, { ...options, ...(whole && { whole }) }),
  );
}

async function assertThere(source: string, project: string): Promise<void> {
  const found = await stat(source).catch(() => undefined);
  if (!found)
    throw new UserError(
      vscode.l10n.t(
        '{0}: the dataset was not found. Put it back, or correct "dataset.sources" in {1}',
        source,
        project,
      ),
    );
}
