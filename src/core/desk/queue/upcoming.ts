import type { Dataset } from '../../dataset/dataset';
import type { Item } from '../../model/item/item';
import { judgementKeyText, plainKey, type JudgementKey } from '../../model/annotation/judgementKey';
import { isFor, assignmentOf } from '../../model/study/assignment';
import type { Study } from '../../study/study';
import type { ShownItem } from '../item/shownItem';
import type { OpenItem } from '../item/openItem';
import { repeatPlanOf } from './repeatPlan';
import { needsLook, orderNamed } from './order';
import { Queue, type QueuedItem, type QueueOptions } from './queue';
import type { PlanItems } from './planItems';
import { Interleave } from './interleave';

/** The items of a team's store that a desk holds: which of them may be judged now, and as what. */
export interface GivenOut {
  isHeld(item: string): boolean;
  readonly role: JudgementKey['role'];
}

/**
 * Gives the items that come to an annotator: those of a queue, and those woven in among them. Another order or another
 * annotator has another one.
 */
export class Upcoming {
  /** Finds the items that are to be judged next. */
  readonly queue: Queue;
  /** The items woven in among those of the queue; undefined where there are none. */
  private readonly interleave: Interleave | undefined;

  /**
   * @param sent the items that the study's plan lets through, where it asks something of them
   * @param givenOut what a team's store gives to the desk
   */
  constructor(
    private readonly study: Study,
    dataset: Dataset,
    annotator: string,
    options: QueueOptions,
    sent: Promise<PlanItems> | undefined,
    givenOut?: GivenOut,
  ) {
    const repeatPlan = repeatPlanOf(study.project, annotator);
    const controls = new Set(repeatPlan?.controls.items);
    const shares = assignmentOf(study.project);
    const role = options.role ?? givenOut?.role;
    // The plan shares out the work of annotators, and not what is settled after them.
    const isPlanned = role === undefined;
    const isMine = givenOut
      ? (item: string): boolean =>
          givenOut.isHeld(item) || study.replay.counted(annotator, item, role ? { role } : plainKey) !== undefined
      : isPlanned && shares?.annotators.includes(annotator) === true
        ? (item: string): boolean => isFor(shares, item, annotator)
        : undefined;
    this.queue = new Queue(dataset, study.replay, annotator, {
      ...options,
      role,
      isMine,
      isGiven: givenOut !== undefined,
      isLast: controls.size > 0 ? (item) => controls.has(item) : undefined,
      sent: isPlanned ? sent : undefined,
    });
    // Who asked for certain items gets those and no others.
    this.interleave =
      repeatPlan && this.queue.of !== 'some' ? new Interleave(dataset, study.replay, repeatPlan) : undefined;
  }

  /** Ids of items that might be woven in if it were known where they are (see `foundAt`). */
  get wanted(): readonly string[] {
    return this.interleave?.wanted ?? [];
  }

  /** Tells whether items may come that must not be told from the rest. */
  get repeatsItems(): boolean {
    return this.interleave !== undefined;
  }

  /** Items were found at these 0-based places, by id. */
  foundAt(places: ReadonlyMap<string, number>): void {
    for (const [item, ordinal] of places) this.interleave?.learn(item, ordinal);
  }

  /**
   * The next item behind the one of the queue at `after` (-1: from the start) that is to be judged.
   * @param openNow an item that will have been judged by then
   */
  async next(after: number, openNow?: OpenItem, signal?: AbortSignal): Promise<QueuedItem | undefined> {
    return (
      (await this.interleave?.next(
        after,
        this.queue,
        openNow && this.willCount(openNow.shown) ? openNow.shown.item.id : undefined,
      )) ?? this.queue.next(after, signal)
    );
  }

  /** Tells whether the item that was found to be next still is. */
  isNext({ item, judgementKey, behind }: QueuedItem): boolean {
    const due = this.interleave?.due();
    if (behind === undefined) return due === undefined && !this.queue.isDone(item);
    return due?.item === item.id && judgementKeyText(due.judgementKey) === judgementKeyText(judgementKey ?? {});
  }

  /** Tells whether judging an item as it is shown adds to the number of judgements. */
  private willCount({ annotator, item, judgementKey }: ShownItem): boolean {
    return (
      judgementKey?.context === undefined &&
      judgementKey?.role === undefined &&
      !this.study.replay.counted(annotator, item.id, judgementKey)
    );
  }

  /** The annotator made a first judgement of an item in a seat, or that of one of its turns. */
  judged(item: Item, judgementKey: JudgementKey, isSkipped: boolean): void {
    this.interleave?.judged(item.id, judgementKey, isSkipped);
  }
}

/**
 * Gives the order of items by the study's plan, for each annotator. Until somebody has looked which items are
 * uncertain, informative or in thin slices, they come as they stand.
 */
export function plannedQueueOptions(
  { project: { plan, seed } }: Study,
  dataset: Dataset,
): (annotator: string) => QueueOptions {
  const order = plan?.order === undefined || needsLook(plan.order) ? 'file' : plan.order;
  return (annotator) => ({ order: orderNamed(order, dataset, seed, annotator) });
}
