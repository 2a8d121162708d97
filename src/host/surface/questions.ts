import * as vscode from 'vscode';
import { is } from '../commands/conditions';

type PickOptions = Pick<
  vscode.QuickPickOptions,
  'title' | 'placeHolder' | 'matchOnDescription' | 'matchOnDetail' | 'ignoreFocusOut'
> &
  Steps;

/** Which of several questions it is. */
type Steps = Partial<Pick<vscode.InputBox, 'step' | 'totalSteps'>>;

/** The row that a button of a row stands for. */
type RowOfButton<T> = (row: T, button: vscode.QuickInputButton) => T;

export type InputOptions = Pick<vscode.InputBoxOptions, 'title' | 'prompt' | 'placeHolder' | 'value' | 'password'> &
  Steps & {
    readonly validateInput?: (text: string) => string | vscode.InputBoxValidationMessage | undefined;
    /** Another step came before, to which an arrow and Escape lead back. */
    readonly hasBack?: boolean;
    /** What is wrong with the value that it begins with. */
    readonly problem?: string | undefined;
    /** What is told while `check` runs. */
    readonly checking?: string;
    /** Tries what was entered while it stays on the screen; resolves to what is wrong with it. */
    readonly check?: (text: string) => Promise<string | undefined>;
  };

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
 * Runs a dialog of several questions. The last one leaves the screen when `dialog` is done, so that whatever follows a
 * question there (another one, a file dialog) takes its place.
 */
export async function inQuestions<T>(dialog: (questions: Questions) => Promise<T>): Promise<T> {
  const questions = new Questions();
  try {
    return await dialog(questions);
  } finally {
    questions.dispose();
  }
}

/**
 * Questions that follow each other. Each stays until the next one is there, and all of them while the focus is
 * elsewhere: a desk takes the keyboard the moment there is no question, and what is typed then would be a judgement.
 */
export class Questions implements vscode.Disposable {
  private answered: vscode.Disposable | undefined;

  /** Takes the last question from the screen. */
  dispose(): void {
    this.answered?.dispose();
    this.answered = undefined;
  }

  /** As `showQuickPick`. */
  pick<T extends vscode.QuickPickItem>(
    items: readonly T[],
    options: PickOptions,
    rowOfButton?: RowOfButton<T>,
  ): Promise<T | undefined> {
    return this.show(vscode.window.createQuickPick<T>(), (picker, end) => {
      setOptions(picker, items, options);
      return {
        listeners: [
          picker.onDidTriggerItemButton(({ item, button }) => {
            if (rowOfButton) end(rowOfButton(item, button));
          }),
        ],
        answer: () => picker.activeItems[0],
      };
    });
  }

  /** As `showQuickPick` with `canPickMany`: what is `picked` is chosen at first. */
  pickMany<T extends vscode.QuickPickItem>(
    items: readonly T[],
    options: PickOptions,
  ): Promise<readonly T[] | undefined> {
    return this.show(vscode.window.createQuickPick<T>(), (picker) => {
      picker.canSelectMany = true;
      setOptions(picker, items, options);
      picker.selectedItems = items.filter(({ picked }) => picked);
      return { listeners: [], answer: () => picker.selectedItems };
    });
  }

  /** As `showInputBox`. */
  input({
    validateInput,
    placeHolder,
    hasBack = false,
    problem,
    checking,
    check,
    ...options
  }: InputOptions): Promise<string | undefined> {
    return this.show(vscode.window.createInputBox(), (box, end) => {
      Object.assign(box, { ignoreFocusOut: true, validationMessage: problem }, options);
      box.placeholder = placeHolder;
      box.buttons = hasBack ? [vscode.QuickInputButtons.Back] : [];
      if (hasBack) setBack(() => end(undefined));
      const isValid = (): boolean => {
        const found = validateInput?.(box.value);
        box.validationMessage = found;
        return (
          found === undefined || (typeof found === 'object' && found.severity < vscode.InputBoxValidationSeverity.Error)
        );
      };
      const tryIt = async (value: string): Promise<void> => {
        box.busy = true;
        box.prompt = checking;
        const wrong = await check?.(value);
        if (wrong === undefined) end(value);
        else Object.assign(box, { busy: false, prompt: options.prompt, validationMessage: wrong });
      };
      return {
        listeners: [box.onDidChangeValue(isValid), box.onDidTriggerButton(() => end(undefined))],
        answer: () => {
          if (box.busy || !isValid()) return undefined;
          if (!check) return box.value;
          void tryIt(box.value);
          return undefined;
        },
      };
    });
  }

  /**
   * Shows a question in the place of the one before. Gives what `answer` gives at Enter, which stays open where that is
   * undefined; undefined where it was closed.
   */
  private show<Q extends vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox, A>(
    question: Q,
    set: (
      question: Q,
      end: (given: A | undefined) => void,
    ) => { readonly listeners: readonly vscode.Disposable[]; readonly answer: () => A | undefined },
  ): Promise<A | undefined> {
    return new Promise((resolve) => {
      let hasEnded = false;
      const end = (given: A | undefined): void => {
        if (hasEnded) return;
        hasEnded = true;
        for (const listener of listeners) listener.dispose();
        setBack(undefined);
        question.busy = true;
        this.answered = question;
        resolve(given);
      };
      const { listeners: own, answer } = set(question, end);
      const listeners = [
        ...own,
        question.onDidAccept(() => {
          const given = answer();
          if (given !== undefined) end(given);
        }),
        question.onDidHide(() => end(undefined)),
      ];
      question.show();
      this.dispose();
    });
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
          // An Enter right behind what was typed comes before the row for that.
          const row = selection.length === 0 && picker.value.trim() !== '' ? typed?.(picker.value.trim()) : undefined;
          if (row) end([row]);
          else if (selection.length > 0) end(selection);
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

function setOptions<T extends vscode.QuickPickItem>(
  picker: vscode.QuickPick<T>,
  items: readonly T[],
  { placeHolder, matchOnDescription = false, matchOnDetail = false, ignoreFocusOut = false, ...options }: PickOptions,
): void {
  Object.assign(picker, options, { matchOnDescription, matchOnDetail, ignoreFocusOut, items });
  picker.placeholder = placeHolder;
}
