import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { openRepository, type CodeRepository } from '../../core/code/codeRepository';
import { applyPatch, type BaseFiles, type PatchedCodeFile } from '../../core/code/patch/applyPatch';
import { parsePatch } from '../../core/code/patch/parsePatch';
import { patchOfResponse } from '../../core/code/patchOfResponse';
import { repositoryPath, taskRepositoryOf, type TaskRepository } from '../../core/code/taskRepository';
import { sourceFiles, type SourceFile } from '../../core/code/tree/sourceFiles';
import { Trees } from '../../core/code/tree/trees';
import { codeSides, type CodeSide } from '../../core/code/view/codeSides';
import type { Desk } from '../../core/desk/desk';
import type { ShownItem } from '../../core/desk/item/shownItem';
import { messageOf, problem, UserError } from '../../core/model/problems/problem';
import type { DeskAccess } from '../desk/deskPickers';

/** The code of the responses of an item, in the order shown; undefined for one without a patch. */
export type ItemSides = readonly (CodeSide | undefined)[];

/** The repository of a task, with what is read out of it. */
export interface OpenTask {
  readonly task: TaskRepository;
  readonly path: string;
  readonly repository: CodeRepository;
  /** The files that patches are based on. */
  readonly base: BaseFiles;
}

/**
 * The code of the item on a desk: the repository of its task, what its responses make of that, and trees on disk. What
 * was read is kept for the item that is on the screen.
 */
export class TaskCode implements vscode.Disposable {
  private repositories = new Map<string, Promise<CodeRepository>>();
  private last: { readonly shown: ShownItem; readonly sides: ItemSides } | undefined;
  private trees: { readonly of: string; readonly made: Promise<Trees> } | undefined;

  constructor(private readonly deskAccess: DeskAccess) {}

  /** Closes repositories, and removes trees. */
  dispose(): void {
    const repositories = [...this.repositories.values()];
    this.repositories = new Map();
    this.last = undefined;
    this.closeTrees();
    for (const repository of repositories)
      void repository.then(
        (each) => each.close(),
        () => undefined,
      );
  }

  /** What the item on the screen and its study say of the repository and the tests. */
  taskOf({ item }: ShownItem): TaskRepository {
    return taskRepositoryOf(item, this.deskAccess.document.session?.study.project.code);
  }

  /** The code of the responses of the item on the screen; undefined where none is by now. */
  async sidesOf(desk: Desk): Promise<ItemSides | undefined> {
    await desk.settled();
    const { open } = desk;
    if (!open) return undefined;
    if (this.last?.shown === open.shown) return this.last.sides;
    const patches = open.shown.responses.map(patchOfResponse);
    const base = patches.some((patch) => patch !== undefined) ? await this.baseOf(open.shown) : undefined;
    const sides = await codeSides(patches, base === 'refused' ? undefined : base, gapText);
    if (base !== 'refused') this.last = { shown: open.shown, sides };
    return sides;
  }

  /**
   * The repository of an item's task; undefined where nobody says where it is. Rejects with `UserError` where it cannot
   * be used.
   */
  async openTask(shown: ShownItem): Promise<OpenTask | undefined> {
    const { document } = this.deskAccess;
    const project = document.session?.study.project;
    if (!project) return undefined;
    const task = this.taskOf(shown);
    const path = repositoryPath(project.code?.source, task.name, dirname(document.uri.fsPath));
    if (path === undefined) return undefined;
    const repository = await this.repository(path);
    return { task, path, repository, base: await repository.filesAt(task.commit) };
  }

  /**
   * What the task's own patch of tests makes of the base; nothing where it has none. Rejects with `UserError` where not
   * all of it can be applied, as tests that are not the task's say nothing of a response.
   */
  async testsOf({ task, base }: OpenTask): Promise<readonly PatchedCodeFile[]> {
    const patch = task.test?.patch;
    if (patch === undefined) return [];
    const { files, unread } = parsePatch(patch);
    const tests = await applyPatch(files, base);
    const [faulty] = tests.filter(({ faults }) => faults.length > 0);
    if (faulty || unread.length > 0)
      throw new UserError(problem('code.testsNotApplied', { file: faulty?.path ?? `:${unread[0]?.at ?? 1}` }));
    return tests;
  }

  /** Trees of a task on disk, which stay until those of another one are asked for. */
  async treesOf(open: OpenTask): Promise<Trees> {
    const of = JSON.stringify([open.path, open.task.commit]);
    if (this.trees?.of === of) return this.trees.made;
    this.closeTrees();
    const made = this.sourceOf(open).then((source) => Trees.open(treesFolder(this.deskAccess.context), source));
    this.trees = { of, made };
    made.catch(() => this.closeTrees());
    return made;
  }

  /** The files that the trees of a task begin with. */
  sourceOf({ task, path, repository }: OpenTask): Promise<readonly SourceFile[]> {
    return sourceFiles(repository, task.commit, path, this.deskAccess.document.cache);
  }

  private closeTrees(): void {
    const { trees } = this;
    this.trees = undefined;
    void trees?.made.then(
      (each) => each.close(),
      () => undefined,
    );
  }

  /** The files that patches are based on; undefined where nobody says where they are. */
  private async baseOf(shown: ShownItem): Promise<BaseFiles | 'refused' | undefined> {
    try {
      return (await this.openTask(shown))?.base;
    } catch (error) {
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          'The repository of the task cannot be used: {0} Only the lines in the patches are shown.',
          asSentence(messageOf(error)),
        ),
      );
      return 'refused';
    }
  }

  private repository(path: string): Promise<CodeRepository> {
    const known = this.repositories.get(path);
    if (known) return known;
    const { document } = this.deskAccess;
    // The person's own setting: one of the workspace may have come with somebody else's folder.
    const program = vscode.workspace.getConfiguration('git').inspect<string | string[]>('path')?.globalValue;
    const opened = openRepository(path, {
      cacheFolder: document.cache,
      admit: (paths) => document.admit(paths),
      program: typeof program === 'string' && program !== '' ? program : undefined,
    });
    this.repositories.set(path, opened);
    opened.catch(() => this.repositories.delete(path));
    return opened;
  }
}

/** The folder for all trees of this machine's windows. */
export const treesFolder = (context: vscode.ExtensionContext): string =>
  vscode.Uri.joinPath(context.globalStorageUri, 'trees').fsPath;

/** A message with a full stop behind it, so that another sentence can follow. */
export const asSentence = (text: string): string => text.replace(/([^.!?])$/, '$1.');

const gapText = (lines: number | undefined): string =>
  lines === undefined
    ? vscode.l10n.t('⋯ lines that are not in the patch ⋯')
    : lines === 1
      ? vscode.l10n.t('⋯ one line that is not in the patch ⋯')
      : vscode.l10n.t('⋯ {0} lines that are not in the patch ⋯', lines);
