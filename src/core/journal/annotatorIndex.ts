import type { Item } from '../model/item/item';
import type { JudgementKey } from '../model/annotation/judgementKey';
import { JudgementHistory, type CurrentAnnotation } from './judgementHistory';
import { noRow, ulidLength, type Row, type AnnotationVersion, type AnnotationVersions } from './annotationVersions';

/**
 * The seats of one annotator that differ in the turn alone; nearly always the one of the whole. An item is done, and
 * counted, once for all of them.
 */
export class AnnotatorIndex {
  /** Items by what of them is in force. */
  readonly count = { judged: 0, skipped: 0 };
  private readonly histories: JudgementHistory[] = [];
  /**
   * Ids with their items, and the journals that say so: a retraction takes back nothing but an annotation of its own
   * item, context and repeat. It need not name the turn: before turns had seats of their own none did.
   */
  private readonly retracted = new Map<string, Set<string>>();

  constructor(
    private readonly annotator: string,
    private readonly versions: AnnotationVersions,
  ) {}

  /** A seat that was not heard of before. */
  add(judgementKey: JudgementKey): JudgementHistory {
    const history = new JudgementHistory(
      this.annotator,
      judgementKey,
      this.versions,
      (item, id) => this.retracted.size > 0 && this.retracted.has(id + item),
    );
    this.histories.push(history);
    return history;
  }

  /** Items that were ever judged here, each once. */
  items(): Iterable<string> {
    const [first, ...others] = this.histories;
    return others.length === 0
      ? (first?.latest.keys() ?? [])
      : new Set(this.histories.flatMap(({ latest }) => [...latest.keys()]));
  }

  /** Takes up a version of an item's judgement in one of the seats. */
  insert(history: JudgementHistory, item: string, version: AnnotationVersion): void {
    const { versions } = this;
    // Nearly every item comes once and in one seat: then nothing was in force before.
    if (this.histories.length === 1 && !history.latest.has(item)) {
      const row = history.insertFirst(item, version);
      if (!versions.stands(row)) return;
      versions.setInForce(row, true);
      this.count[version.skipped ? 'skipped' : 'judged']++;
      return;
    }
    this.tally(item, false);
    history.insert(item, version);
    this.tally(item, true);
  }

  /** Counts an item whose annotation came in force, or takes it from the count. */
  tally(item: string, is: boolean): void {
    const { versions } = this;
    let counted = noRow;
    for (const history of this.histories) {
      const row = history.inForce(item);
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
    for (const history of this.histories) history.setRetracted(item, id, true);
    this.tally(item, true);
  }

  /** Undoes every `retract` that a journal said. */
  forgetRetractions(source: string): void {
    for (const [key, from] of this.retracted) {
      if (!from.delete(source) || from.size > 0) continue;
      this.retracted.delete(key);
      for (const history of this.histories)
        history.setRetracted(key.slice(ulidLength), key.slice(0, ulidLength), false);
    }
  }

  /** See `Replay.counted`. */
  counted(item: string): CurrentAnnotation | undefined {
    return this.best(item, (history) => history.inForce(item));
  }

  /** See `Replay.countedOn`. */
  countedOn(item: Pick<Item, 'id' | 'hash'>): CurrentAnnotation | undefined {
    return this.best(item.id, (history) => history.judged(item)) ?? this.counted(item.id);
  }

  /** See `Replay.doneBy`. */
  doneBy(item: Pick<Item, 'id' | 'hash'>): Row {
    let best = noRow;
    for (const history of this.histories) best = this.versions.better(best, history.judged(item));
    return best;
  }

  private best(item: string, rowOf: (history: JudgementHistory) => Row): CurrentAnnotation | undefined {
    let best: { readonly row: Row; readonly history: JudgementHistory } | undefined;
    for (const history of this.histories) {
      const row = rowOf(history);
      if (row !== noRow && (!best || this.versions.better(best.row, row) === row)) best = { row, history };
    }
    return best?.history.currentAnnotation(item, best.row);
  }
}
