import * as vscode from 'vscode';
import type { DeskQuestion } from '../../protocol/desk';

interface Waiting extends DeskQuestion {
  readonly answer: (action: string | undefined) => void;
}

/** So long what asks nothing is shown, in milliseconds. */
const shortly = 20_000;

type ShowMessage = (text: string, ...actions: string[]) => Thenable<string | undefined>;

/** Who can be asked and told about a study. */
export type StudyNotifier = Pick<DeskQuestions, 'ask' | 'tell'>;

/** So long a desk that is being opened is waited for, in milliseconds. */
const patience = 1500;

/**
 * Questions about a study that can wait: a line above its items, where there is a desk, since a notification lies over the
 * button that saves; a notification where there is none. One at a time, in the order in which they were asked.
 */
export class DeskQuestions implements vscode.Disposable {
  private readonly waiting: Waiting[] = [];
  private readonly changed = new vscode.EventEmitter<void>();
  /** Another question is shown, or none. */
  readonly onDidChange = this.changed.event;
  private desks = 0;
  private isClosed = false;

  /** The question that is shown. */
  get current(): DeskQuestion | undefined {
    return this.waiting[0];
  }

  /** A desk shows them, until what this returns is disposed. */
  shownHere(): vscode.Disposable {
    this.desks++;
    this.changed.fire();
    return new vscode.Disposable(() => {
      this.desks--;
    });
  }

  /**
   * Resolves to the chosen action; undefined where the person put the question away, or it took the place of the same one.
   * @param show how it is shown where there is no desk
   */
  async ask(
    text: string,
    actions: readonly string[],
    show: ShowMessage = vscode.window.showInformationMessage,
  ): Promise<string | undefined> {
    const hasDesk = await this.hasDesk();
    if (this.isClosed) return undefined;
    if (!hasDesk) return show(text, ...actions);
    this.withdraw(text);
    return new Promise((answer) => {
      this.waiting.push({ text, actions, answer });
      this.changed.fire();
    });
  }

  /** Puts away a question that waits, since it was answered in another way. */
  withdraw(text: string): void {
    const left = this.waiting.filter((question) => question.text === text);
    if (left.length === 0) return;
    this.waiting.splice(0, this.waiting.length, ...this.waiting.filter((question) => question.text !== text));
    for (const { answer } of left) answer(undefined);
    this.changed.fire();
  }

  /** Tells something that asks nothing, for a while. */
  async tell(text: string): Promise<void> {
    const late = setTimeout(() => this.withdraw(text), shortly + patience);
    await this.ask(text, []);
    clearTimeout(late);
  }

  /** The person answered the question that is shown. @param action by its place; null where they put it away */
  answer(action: number | null): void {
    const question = this.waiting.shift();
    this.changed.fire();
    question?.answer(action === null ? undefined : question.actions[action]);
  }

  /** The study is closed: what was not answered is put away. */
  dispose(): void {
    this.isClosed = true;
    this.changed.fire();
    for (const { answer } of this.waiting.splice(0)) answer(undefined);
    this.changed.dispose();
  }

  private async hasDesk(): Promise<boolean> {
    if (this.desks > 0) return true;
    await new Promise<void>((resolve) => {
      const listening = this.onDidChange(done);
      const late = setTimeout(done, patience);
      function done(): void {
        clearTimeout(late);
        listening.dispose();
        resolve();
      }
    });
    return this.desks > 0;
  }
}
