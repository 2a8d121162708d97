import * as vscode from 'vscode';
import { recipeProblemText } from '../../core/export/recipeProblem';
import { assertOwnFolder, recipeNamed, recipeNames } from '../../core/export/recipes';
import { exportSummary, trainingCommandLines } from '../../core/export/summary';
import { messageOf, UserError } from '../../core/model/problems/problem';
import { locationText } from '../../core/model/problems/wording';
import type { Project } from '../../core/model/study/project';
import { openProject } from '../../core/study/projectFile';
import type { DeskEditor } from '../desk/deskEditor';
import { assertNear, foldersNear, isBlindIn, runReadyExport, type ReadyExport } from './recipes';

const type = 'tiebreak';
/** So many projects of a workspace are looked into. */
const max = 200;

interface Definition extends vscode.TaskDefinition {
  readonly recipe: string;
  /** The project file, from the workspace's folder; the only one, or the open one, where nothing is said. */
  readonly project?: string;
}

/** The open studies, and what is remembered of each. */
interface Exporting {
  readonly editor: DeskEditor;
  readonly memory: vscode.Memento;
}

/** Each recipe of a study that is open or lies in the workspace is a task. */
export function registerExportTasks(editor: DeskEditor, memory: vscode.Memento): vscode.Disposable {
  const exporting: Exporting = { editor, memory };
  return vscode.tasks.registerTaskProvider(type, {
    async provideTasks() {
      const tasks: vscode.Task[] = [];
      for (const uri of await projects(editor)) {
        const project = await readProject(uri).catch(() => undefined);
        if (project)
          tasks.push(
            ...recipeNames(project).map((recipe) =>
              withFault(
                taskOf(exporting, { type, recipe, project: vscode.workspace.asRelativePath(uri, false) }, uri),
                recipeProblemText(project, recipe),
              ),
            ),
          );
      }
      return tasks;
    },
    async resolveTask({ definition }) {
      const { recipe, project } = definition as Partial<Definition> & vscode.TaskDefinition;
      if (typeof recipe !== 'string') return undefined;
      const all = await projects(editor);
      const uri =
        project === undefined
          ? (editor.study?.uri ?? all[0])
          : (all.find((each) => vscode.workspace.asRelativePath(each, false) === project || each.fsPath === project) ??
            inWorkspace(project));
      // VS Code takes a task only with the definition that it asked about.
      return uri && taskOf(exporting, definition as Definition, uri);
    },
  });
}

async function projects(editor: DeskEditor): Promise<vscode.Uri[]> {
  const found = await vscode.workspace.findFiles('**/*.tiebreak', '**/node_modules/**', max);
  const open = editor.studies.map(({ uri }) => uri);
  const all = new Map([...open, ...found].map((uri) => [uri.toString(), uri]));
  return [...all.values()].sort((a, b) => (a.fsPath < b.fsPath ? -1 : 1));
}

function inWorkspace(path: string): vscode.Uri | undefined {
  const folder = vscode.workspace.workspaceFolders?.[0];
  return folder && vscode.Uri.joinPath(folder.uri, path);
}

const readProject = async ({ fsPath }: vscode.Uri): Promise<Project> => (await openProject(fsPath)).data;

function taskOf(exporting: Exporting, definition: Definition, uri: vscode.Uri): vscode.Task {
  const scope = vscode.workspace.getWorkspaceFolder(uri) ?? vscode.TaskScope.Workspace;
  const name = vscode.l10n.t('export {0} ({1})', definition.recipe, vscode.workspace.asRelativePath(uri, false));
  const task = new vscode.Task(
    definition,
    scope,
    name,
    'Tiebreak',
    new vscode.CustomExecution(() => Promise.resolve(new ExportTerminal(exporting, uri, definition.recipe))),
  );
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, clear: true };
  return task;
}

/** A task in the list, with what is wrong with its recipe: run, it says the same. */
function withFault(task: vscode.Task, fault: string | undefined): vscode.Task {
  if (fault !== undefined) task.detail = `$(warning) ${vscode.l10n.t('invalid recipe: {0}', fault)}`;
  return task;
}

/** Runs a recipe and tells of it as the command line does. */
class ExportTerminal implements vscode.Pseudoterminal {
  private readonly writes = new vscode.EventEmitter<string>();
  readonly onDidWrite = this.writes.event;
  private readonly closes = new vscode.EventEmitter<number>();
  readonly onDidClose = this.closes.event;
  private readonly abort = new AbortController();

  constructor(
    private readonly exporting: Exporting,
    private readonly uri: vscode.Uri,
    private readonly recipe: string,
  ) {}

  open(): void {
    void this.run().then((code) => this.closes.fire(code));
  }

  /** The task was ended. */
  close(): void {
    this.abort.abort();
  }

  /** Ctrl+C. */
  handleInput(data: string): void {
    if (data === '\u0003') this.abort.abort();
  }

  /** Resolves to the exit code: 0 is fine, 1 problems in the data or an export that came to nothing. */
  private async run(): Promise<number> {
    try {
      const order = await this.order();
      this.line(
        vscode.l10n.t(
          '{0}: exporting {1} to {2}',
          vscode.workspace.asRelativePath(this.uri, false),
          this.recipe,
          shown(order.folder),
        ),
      );
      let told = 0;
      const {
        tally,
        files,
        card,
        commands = [],
      } = await runReadyExport(order, this.abort.signal, (fraction) => {
        const percent = Math.floor(fraction * 10) * 10;
        if (percent > told && percent < 100) this.line(`${(told = percent)} %`);
      });
      for (const line of [
        ...exportSummary(tally, files.map(shown)),
        ...trainingCommandLines(commands, card && shown(card)),
      ])
        this.line(line);
      for (const { severity, file, message, ...place } of tally.problems)
        this.line(`${locationText(shown(file), place)}: ${severity === 'warning' ? 'warning: ' : ''}${message}`);
      return tally.problems.some(({ severity }) => severity === 'error') ? 1 : 0;
    } catch (error) {
      this.line(this.abort.signal.aborted ? vscode.l10n.t('Export stopped. No files were written.') : messageOf(error));
      return 1;
    }
  }

  private async order(): Promise<ReadyExport> {
    if (!vscode.workspace.isTrusted) throw new UserError(vscode.l10n.t('Recipes can run only in trusted workspaces.'));
    const project = this.uri.fsPath;
    const content = await readProject(this.uri);
    const { recipe, folder } = recipeNamed(project, content, this.recipe);
    assertOwnFolder(project, content, this.recipe);
    await assertNear(project, this.recipe, recipe, folder);
    // What an open study may read was asked when it was opened.
    const { editor, memory } = this.exporting;
    return {
      project,
      recipe,
      folder,
      isBlind: isBlindIn(memory, this.uri),
      ...(editor.studyOf(this.uri)?.session === undefined && { within: foldersNear(project) }),
    };
  }

  private line(text: string): void {
    this.writes.fire(`${text.replaceAll('\n', '\r\n')}\r\n`);
  }
}

const shown = (path: string): string => vscode.workspace.asRelativePath(path, false);
