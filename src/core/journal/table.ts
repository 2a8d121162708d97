import type { Item } from '../model/item';
import type { Seat } from '../model/seat';
import { Sitting, type Standing } from './sitting';
import { noRow, ulidLength, type Row, type Version, type Versions } from './versions';

/**
 * The seats of one annotator that differ in the turn alone; nearly always the one of the whole. An item is done, and
 * counted, once for all of them.
 */
export class Table {
  /** Items by what of them is in force. */
  readonly count = { judged: 0, skipped: 0 };
  private readonly sittings: Sitting[] = [];
  /**
   * Ids with their items, and the journals that say so: a retraction takes back nothing but an annotation of its own
   * item, context and repeat. It need not name the turn: before turns had seats of their own none did.
   */
  private readonly retracted = new Map<string, Set<string>>();

  constructor(
    private readonly annotator: string,
    private readonly versions: Versions,
  ) {}

  /** A seat that was not heard of before. */
  add(seat: Seat): Sitting {
    const sitting = new Sitting(
      this.annotator,
      seat,
      this.versions,
      (item, id) => this.retracted.size > 0 && this.retracted.has(id + item),
    );
    this.sittings.push(sitting);
    return sitting;
  }

  /** Items that were ever judged here, each once. */
  items(): Iterable<string> {
    const [first, ...others] = this.sittings;
    return others.length === 0
      ? (first?.latest.keys() ?? [])
      : new Set(this.sittings.flatMap(({ latest }) => [...latest.keys()]));
  }

  /** Takes up a version of an item's judgement in one of the seats. */
  insert(sitting: Sitting, item: string, version: Version): void {
    const { versions } = this;
    // Nearly every item comes once and in one seat: then nothing was in force before.
    if (this.sittings.length === 1 && !sitting.latest.has(item)) {
      const row = sitting.insertFirst(item, version);
      if (!versions.stands(row)) return;
      versions.setInForce(row, true);
      this.count[version.skipped ? 'skipped' : 'judged']++;
      return;
    }
    this.tally(item, false);
    sitting.insert(item, version);
    this.tally(item, true);
  }

  /** What stands of an item comes in force and the item is counted, or neither any more. */
  tally(item: string, is: boolean): void {
    const { versions } = this;
    let counted = noRow;
    for (const sitting of this.sittings) {
      const row = sitting.inForce(item);
      if (row !== noRow) versions.setInForce(row, is);
      counted = versions.better(counted, row);
    }
    if (counted !== noRow) this.count[versions.isSkipped(counted) ? 'skipped' : 'judged'] += is ? 1 : -1;
  }

  /** Takes back the version with an id, now or once it comes. @param source the journal that says so */
  retract(item: string, id: string, source: string): void {
    this.tally(item, false);
    const sources = this.retracted.get(id + item);
    if (sources) sources.add(source);
    else this.retracted.set(id + item, new Set([source]));
    for (const sitting of this.sittings) sitting.setRetracted(item, id, true);
    this.tally(item, true);
  }

  /** Undoes every `retract` that a journal said. */
  forgetRetractions(source: string): void {
    for (const [key, from] of this.retracted) {
      if (!from.delete(source) || from.size > 0) continue;
      this.retracted.delete(key);
      for (const sitting of this.sittings) sitting.setRetracted(key.slice(ulidLength), key.slice(0, ulidLength), false);
    }
  }

  /** See `Replay.counted`. */
  counted(item: string): Standing | undefined {
    return this.best(item, (sitting) => sitting.inForce(item));
  }

  /** See `Replay.countedOn`. */
  countedOn(item: Pick<Item, 'id' | 'hash'>): Standing | undefined {
    return this.best(item.id, (sitting) => sitting.judged(item)) ?? this.counted(item.id);
  }

  /** See `Replay.doneBy`. */
  doneBy(item: Pick<Item, 'id' | 'hash'>): Row {
    let best = noRow;
    for (const sitting of this.sittings) best = this.versions.better(best, sitting.judged(item));
    return best;
  }

  private best(item: string, rowOf: (sitting: Sitting) => Row): Standing | undefined {
    let best: { readonly row: Row; readonly sitting: Sitting } | undefined;
    for (const sitting of this.sittings) {
      const row = rowOf(sitting);
      if (row !== noRow && (!best || this.versions.better(best.row, row) === row)) best = { row, sitting };
    }
    return best?.sitting.standing(item, best.row);
  }
}
