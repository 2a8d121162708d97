import type * as vscode from 'vscode';
import type { KeyboardPlace } from '../../protocol/desk';

/**
 * On its way to the page VS Code gives the focus to the frame around it, whose keys it hears too: what is told of that
 * moment is believed so late. In milliseconds.
 */
const passing = 400;
/**
 * Within so long after the editor was asked to take the keyboard the focus has come; in milliseconds. Where it has not,
 * the editor is asked again.
 */
const arriving = 600;
/** How often the editor is asked again. */
const askedAgain = 2;

/** Where the keyboard of one editor is, and the questions at the top of the window that take it from there. */
export class KeyboardFocus {
  /** Where it is. */
  place: KeyboardPlace = 'elsewhere';
  /** Whether the last of the questions is still to take the keyboard, or has it: no key is meant for the desk then. */
  asking = false;
  /** Hears keys that come before the question has the keyboard. */
  private onEarlyKey: ((key: string) => void) | undefined;
  /** Where the webview told last that it is. */
  private lastPlace: KeyboardPlace = 'elsewhere';
  /** Where it was last in this editor: what has the focus there keeps it while it is elsewhere. */
  private innerPlace: KeyboardPlace = 'desk';
  /** Whether it is taken to be gone since then, for a question. */
  private isGuess = false;
  /** How many were asked so far; a key pressed twice asks again, and the second takes the first one's place. */
  private questions = 0;
  /** Until then the focus may pass by the frame around the page; see `Date.now`. */
  private passesUntil = 0;
  /**
   * Until then the page may still take the focus that it was asked to take before the last question; see `Date.now`.
   */
  private isLateUntil = 0;
  /** Whether it was asked to come, and the webview has not told since that it is there. */
  private isComing = false;
  /** Resolves what `arrived` waits for. */
  private onArrival: (() => void) | undefined;
  private arrival: Promise<void> | undefined;
  /** Looks again then whether it has arrived, or is gone indeed. */
  private later: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly onDidChange: () => void,
    private readonly focusQuestion: () => void,
  ) {
    panel.onDidDispose(() => {
      this.isClosed = true;
      clearTimeout(this.later);
    });
  }

  /** The webview tells where it is. */
  focusMovedTo(place: KeyboardPlace): void {
    this.lastPlace = place;
    this.isGuess = false;
    if (place !== 'elsewhere') this.onArrival?.();
    // Meant for the answer of the question before: this one is on the screen, and a number typed for it would be a
    // judgement.
    if (place !== 'elsewhere' && this.asking && Date.now() < this.isLateUntil) {
      this.focusQuestion();
      return;
    }
    if (place !== 'elsewhere') this.asking = false;
    if (place !== 'elsewhere' || this.asking || Date.now() >= this.passesUntil) this.foresee(place);
    // What is on its way is looked at anyway.
    else if (!this.isComing) this.lookLater(passing, () => this.foresee(this.lastPlace));
  }

  /** Counts as being there before the focus is seen to move: a message later, the key right behind would be lost. */
  foresee(place: KeyboardPlace): void {
    clearTimeout(this.later);
    this.isComing = false;
    this.place = place;
    if (place !== 'elsewhere') this.innerPlace = place;
    this.onDidChange();
  }

  /**
   * Call it before a question, and the result after the answer: the keyboard comes back then, unless another question
   * has it by now. It counts as gone from here on: the webview tells of it later, and an Enter that answers would be a
   * command of the desk until then. From the answer on it counts as being back, which the webview tells later too.
   * @param onEarlyKey hears digits, and Enter as "\n", that were pressed before the question has the keyboard
   */
  leave(onEarlyKey?: (key: string) => void): () => void {
    const question = ++this.questions;
    this.asking = true;
    this.onEarlyKey = onEarlyKey;
    this.isGuess = true;
    if (this.isComing) this.arrival = this.nextArrival();
    const wasComing = this.isComing || Date.now() < this.passesUntil;
    this.foresee('elsewhere');
    if (wasComing) {
      this.isLateUntil = Date.now() + arriving;
      // Where the page took it after all. One that has it already would lose its text field: VS Code gives the keyboard
      // to the list of answers.
      setTimeout(() => {
        if (this.asking && question === this.questions && !this.isClosed && this.lastPlace !== 'elsewhere')
          this.focusQuestion();
      }, arriving);
    }
    return () => {
      if (question === this.questions && !this.isClosed) this.comeBack();
    };
  }

  /**
   * Resolves once the page has the keyboard that it was asked to take before the last question, or does not take it any
   * more: a question that is shown earlier would lose it.
   */
  async arrived(): Promise<void> {
    await this.arrival;
  }

  private nextArrival(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(late);
        this.onArrival = undefined;
        this.arrival = undefined;
        resolve();
      };
      const late = setTimeout(done, arriving);
      this.onArrival?.();
      this.onArrival = done;
    });
  }

  /**
   * A key of the desk was pressed, and a question is asked: it is for the question, or for nobody. Returns whether that
   * is so.
   */
  isForQuestion(key?: string): boolean {
    if (this.asking && key !== undefined) this.onEarlyKey?.(key);
    return this.asking;
  }

  private comeBack(): void {
    this.asking = false;
    this.onEarlyKey = undefined;
    // VS Code has given it back by itself; asked for, it would be taken away again for a moment.
    if (!this.isGuess && this.lastPlace !== 'elsewhere' && this.panel.active) return;
    this.panel.reveal();
    this.foresee(this.innerPlace);
    this.isComing = true;
    this.passesUntil = Date.now() + arriving;
    this.lookForFocus(askedAgain);
  }

  /** Now and then VS Code, where it is busy, leaves the focus with the frame around the page, and is asked again. */
  private lookForFocus(times: number): void {
    this.lookLater(arriving, () => {
      if (times === 0 || this.lastPlace !== 'elsewhere' || !this.panel.active) {
        this.foresee(this.lastPlace);
        return;
      }
      this.panel.reveal();
      this.lookForFocus(times - 1);
    });
  }

  private lookLater(after: number, look: () => void): void {
    clearTimeout(this.later);
    this.later = setTimeout(look, after);
  }
}
