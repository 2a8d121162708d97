import { DocumentChanged, type Document } from './document';

/** One of a study's small documents as last read. Reads and writes take turns: what was read before a write never takes its place. */
export class Kept<T> {
  private current: T;
  private turn: Promise<void> = Promise.resolve();

  /**
   * @param open reads the document as it stands in its file
   * @param checked what was made of it, where it may be written; throws `UserError`
   */
  constructor(
    first: T,
    private readonly open: () => Promise<Document<T>>,
    private readonly checked: (data: T) => T,
  ) {
    this.current = first;
  }

  get data(): T {
    return this.current;
  }

  /** Takes up what another window or tool wrote. Throws `UserError` where it cannot be read; what was read before stays. */
  read(): Promise<void> {
    return this.inTurn(async () => {
      this.current = (await this.open()).data;
    });
  }

  /**
   * Writes what `change` makes of the document as it stands in its file now; it is called again where somebody else writes meanwhile. Throws `UserError` where that cannot be read or written,
   * or what was made may not be; nothing is written then.
   */
  change(change: (data: T) => T): Promise<void> {
    return this.inTurn(async () => {
      for (let left = 20; ; left--) {
        const document = await this.open();
        const changed = change(document.data);
        try {
          if (changed !== document.data) await document.write(this.checked(changed));
          this.current = changed;
          return;
        } catch (error) {
          if (left === 0 || !(error instanceof DocumentChanged)) throw error;
        }
      }
    });
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }
}
