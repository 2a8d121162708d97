import type { Dataset } from '../../dataset/dataset';
import type { Replay } from '../../journal/replay';
import { noRow } from '../../journal/annotationVersions';
import { isPlainKey, type JudgementKey } from '../../model/annotation/judgementKey';
import { repeatKey, kindAt, judgementKeyOfKind, weightOf, type RepeatPlan } from './repeatPlan';
import { PastItems } from './pastItems';
import type { QueuedItem, Queue } from './queue';

/**
 * Items that come again and control items are woven in by functions too: hashes of seed, annotator and the number of
 * judgements say when one comes, those of seed, annotator and item which. All else follows from the journal, which is
 * read for it once and followed from there; where the items are, the look at every record tells (`study/scanStudy`).
 */

/** The places of so many judged items are looked for at a time: more than anybody gets again in one sitting. */
const maxWanted = 2000;

/** An item that is woven in: its id, and the seat in which it is judged. */
export interface Due {
  readonly item: string;
  readonly ordinal: number;
  readonly judgementKey: JudgementKey;
}

/**
 * Weaves items that come again, and control items, in among those of the queue. All follows from the study and the
 * journal; the places of items are learned as they are shown, or told by somebody who looked through the dataset. A
 * step costs the same whatever was judged: the annotator's judgements are gone through once, and again only where
 * something other than the next judgement happened to them.
 */
export class Interleave {
  private past: PastItems | undefined;
  /** The revision of the annotator's journal that `past` was made of. */
  private revision = 0;
  /** 0-based, by id. */
  private readonly places = new Map<string, number>();
  private readonly controls: readonly string[];

  constructor(
    private readonly dataset: Dataset,
    private readonly replay: Replay,
    private readonly repeatPlan: RepeatPlan,
  ) {
    this.controls = repeatPlan.controls.items.toSorted(
      (a, b) => weightOf(repeatPlan, 'control', a) - weightOf(repeatPlan, 'control', b),
    );
  }

  /** Ids of items that might be woven in if it were known where they are. */
  get wanted(): string[] {
    const repeats = this.repeatPlan.repeats.rate > 0 ? this.made().first(maxWanted) : [];
    return [...this.controls, ...repeats].filter((item) => !this.places.has(item));
  }

  /** Remembers the place of an item. */
  learn(item: string, ordinal: number): void {
    if (!this.places.has(item)) this.places.set(item, ordinal);
  }

  /**
   * The annotator's last line judged an item, which nothing in force did in that seat, or that of another turn, before:
   * that much is known without going through all.
   */
  judged(item: string, judgementKey: JudgementKey, isSkip: boolean): void {
    const revision = this.replay.revision(this.repeatPlan.annotator);
    if (!this.past || revision !== this.revision + 1) return;
    this.revision = revision;
    if (judgementKey.context !== undefined) return;
    this.past.add(item, judgementKey.repeat === undefined && !isSkip ? 'first' : 'other');
    if (judgementKey.repeat === repeatKey.repeat) this.past.drop(item);
  }

  /** What is woven in next. @param openNow id of an item that will have been judged by then */
  due(openNow?: string): Due | undefined {
    const { repeatPlan, replay } = this;
    const past = this.made();
    const number = past.count + (openNow === undefined ? 0 : 1);
    const isKnown = (item: string): boolean => item !== openNow && this.places.has(item);
    const tested = this.nextOfTest(openNow);
    if (tested !== undefined && isKnown(tested))
      return { item: tested, ordinal: this.places.get(tested) ?? 0, judgementKey: judgementKeyOfKind('control') };
    const kind = kindAt(repeatPlan, number);
    if (kind === 'fresh') return undefined;
    const item =
      kind === 'repeat'
        ? past.due(number, repeatPlan.repeats.after, isKnown)
        : this.controls.find((each) => isKnown(each) && !replay.counted(repeatPlan.annotator, each));
    const ordinal = item === undefined ? undefined : this.places.get(item);
    return item === undefined || ordinal === undefined
      ? undefined
      : { item, ordinal, judgementKey: judgementKeyOfKind(kind) };
  }

  /** The next item of the qualification test, whether it is known where it is or not; undefined once the test is over. */
  private nextOfTest(openNow?: string): string | undefined {
    const { items, first } = this.repeatPlan.controls.test;
    let left = first;
    for (const item of this.controls) {
      if (left === 0) return undefined;
      if (!items.has(item)) continue;
      if (item !== openNow && !this.replay.counted(this.repeatPlan.annotator, item)) return item;
      left--;
    }
    return undefined;
  }

  /** The same, read: it comes behind the item at `behind`, and says of itself what any item would. */
  async next(behind: number, queue: Queue, openNow?: string): Promise<QueuedItem | undefined> {
    for (let due = this.due(openNow); due; due = this.due(openNow)) {
      const parsed = await this.dataset.at(due.ordinal);
      if (
        parsed &&
        'item' in parsed &&
        parsed.item.id === due.item &&
        (isPlainKey(due.judgementKey) || this.replay.doneBy(this.repeatPlan.annotator, parsed.item) !== noRow)
      ) {
        return {
          ordinal: due.ordinal,
          item: parsed.item,
          labels: parsed.labels,
          queuePosition: queue.why(parsed, due.ordinal),
          judgementKey: due.judgementKey,
          isControl: isPlainKey(due.judgementKey),
          behind,
        };
      }
      // It is another item by now than the one that was judged, or cannot be read.
      this.places.delete(due.item);
      this.past?.drop(due.item);
    }
    return undefined;
  }

  private made(): PastItems {
    const { annotator } = this.repeatPlan;
    const revision = this.replay.revision(annotator);
    if (this.past && this.revision === revision) return this.past;
    this.revision = revision;
    const past = new PastItems((item) => weightOf(this.repeatPlan, 'repeat', item));
    const currentAnnotations = [...this.replay.everyCounted(annotator)]
      .filter(({ context, imported, byModel }) => context === undefined && !imported && !byModel)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const { item, skipped, repeat } of currentAnnotations)
      past.add(
        item,
        repeat === undefined && !skipped && !this.replay.counted(annotator, item, repeatKey) ? 'first' : 'other',
      );
    return (this.past = past);
  }
}
