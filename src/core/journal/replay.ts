import type { Annotation, JournalLine } from '../model/annotation';
import type { Item } from '../model/item';
import { judgeKindOf, type JudgeKind } from '../model/judgeKind';
import { bareSeat, isBare, seatName, seatOf, wholeOf, type Seat } from '../model/seat';
import type { LineRef } from './journal';
import { inOrder, JudgedTable } from './judgedTable';
import { togetherIn, type Sitting, type Standing } from './sitting';
import { Table } from './table';
import { noRow, Versions, type JudgedContents, type Row } from './versions';

export type { Standing } from './sitting';

/**
 * Replay keeps numbers in columns, some 170 bytes an annotation with its item's id, and fetches the rest by offset.
 *
 * A judgement has a seat: annotator, item, context, repeat and turn (`model/seat`) name what a line supersedes, takes
 * back and is drafted as. Seats that differ in the turn alone are kept together (`table`), and an item counts once for
 * them, by a judgement before a skip. A retraction need not name the turn, as none did when a turn took the place of
 * the whole.
 */

/** One version of an item's judgement, and what became of it. */
export interface Past extends Standing {
  readonly state: 'in-force' | 'superseded' | 'taken-back';
}

/**
 * The state that a set of journal lines means. Depends on the set only: not on the order in which lines are added, nor
 * on how often one appears. For each annotator, item and seat the latest annotation (by id) that was not retracted
 * stands. An item is done, and counted, once it was judged as a whole or any of its turns was. Takes about 130 bytes an
 * annotation, the item's id included.
 */
export class Replay {
  private readonly versions = new Versions();
  /** By annotator and the name of the seat. */
  private readonly sittings = new Map<string, Map<string, Sitting>>();
  /** By annotator and the name of the seat of the whole. */
  private readonly tables = new Map<string, Map<string, Table>>();
  /** By annotator and item: in which seats but the bare one it was ever judged. */
  private readonly apart = new Map<string, Map<string, Set<Sitting>>>();
  /** By annotator. */
  private readonly heard = new Map<string, Heard>();
  private readonly named = new Map<string, Set<number>>();
  private readonly namedRules = new Map<string, Set<number>>();
  /** Where the last line in the bare seat belonged. */
  private lastPlace: Place | undefined;

  /** Adds a line that stands at `ref`; one that was added before changes nothing. */
  add(line: JournalLine, ref: LineRef): void {
    const { heard, table, sitting } = this.placeOf(line);
    heard.revision++;
    if (line.id > heard.lastId) heard.lastId = line.id;
    if (line.type === 'retraction') table.retract(line.item, line.retracts, ref.source);
    else {
      this.note(line);
      table.insert(sitting, line.item, {
        id: line.id,
        hash: line.hash,
        skipped: line.judgement.skip !== undefined,
        imported: line.origin.kind === 'imported',
        byModel: judgeKindOf(line.origin) === 'model',
        ref,
      });
    }
  }

  /** Undoes every `add` of a line that stood in `source`. */
  forget(source: string): void {
    for (const table of this.everyTable()) for (const item of table.items()) table.tally(item, false);
    this.versions.lose(source);
    for (const heard of this.heard.values()) heard.revision++;
    for (const table of this.everyTable()) {
      table.forgetRetractions(source);
      for (const item of table.items()) table.tally(item, true);
    }
  }

  /**
   * How many items an annotator has judged under a context, or when they came again: as they stand, where neither is
   * said.
   */
  progress(annotator: string, seat = bareSeat): Progress {
    return { judged: 0, skipped: 0, ...this.table(annotator, seat)?.count };
  }

  /**
   * What counts an item as done, whatever its texts are now: of its judgements as a whole and of turns a judgement
   * before a skip, and the latest of these.
   */
  counted(annotator: string, item: string, seat = bareSeat): Standing | undefined {
    return this.table(annotator, seat)?.counted(item);
  }

  /** The same of an item as its texts are; where nothing was judged on these, on others (see `on`). */
  countedOn(annotator: string, item: Pick<Item, 'id' | 'hash'>, seat = bareSeat): Standing | undefined {
    return this.table(annotator, seat)?.countedOn(item);
  }

  /** Names the annotation by which an item as it is now is done; `noRow` where there is none. */
  doneBy(annotator: string, item: Pick<Item, 'id' | 'hash'>, seat = bareSeat): Row {
    return this.table(annotator, seat)?.doneBy(item) ?? noRow;
  }

  /** `counted` of every item, context and repeat, of all annotators or of one, in no particular order. */
  *everyCounted(of?: string): Generator<Standing> {
    for (const table of this.everyTable(of)) {
      for (const item of table.items()) {
        const standing = table.counted(item);
        if (standing) yield standing;
      }
    }
  }

  /** The annotation in force, if there is one. */
  current(annotator: string, item: string, seat = bareSeat): Standing | undefined {
    return this.sittings.get(annotator)?.get(seatName(seat))?.current(item);
  }

  /**
   * Names the annotation that judges the item as it is now (one made on another content does not); `noRow` where there
   * is none.
   */
  judgedBy(annotator: string, item: Pick<Item, 'id' | 'hash'>, seat = bareSeat): Row {
    return this.sittings.get(annotator)?.get(seatName(seat))?.judged(item) ?? noRow;
  }

  /** Whether an annotation is (still) the one in force of its item. Costs no look-up of the item. */
  isInForce(row: Row): boolean {
    return this.versions.isInForce(row);
  }

  /** The id of an annotation's line. */
  idOf(row: Row): string {
    return this.versions.id(row);
  }

  /**
   * The annotation in force on an item as its texts are: a judgement belongs to id and content, so that one of other
   * texts under the same id does not hide it. Where there is none on these texts, the one in force on others.
   */
  on(annotator: string, item: Pick<Item, 'id' | 'hash'>, seat = bareSeat): Standing | undefined {
    return this.sittings.get(annotator)?.get(seatName(seat))?.on(item);
  }

  /**
   * The same in every seat of an annotator: as the item stands, turns of it, under contexts, and when it came again.
   */
  everyOn(annotator: string, item: Pick<Item, 'id' | 'hash'>): Standing[] {
    const bare = this.sittings.get(annotator)?.get('');
    const all = [...(bare ? [bare] : []), ...(this.apart.get(annotator)?.get(item.id) ?? [])];
    return all.map((sitting) => sitting.on(item)).filter((standing) => standing !== undefined);
  }

  /** The same of all annotators that `wants` asks for, to be asked of many items, here or on other threads. */
  judgedTable(wants: (annotator: string) => boolean = () => true): JudgedTable {
    return JudgedTable.of(this.versions, inOrder([...this.everySitting()].filter(({ annotator }) => wants(annotator))));
  }

  /** Every version of an item's judgements, by all annotators, the latest first. */
  past(item: string): Past[] {
    const { versions } = this;
    const found: Past[] = [];
    for (const sitting of this.everySitting()) {
      for (let row = sitting.latest.get(item) ?? noRow; row !== noRow; row = versions.older(row)) {
        if (versions.isLost(row)) continue;
        const state = versions.isRetracted(row) ? 'taken-back' : versions.isInForce(row) ? 'in-force' : 'superseded';
        found.push({ ...sitting.standing(item, row), state });
      }
    }
    return found.sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  /** Every annotation in force, of all annotators or of one, in no particular order. */
  *all(of?: string): Generator<Standing> {
    for (const sitting of this.everySitting(of)) {
      for (const item of sitting.latest.keys()) {
        const current = sitting.current(item);
        if (current) yield current;
      }
    }
  }

  /**
   * Whether a person judged anything that is in force, at the desk or by a label that came with the data; a skip says
   * nothing.
   */
  get hasPeople(): boolean {
    const { versions } = this;
    for (const { latest } of this.everySitting()) {
      for (const first of latest.values()) {
        const row = versions.inForceFrom(first);
        if (row !== noRow && !versions.isByModel(row) && !versions.isSkipped(row)) return true;
      }
    }
    return false;
  }

  /** The id of the latest annotation in force; undefined where there is none. */
  newest(): string | undefined {
    const { versions } = this;
    let newest = noRow;
    for (const { latest } of this.everySitting()) {
      for (const first of latest.values()) {
        const row = versions.inForceFrom(first);
        if (row !== noRow && versions.isNewer(row, newest)) newest = row;
      }
    }
    return newest === noRow ? undefined : versions.id(newest);
  }

  /**
   * The annotations in force on the whole of the same content, under the same context, where there are several: of
   * several annotators, or of one to whom it came again. Takes nothing where nobody judged what another did.
   */
  *together(): Generator<readonly Standing[]> {
    const byContext = new Map<string | undefined, Sitting[]>();
    for (const sitting of this.everySitting())
      if (sitting.seat.turn === undefined) known(byContext, sitting.seat.context, () => []).push(sitting);
    for (const sittings of byContext.values()) yield* togetherIn(sittings);
  }

  /**
   * Every judgement that may count, whatever the items are now: of each annotator, item and seat the latest annotation
   * that stands on each content that the item had, the latest first (see `on`).
   */
  *judgements(): Generator<JudgedContents> {
    const { versions } = this;
    for (const { annotator, seat, latest } of this.everySitting()) {
      for (const [item, first] of latest) {
        const contents: { row: Row; hash: string }[] = [];
        for (let row = first; row !== noRow; row = versions.older(row)) {
          if (!versions.stands(row)) continue;
          const hash = versions.hash(row);
          if (!contents.some((content) => content.hash === hash)) contents.push({ row, hash });
        }
        if (contents.length > 0) yield { annotator, item, seat, contents };
      }
    }
  }

  /** Who made an annotation. */
  judgeOf(row: Row): JudgeKind {
    const { versions } = this;
    return versions.isByModel(row) ? 'model' : versions.isImported(row) ? 'imported' : 'human';
  }

  /** Where an annotation is kept. */
  refOf(row: Row): LineRef {
    return this.versions.ref(row);
  }

  /** Annotators with a line, in the order of their names. */
  annotators(): string[] {
    return [...this.heard.keys()].sort();
  }

  /**
   * The greatest id among an annotator's lines: a new line's id must be greater to supersede, whatever the clock says.
   */
  lastId(annotator: string): string | undefined {
    return this.heard.get(annotator)?.lastId;
  }

  /**
   * The versions of rubrics that annotations were made under, by rubric: of all that were ever heard of, superseded and
   * taken back ones too.
   */
  get rubricVersions(): ReadonlyMap<string, ReadonlySet<number>> {
    return this.named;
  }

  /** The same of rules: the versions by whose words items were marked, or responses refined. */
  get ruleVersions(): ReadonlyMap<string, ReadonlySet<number>> {
    return this.namedRules;
  }

  /** Counts what was heard of an annotator: the same as long as their judgements are. */
  revision(annotator: string): number {
    return this.heard.get(annotator)?.revision ?? 0;
  }

  /** Where the judgement of a line belongs: nearly always where that of the line before it does. */
  private placeOf(line: JournalLine): Place {
    const { annotator } = line;
    if (this.lastPlace?.annotator === annotator && isBare(line)) return this.lastPlace;
    const heard = known(this.heard, annotator, () => ({ lastId: line.id, revision: 0 }));
    const table = this.tableOf(annotator, line);
    const place = { annotator, heard, table, sitting: this.sittingOf(table, annotator, line) };
    if (isBare(line)) this.lastPlace = place;
    return place;
  }

  /** Notes the rubrics and rules that an annotation names. */
  private note({ rubrics, judgement: { rules, refinements } }: Annotation): void {
    for (const { id, version } of rubrics) known(this.named, id, () => new Set<number>()).add(version);
    for (const { rule, version } of rules ?? []) known(this.namedRules, rule, () => new Set<number>()).add(version);
    for (const { rule } of refinements ?? [])
      if (rule) known(this.namedRules, rule.id, () => new Set<number>()).add(rule.version);
  }

  private table(annotator: string, seat: Seat): Table | undefined {
    return this.tables.get(annotator)?.get(seatName(wholeOf(seat)));
  }

  private tableOf(annotator: string, line: Seat): Table {
    const tables = known(this.tables, annotator, () => new Map<string, Table>());
    return known(
      tables,
      seatName(line.turn === undefined ? line : wholeOf(line)),
      () => new Table(annotator, this.versions),
    );
  }

  private sittingOf(table: Table, annotator: string, line: JournalLine): Sitting {
    const seats = known(this.sittings, annotator, () => new Map<string, Sitting>());
    const sitting = known(seats, seatName(line), () => table.add(seatOf(line)));
    if (!isBare(line))
      known(
        known(this.apart, annotator, () => new Map<string, Set<Sitting>>()),
        line.item,
        () => new Set<Sitting>(),
      ).add(sitting);
    return sitting;
  }

  private *everySitting(of?: string): Generator<Sitting> {
    if (of !== undefined) yield* this.sittings.get(of)?.values() ?? [];
    else for (const seats of this.sittings.values()) yield* seats.values();
  }

  private *everyTable(of?: string): Generator<Table> {
    if (of !== undefined) yield* this.tables.get(of)?.values() ?? [];
    else for (const tables of this.tables.values()) yield* tables.values();
  }
}

interface Heard {
  lastId: string;
  revision: number;
}

/** Where the judgement of a line belongs. */
interface Place {
  readonly annotator: string;
  readonly heard: Heard;
  readonly table: Table;
  readonly sitting: Sitting;
}

/** What `map` holds by a key; made where there is nothing yet. */
function known<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/** Items with an annotation in force. */
export interface Progress {
  readonly judged: number;
  readonly skipped: number;
}
