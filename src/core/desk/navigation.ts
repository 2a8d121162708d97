import type { QueuePosition } from '../model/desk/deskState';
import { nextJudgeableTurn } from '../model/item/judgeableTurns';
import { judgementKeyOf, plainKey } from '../model/annotation/judgementKey';
import { contextShown } from './item/contextsOfItem';
import { startWithRationale } from './requiredTexts';
import { Prefetch } from './prefetch';
import { anchorOf, positionOf, samePosition, type DeskPosition } from './item/deskPosition';
import type { QueuedItem } from './queue/queue';
import type { LoadedItem } from './session';
import type { DeskController } from './deskController';
import { VisitedItems } from './visitedItems';
import { servedAs } from './item/servedAs';
import { judgementKeyOfTurn, turnsIn } from './item/turns';

/** Moves a desk to an item: the next one to be judged, the one beside, one that was asked for. */
export class Navigation {
  private readonly visitedItems = new VisitedItems();
  private readonly prefetch: Prefetch;
  /** `done()` when there was nothing left to do. */
  private doneBy = '';

  constructor(private readonly controller: DeskController) {
    const { session, sending } = controller;
    this.prefetch = new Prefetch(session, async (found) =>
      sending.texts(found, await session.open(session.show(found.item, found.judgementKey, found.labels))),
    );
  }

  /** Looks for nothing any more. */
  stop(): void {
    this.prefetch.stop();
  }

  /**
   * To the next item to be judged, from here to the end of the queue and then from its start; where there is none,
   * done.
   */
  async goOn(after = anchorOf(this.controller.here)): Promise<void> {
    const { queue } = this.controller.session;
    const found = (await this.prefetch.first(after)) ?? (await queue.nextFromStart(after)) ?? (await queue.nextLeft());
    if (found) {
      this.arriveAt(positionOf(found), await this.opened(found));
      return;
    }
    this.doneBy = this.done();
    this.controller.show({ kind: 'done', of: this.controller.session.queue.of });
  }

  /**
   * Shows the item at a place; false (and nothing changes) past the end.
   * @param queuePosition why, where it is not the queue that brings it
   */
  async go(place: DeskPosition, queuePosition?: QueuePosition): Promise<boolean> {
    const { found } = this.prefetch;
    const at: LoadedItem =
      found && samePosition(found, place)
        ? await this.opened({ ...found, ...(place.judgementKey && { judgementKey: place.judgementKey }) })
        : await this.controller.session.at(place.ordinal, place.judgementKey);
    if (!at) return false;
    this.arriveAt(place, at.kind === 'item' && queuePosition ? { ...at, queuePosition } : at);
    return true;
  }

  /** Shows the item at a place, unless it is shown already. */
  async back(place: DeskPosition): Promise<void> {
    const { here, shown } = this.controller;
    if (!samePosition(here, place) || shown.kind !== 'item') await this.go(positionOf(place), { kind: 'asked' });
  }

  /** To the item behind this one or before it, judged or not. */
  async step(by: 1 | -1): Promise<void> {
    const { here, session, shown } = this.controller;
    const place =
      shown.kind === 'done' && by === -1
        ? here
        : await this.visitedItems.beside(here, by, (ordinal, to) => session.queue.beside(ordinal, to));
    if (place && (await this.go(place))) this.controller.announce(undefined);
    else this.controller.announce({ kind: by === 1 ? 'last-item' : 'first-item' });
  }

  /** Judges the item with that key under a context from here on, or as it stands. */
  under(context: string | undefined, key: string): Promise<void> {
    const { controller } = this;
    return controller.withItem(async ({ shown: { judgementKey } }, queuePosition) => {
      const place = { ...controller.here, judgementKey: judgementKeyOf({ ...judgementKey, context }) };
      if (!samePosition(place, controller.here)) await this.go(place, queuePosition);
      controller.announce({
        kind: 'judged-under',
        context:
          context === undefined ? null : contextShown(context, controller.session.study.project.task.contexts ?? []),
      });
    }, key);
  }

  /** Judges the next turn of the item with that key from here on, or the whole: each is a judgement by itself. */
  toNextTurn(key?: string): Promise<void> {
    return this.controller.withItem(async ({ shown: { item, judgementKey } }) => {
      const of = turnsIn(item);
      const turn = nextJudgeableTurn(judgementKey?.turn ?? null, of);
      if (of > 1) await this.toTurn(turn ?? undefined);
      this.controller.announce(of > 1 ? { kind: 'turn-judged', turn, of } : { kind: 'one-turn' });
    }, key);
  }

  /** Judges a turn of the item on the screen from here on, or the whole. */
  toTurn(turn: number | undefined): Promise<void> {
    const { controller } = this;
    return controller.withItem(async ({ shown: { item, judgementKey } }, queuePosition) => {
      const place = {
        ...controller.here,
        judgementKey: judgementKeyOfTurn(item, judgementKeyOf({ ...judgementKey, turn })),
      };
      if (!samePosition(place, controller.here)) await this.go(place, queuePosition);
    });
  }

  /**
   * Items come in another order perhaps; and where everything was done, something may not be: another annotator sits
   * here, or a judgement was taken back elsewhere.
   */
  async follow(): Promise<void> {
    this.prefetch.follow();
    if (this.controller.shown.kind === 'done' && this.doneBy !== this.done()) await this.goOn();
  }

  /** Gives a word that changes when anybody has done more: who has judged how many of how many items. */
  private done(): string {
    const { annotator, progress, dataset } = this.controller.session;
    return JSON.stringify([annotator, progress.judged, progress.skipped, dataset.count]);
  }

  private async opened(queued: QueuedItem): Promise<NonNullable<LoadedItem>> {
    const { session } = this.controller;
    const { item, labels, judgementKey, queuePosition, isControl } = queued;
    const open = await session.open(session.show(item, judgementKey, labels));
    return { kind: 'item', open: isControl ? { ...open, served: { why: 'control' } } : open, queuePosition };
  }

  private arriveAt(place: DeskPosition, loaded: NonNullable<LoadedItem>): void {
    const { controller } = this;
    const at = withReason(loaded);
    const open = at.kind === 'item' ? at.open : undefined;
    controller.modeChange.arrive(controller.open?.draft.mode, open?.draft.mode);
    // Where nobody said in which seat, it is the one that the item was opened in.
    controller.here = open ? { ...place, judgementKey: open.shown.judgementKey } : place;
    this.visitedItems.note(place);
    if (open) controller.session.foundAt(new Map([[open.shown.item.id, place.ordinal]]));
    controller.clock.start(open?.elapsed ?? 0);
    controller.selection.reset(open);
    controller.show(at);
    startWithRationale(controller);
    this.prefetch.look(anchorOf(place), open);
  }
}

/** Adds the reason why the item is on the desk, for its journal line. */
function withReason(at: NonNullable<LoadedItem>): NonNullable<LoadedItem> {
  if (at.kind !== 'item') return at;
  const { open, queuePosition } = at;
  return {
    ...at,
    open: { ...open, served: open.served ?? servedAs(queuePosition, open.shown.judgementKey ?? plainKey) },
  };
}
