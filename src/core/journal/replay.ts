import type { Annotation, JournalLine } from '../model/annotation/annotation';
import type { Item } from '../model/item/item';
import { judgeKindOf, type JudgeKind } from '../model/annotation/judgeKind';
import {
  plainKey,
  isPlainKey,
  judgementKeyText,
  isAnnotatorsKey,
  judgementKeyOf,
  wholeOf,
  type JudgementKey,
} from '../model/annotation/judgementKey';
import type { LineRef } from './journal';
import { sortedHistories, SharedAnnotationIndex } from './sharedAnnotationIndex';
import { givenTogether, type JudgementHistory, type CurrentAnnotation } from './judgementHistory';
import { AnnotatorIndex } from './annotatorIndex';
import { noRow, AnnotationVersions, type JudgedContents, type Row } from './annotationVersions';

export type { CurrentAnnotation } from './judgementHistory';

/**
 * Replay keeps numbers in columns, some 170 bytes an annotation with its item's id, and fetches the rest by offset.
 *
 * A judgement has a seat: annotator, item, context, repeat and turn (`model/annotation/judgementKey`) name what a line supersedes, takes
 * back and is drafted as. Seats that differ in the turn alone are kept together (`table`), and an item counts once for
 * them, by a judgement before a skip. A retraction need not name the turn, as none did when a turn took the place of
 * the whole.
 */

/** What a judgement says of stretches of texts, of edits and of critiques. */
const fieldsOnTexts = ['critiques', 'metaCritiques', 'refinements', 'steps'] as const;

/** One version of an item's judgement, and what became of it. */
export interface Past extends CurrentAnnotation {
  readonly state: 'in-force' | 'superseded' | 'taken-back';
}

/**
 * The state that a set of journal lines means. Depends on the set only: not on the order in which lines are added, nor
 * on how often one appears. For each annotator, item and seat the latest annotation (by id) that was not retracted
 * stands. An item is done, and counted, once it was judged as a whole or any of its turns was. Takes about 130 bytes an
 * annotation, the item's id included.
 */
export class Replay {
  private readonly versions = new AnnotationVersions();
  /** By annotator and the name of the seat. */
  private readonly histories = new Map<string, Map<string, JudgementHistory>>();
  /** By annotator and the name of the seat of the whole. */
  private readonly tables = new Map<string, Map<string, AnnotatorIndex>>();
  /** By annotator and item: in which seats but the bare one it was ever judged. */
  private readonly apart = new Map<string, Map<string, Set<JudgementHistory>>>();
  /** By annotator. */
  private readonly heard = new Map<string, Heard>();
  private readonly named = new Map<string, Set<number>>();
  private readonly namedRules = new Map<string, Set<number>>();
  /** The place of the last line in the bare seat. */
  private lastPlace: Place | undefined;

  /** Adds a line that stands at `ref`; one that was added before changes nothing. */
  add(line: JournalLine, ref: LineRef): void {
    const { heard, table, history } = this.placeOf(line);
    heard.revision++;
    if (line.id > heard.lastId) heard.lastId = line.id;
    if (line.type === 'retraction') table.retract(line.item, line.retracts, ref.source);
    else {
      this.note(line);
      table.insert(history, line.item, {
        id: line.id,
        hash: line.hash,
        skipped: line.judgement.skip !== undefined,
        imported: line.origin.kind === 'imported',
        byModel: judgeKindOf(line.origin) === 'model',
        pointsAtTexts: fieldsOnTexts.some((field) => line.judgement[field] !== undefined),
        guidelines: line.guidelines?.version,
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
   * Counts the items that an annotator has judged under a context, or when they came again; as they stand, where
   * neither is named.
   */
  progress(annotator: string, judgementKey = plainKey): Progress {
    return { judged: 0, skipped: 0, ...this.table(annotator, judgementKey)?.count };
  }

  /**
   * Gives the annotation that counts an item as done, whatever its texts are now: of its judgements as a whole and of
   * turns a judgement before a skip, and the latest of these.
   */
  counted(annotator: string, item: string, judgementKey = plainKey): CurrentAnnotation | undefined {
    return this.table(annotator, judgementKey)?.counted(item);
  }

  /**
   * Gives the annotation that counts an item with its texts of now; where nothing was judged on these, one on others
   * (see `on`).
   */
  countedOn(
    annotator: string,
    item: Pick<Item, 'id' | 'hash'>,
    judgementKey = plainKey,
  ): CurrentAnnotation | undefined {
    return this.table(annotator, judgementKey)?.countedOn(item);
  }

  /** Names the annotation by which an item as it is now is done; `noRow` where there is none. */
  doneBy(annotator: string, item: Pick<Item, 'id' | 'hash'>, judgementKey = plainKey): Row {
    return this.table(annotator, judgementKey)?.doneBy(item) ?? noRow;
  }

  /**
   * `counted` of every item, context and repeat, of all annotators or of one, in no particular order; what adjudicators
   * settled is no work of annotators, and not among it.
   */
  *everyCounted(of?: string): Generator<CurrentAnnotation> {
    for (const table of this.everyTable(of, isAnnotatorsKey)) {
      for (const item of table.items()) {
        const currentAnnotation = table.counted(item);
        if (currentAnnotation) yield currentAnnotation;
      }
    }
  }

  /** The annotation in force, if there is one. */
  current(annotator: string, item: string, judgementKey = plainKey): CurrentAnnotation | undefined {
    return this.histories.get(annotator)?.get(judgementKeyText(judgementKey))?.current(item);
  }

  /**
   * Names the annotation that judges the item as it is now (one made on another content does not); `noRow` where there
   * is none.
   */
  judgedBy(annotator: string, item: Pick<Item, 'id' | 'hash'>, judgementKey = plainKey): Row {
    return this.histories.get(annotator)?.get(judgementKeyText(judgementKey))?.judged(item) ?? noRow;
  }

  /** Tells whether an annotation is (still) the one in force of its item. Costs no look-up of the item. */
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
  on(annotator: string, item: Pick<Item, 'id' | 'hash'>, judgementKey = plainKey): CurrentAnnotation | undefined {
    return this.histories.get(annotator)?.get(judgementKeyText(judgementKey))?.on(item);
  }

  /**
   * Gives an annotator's annotations of an item in every seat: as the item stands, turns of it, under contexts, and
   * when it came again.
   */
  everyOn(annotator: string, item: Pick<Item, 'id' | 'hash'>): CurrentAnnotation[] {
    const bare = this.histories.get(annotator)?.get('');
    const all = [...(bare ? [bare] : []), ...(this.apart.get(annotator)?.get(item.id) ?? [])];
    return all.map((history) => history.on(item)).filter((currentAnnotation) => currentAnnotation !== undefined);
  }

  /**
   * Whoever ever judged an item, in every seat: to ask of many items `JudgementHistory.on`, as `everyOn` does, at the
   * cost of those who judged each.
   * @param pointingAtTexts leaves out those who never said anything of stretches of its texts, of edits or of critiques
   */
  judgesByItem({ pointingAtTexts = false } = {}): ReadonlyMap<string, readonly JudgementHistory[]> {
    const { versions } = this;
    const judges = new Map<string, JudgementHistory[]>();
    for (const history of sortedHistories(this.everySitting()))
      for (const [item, first] of history.latest) {
        let row = first;
        while (pointingAtTexts && row !== noRow && !versions.isPointingAtTexts(row)) row = versions.older(row);
        if (row !== noRow) known(judges, item, () => []).push(history);
      }
    return judges;
  }

  /**
   * Counts the annotations in force by the version of the guidelines that they were made under; undefined stands for
   * none, as it does for labels of the source.
   */
  guidelinesInForce(): ReadonlyMap<string | undefined, number> {
    const { versions } = this;
    const counts = new Map<string | undefined, number>();
    for (const row of this.rowsInForce()) {
      const version = versions.isImported(row) ? undefined : versions.guidelinesOf(row);
      counts.set(version, (counts.get(version) ?? 0) + 1);
    }
    return counts;
  }

  /**
   * Builds an index of the annotations of all annotators that `wants` asks for, to be asked of many items, here or on
   * other threads.
   */
  judgedTable(wants: (annotator: string, judgementKey: JudgementKey) => boolean = () => true): SharedAnnotationIndex {
    return SharedAnnotationIndex.of(
      this.versions,
      sortedHistories([...this.everySitting()].filter(({ annotator, judgementKey }) => wants(annotator, judgementKey))),
    );
  }

  /** Every version of an item's judgements, by all annotators, the latest first. */
  past(item: string): Past[] {
    const { versions } = this;
    const found: Past[] = [];
    for (const history of this.everySitting()) {
      for (let row = history.latest.get(item) ?? noRow; row !== noRow; row = versions.older(row)) {
        if (versions.isLost(row)) continue;
        const state = versions.isRetracted(row) ? 'taken-back' : versions.isInForce(row) ? 'in-force' : 'superseded';
        found.push({ ...history.currentAnnotation(item, row), state });
      }
    }
    return found.sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  /**
   * Every annotation in force, of all annotators or of one, in no particular order.
   * @param wants asks of items; the annotations of others are left out
   */
  *all(of?: string, wants?: (item: string) => boolean): Generator<CurrentAnnotation> {
    for (const history of this.everySitting(of)) {
      for (const item of history.latest.keys()) {
        const current = wants?.(item) === false ? undefined : history.current(item);
        if (current) yield current;
      }
    }
  }

  /** Counts the annotations in force, of all annotators. */
  get size(): number {
    let size = 0;
    for (const _ of this.rowsInForce()) size++;
    return size;
  }

  /**
   * Tells whether a person judged anything that is in force, at the desk or by a label that came with the data; a skip
   * does not count.
   */
  get hasPeople(): boolean {
    const { versions } = this;
    for (const row of this.rowsInForce()) if (!versions.isByModel(row) && !versions.isSkipped(row)) return true;
    return false;
  }

  /** The id of the latest annotation in force; undefined where there is none. */
  newest(): string | undefined {
    const { versions } = this;
    let newest = noRow;
    for (const row of this.rowsInForce()) if (versions.isNewer(row, newest)) newest = row;
    return newest === noRow ? undefined : versions.id(newest);
  }

  /**
   * The annotations in force on the whole of the same content, under the same context, where there are several: of
   * several annotators, or of one to whom it came again. Takes nothing where nobody judged what another did.
   */
  *together(): Generator<readonly CurrentAnnotation[]> {
    const byContext = new Map<string | undefined, JudgementHistory[]>();
    for (const history of this.everySitting())
      if (history.judgementKey.turn === undefined && history.judgementKey.role === undefined)
        known(byContext, history.judgementKey.context, () => []).push(history);
    for (const histories of byContext.values()) yield* givenTogether(histories);
  }

  /**
   * Every judgement that may count, whatever the items are now: of each annotator, item and seat the latest annotation
   * that stands on each content that the item had, the latest first (see `on`).
   */
  *judgements(): Generator<JudgedContents> {
    const { versions } = this;
    for (const { annotator, judgementKey, latest } of this.everySitting()) {
      for (const [item, first] of latest) {
        const contents: { row: Row; hash: string }[] = [];
        for (let row = first; row !== noRow; row = versions.older(row)) {
          if (!versions.stands(row)) continue;
          const hash = versions.hash(row);
          if (!contents.some((content) => content.hash === hash)) contents.push({ row, hash });
        }
        if (contents.length > 0) yield { annotator, item, judgementKey, contents };
      }
    }
  }

  /** Tells whether a person or a machine made an annotation. */
  judgeOf(row: Row): JudgeKind {
    const { versions } = this;
    return versions.isByModel(row) ? 'model' : versions.isImported(row) ? 'imported' : 'human';
  }

  /** Gives the place of an annotation's line. */
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

  /** The versions of rules by whose words items were marked, or responses refined. */
  get ruleVersions(): ReadonlyMap<string, ReadonlySet<number>> {
    return this.namedRules;
  }

  /** Counts what was heard of an annotator: the same as long as their judgements are. */
  revision(annotator: string): number {
    return this.heard.get(annotator)?.revision ?? 0;
  }

  /** Finds the place of a line's judgement: nearly always that of the line before it. */
  private placeOf(line: JournalLine): Place {
    const { annotator } = line;
    if (this.lastPlace?.annotator === annotator && isPlainKey(line)) return this.lastPlace;
    const heard = known(this.heard, annotator, () => ({ lastId: line.id, revision: 0 }));
    const table = this.tableOf(annotator, line);
    const place = { annotator, heard, table, history: this.sittingOf(table, annotator, line) };
    if (isPlainKey(line)) this.lastPlace = place;
    return place;
  }

  /** Notes the rubrics and rules that an annotation names. */
  private note({ rubrics, judgement: { rules, refinements } }: Annotation): void {
    for (const { id, version } of rubrics) known(this.named, id, () => new Set<number>()).add(version);
    for (const { rule, version } of rules ?? []) known(this.namedRules, rule, () => new Set<number>()).add(version);
    for (const { rule } of refinements ?? [])
      if (rule) known(this.namedRules, rule.id, () => new Set<number>()).add(rule.version);
  }

  private table(annotator: string, judgementKey: JudgementKey): AnnotatorIndex | undefined {
    return this.tables.get(annotator)?.get(judgementKeyText(wholeOf(judgementKey)));
  }

  private tableOf(annotator: string, line: JudgementKey): AnnotatorIndex {
    const tables = known(this.tables, annotator, () => new Map<string, AnnotatorIndex>());
    return known(
      tables,
      judgementKeyText(line.turn === undefined ? line : wholeOf(line)),
      () => new AnnotatorIndex(annotator, this.versions),
    );
  }

  private sittingOf(table: AnnotatorIndex, annotator: string, line: JournalLine): JudgementHistory {
    const judgementKeys = known(this.histories, annotator, () => new Map<string, JudgementHistory>());
    const history = known(judgementKeys, judgementKeyText(line), () => table.add(judgementKeyOf(line)));
    if (!isPlainKey(line))
      known(
        known(this.apart, annotator, () => new Map<string, Set<JudgementHistory>>()),
        line.item,
        () => new Set<JudgementHistory>(),
      ).add(history);
    return history;
  }

  private *rowsInForce(): Generator<Row> {
    for (const { latest } of this.everySitting())
      for (const first of latest.values()) {
        const row = this.versions.inForceFrom(first);
        if (row !== noRow) yield row;
      }
  }

  private *everySitting(of?: string): Generator<JudgementHistory> {
    if (of !== undefined) yield* this.histories.get(of)?.values() ?? [];
    else for (const judgementKeys of this.histories.values()) yield* judgementKeys.values();
  }

  /** @param wants asks of the text of the key that the judgements of a table have */
  private *everyTable(of?: string, wants: (key: string) => boolean = () => true): Generator<AnnotatorIndex> {
    const chosen = of === undefined ? this.tables.values() : [this.tables.get(of) ?? new Map<string, AnnotatorIndex>()];
    for (const tables of chosen) for (const [key, table] of tables) if (wants(key)) yield table;
  }
}

interface Heard {
  lastId: string;
  revision: number;
}

/** The annotator and the seat that a line's judgement belongs to. */
interface Place {
  readonly annotator: string;
  readonly heard: Heard;
  readonly table: AnnotatorIndex;
  readonly history: JudgementHistory;
}

/** Gives the value of a key in `map`; makes it where there is none yet. */
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
