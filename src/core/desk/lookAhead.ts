import type { Session } from './session';
import type { Found } from './unjudged';

/** The next item without a judgement, looked for while the person is busy with the one before. */
export class LookAhead {
  private current: { readonly after: number; readonly annotator: string; readonly looking: Promise<Found | undefined>; readonly abort: AbortController } | undefined;
  private arrived: Found | undefined;

  /** @param onFound hears of the item, to send its texts ahead; asked only while nothing else is looked for */
  constructor(
    private readonly session: Session,
    private readonly onFound: (found: Found) => Promise<void>,
  ) {}

  /** The item, once it is there. */
  get found(): Found | undefined {
    return this.arrived;
  }

  /** Looks behind `after`, and for nothing else any more. */
  look(after: number): void {
    this.stop();
    const abort = new AbortController();
    const looking = this.session.unjudged.first(after + 1, Infinity, abort.signal);
    const current = { after, annotator: this.session.annotator, looking, abort };
    this.current = current;
    const arrived = async (found: Found | undefined): Promise<void> => {
      if (this.current !== current) return;
      this.arrived = found;
      if (found) await this.onFound(found);
    };
    // Looking ahead is a favour; the error is told when the item is asked for.
    looking.then(arrived).catch(() => undefined);
  }

  /** The first item behind `after` without a judgement. */
  async first(after: number): Promise<Found | undefined> {
    const { current, session } = this;
    if (current?.after === after && current.annotator === session.annotator) {
      // Where looking ahead failed, the search below fails too and says why.
      const found = await current.looking.catch(() => undefined);
      if (found && !session.isJudged(found.item)) return found;
    }
    return session.unjudged.first(after + 1);
  }

  stop(): void {
    this.current?.abort.abort();
    this.current = undefined;
    this.arrived = undefined;
  }
}
