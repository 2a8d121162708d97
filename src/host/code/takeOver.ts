import * as vscode from 'vscode';
import type { PatchedCodeFile } from '../../core/code/patch/applyPatch';
import { letGo, takenTree, takeTree, type TakenFrom, type TakenTree } from '../../core/code/tree/takenTrees';
import { treeDifference, type TreeDifference, type WrittenBefore } from '../../core/code/tree/treeDifference';
import type { WrittenTree } from '../../core/code/tree/writeTree';
import type { Desk } from '../../core/desk/desk';
import { repositoryAtStep, type RepositoryAtStep } from '../../core/desk/runs/files/repositoryAtStep';
import { letterOf } from '../../core/model/annotation/blindOrder';
import { judgementKeyOf, plainKey } from '../../core/model/annotation/judgementKey';
import type { DraftTakeover } from '../../core/model/annotation/takeovers';
import type { Response } from '../../core/model/item/item';
import { placedRunSteps } from '../../core/model/item/placedRunSteps';
import { messageOf } from '../../core/model/problems/problem';
import type { DeskAccess } from '../desk/deskPickers';
import { inQuestions } from '../surface/questions';
import { asSentence, treesFolder, type ItemSides, type OpenTask, type TaskCode } from './taskCode';
import { tellNoRepository } from './tellWithCommand';
import { leftOutOf, offerList, openInWindow, tellLeftOut, writeWithProgress } from './treeWindows';

/** The response on the desk that is taken over. */
interface Taken {
  readonly desk: Desk;
  readonly key: string;
  readonly index: number;
  readonly letter: string;
  readonly response: Response;
  readonly from: TakenFrom;
  readonly task: OpenTask;
}

/** What a tree is made of, and what is not certain of it. */
interface Beginning {
  readonly step?: NonNullable<TakenTree['record']['step']>;
  readonly files: readonly PatchedCodeFile[];
  /** In a line each. */
  readonly remarks: readonly string[];
  readonly leftOut: (tree: WrittenTree) => readonly string[];
}

/** Continues a run by hand: its files are edited in a window of their own, and saved with the judgment. */
export class TakeOver implements vscode.Disposable {
  private working: AbortController | undefined;

  constructor(
    private readonly deskAccess: DeskAccess,
    private readonly code: TaskCode,
  ) {}

  /** Stops what is written now. What is open in a window stays. */
  dispose(): void {
    this.working?.abort();
  }

  /** Opens the files of the selected response to be edited; where they are, asks whether to save what was changed. */
  async run(desk: Desk): Promise<void> {
    if (this.working) return;
    const controller = new AbortController();
    this.working = controller;
    try {
      const taken = await this.selected(desk);
      if (!taken) return;
      const tree = await takenTree(this.storage, taken.from);
      if (tree) await this.goOn(taken, tree, controller);
      else await this.begin(taken, controller);
    } catch (error) {
      if (!controller.signal.aborted)
        void vscode.window.showErrorMessage(
          vscode.l10n.t('The run cannot be taken over: {0}', asSentence(messageOf(error))),
        );
    } finally {
      this.working = undefined;
    }
  }

  private get storage(): string {
    return treesFolder(this.deskAccess.context);
  }

  private async selected(desk: Desk): Promise<Taken | undefined> {
    await desk.settled();
    const { item, document } = this.deskAccess;
    const { open } = desk;
    const response = item && open?.shown.responses[item.selected];
    if (!open || !response) return undefined;
    const task = await this.code.openTask(open.shown);
    if (!task) {
      await tellNoRepository(
        vscode.l10n.t(
          'The study does not say where the repository of this task is. To take over a run needs its files.',
        ),
      );
      return undefined;
    }
    const { selected: index } = item;
    // Each judgment of an item has its own: of another context, when it comes again, and of another annotator.
    const seat = judgementKeyOf(open.shown.judgementKey ?? plainKey);
    const from = {
      study: document.uri.toString(),
      item: JSON.stringify([open.shown.item.id, document.session?.annotator, seat]),
      response: response.id,
    };
    return { desk, key: open.key, index, letter: letterOf(index), response, from, task };
  }

  private async begin(taken: Taken, controller: AbortController): Promise<void> {
    const { desk, key, letter, from, task } = taken;
    const beginning = await this.beginningOf(taken);
    if (!beginning || desk.open?.key !== key) return;
    const { step, files } = beginning;
    let lines: readonly string[] = [];
    const tree = await takeTree(
      this.storage,
      { ...from, ...(step && { step }) },
      letter.toLowerCase(),
      async (folder): Promise<WrittenBefore> => {
        const written = await writeWithProgress(this.code, task, folder, {
          ...{ name: letter, controller, files },
          isReadOnly: false,
        });
        lines = beginning.leftOut(written);
        const source = await this.code.sourceOf(task);
        const gone = new Set(
          files.flatMap(({ path, after, movedTo }) => (after && movedTo === undefined ? [] : [path])),
        );
        return {
          changed: files.map(({ path }) => path),
          absent: source.map(({ path }) => path).filter((path) => !written.files.has(path) && !gone.has(path)),
        };
      },
    );
    await openInWindow(tree.folder);
    tellLeftOut(letter, lines);
    tellUncertain(letter, beginning.remarks);
    void this.offerToSave(taken, step?.nth);
  }

  /** The files after the step in hand, or those that the run leaves. */
  private async beginningOf({ desk, index, response, task }: Taken): Promise<Beginning | undefined> {
    const sides: ItemSides | undefined = await this.code.sidesOf(desk);
    if (!sides) return undefined;
    const side = sides[index];
    const steps = placedRunSteps(response);
    const number = this.deskAccess.item?.run?.step;
    const at = number === undefined ? undefined : steps[number];
    const isLast = number !== undefined && steps.slice(number + 1).every(({ inner }) => inner !== undefined);
    if (side && (at === undefined || (isLast && at.inner === undefined)))
      return { files: side.files, remarks: [], leftOut: (tree) => leftOutOf(tree, side) };
    const last = number ?? steps.length - 1;
    const state = await repositoryAtStep(response, last, task.base);
    return {
      ...(number !== undefined && at && { step: { key: at.key, at: ownNumber(at.nth), nth: at.nth } }),
      files: state.files,
      remarks: remarksOn(state, (step) => steps[step]?.nth ?? String(step + 1)),
      leftOut: (tree) => leftOutOf(tree, undefined),
    };
  }

  /** A button does what the key does, once the person came back from the other window. */
  private async offerToSave({ desk, key, index, letter }: Taken, nth: string | undefined): Promise<void> {
    const save = vscode.l10n.t('Save the Takeover');
    const text =
      nth === undefined
        ? vscode.l10n.t(
            '{0} is open in a window of its own. Change its files there, and save the takeover here.',
            letter,
          )
        : vscode.l10n.t(
            '{0} is open in a window of its own, as it was after step {1}. Change its files there, and save the takeover here.',
            letter,
            nth,
          );
    const answer = await vscode.window.showInformationMessage(text, save);
    if (answer !== save || desk.open?.key !== key) return;
    await desk.judge({ do: 'select', index }, key);
    await this.run(desk);
  }

  private async goOn(taken: Taken, tree: TakenTree, controller: AbortController): Promise<void> {
    const { desk, key, letter, task } = taken;
    const source = await this.code.sourceOf(task);
    const difference = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Comparing the files of {0}', letter) },
      () => treeDifference(tree.folder, source, tree.record, controller.signal),
    );
    if (desk.open?.key !== key) return;
    const answer = await this.ask(taken, tree, difference);
    if (answer === undefined || desk.open.key !== key) return;
    if (answer === 'open') return openInWindow(tree.folder);
    if (answer === 'discard') return letGo(tree, false);
    await desk.judge({ do: 'takeover', index: taken.index, takeover: answer }, key);
    await letGo(tree, true);
    if (difference.leftOut.length > 0) tellNotInPatch(letter, difference.leftOut);
  }

  /** Asks what to do with a tree, and for the final answer where it is saved. */
  private async ask(
    { letter }: Taken,
    { record: { step } }: TakenTree,
    { patch, files, leftOut }: TreeDifference,
  ): Promise<DraftTakeover | 'open' | 'discard' | undefined> {
    const title =
      step === undefined
        ? vscode.l10n.t('Take over {0}', letter)
        : vscode.l10n.t('Take over {0} after step {1}', letter, step.nth);
    const comeBack = await this.deskAccess.leaveForQuestion();
    try {
      return await inQuestions(async (questions) => {
        const rows = [
          ...(patch === ''
            ? []
            : [{ label: vscode.l10n.t('Save the takeover'), description: filesText(files), does: 'save' as const }]),
          { label: vscode.l10n.t('Open its window again'), does: 'open' as const },
          { label: vscode.l10n.t('Discard the takeover'), does: 'discard' as const },
        ];
        const row = await questions.pick(rows, {
          title,
          placeHolder:
            patch === ''
              ? vscode.l10n.t('Nothing differs from the repository yet. What do you want to do?')
              : vscode.l10n.t('What do you want to do?'),
        });
        if (row?.does !== 'save') return row?.does;
        const text = await questions.input({
          title,
          prompt: vscode.l10n.t('What do you say as the final answer? You can leave it empty.'),
        });
        if (text === undefined) return undefined;
        return {
          ...(step && { step: step.key, at: step.at }),
          patch,
          ...(leftOut.length > 0 && { leftOut: [...leftOut] }),
          ...(text.trim() !== '' && { text }),
        };
      });
    } finally {
      comeBack();
    }
  }
}

const ownNumber = (nth: string): number => Math.max(0, Number.parseInt(nth, 10) - 1);

const filesText = (count: number): string =>
  count === 1 ? vscode.l10n.t('one file differs') : vscode.l10n.t('{0} files differ', count);

function remarksOn({ uncertain, hasCommands }: RepositoryAtStep, nthOf: (step: number) => string): readonly string[] {
  return [
    ...uncertain.map(({ path, kind, step }) =>
      kind === 'unknown'
        ? vscode.l10n.t('{0}: as in the repository, because what step {1} made of it is not known', path, nthOf(step))
        : vscode.l10n.t(
            '{0}: as the run left it, before step {1} ran a command that may have changed it',
            path,
            nthOf(step),
          ),
    ),
    ...(hasCommands
      ? [vscode.l10n.t('The run ran commands up to this step. What these wrote into other files is not known.')]
      : []),
  ];
}

function tellUncertain(letter: string, remarks: readonly string[]): void {
  const [first] = remarks;
  if (first === undefined) return;
  if (remarks.length === 1) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('Not certain of the files of {0}: {1}', letter, asSentence(first)),
    );
    return;
  }
  void offerList(
    vscode.l10n.t('Not certain of the files of {0}: {1}; and {2} more', letter, first, remarks.length - 1),
    `${vscode.l10n.t('Not certain of {0}', letter)}.txt`,
    `${remarks.join('\n')}\n`,
  );
}

function tellNotInPatch(letter: string, paths: readonly string[]): void {
  const [first = ''] = paths;
  const text =
    paths.length === 1
      ? vscode.l10n.t('Saved of {0} without a binary or large file: {1}', letter, first)
      : vscode.l10n.t('Saved of {0} without binary or large files: {1}; and {2} more', letter, first, paths.length - 1);
  void offerList(text, `${vscode.l10n.t('Left out of {0}', letter)}.txt`, `${paths.join('\n')}\n`);
}
