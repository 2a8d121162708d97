import * as vscode from 'vscode';
import { annotate } from './host/annotate';
import { changeAnnotator } from './host/annotator';
import { registerDeskCommands } from './host/deskCommands';
import { responseDocuments } from './host/differences';
import { DeskEditor, viewType } from './host/editor';
import { registerExport } from './host/exportCommand';
import { registerFinding } from './host/findItems';
import { openSample } from './host/openSample';
import { problems } from './host/problems';
import { statusBar } from './host/statusBar';
import { StudyView } from './host/studyView';

export function activate(context: vscode.ExtensionContext): void {
  const editor = new DeskEditor(context);
  context.subscriptions.push(
    vscode.window.registerCustomEditorProvider(viewType, editor, { supportsMultipleEditorsPerDocument: true }),
    vscode.commands.registerCommand('tiebreak.annotate', (dataset: vscode.Uri | undefined) => annotate(dataset)),
    vscode.commands.registerCommand('tiebreak.openSample', () => openSample(context)),
    vscode.commands.registerCommand('tiebreak.changeAnnotator', () => changeAnnotator()),
    ...registerDeskCommands(editor),
    ...registerExport(editor),
    ...registerFinding(editor),
    ...statusBar(editor),
    ...problems(editor),
    ...responseDocuments(),
    vscode.window.registerTreeDataProvider('tiebreak.study', new StudyView(editor)),
    // What another program did meanwhile is taken up when the person comes back.
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) for (const study of editor.studies) study.look();
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('tiebreak.annotator')) for (const study of editor.studies) void study.readAnnotator();
    }),
  );
}
