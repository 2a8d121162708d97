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
      writeWithProgress(this.code, task, folder, { name, controller, files: side?.files ?? [], isReadOnly: true }),
    );
    await openInWindow(tree.folder);
    tellLeftOut(name, leftOutOf(tree, side));
  }
}

/** Opens a folder in a window of its own, which comes to the front where it is open already. */
export async function openInWindow(folder: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(folder), {
    forceNewWindow: true,
    noRecentEntry: true,
  });
}

/** Writes the files of a repository with some of them changed, and tells how far it is. */
export async function writeWithProgress(
  code: TaskCode,
  task: OpenTask,
  folder: string,
  {
    name,
    controller,
    files,
    isReadOnly,
  }: {
    /** Whose files they are: "A". */
    readonly name: string;
    readonly controller: AbortController;
    readonly files: readonly PatchedCodeFile[];
    readonly isReadOnly: boolean;
  },
): Promise<WrittenTree> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Files of {0}', name), cancellable: true },
    async (progress, cancelled) => {
      cancelled.onCancellationRequested(() => controller.abort());
      progress.report({ message: vscode.l10n.t('writing the files of the repository…') });
      const options: WriteOptions = {
        signal: controller.signal,
        isReadOnly,
        progress: ({ files: written, filesInAll }) =>
          progress.report({ message: vscode.l10n.t('writing files, {0} of {1}…', written, filesInAll) }),
      };
      return (await code.treesOf(task)).writeTo(folder, [files], options);
    },
  );
}

/** What of a response is not among the files, in a line each. */
export const leftOutOf = ({ notes }: WrittenTree, side: CodeSide | undefined): readonly string[] => [
  ...(side?.unread ?? []).map((unread) => remarkText({ unread })),
  ...notes.map(treeNoteText),
];

/** Tells what of a response is not among the files, with all of it in a list. */
export function tellLeftOut(name: string, lines: readonly string[]): void {
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

/** Tells something, with a button that opens a list. */
export async function offerList(text: string, title: string, list: string): Promise<void> {
  const show = vscode.l10n.t('Show List');
  if ((await vscode.window.showWarningMessage(text, show)) === show) await showToRead(responseDocument(title, list));
}
