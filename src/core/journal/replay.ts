import type { JournalLine } from '../model/annotation';
import type { Item } from '../model/item';
import { bareSeat, type Seat } from '../model/seat';
import type { LineRef } from './journal';
import { itemsOf, known, Sittings, type Sitting, type Table } from './sittings';
import { noRow, ulidLength, Versions, type JudgedContents, type Row, type Version } from './versions';

/** What replay keeps of an annotation: enough for progress and order; the rest is fetched from the journal. */
export interface Standing extends Version, Seat {
  readonly item: string;
  readonly annotator: string;
}

/** One version of an item's judgement, and what became of it. */
export interface Past extends Standing {
  readonly state: 'in-force' | 'superseded' | 'taken-back';
}

/**
 * The state that a set of journal lines means. Depends on the set only: not on the order in which lines are added, nor on
 * how often one appears. For each annotator, item and seat the latest annotation (by id) that was not retracted stands.
 * An item is done, and counted, once it was judged as a whole or any of its turns was.
 * Takes about 170 bytes an annotation, the item's id included.
 */
export class Replay {
  private readonly versions = new Versions();
  private readonly sittings = new Sittings();
  /** By annotator. */
  private readonly heard = new Map<string, { lastId: string; revision: number }>();
  private readonly named = new Map<string, Set<number>>();

  /** Adds a line that stands at `ref`; one that was added before changes nothing. */
  add(line: JournalLine, ref: LineRef): void {
    const { annotator, item } = line;
    const heard = known(this.heard, annotator, () => ({ lastId: line.id, revision: 0 }));
    heard.revision++;
    if (line.id > heard.lastId) heard.lastId = line.id;
    const sitting = this.sittings.of(annotator, line);
    this.mark(sitting.table, item, false);
    if (line.type === 'retraction') this.retract(sitting.table, item, line.retracts, ref.source);
    else {
      for (const { id, version } of line.rubrics) known(this.named, id, () => new Set<number>()).add(version);
      this.insert(sitting, item, { id: line.id, hash: line.hash, skipped: line.judgement.skip !== undefined, imported: line.origin.kind === 'imported', ref });
    }
    this.mark(sitting.table, item, true);
  }

  /** Undoes every `add` of a line that stood in `source`. */
  forget(source: string): void {
    for (const table of this.sittings.everyTable()) for (const item of itemsOf(table)) this.mark(table, item, false);
    this.versions.lose(source);
    for (const heard of this.heard.values()) heard.revision++;
    for (const table of this.sittings.everyTable()) {
      for (const [key, from] of table.retracted) {
        if (!from.delete(source) || from.size > 0) continue;
        table.retracted.delete(key);
        this.setRetracted(table, key.slice(ulidLength), key.slice(0, ulidLength), false);
      }
      for (const item of itemsOf(table)) this.mark(table, item, true);
    }
  }

  /** How many items an annotator has judged under a context, or when they came again: as they stand, where neither is said. */
  progress(annotator: string, seat = bareSeat): Progress {
    return { judged: 0, skipped: 0, ...this.sittings.table(annotator, seat)?.count };
  }

  /**
   * What counts an item as done, whatever its texts are now: of its judgements as a whole and of turns a judgement before a skip, and the latest of these.
   */
  counted(annotator: string, item: string, seat = bareSeat): Standing | undefined {
    return this.countedAt(this.sittings.table(annotator, seat), item);
  }

  /** The same of an item as its texts are; where nothing was judged on these, on others (see `on`). */
  countedOn(annotator: string, item: Pick<Item, 'id' | 'hash'>, seat = bareSeat): Standing | undefined {
    const table = this.sittings.table(annotator, seat);
    return this.bestOf(table, item.id, (sitting) => this.judgedIn(sitting, item)) ?? this.countedAt(table, item.id);
  }

  /** Names the annotation by which an item as it is now is done; `noRow` where there is none. */
  doneBy(annotator: string, item: Pick<Item, 'id' | 'hash'>, seat = bareSeat): Row {
    const table = this.sittings.table(annotator, seat);
    return table?.sittings.map((sitting) => this.judgedIn(sitting, item)).reduce((best, row) => this.versions.better(best, row), noRow) ?? noRow;
  }

  /** `counted` of every item, context and repeat, of all annotators or of one, in no particular order. */
  *everyCounted(of?: string): Generator<Standing> {
    for (const table of this.sittings.everyTable(of)) {
      for (const item of itemsOf(table)) {
        const standing = this.countedAt(table, item);
        if (standing) yield standing;
      }
    }
  }

  /** The annotation in force, if there is one. */
  current(annotator: string, item: string, seat = bareSeat): Standing | undefined {
    const sitting = this.sittings.find(annotator, seat);
    return sitting && this.currentIn(sitting, item);
  }

  /** Names the annotation that judges the item as it is now (one made on another content does not); `noRow` where there is none. */
  judgedBy(annotator: string, item: Pick<Item, 'id' | 'hash'>, seat = bareSeat): Row {
    const sitting = this.sittings.find(annotator, seat);
    return sitting ? this.judgedIn(sitting, item) : noRow;
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
   * The annotation in force on an item as its texts are: a judgement belongs to id and content, so that one of other texts under the
   * same id does not hide it. Where there is none on these texts, the one in force on others.
   */
  on(annotator: string, item: Pick<Item, 'id' | 'hash'>, seat = bareSeat): Standing | undefined {
    const sitting = this.sittings.find(annotator, seat);
    return sitting && this.onIn(sitting, item);
  }

  /** The same in every seat of an annotator: as the item stands, turns of it, under contexts, and when it came again. */
  everyOn(annotator: string, item: Pick<Item, 'id' | 'hash'>): Standing[] {
    return this.sittings.on(annotator, item.id).map((sitting) => this.onIn(sitting, item)).filter((standing) => standing !== undefined);
  }

  /** Every version of an item's judgements, by all annotators, the latest first. */
  past(item: string): Past[] {
    const { versions } = this;
    const found: Past[] = [];
    for (const sitting of this.sittings.every()) {
      for (let row = sitting.latest.get(item) ?? noRow; row !== noRow; row = versions.older(row)) {
        if (versions.isLost(row)) continue;
        const state = versions.isRetracted(row) ? 'taken-back' : versions.isInForce(row) ? 'in-force' : 'superseded';
        found.push({ ...this.standing(sitting, item, row), state });
      }
    }
    return found.sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  /** Every annotation in force, of all annotators or of one, in no particular order. */
  *all(of?: string): Generator<Standing> {
    for (const sitting of this.sittings.every(of)) {
      for (const [item, row] of sitting.latest) {
        const current = this.inForce(row);
        if (current !== noRow) yield this.standing(sitting, item, current);
      }
    }
  }

  /**
   * Every judgement that may count, whatever the items are now: of each annotator, item and seat the latest annotation that stands on each content that the item had, the latest
   * first (see `on`).
   */
  *judgements(): Generator<JudgedContents> {
    const { versions } = this;
    for (const { annotator, seat, latest } of this.sittings.every()) {
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

  /** Where an annotation is kept. */
  refOf(row: Row): LineRef {
    return this.versions.ref(row);
  }

  /** Annotators with a line, in the order of their names. */
  annotators(): string[] {
    return [...this.heard.keys()].sort();
  }

  /** The greatest id among an annotator's lines: a new line's id must be greater to supersede, whatever the clock says. */
  lastId(annotator: string): string | undefined {
    return this.heard.get(annotator)?.lastId;
  }

  /** The versions of rubrics that annotations were made under, by rubric: of all that were ever heard of, superseded and taken back ones too. */
  get rubricVersions(): ReadonlyMap<string, ReadonlySet<number>> {
    return this.named;
  }

  /** Counts what was heard of an annotator: the same as long as their judgements are. */
  revision(annotator: string): number {
    return this.heard.get(annotator)?.revision ?? 0;
  }

  private insert({ latest, table: { retracted } }: Sitting, item: string, version: Version): void {
    const { versions } = this;
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

  private retract(table: Table, item: string, id: string, source: string): void {
    known(table.retracted, id + item, () => new Set<string>()).add(source);
    this.setRetracted(table, item, id, true);
  }

  private setRetracted({ sittings }: Table, item: string, id: string, is: boolean): void {
    for (const { latest } of sittings) {
      const row = this.find(latest.get(item), id);
      if (row !== noRow) this.versions.setRetracted(row, is);
    }
  }

  private find(latest: Row | undefined, id: string): Row {
    let row = latest ?? noRow;
    while (row !== noRow && this.versions.id(row) !== id) row = this.versions.older(row);
    return row;
  }

  private inForce(latest: Row | undefined): Row {
    let row = latest ?? noRow;
    while (row !== noRow && !this.versions.stands(row)) row = this.versions.older(row);
    return row;
  }

  private currentIn(sitting: Sitting, item: string): Standing | undefined {
    const row = this.inForce(sitting.latest.get(item));
    return row === noRow ? undefined : this.standing(sitting, item, row);
  }

  private judgedIn({ latest }: Sitting, { id, hash }: Pick<Item, 'id' | 'hash'>): Row {
    const { versions } = this;
    let row = latest.get(id) ?? noRow;
    while (row !== noRow && !(versions.stands(row) && versions.hash(row) === hash)) row = versions.older(row);
    return row;
  }

  private onIn(sitting: Sitting, item: Pick<Item, 'id' | 'hash'>): Standing | undefined {
    const row = this.judgedIn(sitting, item);
    return row === noRow ? this.currentIn(sitting, item.id) : this.standing(sitting, item.id, row);
  }

  /** What stands of an item comes in force, and the item is counted; or neither any more. */
  private mark({ sittings, count }: Table, item: string, is: boolean): void {
    let counted = noRow;
    for (const { latest } of sittings) {
      const row = this.inForce(latest.get(item));
      if (row !== noRow) this.versions.setInForce(row, is);
      counted = this.versions.better(counted, row);
    }
    if (counted !== noRow) count[this.versions.isSkipped(counted) ? 'skipped' : 'judged'] += is ? 1 : -1;
  }

  private countedAt(table: Table | undefined, item: string): Standing | undefined {
    return this.bestOf(table, item, ({ latest }) => this.inForce(latest.get(item)));
  }

  /** Of one annotation a sitting the one that counts. */
  private bestOf(table: Table | undefined, item: string, rowOf: (sitting: Sitting) => Row): Standing | undefined {
    let best: { readonly row: Row; readonly sitting: Sitting } | undefined;
    for (const sitting of table?.sittings ?? []) {
      const row = rowOf(sitting);
      if (row !== noRow && (!best || this.versions.better(best.row, row) === row)) best = { row, sitting };
    }
    return best && this.standing(best.sitting, item, best.row);
  }

  private standing({ annotator, seat }: Sitting, item: string, row: Row): Standing {
    const { versions } = this;
    return { ...seat, id: versions.id(row), item, annotator, hash: versions.hash(row), skipped: versions.isSkipped(row), imported: versions.isImported(row), ref: versions.ref(row) };
  }
}

/** Items with an annotation in force. */
export interface Progress {
  readonly judged: number;
  readonly skipped: number;
}
