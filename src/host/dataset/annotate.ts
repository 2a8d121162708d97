import { basename, dirname, resolve } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/model/problems/problem';
import { plainFileName } from '../../core/import/importedAnnotator';
import { createStudy, type CreateOptions } from '../../core/study/create';
import { isSamePath } from '../../core/study/pathWithin';
import { openProject } from '../../core/study/projectFile';
import { inQuestions } from '../surface/questions';
import { askReading, suggestDatasetReading, datasetEndings, exists, openDesk, showDatasetError } from './studyCreation';

/**
 * "Annotate Preferences" on a dataset: finds its project beside it, or shows how the dataset would be read and makes
 * one, and opens the desk.
 */
export async function annotate(dataset: vscode.Uri | undefined): Promise<void> {
  const file = dataset ?? (await pickDataset());
  if (!file) return;
  try {
    const found = await projectFor(file);
    if (found.exists || (await makeStudy(file, found.project))) await openDesk(found.project);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    showDatasetError(error, file, () => annotate(file));
  }
}

/** Opens the desk on a dataset without asking how to read it, such as the sample: it is read as it is recognised. */
export async function annotateWithoutAsking(dataset: vscode.Uri, tips: CreateOptions['tips']): Promise<void> {
  const found = await projectFor(dataset);
  if (!found.exists) await createStudy({ projectFile: found.project.fsPath, datasets: [dataset.fsPath], tips });
  await openDesk(found.project);
}

/**
 * Asks how the dataset is to be read and makes its project; false, and nothing is written, where the person thought
 * better of it.
 */
function makeStudy(dataset: vscode.Uri, project: vscode.Uri): Promise<boolean> {
  return inQuestions(async (questions) => {
    const texts = {
      title: vscode.l10n.t('Annotate {0}', basename(dataset.fsPath)),
      accept: { label: vscode.l10n.t('Annotate'), description: vscode.l10n.t('creates {0}', basename(project.fsPath)) },
    };
    const accepted = await askReading(await suggestDatasetReading([dataset]), texts, questions);
    if (!accepted) return false;
    const { layout, mapping, gather } = accepted.reading;
    await createStudy({
      projectFile: project.fsPath,
      datasets: [dataset.fsPath],
      layout: layout.name,
      mapping,
      gather,
    });
    return true;
  });
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
  if (!(await exists(first))) return { project: first, exists: false };
  // A project that cannot be read is shown with what is wrong with it, not passed over.
  const sources = await openProject(first.fsPath).then(
    ({ data }) => data.dataset.sources,
    () => undefined,
  );
  if (!sources || sources.some((source) => isSamePath(resolve(dirname(first.fsPath), source), dataset.fsPath)))
    return { project: first, exists: true };
  return { project: second, exists: await exists(second) };
}

async function pickDataset(): Promise<vscode.Uri | undefined> {
  const picked = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Select a dataset to annotate'),
    filters: { [vscode.l10n.t('Datasets')]: datasetEndings },
  });
  return picked?.[0];
}
