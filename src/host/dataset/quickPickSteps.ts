import * as vscode from 'vscode';
import { is } from '../commands/conditions';

/** One question at the top of the window. */
export interface Step<T extends vscode.QuickPickItem> {
  readonly title: string;
  readonly placeholder: string;
  readonly items: readonly T[];
  /** The row that Enter takes; else the first. */
  readonly active?: T | undefined;
  /** Present where several may be chosen: those that are at first. */
  readonly chosen?: readonly T[];
  /** A row for what is typed, where it is none of the others. */
  readonly typed?: (text: string) => T | undefined;
  /** What is typed is sought in the descriptions too. */
  readonly matchesDescriptions?: boolean;
  /** Another step came before, to which an arrow leads back. */
  readonly hasBack?: boolean;
}

/** Leads from the open question back to the one before; undefined where there is none. */
let back: (() => void) | undefined;

/**
 * Escape on a question that has one before it. VS Code's own would close it and give the keyboard to a desk before the
 * other is there.
 */
export function registerStepBack(): vscode.Disposable {
  return vscode.commands.registerCommand('tiebreak.stepBack', () => back?.());
}

function setBack(to: (() => void) | undefined): void {
  back = to;
  void vscode.commands.executeCommand('setContext', is('hasStepBack'), to !== undefined);
}

/**
 * Questions that follow each other. Each stays until the next one is there, and all of them while the focus is
 * elsewhere: a desk takes the keyboard the moment there is no question, and what is typed then would be a judgement.
 */
export class QuickPickSteps implements vscode.Disposable {
  private answered: vscode.Disposable | undefined;

  /** Takes the last question from the screen. */
  dispose(): void {
    this.answered?.dispose();
    this.answered = undefined;
  }

  /** Asks, and gives what was chosen; undefined where the person goes back or presses Escape. */
  ask<T extends vscode.QuickPickItem>({
    title,
    placeholder,
    items,
    active,
    chosen,
    typed,
    matchesDescriptions = false,
    hasBack = false,
  }: Step<T>): Promise<readonly T[] | undefined> {
    const picker = vscode.window.createQuickPick<T>();
    picker.title = title;
    picker.placeholder = placeholder;
    picker.ignoreFocusOut = true;
    picker.matchOnDescription = matchesDescriptions;
    picker.canSelectMany = chosen !== undefined;
    picker.buttons = hasBack ? [vscode.QuickInputButtons.Back] : [];
    picker.items = items;
    if (active) picker.activeItems = [active];
    if (chosen) picker.selectedItems = chosen;
    return new Promise((resolve) => {
      const end = (result: readonly T[] | undefined): void => {
        for (const listener of listeners) listener.dispose();
        setBack(undefined);
        picker.busy = true;
        this.answered = picker;
        resolve(result);
      };
      const listeners = [
        picker.onDidChangeValue((value) => {
          if (!typed) return;
          const text = value.trim();
          const row = text === '' ? undefined : typed(text);
          if (!row && picker.items.length === items.length) return;
          const checked = chosen ? picker.selectedItems : [];
          picker.items = [...items, ...checked.filter((each) => !items.includes(each)), ...(row ? [row] : [])];
          if (chosen) picker.selectedItems = checked;
        }),
        // Where several may be chosen and none is, the row is meant that one is on.
        picker.onDidAccept(() => {
          const { selectedItems, activeItems } = picker;
          const selection = selectedItems.length > 0 ? selectedItems : activeItems;
          if (selection.length > 0) end(selection);
        }),
        picker.onDidTriggerButton(() => end(undefined)),
        picker.onDidHide(() => end(undefined)),
      ];
      if (hasBack) setBack(() => end(undefined));
      picker.show();
      this.dispose();
    });
  }
}
