import type { Item } from '../model/item';
import type { Seat } from '../model/seat';
import { noRow, ulidLength, type Row, type Version, type Versions } from './versions';

/** What replay keeps of an annotation: enough for progress and order; the rest is fetched from the journal. */
export interface Standing extends Version, Seat {
  readonly item: string;
  readonly annotator: string;
}

/** One annotator's annotations in one seat; nearly all are in the bare one. */
export class Sitting {
  /** What of it is in force. */
  readonly count = { judged: 0, skipped: 0 };
  /** The latest version of each item's annotation. */
  readonly latest = new Map<string, Row>();
  /** Ids with their items, and the journals that say so: a retraction takes back nothing but its own seat's annotation of its own item. */
  private readonly retracted = new Map<string, Set<string>>();

  constructor(
    readonly annotator: string,
    readonly seat: Seat,
    private readonly versions: Versions,
  ) {}

  /** Takes up a version, at its place among those of its item. */
  insert(item: string, version: Version): void {
    const { latest, retracted, versions } = this;
    let above = noRow;
    let row = latest.get(item) ?? noRow;
    while (row !== noRow && versions.id(row) > version.id) {
      above = row;
      row = versions.older(row);
    }
    if (row !== noRow && versions.id(row) === version.id) {
      // A line that appears again counts once; where it was read last is where it is.
      if (versions.hash(row) === version.hash) {
        versions.place(row, version);
        return;
      }
      row = versions.older(row);
    }
    const added = versions.push(version, row);
    if (above === noRow) latest.set(item, added);
    else versions.setOlder(above, added);
    if (retracted.size > 0 && retracted.has(version.id + item)) versions.setRetracted(added, true);
  }

  /** Takes back the version with an id, now or once it comes. @param source the journal that says so */
  retract(item: string, id: string, source: string): void {
    const sources = this.retracted.get(id + item);
    if (sources) sources.add(source);
    else this.retracted.set(id + item, new Set([source]));
    const row = this.find(item, id);
    if (row !== noRow) this.versions.setRetracted(row, true);
  }

  /** Undoes every `retract` that a journal said. */
  forgetRetractions(source: string): void {
    for (const [key, from] of this.retracted) {
      if (!from.delete(source) || from.size > 0) continue;
      this.retracted.delete(key);
      const row = this.find(key.slice(ulidLength), key.slice(0, ulidLength));
      if (row !== noRow) this.versions.setRetracted(row, false);
    }
  }

  /** The version of an item's judgement that is in force; `noRow` where none is. */
  inForce(item: string): Row {
    let row = this.latest.get(item) ?? noRow;
    while (row !== noRow && !this.versions.stands(row)) row = this.versions.older(row);
    return row;
  }

  /** The same with what is kept of it. */
  current(item: string): Standing | undefined {
    const row = this.inForce(item);
    return row === noRow ? undefined : this.standing(item, row);
  }

  /** The version that judges the item as it is now; `noRow` where none does. */
  judged({ id, hash }: Pick<Item, 'id' | 'hash'>): Row {
    const { versions } = this;
    let row = this.latest.get(id) ?? noRow;
    while (row !== noRow && !(versions.stands(row) && versions.hash(row) === hash)) row = versions.older(row);
    return row;
  }

  /** See `Replay.on`. */
  on(item: Pick<Item, 'id' | 'hash'>): Standing | undefined {
    const row = this.judged(item);
    return row === noRow ? this.current(item.id) : this.standing(item.id, row);
  }

  /** A version comes in force, and is counted. */
  enter(row: Row): void {
    if (row === noRow) return;
    this.versions.setInForce(row, true);
    this.count[this.versions.isSkipped(row) ? 'skipped' : 'judged']++;
  }

  leave(row: Row): void {
    if (row === noRow) return;
    this.versions.setInForce(row, false);
    this.count[this.versions.isSkipped(row) ? 'skipped' : 'judged']--;
  }

  /** What is kept of a version. */
  standing(item: string, row: Row): Standing {
    const { versions, annotator, seat } = this;
    return { ...seat, id: versions.id(row), item, annotator, hash: versions.hash(row), skipped: versions.isSkipped(row), imported: versions.isImported(row), ref: versions.ref(row) };
  }

  private find(item: string, id: string): Row {
    let row = this.latest.get(item) ?? noRow;
    while (row !== noRow && this.versions.id(row) !== id) row = this.versions.older(row);
    return row;
  }
}
