import { dirname, join, relative } from 'node:path';
import * as vscode from 'vscode';
import { exportFormats } from '../core/export';
import type { ExportFormat } from '../core/export/format';
import { droppedOf, notesOf, type Tally } from '../core/export/tally';
import { UserError } from '../core/model/problem';
import { studyPaths } from '../core/study/study';
import type { DeskEditor } from './editor';
import type { Exported, ExportTask } from './exportWorker';
import { exportInWorker } from './worker';

const scheme = 'tiebreak-export';

/** "Export Preferences": choose the trainer's format, see the first rows and what is dropped, then write. */
export function registerExport(editor: DeskEditor): vscode.Disposable[] {
  const previews = new PreviewDocuments();
  return [
    vscode.workspace.registerTextDocumentContentProvider(scheme, previews),
    vscode.commands.registerCommand('tiebreak.export', async () => {
      const document = editor.study;
      if (!document?.session) return void vscode.window.showInformationMessage(vscode.l10n.t('Open a study first: a *.tiebreak file, or a dataset with "Annotate Preferences".'));
      try {
        await exportStudy(document.session.study.file, document.name, previews);
        editor.active?.panel.reveal();
      } catch (error) {
        if (!(error instanceof UserError) && !(error instanceof Error && 'syscall' in error)) throw error;
        void vscode.window.showErrorMessage(error.message);
      }
    }),
  ];
}

/** What a person chooses of what is left out else. */
type Choices = Pick<ExportTask, 'criterion' | 'context' | 'controls'>;

async function exportStudy(project: string, name: string, previews: PreviewDocuments): Promise<void> {
  const format = await pickFormat();
  if (!format) return;
  const limit = vscode.workspace.getConfiguration('tiebreak').get<number>('export.previewRows') ?? 5;
  const look = (choices: Choices = {}): Promise<Exported | undefined> =>
    withProgress(vscode.l10n.t('Looking at what would be exported'), (signal, onFraction) => exportInWorker({ kind: 'preview', project, format: format.name, ...choices, limit }, signal, onFraction));
  const whole = await look();
  if (!whole) return;
  const criterion = await pickCriterion(whole.tally);
  const contexts = criterion && (await pickContexts(whole.tally, format));
  const controls = contexts && (await pickControls(whole.tally));
  if (!controls) return;
  const choices: Choices = { ...criterion, ...contexts, ...controls };
  const preview = Object.keys(choices).length === 0 ? whole : await look(choices);
  if (!preview) return;
  const uri = previews.show(name, format, preview, choices.criterion);
  const shown = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { viewColumn: vscode.ViewColumn.Beside, preview: true, preserveFocus: true });
  const folder = await pickFolder(project, folderName(format, choices), preview.tally);
  await closeTab(shown.document.uri);
  if (folder === undefined) return;
  const exported = await withProgress(vscode.l10n.t('Exporting'), (signal, onFraction) => exportInWorker({ kind: 'export', project, format: format.name, ...choices, folder }, signal, onFraction));
  if (!exported) return;
  const open = vscode.l10n.t('Open');
  const message = vscode.l10n.t('{0} rows written to {1}', exported.tally.rows.train, relative(dirname(project), folder));
  // Not awaited: the notification may stay for as long as it likes.
  void vscode.window.showInformationMessage(message, open).then(async (picked) => {
    if (picked === open) await vscode.window.showTextDocument(vscode.Uri.file(join(folder, 'train.jsonl')));
  });
}

async function pickFormat(): Promise<ExportFormat | undefined> {
  const items = exportFormats.map((format) => ({ label: format.name, description: format.title, detail: format.trainers.map(({ name }) => name).join(' · '), format }));
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Export preferences (1/2): which format?'), placeHolder: vscode.l10n.t('Find your trainer'), matchOnDetail: true, matchOnDescription: true });
  return picked?.format;
}

/** Where responses were preferred by one criterion only: by which, or what was preferred as a whole. Undefined where nothing was chosen. */
async function pickCriterion({ criteria, rows, dropped }: Tally): Promise<{ readonly criterion?: string } | undefined> {
  if (criteria.size === 0) return {};
  const whole = { label: vscode.l10n.t('Preferred as a whole'), description: vscode.l10n.t('{0} rows', rows.train), criterion: undefined };
  const single = [...criteria].sort().map((criterion) => ({ label: criterion, description: vscode.l10n.t('only what was preferred by this criterion'), criterion }));
  const title = vscode.l10n.t('Export preferences: by which criterion? {0} comparisons are by one only', dropped['one-criterion'] ?? 0);
  const picked = await vscode.window.showQuickPick(rows.train > 0 ? [whole, ...single] : [...single, whole], { title, placeHolder: vscode.l10n.t('Each becomes a file of its own') });
  return picked && { ...(picked.criterion !== undefined && { criterion: picked.criterion }) };
}

/** Where items were judged under contexts: whether those judgements are left out, or the context goes with them. Undefined where nothing was chosen. */
async function pickContexts({ dropped }: Tally, { shape }: ExportFormat): Promise<{ readonly context?: 'system' } | undefined> {
  const count = dropped['other-context'] ?? 0;
  if (count === 0) return {};
  const out = { label: vscode.l10n.t('Leave them out'), description: vscode.l10n.t('without its context such a label may be the wrong way round'), choice: {} };
  const written = { label: shape === 'text' ? vscode.l10n.t('Write the context before the prompt') : vscode.l10n.t('Write the context as a system message'), description: vscode.l10n.t('behind what a system message says already'), choice: { context: 'system' } as const };
  const picked = await vscode.window.showQuickPick([out, shape === 'text' ? { ...written, description: '' } : written], { title: vscode.l10n.t('Export preferences: {0} judgements were made under a context', count) });
  return picked?.choice;
}

/** Where control items were judged: whether those judgements are left out or exported like any. Undefined where nothing was chosen. */
async function pickControls({ dropped }: Tally): Promise<Pick<Choices, 'controls'> | undefined> {
  const count = dropped.control ?? 0;
  if (count === 0) return {};
  const out = { label: vscode.l10n.t('Leave them out'), description: vscode.l10n.t('they are there to see how annotators judge'), choice: {} };
  const kept = { label: vscode.l10n.t('Export them too'), description: '', choice: { controls: 'keep' } as const };
  const picked = await vscode.window.showQuickPick([out, kept], { title: vscode.l10n.t('Export preferences: {0} judgements are of control items', count) });
  return picked?.choice;
}

/** Each criterion has a folder of its own beside that of the whole preference, and so have judgements with their contexts and of control items. */
function folderName(format: ExportFormat, { criterion, context, controls }: Choices): string {
  const name = [format.name, ...(context === undefined ? [] : ['with-context']), ...(controls === undefined ? [] : ['with-controls'])].join('-');
  return criterion === undefined ? name : `${name}-${criterion.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'criterion'}`;
}

async function pickFolder(project: string, standardName: string, tally: Tally): Promise<string | undefined> {
  const standard = join(studyPaths(project).exports, standardName);
  const dropped = Object.values(droppedOf(tally)).reduce((sum, { count }) => sum + count, 0);
  const title = vscode.l10n.t('Export preferences (2/2): {0} rows from {1} annotations, {2} dropped', tally.rows.train, tally.annotations, dropped);
  if (tally.rows.train === 0) throw new UserError(vscode.l10n.t('There is nothing to export yet: no judgement gives a pair. Rank some items first; the preview says what was dropped and why.'));
  const write = { label: `$(export) ${vscode.l10n.t('Write {0}', relative(dirname(project), join(standard, 'train.jsonl')))}`, detail: vscode.l10n.t('Replaces an earlier export there; the preview is open beside.') };
  const elsewhere = { label: `$(folder-opened) ${vscode.l10n.t('Choose another folder…')}`, detail: vscode.l10n.t('An empty one: trainers read every data file of a folder together.') };
  const picked = await vscode.window.showQuickPick([write, elsewhere], { title, placeHolder: vscode.l10n.t('Where to?'), ignoreFocusOut: true });
  if (picked === write) return standard;
  if (picked !== elsewhere) return undefined;
  const folders = await vscode.window.showOpenDialog({ canSelectFolders: true, canSelectFiles: false, title: vscode.l10n.t('Export into'), openLabel: vscode.l10n.t('Export') });
  return folders?.[0]?.fsPath;
}

async function closeTab(uri: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
  await vscode.window.tabGroups.close(tabs, true);
}

/** Runs with a notification that can be cancelled; undefined where it was. */
async function withProgress<T>(title: string, task: (signal: AbortSignal, onFraction: (fraction: number) => void) => Promise<T>): Promise<T | undefined> {
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, cancellable: true, title }, async (progress, token) => {
    let shown = 0;
    const onFraction = (fraction: number): void => {
      progress.report({ increment: (fraction - shown) * 100 });
      shown = fraction;
    };
    const abort = new AbortController();
    token.onCancellationRequested(() => abort.abort());
    try {
      return await task(abort.signal, onFraction);
    } catch (error) {
      if (abort.signal.aborted) return undefined;
      throw error;
    }
  });
}

/** Read-only documents that show what an export would write. */
class PreviewDocuments implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private serial = 0;

  show(study: string, format: ExportFormat, preview: Exported, criterion: string | undefined): vscode.Uri {
    const uri = vscode.Uri.from({ scheme, path: `/${study} - ${format.name}.jsonc`, query: String(++this.serial) });
    this.texts.clear();
    this.texts.set(uri.toString(), previewText(format, preview, criterion));
    return uri;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }
}

function previewText(format: ExportFormat, { rows, tally }: Exported, criterion: string | undefined): string {
  const total = tally.rows.train;
  const unreadable = tally.problems.filter(({ severity }) => severity === 'error').length;
  const repeated = tally.problems.length - unreadable;
  const lines = [
    vscode.l10n.t('Preview: nothing is written yet.'),
    vscode.l10n.t('Format {0}: {1}', format.name, format.title),
    ...format.trainers.map((trainer) => `    ${trainer.name}`),
    ...(criterion === undefined ? [] : [vscode.l10n.t('Only what was preferred by the criterion {0}', criterion)]),
    vscode.l10n.t('{0} rows from {1} annotations', total, tally.annotations),
    ...Object.values(droppedOf(tally)).map(({ count, reason }) => vscode.l10n.t('Dropped {0}: {1}', count, reason)),
    ...Object.values(notesOf(tally)).map(({ count, reason }) => vscode.l10n.t('Note on {0}: {1}', count, reason)),
    ...(unreadable > 0 ? [vscode.l10n.t('{0} records of the dataset cannot be read (see Problems)', unreadable)] : []),
    ...(repeated > 0 ? [vscode.l10n.t('{0} judged items have the id of another (see Problems)', repeated)] : []),
    ...(total > rows.length ? [vscode.l10n.t('The first {0} rows:', rows.length)] : []),
  ];
  const shown = JSON.stringify(rows.map(({ json }): unknown => JSON.parse(json)), undefined, 2);
  return `${lines.map((line) => `// ${line}`).join('\n')}\n\n${shown}\n`;
}
