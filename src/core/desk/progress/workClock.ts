/** Above this a pause is not work: it counts as this much. In milliseconds. */
const maxPause = 120_000;

/**
 * The time of work on the item that is shown, in milliseconds: what lies between two things that a person does, without
 * long pauses.
 */
export class WorkClock {
  private lastActive = performance.now();
  private elapsed = 0;

  /** An item comes to the screen. @param elapsed spent on it in earlier sittings */
  start(elapsed: number): void {
    this.lastActive = performance.now();
    this.elapsed = elapsed;
  }

  /** Somebody else judges the item from now on, who spent so much on it before. */
  takeOver(elapsed: number): void {
    this.elapsed = elapsed;
  }

  /** The work on the item so far; the person is active now. */
  spent(): number {
    const now = performance.now();
    this.elapsed += Math.min(now - this.lastActive, maxPause);
    this.lastActive = now;
    return this.elapsed;
  }
}
