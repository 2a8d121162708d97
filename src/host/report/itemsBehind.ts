import type * as vscode from 'vscode';
import type { DeskEditor } from '../desk/deskEditor';
import type { JudgedAs } from '../items/itemOrder';
import { openQueue } from '../items/queueItems';
import type { Work } from './studyCount';

/** Resolves to the 0-based places of items. */
export type ItemLook = (signal: AbortSignal, onFraction: (done: number) => void) => Promise<readonly number[]>;

/** Looks in a process for the items behind a figure, and opens them at the desk. */
export class ItemsBehind implements vscode.Disposable {
  private looking: Work | undefined;

  /** @param changed hears that it is on its way, how far, and that it is over */
  constructor(
    private readonly editor: DeskEditor,
    private readonly study: vscode.Uri,
    private readonly changed: () => void,
  ) {}

  /** How far the look is, from 0 to 1; null where there is none. */
  get fraction(): number | null {
    return this.looking?.fraction ?? null;
  }

  dispose(): void {
    this.looking?.abort.abort();
  }

  /** Resolves to false where nothing is behind it now. @param what as the queue of the desk is called then */
  async open(look: ItemLook, what: string, as: JudgedAs): Promise<boolean> {
    const ordinals = await this.find(look);
    if (ordinals && ordinals.length > 0) await openQueue(this.editor, this.study, ordinals, what, as);
    return ordinals?.length !== 0;
  }

  /** Undefined where the look was stopped. */
  private async find(look: ItemLook): Promise<readonly number[] | undefined> {
    this.dispose();
    const looking: Work = { abort: new AbortController(), fraction: 0 };
    this.looking = looking;
    this.changed();
    try {
      return await look(looking.abort.signal, (fraction) => {
        looking.fraction = fraction;
        this.changed();
      });
    } catch (error) {
      if (looking.abort.signal.aborted) return undefined;
      throw error;
    } finally {
      if (this.looking === looking) this.looking = undefined;
      this.changed();
    }
  }
}
