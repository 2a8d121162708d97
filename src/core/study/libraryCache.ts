import type { FileProblem } from '../model/problems/problem';
import { DocumentChanged } from './document';
import type { Library } from './library/libraryFiles';

/**
 * A library of a study as last read. Reads and writes take turns: what was read before a write never takes its place.
 */
export class LibraryCache<T> {
  private current: Library<T>;
  private turn: Promise<void> = Promise.resolve();

  /**
   * @param open reads the library as it stands in its files
   * @param checked what was made of it, where it may be written; throws `UserError`
   */
  constructor(
    first: Library<T>,
    private readonly open: () => Promise<Library<T>>,
    private readonly checked: (data: T) => T,
  ) {
    this.current = first;
  }

  get data(): T {
    return this.current.data;
  }

  /** The problems of its files. */
  get problems(): readonly FileProblem[] {
    return this.current.problems;
  }

  /** Tells whether git left a conflict in one of its files. */
  get isConflicted(): boolean {
    return this.current.isConflicted;
  }

  /**
   * Takes up what another window or tool wrote. Throws `UserError` where it cannot be read; what was read before stays.
   */
  read(): Promise<void> {
    return this.inTurn(async () => {
      this.current = await this.open();
    });
  }

  /**
   * Writes what `change` makes of the library as it stands in its files now; it is called again where somebody else
   * writes meanwhile. Throws `UserError` where that cannot be read or written, or what was made may not be; nothing is
   * written then.
   */
  change(change: (data: T) => T): Promise<void> {
    return this.inTurn(async () => {
      for (let left = 20; ; left--) {
        const library = await this.open();
        const changed = change(library.data);
        try {
          this.current = changed === library.data ? library : await this.written(library, changed);
          return;
        } catch (error) {
          if (left === 0 || !(error instanceof DocumentChanged)) throw error;
        }
      }
    });
  }

  /** Writes what is in force in the place of every conflict. Throws as `change` does. */
  keepBoth(): Promise<void> {
    return this.inTurn(async () => {
      await (await this.open()).keepBoth();
      this.current = await this.open();
    });
  }

  /** The library once it is written. What was made of it has the say: nobody could have changed it meanwhile. */
  private async written(library: Library<T>, changed: T): Promise<Library<T>> {
    await library.write(this.checked(changed));
    return library.isConflicted ? { ...(await this.open()), data: changed } : { ...library, data: changed };
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }
}
