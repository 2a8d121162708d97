import { join } from 'node:path';
import * as vscode from 'vscode';
import { decodeTablesWith } from './core/dataset/formats/table';
import { annotate } from './host/annotate';
import { askWho, changeAnnotator } from './host/annotator';
import { registerChooseFields } from './host/chooseFields';
import { registerStepBack } from './host/chooserSteps';
import { registerCoverage } from './host/coverageCommand';
import { registerDeskCommands } from './host/deskCommands';
import { responseDocuments } from './host/differences';
import { DeskEditor, viewType } from './host/editor';
import { registerExport } from './host/exportCommand';
import { registerFinding } from './host/findItems';
import { versionDocuments } from './host/itemHistory';
import { openSample } from './host/openSample';
import { problems } from './host/problems';
import { registerRubrics } from './host/rubricCommands';
import { statusBar } from './host/statusBar';
import { refinementDocuments } from './host/refinements';
import { registerStrays } from './host/strays';
import { StudyView } from './host/studyView';

export function activate(context: vscode.ExtensionContext): void {
  decodeTablesWith(join(__dirname, 'tableWorker.js'));
  const editor = new DeskEditor(context);
  context.subscriptions.push(
    vscode.window.registerCustomEditorProvider(viewType, editor, { supportsMultipleEditorsPerDocument: true }),
    vscode.commands.registerCommand('tiebreak.annotate', (dataset: vscode.Uri | undefined) => annotate(dataset)),
    vscode.commands.registerCommand('tiebreak.openSample', () => openSample(context)),
    vscode.commands.registerCommand('tiebreak.changeAnnotator', () => changeAnnotator()),
    registerChooseFields(editor),
    registerStepBack(),
    ...registerDeskCommands(editor),
    ...registerCoverage(editor, context),
    ...registerExport(editor, context),
    ...registerFinding(editor),
    ...registerStrays(editor),
    ...registerRubrics(context, editor),
    versionDocuments(),
    ...statusBar(editor),
    ...problems(editor),
    ...responseDocuments(),
    ...refinementDocuments(),
    vscode.window.registerTreeDataProvider('tiebreak.study', new StudyView(editor)),
    editor.onDidRest(() => {
      if (editor.active?.item) void askWho(context.globalState);
    }),
    // What another program did meanwhile is taken up when the person comes back.
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) for (const study of editor.studies) study.look();
    }),
    // Files outside may be asked about now.
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      for (const study of editor.studies) if (study.error !== undefined) void study.open();
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('tiebreak.annotator') || event.affectsConfiguration('tiebreak.group')) for (const study of editor.studies) void study.readAnnotator();
    }),
  );
}
