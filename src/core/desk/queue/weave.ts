import type { Dataset } from '../../dataset/dataset';
import type { Replay } from '../../journal/replay';
import { noRow } from '../../journal/versions';
import { isBare, type Seat } from '../../model/seat';
import { again, kindAt, seatOfKind, weightOf, type Weaving } from './drawn';
import { PastItems } from './pastItems';
import type { Found, Queue } from './queue';

/**
 * Items that come again and control items are woven in by functions too: hashes of seed, annotator and the number of
 * judgements say when one comes, those of seed, annotator and item which. All else follows from the journal, which is
 * read for it once and followed from there; where the items are, the look at every record tells (`study/examine`).
 */

/** The places of so many judged items are looked for at a time: more than anybody gets again in one sitting. */
const mostWanted = 2000;

/** An item that is woven in: its id, and the seat in which it is judged. */
export interface Due {
  readonly item: string;
  readonly ordinal: number;
  readonly seat: Seat;
}

/**
 * Weaves items that come again, and control items, in among those of the queue. All follows from the study and the
 * journal; the places of items are learned as they are shown, or told by somebody who looked through the dataset. A
 * step costs the same whatever was judged: the annotator's judgements are gone through once, and again only where
 * something other than the next judgement happened to them.
 */
export class Weave {
  private past: PastItems | undefined;
  /** What of the annotator's journal `past` knows. */
  private revision = 0;
  /** 0-based, by id. */
  private readonly places = new Map<string, number>();
  private readonly controls: readonly string[];

  constructor(
    private readonly dataset: Dataset,
    private readonly replay: Replay,
    private readonly weaving: Weaving,
  ) {
    this.controls = weaving.controls.items.toSorted(
      (a, b) => weightOf(weaving, 'control', a) - weightOf(weaving, 'control', b),
    );
  }

  /** Ids of items that might be woven in if it were known where they are. */
  get wanted(): string[] {
    const repeats = this.weaving.repeats.rate > 0 ? this.made().first(mostWanted) : [];
    return [...this.controls, ...repeats].filter((item) => !this.places.has(item));
  }

  /** Where an item is. */
  learn(item: string, ordinal: number): void {
    if (!this.places.has(item)) this.places.set(item, ordinal);
  }

  /**
   * The annotator's last line judged an item, which nothing in force did in that seat, or that of another turn, before:
   * that much is known without going through all.
   */
  judged(item: string, seat: Seat, isSkip: boolean): void {
    const revision = this.replay.revision(this.weaving.annotator);
    if (!this.past || revision !== this.revision + 1) return;
    this.revision = revision;
    if (seat.context !== undefined) return;
    this.past.add(item, seat.repeat === undefined && !isSkip ? 'first' : 'other');
    if (seat.repeat === again.repeat) this.past.drop(item);
  }

  /** What is woven in next. @param inHand id of an item that will have been judged by then */
  due(inHand?: string): Due | undefined {
    const { weaving, replay } = this;
    const past = this.made();
    const number = past.count + (inHand === undefined ? 0 : 1);
    const kind = kindAt(weaving, number);
    if (kind === 'fresh') return undefined;
    const isKnown = (item: string): boolean => item !== inHand && this.places.has(item);
    const item =
      kind === 'repeat'
        ? past.due(number, weaving.repeats.after, isKnown)
        : this.controls.find((each) => isKnown(each) && !replay.counted(weaving.annotator, each));
    const ordinal = item === undefined ? undefined : this.places.get(item);
    return item === undefined || ordinal === undefined ? undefined : { item, ordinal, seat: seatOfKind(kind) };
  }

  /** The same, read: it comes behind the item at `behind`, and says of itself what any item would. */
  async next(behind: number, queue: Queue, inHand?: string): Promise<Found | undefined> {
    for (let due = this.due(inHand); due; due = this.due(inHand)) {
      const parsed = await this.dataset.at(due.ordinal);
      if (
        parsed &&
        'item' in parsed &&
        parsed.item.id === due.item &&
        (isBare(due.seat) || this.replay.doneBy(this.weaving.annotator, parsed.item) !== noRow)
      ) {
        return { ordinal: due.ordinal, item: parsed.item, served: queue.why(parsed), seat: due.seat, behind };
      }
      // It is another item by now than the one that was judged, or cannot be read.
      this.places.delete(due.item);
      this.past?.drop(due.item);
    }
    return undefined;
  }

  private made(): PastItems {
    const { annotator } = this.weaving;
    const revision = this.replay.revision(annotator);
    if (this.past && this.revision === revision) return this.past;
    this.revision = revision;
    const past = new PastItems((item) => weightOf(this.weaving, 'repeat', item));
    const standings = [...this.replay.everyCounted(annotator)]
      .filter(({ context, imported, byModel }) => context === undefined && !imported && !byModel)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const { item, skipped, repeat } of standings)
      past.add(
        item,
        repeat === undefined && !skipped && !this.replay.counted(annotator, item, again) ? 'first' : 'other',
      );
    return (this.past = past);
  }
}
