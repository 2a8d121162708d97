import type { OpenItem, Session } from './session';
import type { QueuedItem, Queue } from './queue/queue';

/**
 * Enter reads nothing: while a person judges an item the desk looks for the next one without a judgement, reads it and
 * sends its texts; after the save it only has to be shown. Items seen to be judged are remembered by the annotation
 * that says so (4 bytes each), so none is read twice, and one that was taken back is found. What is not the desk
 * (status bar, tree, Problems) and the notice that something was saved come after the next item: each repaint before
 * would cost it a frame.
 */

/** The next item to be judged, looked for while the person is busy with the one before. */
export class Prefetch {
  private search:
    | {
        readonly after: number;
        readonly openNow: OpenItem | undefined;
        readonly queue: Queue;
        readonly looking: Promise<QueuedItem | undefined>;
        readonly abort: AbortController;
      }
    | undefined;
  private foundItem: QueuedItem | undefined;

  /** @param onFound hears of the item, to send its texts ahead; asked only while nothing else is looked for */
  constructor(
    private readonly session: Session,
    private readonly onFound: (found: QueuedItem) => Promise<void>,
  ) {}

  /** The item, once it is there. */
  get found(): QueuedItem | undefined {
    return this.foundItem;
  }

  /**
   * Looks for what comes behind the item of the queue at `after` once the one in hand is judged, and for nothing else
   * any more.
   */
  look(after: number, openNow?: OpenItem): void {
    this.stop();
    const abort = new AbortController();
    const { queue } = this.session;
    const looking = this.session.next(after, openNow, abort.signal);
    const current = { after, openNow, queue, looking, abort };
    this.search = current;
    const arrived = async (found: QueuedItem | undefined): Promise<void> => {
      if (this.search !== current) return;
      this.foundItem = found;
      if (found) await this.onFound(found);
    };
    // Looking ahead is a favour; the error is told when the item is asked for.
    looking.then(arrived).catch(() => undefined);
  }

  /** Looks anew where items come in another order by now. */
  follow(): void {
    if (this.search && this.search.queue !== this.session.queue) this.look(this.search.after, this.search.openNow);
  }

  /** The next item behind `after` that is to be judged. */
  async first(after: number): Promise<QueuedItem | undefined> {
    const { search: current, session } = this;
    if (current?.after === after && current.queue === session.queue) {
      // Where looking ahead failed, the search below fails too and says why.
      const found = await current.looking.catch(() => undefined);
      if (found && session.isNext(found)) return found;
    }
    return session.next(after);
  }

  stop(): void {
    this.search?.abort.abort();
    this.search = undefined;
    this.foundItem = undefined;
  }
}
