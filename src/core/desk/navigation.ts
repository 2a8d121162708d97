import type { Served } from '../model/desk';
import { nextTurnJudged } from '../model/turnJudged';
import { seatOf } from '../model/seat';
import { contextShown } from './contexts';
import { beginWithRationale } from './demands';
import { LookAhead } from './lookAhead';
import { anchorOf, placeOf, samePlace, type Place } from './place';
import type { Found } from './queue/queue';
import type { At } from './session';
import type { Stage } from './stage';
import { Trail } from './trail';
import { seatIn, turnsIn } from './turns';

/** Which item a desk shows: the next one to be judged, the one beside, one that was asked for. */
export class Navigation {
  private readonly trail = new Trail();
  private readonly ahead: LookAhead;
  /** `done()` when there was nothing left to do. */
  private doneBy = '';

  constructor(private readonly stage: Stage) {
    const { session, sending } = stage;
    this.ahead = new LookAhead(session, async (found) =>
      sending.texts(found, await session.open(session.show(found.item, found.seat))),
    );
  }

  /** Looks for nothing any more. */
  stop(): void {
    this.ahead.stop();
  }

  /**
   * To the next item to be judged, from here to the end of the queue and then from its start; where there is none,
   * done.
   */
  async goOn(after = anchorOf(this.stage.here)): Promise<void> {
    const { queue } = this.stage.session;
    const found = (await this.ahead.first(after)) ?? (await queue.nextFromStart(after)) ?? (await queue.nextLeft());
    if (found) {
      this.arriveAt(placeOf(found), await this.opened(found));
      return;
    }
    this.doneBy = this.done();
    this.stage.show({ kind: 'done', of: this.stage.session.queue.of });
  }

  /**
   * Shows the item at a place; false (and nothing changes) past the end.
   * @param served why, where it is not the queue that brings it
   */
  async go(place: Place, served?: Served): Promise<boolean> {
    const { found } = this.ahead;
    const at: At =
      found && samePlace(found, place)
        ? await this.opened({ ...found, ...(place.seat && { seat: place.seat }) })
        : await this.stage.session.at(place.ordinal, place.seat);
    if (!at) return false;
    this.arriveAt(place, at.kind === 'item' && served ? { ...at, served } : at);
    return true;
  }

  /** Shows the item at a place, unless it is shown already. */
  async back(place: Place): Promise<void> {
    const { here, shown } = this.stage;
    if (!samePlace(here, place) || shown.kind !== 'item') await this.go(placeOf(place), { kind: 'asked' });
  }

  /** To the item behind this one or before it, judged or not. */
  async step(by: 1 | -1): Promise<void> {
    const { here, session, shown } = this.stage;
    const place =
      shown.kind === 'done' && by === -1
        ? here
        : await this.trail.beside(here, by, (ordinal, to) => session.queue.beside(ordinal, to));
    if (place && (await this.go(place))) this.stage.say(undefined);
    else this.stage.say({ kind: by === 1 ? 'last-item' : 'first-item' });
  }

  /** Judges the item with that key under a context from here on, or as it stands. */
  under(context: string | undefined, key: string): Promise<void> {
    const { stage } = this;
    return stage.withItem(async ({ shown: { seat } }, served) => {
      const place = { ...stage.here, seat: seatOf({ ...seat, context }) };
      if (!samePlace(place, stage.here)) await this.go(place, served);
      stage.say({
        kind: 'judged-under',
        context: context === undefined ? null : contextShown(context, stage.session.study.project.task.contexts ?? []),
      });
    }, key);
  }

  /** Judges the next turn of the item with that key from here on, or the whole: each is a judgement by itself. */
  toNextTurn(key?: string): Promise<void> {
    return this.stage.withItem(async ({ shown: { item, seat } }) => {
      const of = turnsIn(item);
      const turn = nextTurnJudged(seat?.turn ?? null, of);
      if (of > 1) await this.toTurn(turn ?? undefined);
      this.stage.say(of > 1 ? { kind: 'turn-judged', turn, of } : { kind: 'one-turn' });
    }, key);
  }

  /** Judges a turn of the item on the screen from here on, or the whole. */
  toTurn(turn: number | undefined): Promise<void> {
    const { stage } = this;
    return stage.withItem(async ({ shown: { item, seat } }, served) => {
      const place = { ...stage.here, seat: seatIn(item, seatOf({ ...seat, turn })) };
      if (!samePlace(place, stage.here)) await this.go(place, served);
    });
  }

  /**
   * Items come in another order perhaps; and where everything was done, something may not be: another annotator sits
   * here, or a judgement was taken back elsewhere.
   */
  async follow(): Promise<void> {
    this.ahead.follow();
    if (this.stage.shown.kind === 'done' && this.doneBy !== this.done()) await this.goOn();
  }

  /** Who has done how much, as a word that changes with it. */
  private done(): string {
    const { annotator, progress } = this.stage.session;
    return JSON.stringify([annotator, progress.judged, progress.skipped]);
  }

  private async opened({ item, seat, served }: Found): Promise<NonNullable<At>> {
    const { session } = this.stage;
    return { kind: 'item', open: await session.open(session.show(item, seat)), served };
  }

  private arriveAt(place: Place, at: NonNullable<At>): void {
    const { stage } = this;
    const open = at.kind === 'item' ? at.open : undefined;
    // Where nobody said in which seat, it is the one that the item was opened in.
    stage.here = open ? { ...place, seat: open.shown.seat } : place;
    this.trail.note(place);
    if (open) stage.session.foundAt(new Map([[open.shown.item.id, place.ordinal]]));
    stage.clock.start(open?.elapsed ?? 0);
    stage.inHand.reset(open);
    stage.show(at);
    beginWithRationale(stage);
    this.ahead.look(anchorOf(place), open);
  }
}
