import type { Progress, Replay, CurrentAnnotation } from '../../journal/replay';
import { isPlainKey, wholeOf } from '../../model/annotation/judgementKey';

/** Counts an annotator's judgements of items that the plan lets through. */
export class PlanProgress {
  private readonly counts = new Map<string, { judged: number; skipped: number }>();

  /** Looks at everything that counts an item. @param comes whether the item with an id is let through */
  constructor(
    replay: Replay,
    private readonly comes: (item: string) => boolean,
  ) {
    for (const currentAnnotation of replay.everyCounted()) this.add(currentAnnotation, 1);
  }

  of(annotator: string): Progress {
    return { judged: 0, skipped: 0, ...this.counts.get(annotator) };
  }

  /** Counts the change of an item from one annotation in force to another. */
  changed(before: CurrentAnnotation | undefined, after: CurrentAnnotation | undefined): void {
    if (before) this.add(before, -1);
    if (after) this.add(after, 1);
  }

  private add({ annotator, item, skipped, ...judgementKey }: CurrentAnnotation, by: 1 | -1): void {
    if (!isPlainKey(wholeOf(judgementKey)) || !this.comes(item)) return;
    let count = this.counts.get(annotator);
    if (!count) this.counts.set(annotator, (count = { judged: 0, skipped: 0 }));
    count[skipped ? 'skipped' : 'judged'] += by;
  }
}
