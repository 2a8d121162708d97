import type * as vscode from 'vscode';
import type { DeskEditor } from '../desk/deskEditor';

/** Remembers where the desk was since the last look: a judgement made in this window is of one of these items. */
export class RecentlyVisited implements vscode.Disposable {
  private readonly ordinals = new Set<number>();
  private readonly listening: vscode.Disposable;

  constructor(private readonly editor: DeskEditor) {
    this.listening = editor.onDidChange(() => this.look());
    this.look();
  }

  /** The place of the item on the desk; none where the desk shows no item. */
  get here(): number | undefined {
    const { desk } = this.editor;
    return desk?.item && desk.ordinal;
  }

  /** 0-based places, among them the one where the desk is now. */
  all(): number[] {
    this.look();
    return [...this.ordinals];
  }

  /** The same, and forgets them but for where the desk is. */
  take(): number[] {
    const all = this.all();
    this.ordinals.clear();
    this.look();
    return all;
  }

  /** Another study: its places are others. */
  forget(): void {
    this.ordinals.clear();
  }

  dispose(): void {
    this.listening.dispose();
  }

  private look(): void {
    const ordinal = this.editor.desk?.ordinal;
    if (ordinal !== undefined) this.ordinals.add(ordinal);
  }
}
