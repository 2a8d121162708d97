import type * as vscode from 'vscode';
import type { KeyboardPlace } from '../protocol/desk';

/** Where the keyboard of one editor is, and the questions at the top of the window that take it from there. */
export class Keyboard {
  /** Where it is. */
  place: KeyboardPlace = 'elsewhere';
  /** Whether the last of the questions is still to take the keyboard, or has it. */
  asking = false;
  /** How many were asked so far; a key pressed twice asks again, and the second takes the first one's place. */
  private questions = 0;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly onDidChange: () => void,
  ) {}

  /** The webview tells where it is. */
  told(place: KeyboardPlace): void {
    if (place !== 'elsewhere') this.asking = false;
    this.foresee(place);
  }

  /** Counts as being there before the focus is seen to move: a message later, the key right behind would be lost. */
  foresee(place: KeyboardPlace): void {
    this.place = place;
    this.onDidChange();
  }

  /** Call it before a question, and the result after the answer: the keyboard comes back then, unless another question has it by now. */
  leave(): () => void {
    const question = ++this.questions;
    this.asking = true;
    return () => {
      if (question === this.questions) this.panel.reveal();
    };
  }
}
