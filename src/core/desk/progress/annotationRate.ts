import type { Annotation } from '../../model/annotation/annotation';
import { judgementKeyText } from '../../model/annotation/judgementKey';

/** Active time that the pace is taken from, in milliseconds: the last half hour of work. */
const chunk = 30 * 60_000;
/** Fewer judgements than these say nothing. */
const least = 3;

/** Estimates how fast somebody judges, by the time on each item without pauses. */
export class AnnotationRate {
  /** Milliseconds by item, in the order in which they were judged last. */
  private readonly spent = new Map<string, number>();

  /** An item was judged, again perhaps, after so many milliseconds of work on it. */
  judged(item: string, duration: number): void {
    this.spent.delete(item);
    this.spent.set(item, duration);
  }

  /** The judgement of an item was taken back. */
  takenBack(item: string): void {
    this.spent.delete(item);
  }

  clear(): void {
    this.spent.clear();
  }

  /** Items in an hour of work, over the last stretch of it; undefined after the first few. */
  get perHour(): number | undefined {
    let time = 0;
    let items = 0;
    for (const duration of [...this.spent.values()].reverse()) {
      if (time >= chunk) break;
      time += duration;
      items++;
    }
    return items < least || time === 0 ? undefined : (items * 3_600_000) / time;
  }
}

/** Names a judgement among those whose time counts. */
export const workOf = (annotation: Annotation): string => `${judgementKeyText(annotation)}\n${annotation.item}`;
