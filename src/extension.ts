import { join } from 'node:path';
import * as vscode from 'vscode';
import { sweepTrees } from './core/code/tree/treeLock';
import { useWorkerScript } from './core/workerScript';
import { setWorkerWording } from './core/workerWording';
import { annotate } from './host/dataset/annotate';
import { projectLanguage } from './host/study/projectLanguage';
import { askAnnotator, changeAnnotator } from './host/study/annotator';
import { registerChooseFields } from './host/dataset/chooseFields';
import { registerStepBack } from './host/surface/questions';
import { registerCodeDocuments } from './host/code/codeDocuments';
import { treesFolder } from './host/code/taskCode';
import { holdTreesOfWindow } from './host/code/treeWindows';
import { registerDiffComments } from './host/code/diffComments';
import { registerDeskCommands } from './host/desk/deskCommands';
import { responseDocuments } from './host/desk/responseDifferences';
import { DeskEditor, deskViewType } from './host/desk/deskEditor';
import { registerImportLabels } from './host/dataset/importLabels';
import { registerExport } from './host/export/exportCommand';
import { registerSettings } from './host/settings/settingsCommand';
import { registerSearch } from './host/search/searchCommands';
import { versionDocuments } from './host/desk/itemHistory';
import { newStudy } from './host/dataset/newStudy';
import { openSample } from './host/dataset/openSample';
import { problems } from './host/study/problems';
import { registerRubrics } from './host/rubric/rubricCommands';
import { statusBar } from './host/study/statusBar';
import { refinementDocuments } from './host/desk/refinementEditor';
import { registerOrphans } from './host/items/orphanedAnnotations';
import { registerJoin } from './host/team/joinTeam';
import { registerTeam } from './host/team/teamMenu';
import { teamStatusBar } from './host/team/teamStatusBar';
import { StudyView } from './host/study/studyView';
import { useCatalogue } from './core/model/problems/catalogue';
import { useTranslation } from './core/model/problems/translation';
import { registerKeyCommands } from './host/surface/keyCommands';
import { registerReport } from './host/report/reportCommand';

export function activate(context: vscode.ExtensionContext): void {
  if (vscode.l10n.bundle) useTranslation(vscode.l10n.bundle);
  useCatalogue('editor');
  setWorkerWording({ program: 'editor', bundle: vscode.l10n.uri?.fsPath });
  useWorkerScript(join(__dirname, 'worker.js'));
  const editor = new DeskEditor(context);
  // First what is open here, then what a window that was killed has left. What cannot be removed now is left for the next
  // start.
  void holdTreesOfWindow(context)
    .then(() => sweepTrees(treesFolder(context)))
    .catch(() => undefined);
  context.subscriptions.push(
    vscode.window.registerCustomEditorProvider(deskViewType, editor, { supportsMultipleEditorsPerDocument: true }),
    vscode.commands.registerCommand('tiebreak.annotate', (dataset: vscode.Uri | undefined) => annotate(dataset)),
    vscode.commands.registerCommand('tiebreak.newStudy', newStudy),
    vscode.commands.registerCommand('tiebreak.openSample', () => openSample(context)),
    ...registerKeyCommands({
      changeAnnotator: async () => {
        const team = editor.study?.session?.study.team;
        if (team) {
          void vscode.window.showInformationMessage(
            vscode.l10n.t('In this team study your name is {0}, as in your invitation.', team.name),
          );
          return;
        }
        const comeBack = editor.desk?.leaveFor();
        await changeAnnotator();
        comeBack?.();
      },
    }),
    ...registerChooseFields(editor),
    registerStepBack(),
    registerImportLabels(editor),
    ...registerDeskCommands(editor),
    ...registerReport(editor, context),
    ...registerExport(editor, context),
    ...registerSettings(editor, context),
    ...registerSearch(editor),
    ...registerOrphans(editor),
    ...registerRubrics(context, editor),
    projectLanguage(),
    versionDocuments(),
    ...statusBar(editor),
    ...teamStatusBar(editor),
    ...registerJoin(context),
    ...registerTeam(editor, context),
    ...problems(editor),
    ...responseDocuments(),
    registerCodeDocuments(),
    ...registerDiffComments(),
    ...refinementDocuments(),
    vscode.window.registerTreeDataProvider('tiebreak.study', new StudyView(editor)),
    editor.onDidRest(() => {
      const { active } = editor;
      if (active?.item && !active.document.team)
        void askAnnotator(context.globalState, (text, actions) => active.document.questions.ask(text, actions));
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
      if (event.affectsConfiguration('tiebreak.annotator') || event.affectsConfiguration('tiebreak.group'))
        for (const study of editor.studies) void study.readAnnotator();
    }),
  );
}
