import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import * as vscode from 'vscode';
import { expandSources } from '../../core/dataset/sources/sources';
import { UserError } from '../../core/model/problems/problem';
import { plainFileName } from '../../core/import/importedAnnotator';
import { createStudy } from '../../core/study/create';
import { openProject } from '../../core/study/projectFile';
import { Questions } from '../surface/questions';
import { deskViewType } from '../desk/deskEditor';
import { mayChooseFields } from '../problemTexts/fieldProblems';
import { chooseReading } from './fieldChooser';
import { suggestReading } from './suggestReading';

/**
 * "Annotate Preferences" on a dataset: finds its project beside it, or shows how the dataset would be read and makes
 * one, and opens the desk.
 */
export async function annotate(dataset: vscode.Uri | undefined): Promise<void> {
  const file = dataset ?? (await pickDataset());
  if (!file) return;
  try {
    const { project, exists } = await projectFor(file);
    if (exists || (await makeStudy(file, project))) await openDesk(project);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    tell(error, file);
  }
}

/**
 * The same for a dataset that needs no look at it, such as the sample: its project is made as the dataset is
 * recognised.
 */
export async function annotateWithoutAsking(dataset: vscode.Uri): Promise<void> {
  const { project, exists } = await projectFor(dataset);
  if (!exists) await createStudy({ projectFile: project.fsPath, datasets: [dataset.fsPath] });
  await openDesk(project);
}

/**
 * Asks how the dataset is to be read and makes its project; false, and nothing is written, where the person thought
 * better of it.
 */
async function makeStudy(dataset: vscode.Uri, project: vscode.Uri): Promise<boolean> {
  const name = basename(dataset.fsPath);
  const { files, head, layout, mapping, gather, why } = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Reading {0}', name) },
    async () => {
      const { files: found } = await expandSources([dataset.fsPath], dirname(dataset.fsPath));
      return { files: found, ...(await suggestReading(found)) };
    },
  );
  const steps = new Questions();
  try {
    const choosing = {
      title: vscode.l10n.t('Annotate {0}', name),
      files,
      head,
      draft: { layout, mapping, gather },
      ...(why !== undefined && { why }),
      accept: { label: vscode.l10n.t('Annotate'), description: vscode.l10n.t('creates {0}', basename(project.fsPath)) },
    };
    const reading = await chooseReading(choosing, steps);
    if (!reading) return false;
    await createStudy({
      projectFile: project.fsPath,
      datasets: [dataset.fsPath],
      layout: reading.layout.name,
      mapping: reading.mapping,
      gather: reading.gather,
    });
    return true;
  } finally {
    steps.dispose();
  }
}

/**
 * Not awaited: the notification may stay for as long as it likes. With a button it shows its whole text, and not one
 * line.
 */
function tell(error: UserError, dataset: vscode.Uri): void {
  const open = vscode.l10n.t('Open File');
  const choose = vscode.l10n.t('Choose Fields…');
  void vscode.window
    .showErrorMessage(error.message, ...(mayChooseFields(error.problem?.code) ? [choose] : []), open)
    .then(async (picked) => {
      if (picked === open) await vscode.commands.executeCommand('vscode.open', dataset);
      if (picked === choose) await annotate(dataset);
    });
}

async function openDesk(project: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand('vscode.openWith', project, deskViewType);
}

/**
 * A folder is annotated in the project of its name beside it, `prefs.jsonl.gz` in `prefs.tiebreak`, or, where that is a
 * study of another dataset, in `prefs.jsonl.gz.tiebreak`.
 */
async function projectFor(dataset: vscode.Uri): Promise<{ project: vscode.Uri; exists: boolean }> {
  const whole = basename(dataset.path);
  const short = plainFileName(whole);
  const [first, second] = [short, whole].map((name) => vscode.Uri.joinPath(dataset, '..', `${name}.tiebreak`)) as [
    vscode.Uri,
    vscode.Uri,
  ];
  if (!(await isThere(first))) return { project: first, exists: false };
  // A project that cannot be read is shown with what is wrong with it, not passed over.
  const sources = await openProject(first.fsPath).then(
    ({ data }) => data.dataset.sources,
    () => undefined,
  );
  if (!sources || sources.some((source) => resolve(dirname(first.fsPath), source) === dataset.fsPath))
    return { project: first, exists: true };
  return { project: second, exists: await isThere(second) };
}

async function pickDataset(): Promise<vscode.Uri | undefined> {
  const picked = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Select a dataset to annotate'),
    filters: {
      [vscode.l10n.t('Datasets')]: [
        'jsonl',
        'ndjson',
        'json',
        'csv',
        'tsv',
        'parquet',
        'arrow',
        'feather',
        'xlsx',
        'gz',
        'zst',
        'zip',
      ],
    },
  });
  return picked?.[0];
}

async function isThere(uri: vscode.Uri): Promise<boolean> {
  return stat(uri.fsPath).then(
    () => true,
    () => false,
  );
}
