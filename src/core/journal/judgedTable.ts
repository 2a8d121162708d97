import { NumberTable, type SharedNumbers } from '../model/numberTable';
import type { Item } from '../model/item';
import { seatName, type Seat } from '../model/seat';
import { hashOfText } from '../model/textHash';
import { standingOf, type Sitting, type Standing } from './sitting';
import { noRow, Versions, type SharedVersions } from './versions';

/** A table as another thread takes it: plain data, the columns not copied. */
export interface SharedJudged {
  readonly versions: SharedVersions;
  /** Who judged, and in which seat. */
  readonly sittings: readonly Pick<Sitting, 'annotator' | 'seat'>[];
  readonly items: SharedNumbers;
  /** By item: the first of its entries. */
  readonly heads: Int32Array;
  /** By entry: the next one of its item, the place in `sittings`, and the latest version. */
  readonly nexts: Int32Array;
  readonly by: Uint32Array;
  readonly latest: Int32Array;
}

/**
 * What was judged, by item, as numbers in memory that threads share: some 30 bytes a judgement beside its versions. It
 * is what it was when it was made, as far as nothing is added to the replay. Items are found by hashes of 53 bits of
 * their ids, so what is read of a judgement must be asked whether it is of the item.
 */
export class JudgedTable {
  private readonly versions: Versions;
  private readonly items: NumberTable;

  constructor(readonly shared: SharedJudged) {
    this.versions = new Versions(shared.versions);
    this.items = NumberTable.over(shared.items);
  }

  /** The judgements of those who sat, who are told apart by their order: first to last. */
  static of(versions: Versions, sittings: readonly Sitting[]): JudgedTable {
    const entries = sittings.reduce((sum, { latest }) => sum + latest.size, 0);
    const column = (): SharedArrayBuffer => new SharedArrayBuffer(entries * 4);
    const [heads, nexts, by, latest] = [
      new Int32Array(column()),
      new Int32Array(column()),
      new Uint32Array(column()),
      new Int32Array(column()),
    ];
    const items = new NumberTable(entries);
    // The last first, so that each goes before those of its item that are there.
    let entry = 0;
    for (let sitting = sittings.length - 1; sitting >= 0; sitting--) {
      for (const [item, row] of sittings[sitting]?.latest ?? []) {
        const known = items.size;
        const number = items.add(hashOfText(item));
        nexts[entry] = number === known ? none : (heads[number] ?? none);
        heads[number] = entry;
        by[entry] = sitting;
        latest[entry++] = row;
      }
    }
    return new JudgedTable({
      versions: versions.shared,
      sittings: sittings.map(({ annotator, seat }) => ({ annotator, seat })),
      items: items.shared,
      heads,
      nexts,
      by,
      latest,
    });
  }

  /** How many items there are; they are numbered from 0. */
  get size(): number {
    return this.items.size;
  }

  /** The number of an item that was ever judged; -1 of others. */
  numberOf(id: string): number {
    return this.items.find(hashOfText(id));
  }

  /**
   * The same as `Replay.on` in every seat of everybody: in the order of names, and of one annotator the bare seat
   * first. `onOlder` hears of those among them that a later one supersedes, on other texts.
   */
  on(
    number: number,
    item: Pick<Item, 'id' | 'hash'>,
    onOlder: (standing: Standing) => void = () => undefined,
  ): Standing[] {
    const {
      versions,
      shared: { heads, nexts, by, latest, sittings },
    } = this;
    const standings: Standing[] = [];
    for (
      let entry = number < 0 || number >= this.size ? none : (heads[number] ?? none);
      entry !== none;
      entry = nexts[entry] ?? none
    ) {
      const first = latest[entry] ?? noRow;
      const judged = versions.judgingFrom(first, item.hash);
      const row = judged === noRow ? versions.inForceFrom(first) : judged;
      const sitting = sittings[by[entry] ?? 0];
      if (row === noRow || !sitting) continue;
      const standing = standingOf(versions, sitting, item.id, row, judged === noRow ? undefined : item.hash);
      standings.push(standing);
      if (!versions.isInForce(row)) onOlder(standing);
    }
    return standings;
  }

  /** Of every judgement in force, the number of its item. */
  *everyInForce(): Generator<number> {
    const {
      versions,
      shared: { heads, nexts, latest },
    } = this;
    for (let number = 0; number < this.size; number++) {
      for (let entry = heads[number] ?? none; entry !== none; entry = nexts[entry] ?? none)
        if (versions.inForceFrom(latest[entry] ?? noRow) !== noRow) yield number;
    }
  }
}

const none = -1;

/** Those who sat, in the order in which their judgements of an item are told. */
export function inOrder(sittings: Iterable<Sitting>): Sitting[] {
  const named = [...sittings].map((sitting) => ({ sitting, annotator: sitting.annotator, seat: nameOf(sitting) }));
  return named
    .sort((a, b) => (a.annotator === b.annotator ? compare(a.seat, b.seat) : compare(a.annotator, b.annotator)))
    .map(({ sitting }) => sitting);
}

const nameOf = ({ seat }: { readonly seat: Seat }): string => seatName(seat);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
