import type * as vscode from 'vscode';
import type { KeyboardPlace } from '../../protocol/desk';

/** Where the keyboard of one editor is, and the questions at the top of the window that take it from there. */
export class Keyboard {
  /** Where it is. */
  place: KeyboardPlace = 'elsewhere';
  /** Whether the last of the questions is still to take the keyboard, or has it. */
  asking = false;
  /** Where the webview told last that it is. */
  private last: KeyboardPlace = 'elsewhere';
  /** Whether it is taken to be gone since then, for a question. */
  private isGuess = false;
  /** How many were asked so far; a key pressed twice asks again, and the second takes the first one's place. */
  private questions = 0;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly onDidChange: () => void,
  ) {}

  /** The webview tells where it is. */
  told(place: KeyboardPlace): void {
    this.last = place;
    this.isGuess = false;
    if (place !== 'elsewhere') this.asking = false;
    this.foresee(place);
  }

  /** Counts as being there before the focus is seen to move: a message later, the key right behind would be lost. */
  foresee(place: KeyboardPlace): void {
    this.place = place;
    this.onDidChange();
  }

  /**
   * Call it before a question, and the result after the answer: the keyboard comes back then, unless another question has it by now. It counts as
   * gone from here on: the webview tells of it later, and an Enter that answers would be a command of the desk until then.
   */
  leave(): () => void {
    const question = ++this.questions;
    this.asking = true;
    this.isGuess = true;
    this.foresee('elsewhere');
    return () => {
      if (question !== this.questions) return;
      this.panel.reveal();
      // The webview has not seen it go, and will not tell that it is back.
      if (this.isGuess) this.foresee(this.last);
    };
  }
}
