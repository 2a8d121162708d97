import type { Dataset } from '../../dataset/dataset';
import type { ItemOrProblem, ParsedItem } from '../../dataset/items/parsedItem';
import { noRow, type Row } from '../../journal/annotationVersions';
import type { Replay } from '../../journal/replay';
import type { Label } from '../../dataset/layouts/layout';
import type { Item } from '../../model/item/item';
import type { QueueScope, QueuePosition } from '../../model/desk/deskState';
import { judgementKeyOf, type JudgementKey } from '../../model/annotation/judgementKey';
import { fileOrder, type Order } from './order';
import type { PlanItems } from './planItems';

/** An item with its 0-based place in the dataset, and why it comes. */
export interface QueuedItem {
  readonly ordinal: number;
  readonly item: Item;
  /** The labels of the item's source. */
  readonly labels: readonly Label[];
  readonly queuePosition: QueuePosition;
  /** In which seat it is to be judged; the bare one where nothing is said. */
  readonly judgementKey?: JudgementKey;
  /** It is woven in as a control item. */
  readonly isControl?: boolean;
  /** It is woven in behind this item of the queue (-1: before the first). */
  readonly behind?: number;
}

export interface QueueOptions {
  /** File order where nothing is said. */
  readonly order?: Order;
  /** Judgements up to this id do not count: what was judged before is to be judged again. */
  readonly since?: string | undefined;
  /** The role of the annotator: where they adjudicate, no judgement of their own makes an item done. */
  readonly role?: JudgementKey['role'];
  /** Whether an adjudicator sees from the start who judged what. */
  readonly isNamed?: boolean | undefined;
  /** Tells whether an item comes to the annotator at all, by its id; every item does where absent. */
  readonly isMine?: ((item: string) => boolean) | undefined;
  /** Whether those are what a team's store gave to the desk. */
  readonly isGiven?: boolean | undefined;
  /** The items that the plan lets through, once they are known; all are where nothing is said. */
  readonly sent?: Promise<PlanItems> | undefined;
  /** Whether an item waits to be woven in, and comes by itself only when nothing else is left. */
  readonly isLast?: ((item: string) => boolean) | undefined;
}

/**
 * Read at a time: one record first, because the next item seldom is judged; then more and more, until parsing them
 * takes some milliseconds. In bytes where records stand side by side,
 */
const minStretch = 1 << 15;
const maxStretch = 1 << 19;
/** and else in records, of which each is a reading of its own. */
const maxTogether = 32;

/** Marks an item that never comes. */
const never = -1;

/** A record, and where in the queue it stands. */
interface Placed {
  readonly place: number;
  readonly ordinal: number;
  readonly parsed: ItemOrProblem;
}

/**
 * Finds the items that an annotator is to judge next. Of each item that was seen to be judged it keeps which annotation
 * says so, in 4 bytes: whether that still holds is looked up in the replay's flags, so that no judged item is read
 * twice, and none is missed that was taken back or whose source changed. Done is what was judged as it stands, as a
 * whole or a turn of it: whether it was judged under a context makes no difference.
 */
export class Queue {
  /** By ordinal: 0 where nothing is known, `never`, or 1 + the row of the annotation that judges the item. */
  private seen = new Int32Array(0);
  private readonly order: Order;
  /** The role of the annotator. */
  readonly role: JudgementKey['role'];
  /** Whether an adjudicator sees from the start who judged what. */
  readonly isNamed: boolean;
  private readonly isGiven: boolean;
  private readonly since: string | undefined;
  private readonly isMine: ((item: string) => boolean) | undefined;
  private readonly sendingPlan: Promise<PlanItems> | undefined;
  private sentPlan: PlanItems | undefined;
  private readonly isLast: ((item: string) => boolean) | undefined;

  constructor(
    private readonly dataset: Dataset,
    private readonly replay: Replay,
    private readonly annotator: string,
    { order = fileOrder, since, role, isNamed = false, isMine, isGiven = false, isLast, sent }: QueueOptions = {},
  ) {
    this.order = order;
    this.since = since;
    this.role = role;
    this.isNamed = isNamed;
    this.isMine = isMine;
    this.isGiven = isGiven;
    this.sendingPlan = sent;
    // Whoever asks for an item hears what went wrong.
    sent?.catch(() => undefined);
    this.isLast = order.isPart === true ? undefined : isLast;
  }

  /**
   * The next item behind the one at `ordinal` (-1: from the start) that is to be judged. Throws `signal.reason` once
   * aborted.
   */
  async next(ordinal: number, signal?: AbortSignal): Promise<QueuedItem | undefined> {
    await this.ready();
    return this.first(this.order.after(ordinal), Infinity, signal);
  }

  /** The first item from the start up to the one at `ordinal` that is to be judged. */
  async nextFromStart(ordinal: number): Promise<QueuedItem | undefined> {
    await this.ready();
    return this.first(0, this.order.after(ordinal));
  }

  /** The first item that waits to be woven in and never was; to be asked for once nothing else is left. */
  async nextLeft(): Promise<QueuedItem | undefined> {
    if (!this.isLast) return undefined;
    await this.ready();
    return this.first(0, Infinity, undefined, true);
  }

  /**
   * The annotator's item before or behind the one at `ordinal`, judged or not; undefined where there is none. One in
   * file order may be past the end.
   */
  async beside(ordinal: number, by: 1 | -1): Promise<number | undefined> {
    await this.ready();
    const here = this.order.placeOf(ordinal);
    const behind = this.order.after(ordinal);
    for (let place = here === undefined ? (by === 1 ? behind : behind - 1) : here + by; ; place += by) {
      const beside = this.order.ordinalAt(place);
      if (beside === undefined) return beside;
      if (this.sentPlan?.has(beside) === false) continue;
      if (!this.isMine) return beside;
      const parsed = await this.dataset.at(beside);
      if (!parsed) return undefined;
      if (!('item' in parsed) || this.isMine(parsed.item.id)) return beside;
    }
  }

  /** Tells whether all items come or some. */
  get of(): QueueScope {
    if (this.order.isPart === true) return 'some';
    if (this.isGiven) return 'given';
    return this.isMine || this.sendingPlan ? 'mine' : 'all';
  }

  /** Tells whether the item needs no judgement any more. */
  isDone(item: Item): boolean {
    return this.rowOf(item) !== noRow;
  }

  /** Why an item comes. */
  why(item: Pick<ParsedItem, 'item' | 'labels'>, ordinal: number): QueuePosition {
    const reason = this.order.why(item, ordinal);
    return this.sentPlan ? { ...reason, filter: this.sentPlan.why(item.item) } : reason;
  }

  /** Hears of one judgement more (1) or less (-1); see `Order.judged`. */
  judged(id: string, by: 1 | -1, item?: Item): void {
    this.order.judged?.(id, by, item);
  }

  private async ready(): Promise<void> {
    await this.order.ready();
    this.sentPlan = await this.sendingPlan;
  }

  private async first(
    from: number,
    before: number,
    signal?: AbortSignal,
    withLast = false,
  ): Promise<QueuedItem | undefined> {
    let place = from;
    for (let step = 0; ; step++) {
      const batch = await this.read(place, before, step);
      signal?.throwIfAborted();
      const last = batch.at(-1);
      if (!last) return undefined;
      for (const { ordinal, parsed } of batch) {
        if (!('item' in parsed) || this.sentPlan?.has(ordinal) === false || this.isMine?.(parsed.item.id) === false) {
          this.learn(ordinal, never);
          continue;
        }
        const row = this.rowOf(parsed.item);
        if (row === noRow && !withLast && this.isLast?.(parsed.item.id) === true) continue;
        if (row === noRow)
          return { ordinal, item: parsed.item, labels: parsed.labels, queuePosition: this.why(parsed, ordinal) };
        this.learn(ordinal, row + 1);
      }
      place = last.place + 1;
    }
  }

  /** The next records that are not known to be judged, more with every step. */
  private async read(from: number, before: number, step: number): Promise<readonly Placed[]> {
    const place = this.pass(from, before);
    if (place === undefined) return [];
    if (this.order === fileOrder) {
      const bytes = step === 0 ? 0 : Math.min(minStretch * 2 ** (step - 1), maxStretch);
      const chunk = await this.dataset.chunk(place, bytes);
      return chunk.slice(0, before - place).map((parsed, at) => ({ place: place + at, ordinal: place + at, parsed }));
    }
    const places = [place];
    while (places.length < Math.min(2 ** step, maxTogether)) {
      const next = this.pass((places.at(-1) ?? place) + 1, before);
      if (next === undefined) break;
      places.push(next);
    }
    const read = await Promise.all(
      places.map(async (each): Promise<Placed | undefined> => {
        const ordinal = this.order.ordinalAt(each);
        const parsed = ordinal === undefined ? undefined : await this.dataset.at(ordinal);
        return parsed && ordinal !== undefined ? { place: each, ordinal, parsed } : undefined;
      }),
    );
    return read.filter((each) => each !== undefined);
  }

  /** The first place from `place` on, and before `before`, where an item is not known to be judged. */
  private pass(from: number, before: number): number | undefined {
    for (let place = from; place < before; place++) {
      const ordinal = this.order.ordinalAt(place);
      if (ordinal === undefined) return undefined;
      if (!this.isPassed(this.seen[ordinal] ?? 0) && this.sentPlan?.has(ordinal) !== false) return place;
    }
    return undefined;
  }

  private isPassed(known: number): boolean {
    return known === never || (known > 0 && this.replay.isInForce(known - 1));
  }

  /** The annotation by which an item is done; `noRow` where it is not. */
  private rowOf(item: Item): Row {
    const row = this.replay.doneBy(this.annotator, item, judgementKeyOf({ role: this.role }));
    return row !== noRow && this.since !== undefined && this.replay.idOf(row) <= this.since ? noRow : row;
  }

  private learn(ordinal: number, known: number): void {
    if (ordinal >= this.seen.length) {
      const longer = new Int32Array(Math.max(this.dataset.count, Math.ceil(ordinal * 1.5), 1 << 10));
      longer.set(this.seen);
      this.seen = longer;
    }
    this.seen[ordinal] = known;
  }
}
