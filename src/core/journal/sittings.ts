import { isBare, seatName, seatOf, wholeOf, type Seat } from '../model/seat';
import type { Row } from './versions';

/** One annotator's annotations in one seat; nearly all are in the bare one. */
export interface Sitting {
  readonly annotator: string;
  readonly seat: Seat;
  readonly table: Table;
  /** The latest version of each item's annotation. */
  readonly latest: Map<string, Row>;
}

/** The seats of one annotator that differ in the turn alone: an item is counted once for all of them. */
export interface Table {
  readonly sittings: Sitting[];
  /** Items by what of them is in force. */
  readonly count: { judged: number; skipped: number };
  /**
   * Ids with their items, and the journals that say so: a retraction takes back nothing but an annotation of its own item, context and repeat. It need not name
   * the turn: before turns had seats of their own none did.
   */
  readonly retracted: Map<string, Set<string>>;
}

/** Who was heard of in which seats. */
export class Sittings {
  /** By annotator and the name of the seat. */
  private readonly sittings = new Map<string, Map<string, Sitting>>();
  /** By annotator and the name of the seat of the whole. */
  private readonly tables = new Map<string, Map<string, Table>>();
  /** By annotator and item: in which seats but the bare one it was ever judged. */
  private readonly apart = new Map<string, Map<string, Set<Sitting>>>();

  /** The sitting that a line on an item belongs to; from now on there is one. */
  of(annotator: string, line: Seat & { readonly item: string }): Sitting {
    const seats = known(this.sittings, annotator, () => new Map<string, Sitting>());
    const sitting = known(seats, seatName(line), () => this.added(annotator, line));
    if (!isBare(line)) known(known(this.apart, annotator, () => new Map<string, Set<Sitting>>()), line.item, () => new Set<Sitting>()).add(sitting);
    return sitting;
  }

  find(annotator: string, seat: Seat): Sitting | undefined {
    return this.sittings.get(annotator)?.get(seatName(seat));
  }

  /** Those in which an item may have been judged. */
  on(annotator: string, item: string): Sitting[] {
    const bare = this.sittings.get(annotator)?.get('');
    return [...(bare ? [bare] : []), ...(this.apart.get(annotator)?.get(item) ?? [])];
  }

  table(annotator: string, seat: Seat): Table | undefined {
    return this.tables.get(annotator)?.get(seatName(wholeOf(seat)));
  }

  /** Of all annotators, or of one. */
  *every(of?: string): Generator<Sitting> {
    if (of !== undefined) yield* this.sittings.get(of)?.values() ?? [];
    else for (const seats of this.sittings.values()) yield* seats.values();
  }

  *everyTable(of?: string): Generator<Table> {
    if (of !== undefined) yield* this.tables.get(of)?.values() ?? [];
    else for (const tables of this.tables.values()) yield* tables.values();
  }

  private added(annotator: string, line: Seat): Sitting {
    const tables = known(this.tables, annotator, () => new Map<string, Table>());
    const table = known(tables, seatName(wholeOf(line)), () => ({ sittings: [], count: { judged: 0, skipped: 0 }, retracted: new Map<string, Set<string>>() }));
    const sitting = { annotator, seat: seatOf(line), table, latest: new Map<string, Row>() };
    table.sittings.push(sitting);
    return sitting;
  }
}

/** Ids of the items that were ever judged at a table, each once. */
export function itemsOf({ sittings }: Table): Iterable<string> {
  const [first, ...others] = sittings;
  return others.length === 0 ? (first?.latest.keys() ?? []) : new Set(sittings.flatMap(({ latest }) => [...latest.keys()]));
}

/** What `map` holds by a key; made where there is nothing yet. */
export function known<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
