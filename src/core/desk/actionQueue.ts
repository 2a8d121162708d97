/**
 * Runs what people do on one desk, one action after the other in the order they came, so that fast typing never
 * overtakes a save.
 */
export class ActionQueue {
  private last: Promise<void> = Promise.resolve();

  /** @param onError hears why an action failed; those behind it run all the same */
  constructor(private readonly onError: (error: unknown) => void) {}

  /** Resolves once the action has run, also where it failed. */
  run(action: () => void | Promise<void>): Promise<void> {
    this.last = this.last.then(action).catch(this.onError);
    return this.last;
  }

  /** Resolves once every action so far has run. */
  settled(): Promise<void> {
    return this.last;
  }
}
