import * as vscode from 'vscode';
import type { PatchedCodeFile } from '../../core/code/patch/applyPatch';
import { OpenedTrees } from '../../core/code/tree/openedTrees';
import { holdForWindow } from '../../core/code/tree/treeLock';
import type { WriteOptions, WrittenTree } from '../../core/code/tree/writeTree';
import type { CodeSide } from '../../core/code/view/codeSides';
import type { Desk } from '../../core/desk/desk';
import { letterOf } from '../../core/model/annotation/blindOrder';
import { messageOf } from '../../core/model/problems/problem';
import type { DeskAccess } from '../desk/deskPickers';
import { responseDocument } from '../desk/responseDifferences';
import { showToRead } from '../desk/showToRead';
import { remarkText } from './remarkTexts';
import { asSentence, treesFolder, type OpenTask, type TaskCode } from './taskCode';
import { tellNoRepository } from './tellWithCommand';
import { treeNoteText } from './treeNotes';

/** Those of this window, by folder of storage: the trees stay, whichever desk opened them and is closed since. */
const treesOfWindow = new Map<string, OpenedTrees>();

function openedTrees(context: vscode.ExtensionContext): OpenedTrees {
  const folder = treesFolder(context);
  const known = treesOfWindow.get(folder) ?? new OpenedTrees(folder);
  treesOfWindow.set(folder, known);
  return known;
}

/** Holds the trees that are folders of this window, so that no other window removes them. */
export async function holdTreesOfWindow(context: vscode.ExtensionContext): Promise<void> {
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    if (uri.scheme !== 'file') continue;
    const release = await holdForWindow(treesFolder(context), uri.fsPath);
    if (release) context.subscriptions.push({ dispose: release });
  }
}

/** Opens the files that a response leaves as a folder in a window of its own, where VS Code reads them as any others. */
export class TreeWindows implements vscode.Disposable {
  private writing: AbortController | undefined;

  constructor(
    private readonly deskAccess: DeskAccess,
    private readonly code: TaskCode,
  ) {}

  /** Stops what is written now. What is open in a window stays. */
  dispose(): void {
    this.writing?.abort();
  }

  /** Opens the files that the selected response leaves; those of the base where it has no patch. */
  async open(desk: Desk): Promise<void> {
    if (this.writing) return;
    const controller = new AbortController();
    this.writing = controller;
    try {
      await this.openSelected(desk, controller);
    } catch (error) {
      if (!controller.signal.aborted)
        void vscode.window.showErrorMessage(
          vscode.l10n.t('The files of the response cannot be opened: {0}', asSentence(messageOf(error))),
        );
    } finally {
      this.writing = undefined;
    }
  }

  private async openSelected(desk: Desk, controller: AbortController): Promise<void> {
    await desk.settled();
    const { item, context } = this.deskAccess;
    const { open } = desk;
    if (!item || !open) return;
    const task = await this.code.openTask(open.shown);
    if (!task) {
      await tellNoRepository(
        vscode.l10n.t(
          'The study does not say where the repository of this task is. Without it there are only the lines of the patches.',
        ),
      );
      return;
    }
    const sides = await this.code.sidesOf(desk);
    if (!sides || desk.open?.key !== open.key) return;
    const side = sides[item.selected];
    const name = side ? letterOf(item.selected) : vscode.l10n.t('Base');
    const key = JSON.stringify([
      ...[this.deskAccess.document.uri.toString(), task.path, task.task.commit ?? null],
      ...(side ? [open.key, open.shown.responses[item.selected]?.id, name] : []),
    ]);
    const tree = await openedTrees(context).tree(key, side ? name.toLowerCase() : 'base', (folder) =>
      this.write(task, folder, side?.files ?? [], { name, controller }),
    );
    await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(tree.folder), {
      forceNewWindow: true,
      noRecentEntry: true,
    });
    tellLeftOut(name, tree, side);
  }

  private async write(
    task: OpenTask,
    folder: string,
    files: readonly PatchedCodeFile[],
    { name, controller }: { readonly name: string; readonly controller: AbortController },
  ): Promise<WrittenTree> {
    return vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t('Files of {0}', name),
        cancellable: true,
      },
      async (progress, cancelled) => {
        cancelled.onCancellationRequested(() => controller.abort());
        progress.report({ message: vscode.l10n.t('writing the files of the repository…') });
        const options: WriteOptions = {
          signal: controller.signal,
          isReadOnly: true,
          progress: ({ files: written, filesInAll }) =>
            progress.report({ message: vscode.l10n.t('writing files, {0} of {1}…', written, filesInAll) }),
        };
        return (await this.code.treesOf(task)).writeTo(folder, [files], options);
      },
    );
  }
}

/** Tells what of a response is not among the files, with all of it in a list. */
function tellLeftOut(name: string, { notes }: WrittenTree, side: CodeSide | undefined): void {
  const lines = [...(side?.unread ?? []).map((unread) => remarkText({ unread })), ...notes.map(treeNoteText)];
  const [first] = lines;
  if (first === undefined) return;
  if (lines.length === 1) {
    void vscode.window.showWarningMessage(vscode.l10n.t('Left out of the files of {0}: {1}', name, asSentence(first)));
    return;
  }
  void offerList(
    vscode.l10n.t('Left out of the files of {0}: {1}; and {2} more', name, first, lines.length - 1),
    `${vscode.l10n.t('Left out of {0}', name)}.txt`,
    `${lines.join('\n')}\n`,
  );
}

async function offerList(text: string, title: string, list: string): Promise<void> {
  const show = vscode.l10n.t('Show List');
  if ((await vscode.window.showWarningMessage(text, show)) === show) await showToRead(responseDocument(title, list));
}
