import type * as vscode from 'vscode';
import type { FigureItemsTask, StudyInput } from '../worker/coverageWorker';
import type { DeskEditor } from '../desk/deskEditor';
import { openQueue } from '../items/queueItems';
import { figureItemsInWorker } from '../worker/hostWorkers';

/** Looks in a process for the items behind a count of coverage, and opens them at the desk. */
export class FigureItems implements vscode.Disposable {
  private looking: { readonly abort: AbortController; fraction: number } | undefined;

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
  async open(task: FigureItemsTask & StudyInput, what: string): Promise<boolean> {
    const ordinals = await this.find(task);
    if (ordinals && ordinals.length > 0) await openQueue(this.editor, this.study, ordinals, what);
    return ordinals?.length !== 0;
  }

  /** 0-based places of the items; undefined where the look was stopped. */
  private async find(task: FigureItemsTask & StudyInput): Promise<readonly number[] | undefined> {
    this.dispose();
    const looking = { abort: new AbortController(), fraction: 0 };
    this.looking = looking;
    this.changed();
    try {
      const items = await figureItemsInWorker(task, looking.abort.signal, (fraction) => {
        looking.fraction = fraction;
        this.changed();
      });
      return items.map(({ ordinal }) => ordinal);
    } catch (error) {
      if (looking.abort.signal.aborted) return undefined;
      throw error;
    } finally {
      if (this.looking === looking) this.looking = undefined;
      this.changed();
    }
  }
}
