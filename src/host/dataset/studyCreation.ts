import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { compressionEndings, dataFileEndings } from '../../core/dataset/readers/dataFileNames';
import { expandSources } from '../../core/dataset/sources/sources';
import type { Reading } from '../../core/dataset/items/parse';
import { headOf, type Head } from '../../core/dataset/records/head';
import type { UserError } from '../../core/model/problems/problem';
import { deskViewType } from '../desk/deskEditor';
import { mayChooseFields } from './fieldProblems';
import type { Questions } from '../surface/questions';
import { chooseReading } from './fieldChooser';
import type { FieldChooserOptions } from './fieldChooserState';
import { suggestReading, type SuggestedReading } from './suggestReading';

/** What the ways to make a study have in common. */

/** File name endings that a file dialog shows. */
export const datasetEndings = [...dataFileEndings, ...compressionEndings, 'zip'];

/** A reading that a person accepted, with the first records that it was seen on. */
export interface AcceptedReading {
  readonly reading: Reading;
  readonly head: Head;
}

/** How files would be read, before a person has seen it. */
export interface DatasetReading extends SuggestedReading {
  readonly files: readonly string[];
}

/**
 * Finds out how datasets are read, with progress in the status bar.
 * @throws `UserError` where they cannot be read.
 */
export async function suggestDatasetReading(datasets: readonly [vscode.Uri, ...vscode.Uri[]]): Promise<DatasetReading> {
  const [{ fsPath: first }] = datasets;
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Reading {0}', basename(first)) },
    async () => {
      const paths = datasets.map(({ fsPath }) => fsPath);
      const { files } = await expandSources(paths, dirname(first));
      return { files, ...(await suggestReading(files)) };
    },
  );
}

/** Shows how datasets would be read and has it corrected; undefined where the person thought better of it. */
export async function askReading(
  { files, head, layout, mapping, gather, why }: DatasetReading,
  texts: Pick<FieldChooserOptions, 'title' | 'accept' | 'hasBack'>,
  questions: Questions,
): Promise<AcceptedReading | undefined> {
  const draft = { layout, mapping, gather };
  const reading = await chooseReading({ ...texts, files, head, draft, ...(why !== undefined && { why }) }, questions);
  // Corrected fields may make other records of the same files.
  return reading && { reading, head: await headOf(files, reading.mapping, reading.layout) };
}

/** Shows why a dataset gives no study, and what can be done: `retry` asks for its fields. */
export function showDatasetError(error: UserError, dataset: vscode.Uri, retry: () => Promise<void>): void {
  const open = vscode.l10n.t('Open File');
  const choose = vscode.l10n.t('Choose Fields…');
  // Not awaited: the notification may stay for as long as it likes. With a button it shows its whole text, and not one
  // line.
  void vscode.window
    .showErrorMessage(error.message, ...(mayChooseFields(error.problem?.code) ? [choose] : []), open)
    .then(async (picked) => {
      if (picked === open) await vscode.commands.executeCommand('vscode.open', dataset);
      if (picked === choose) await retry();
    });
}

export async function openDesk(project: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand('vscode.openWith', project, deskViewType);
}

export function exists(uri: vscode.Uri): Promise<boolean> {
  return stat(uri.fsPath).then(
    () => true,
    () => false,
  );
}
