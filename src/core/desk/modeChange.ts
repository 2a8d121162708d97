import type { ModeName } from '../model/annotation/mode';

/**
 * Guards digits where an item is judged in another mode than the one before it: 3 is the third place of a ranking, and
 * a tie of two. What digits mean stands above the responses of such an item for as long as it is on the screen, and a
 * digit judges once the person can have read that: when the screen has shown it for a moment, or the person has done
 * anything else there. A digit that was typed ahead would be a judgement in a mode that nobody has seen. This waits for
 * the screen and never for the person: who reads an item before judging it does not meet it, and nothing runs out.
 * No digit saves such an item, also where the study saves at once: the habits of the last item would type on, and what
 * they did would be gone from the screen. Enter means the same in every mode.
 */
export class ModeChange {
  /** True of an item whose mode is another one than that of the item before. */
  isNew = false;
  /** True while a digit may have been meant for the mode before. */
  isUnread = false;
  private last: ModeName | undefined;

  /** Something else comes to the screen: an item in the mode `now`, after one that was left in the mode `before`. */
  arrive(before: ModeName | undefined, now: ModeName | undefined): void {
    const last = before ?? this.last;
    this.isNew = now !== undefined && last !== undefined && last !== now;
    this.isUnread = this.isNew;
    this.last = now ?? last;
  }

  /** What digits mean was on the screen for a moment, or the person has done something else. */
  read(): void {
    this.isUnread = false;
  }

  /** The person has chosen the mode of this item. */
  choose(): void {
    this.isNew = false;
    this.read();
  }
}
