import { dirname, relative, resolve } from 'node:path';
import * as vscode from 'vscode';
import { EditedFilesError } from '../../core/export/folder/editedFiles';
import { recipeProblemText } from '../../core/export/recipeProblem';
import type { Project } from '../../core/model/study/project';
import {
  assertOwnFolder,
  hasRecipe,
  recipeFormat,
  recipeNamed,
  recipeNames,
  recipesProblemText,
  withoutRecipe,
  withRecipe,
} from '../../core/export/recipes';
import { messageOf, UserError } from '../../core/model/problems/problem';
import type { Recipe } from '../../core/model/study/recipe';
import { externalPathText, externalPathsOf } from '../../core/study/externalPaths';
import { ReportMemory } from '../report/reportMemory';
import type { DeskEditor } from '../desk/deskEditor';
import type { ExportTaskResult } from '../worker/exportWorker';
import { openStudyFirst } from '../study/openStudyFirst';
import type { StudyDocument } from '../study/studyDocument';
import { exportInWorker } from '../worker/hostWorkers';

/**
 * A recipe may come with somebody else's folder: as a task, or from the study view, it reads and writes beside its
 * project and in the workspace only. Another recipe in a project opens nothing anew.
 */

/** An export that is ready to run. */
export interface ReadyExport {
  /** Path of the project file. */
  readonly project: string;
  readonly recipe: Recipe;
  readonly folder: string;
  /** See `ExportTask`. */
  readonly isBlind: boolean;
  /** See `ExportTask`. */
  readonly within?: readonly string[];
}

/**
 * Whether names of models stay off the screen in what is told of a study: unless a person said that they may be shown.
 */
export const isBlindIn = (memory: vscode.Memento, study: vscode.Uri): boolean =>
  new ReportMemory(memory, study).blind ?? true;

/** Folders into which a project may lead without asking: its own and the workspace. */
export const foldersNear = (project: string): string[] => [
  dirname(project),
  ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
];

/**
 * A recipe of an open study. Throws `UsageError` where there is none of that name, and `UserError` where its folder is
 * elsewhere: a project may have come from somebody else.
 */
async function orderOf(document: StudyDocument, name: string, memory: vscode.Memento): Promise<ReadyExport> {
  const study = document.session?.study;
  if (!study) throw new UserError(document.error ?? vscode.l10n.t('The study is not open'));
  const { recipe, folder } = recipeNamed(study.file, study.project, name);
  assertOwnFolder(study.file, study.project, name);
  await assertNear(study.file, name, recipe, folder);
  return { project: study.file, recipe, folder, isBlind: isBlindIn(memory, document.uri) };
}

/**
 * What a recipe writes and reads lies beside its project or in the workspace; elsewhere only where a person sees it and
 * says so.
 */
export async function assertNear(
  project: string,
  name: string,
  { contamination }: Recipe,
  folder: string,
): Promise<void> {
  const benchmarks = contamination?.files.map((file) => resolve(dirname(project), file)) ?? [];
  const [outside] = await externalPathsOf([folder, ...benchmarks], foldersNear(project));
  if (outside)
    throw new UserError(
      vscode.l10n.t(
        'The recipe {0} uses {1}, which is outside the workspace. To run it, open the recipe with "Export Preferences" and export from there.',
        name,
        externalPathText(outside),
      ),
    );
}

/**
 * Exports in a worker. Throws `EditedFilesError` where earlier files were edited since, unless `mayReplace` says yes.
 */
export async function runReadyExport(
  order: ReadyExport,
  signal: AbortSignal,
  onFraction?: (fraction: number) => void,
  mayReplace?: (files: readonly string[]) => Promise<boolean>,
): Promise<ExportTaskResult> {
  const task = { kind: 'export', ...order, mediaFolders: foldersNear(order.project) } as const;
  const exported = await exportInWorker(task, signal, onFraction);
  if (!exported.edited) return exported;
  if (!(await mayReplace?.(exported.edited))) throw new EditedFilesError(order.folder, exported.edited);
  return exportInWorker({ ...task, overwrite: true }, signal, onFraction);
}

/** Asks whether files that somebody edited are replaced. */
export async function askToReplace(files: readonly string[]): Promise<boolean> {
  const yes = vscode.l10n.t('Replace');
  const message =
    files.length === 1
      ? vscode.l10n.t('{0} was changed since it was exported. Replace it?', files[0] ?? '')
      : vscode.l10n.t('{0} were changed since they were exported. Replace them?', files.join(', '));
  return (
    (await vscode.window.showWarningMessage(
      message,
      {
        modal: true,
        detail: vscode.l10n.t(
          'These changes will be lost. To keep them, cancel, then move the file or choose another folder.',
        ),
      },
      yes,
    )) === yes
  );
}

/** "Run Recipe": exports with a notification that can be cancelled. */
async function runRecipe(document: StudyDocument, name: string, memory: vscode.Memento): Promise<void> {
  const order = await orderOf(document, name, memory);
  const exported = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, cancellable: true, title: vscode.l10n.t('Exporting {0}', name) },
    async (progress, token) => {
      let shown = 0;
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      try {
        return await runReadyExport(
          order,
          abort.signal,
          (fraction) => {
            progress.report({ increment: (fraction - shown) * 100 });
            shown = fraction;
          },
          askToReplace,
        );
      } catch (error) {
        if (abort.signal.aborted) return undefined;
        throw error;
      }
    },
  );
  if (!exported) return;
  const open = vscode.l10n.t('Open');
  // Not awaited: the notification may stay for as long as it likes.
  void vscode.window
    .showInformationMessage(exportedText(order.project, order.folder, exported), open)
    .then((picked) => (picked === open ? openExported(exported) : undefined));
}

export function exportedText(project: string, folder: string, { tally }: ExportTaskResult): string {
  const [rows, where] = [
    Object.values(tally.rows).reduce((sum, each) => sum + each, 0),
    relative(dirname(project), folder),
  ];
  return rows === 1
    ? vscode.l10n.t('1 row written to {0}', where)
    : vscode.l10n.t('{0} rows written to {1}', rows.toLocaleString(), where);
}

export async function openExported({ files: [first] }: Pick<ExportTaskResult, 'files'>): Promise<void> {
  if (first !== undefined) await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(first));
}

/** A recipe in a list: with its format, or with what is wrong with it. */
function recipeRow(project: Project | undefined, name: string): vscode.QuickPickItem {
  const fault = project && recipeProblemText(project, name);
  if (fault === undefined) return { label: name, description: project ? recipeFormat(project, name) : '' };
  return {
    label: name,
    iconPath: new vscode.ThemeIcon('warning'),
    description: vscode.l10n.t('invalid recipe'),
    detail: fault,
  };
}

/** Asks for a recipe of the study. */
export async function pickRecipe(document: StudyDocument, title: string): Promise<string | undefined> {
  const project = document.session?.study.project;
  const names = project ? recipeNames(project) : [];
  const fault = project && recipesProblemText(project);
  if (fault !== undefined)
    return void vscode.window.showErrorMessage(
      vscode.l10n.t('{0}: {1}', vscode.workspace.asRelativePath(document.uri), fault),
    );
  if (names.length === 0)
    return void vscode.window.showInformationMessage(
      vscode.l10n.t('This study has no recipe yet. To save one, run "Export Preferences".'),
    );
  const picked = await vscode.window.showQuickPick(
    names.map((name) => recipeRow(project, name)),
    { title },
  );
  return picked?.label;
}

/** Asks for a name and keeps the recipe in the project under it; undefined where none was given. */
export async function saveRecipe(
  document: StudyDocument,
  recipe: Recipe,
  chosenFolder: string | undefined,
  before: { readonly name: string; readonly folder: string } | undefined,
): Promise<string | undefined> {
  const study = document.session?.study;
  if (!study) throw new UserError(vscode.l10n.t('The study is not open'));
  const isTaken = (name: string): boolean => name !== before?.name && hasRecipe(study.project, name);
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Save as recipe: enter a name'),
    prompt: vscode.l10n.t(
      'To run the recipe in a terminal: tiebreak export {0} --recipe NAME',
      vscode.workspace.asRelativePath(document.uri),
    ),
    value: before?.name ?? '',
    placeHolder: vscode.l10n.t('nightly'),
    validateInput: (text) =>
      text.trim() === ''
        ? vscode.l10n.t('Type a name')
        : isTaken(text.trim())
          ? {
              message: vscode.l10n.t('A recipe with this name already exists. Press Enter to replace it.'),
              severity: vscode.InputBoxValidationSeverity.Warning,
            }
          : undefined,
  });
  const name = typed?.trim();
  if (name === undefined || name === '') return undefined;
  await study.changeProject((project) =>
    withRecipe(project, study.file, name, recipe, chosenFolder ?? (name === before?.name ? before.folder : undefined)),
  );
  document.session?.changed();
  return name;
}

/** The recipes of the study view: run, changed, taken out. */
export function registerRecipes(editor: DeskEditor, memory: vscode.Memento): vscode.Disposable[] {
  const on =
    (title: string, work: (document: StudyDocument, name: string) => Promise<unknown>) =>
    async (node: unknown): Promise<void> => {
      const document = editor.study;
      if (!document?.session) return void openStudyFirst();
      try {
        const name = typeof node === 'string' ? node : (recipeIn(node) ?? (await pickRecipe(document, title)));
        if (name !== undefined) await work(document, name);
      } catch (error) {
        void vscode.window.showErrorMessage(messageOf(error));
      }
    };
  return [
    vscode.commands.registerCommand(
      'tiebreak.runRecipe',
      on(vscode.l10n.t('Select a recipe to run'), (document, name) => runRecipe(document, name, memory)),
    ),
    vscode.commands.registerCommand(
      'tiebreak.deleteRecipe',
      on(vscode.l10n.t('Select a recipe to delete'), async (document, name) => {
        const yes = vscode.l10n.t('Delete');
        const said = await vscode.window.showWarningMessage(
          vscode.l10n.t('Delete the recipe {0}? Files that were exported with it are kept.', name),
          { modal: true },
          yes,
        );
        if (said !== yes) return;
        await document.session?.study.changeProject((project) => withoutRecipe(project, name));
        document.session?.changed();
      }),
    ),
  ];
}

/** The recipe of a line in the study view. */
const recipeIn = (node: unknown): string | undefined =>
  typeof node === 'object' && node !== null && 'recipe' in node && typeof node.recipe === 'string'
    ? node.recipe
    : undefined;
