import { NumberTable, type SharedNumbers } from '../model/report/numberTable';
import type { Item } from '../model/item/item';
import { judgementKeyText, type JudgementKey } from '../model/annotation/judgementKey';
import { hashOfText } from '../model/text/textHash';
import { currentAnnotationOf, type JudgementHistory, type CurrentAnnotation } from './judgementHistory';
import { noRow, AnnotationVersions, type SharedVersions } from './annotationVersions';

/** A table as another thread takes it: plain data, the columns not copied. */
export interface SharedAnnotations {
  readonly versions: SharedVersions;
  /** The annotators and seats. */
  readonly histories: readonly Pick<JudgementHistory, 'annotator' | 'judgementKey'>[];
  readonly items: SharedNumbers;
  /** By item: the first of its entries. */
  readonly heads: Int32Array;
  /** By entry: the next one of its item, the place in `histories`, and the latest version. */
  readonly nexts: Int32Array;
  readonly by: Uint32Array;
  readonly latest: Int32Array;
}

/**
 * What was judged, by item, as numbers in memory that threads share: some 30 bytes a judgement beside its versions. It
 * is what it was when it was made, as far as nothing is added to the replay. Items are found by hashes of 53 bits of
 * their ids, so what is read of a judgement must be asked whether it is of the item.
 */
export class SharedAnnotationIndex {
  private readonly versions: AnnotationVersions;
  private readonly items: NumberTable;

  constructor(readonly shared: SharedAnnotations) {
    this.versions = new AnnotationVersions(shared.versions);
    this.items = NumberTable.over(shared.items);
  }

  /** The judgements of those who sat, who are told apart by their order: first to last. */
  static of(versions: AnnotationVersions, histories: readonly JudgementHistory[]): SharedAnnotationIndex {
    const entries = histories.reduce((sum, { latest }) => sum + latest.size, 0);
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
    for (let history = histories.length - 1; history >= 0; history--) {
      for (const [item, row] of histories[history]?.latest ?? []) {
        const known = items.size;
        const number = items.add(hashOfText(item));
        nexts[entry] = number === known ? none : (heads[number] ?? none);
        heads[number] = entry;
        by[entry] = history;
        latest[entry++] = row;
      }
    }
    return new SharedAnnotationIndex({
      versions: versions.shared,
      histories: histories.map(({ annotator, judgementKey }) => ({ annotator, judgementKey })),
      items: items.shared,
      heads,
      nexts,
      by,
      latest,
    });
  }

  /** The number of items; they are numbered from 0. */
  get size(): number {
    return this.items.size;
  }

  /** The number of an item that was ever judged; -1 of others. */
  numberOf(id: string): number {
    return this.items.find(hashOfText(id));
  }

  /**
   * Gives an item's annotations in every seat of everybody, as `Replay.on` does for one: in the order of names, and of
   * one annotator the bare seat first. `onOlder` hears of those among them that a later one supersedes, on other texts.
   */
  on(
    number: number,
    item: Pick<Item, 'id' | 'hash'>,
    onOlder: (currentAnnotation: CurrentAnnotation) => void = () => undefined,
  ): CurrentAnnotation[] {
    const {
      versions,
      shared: { heads, nexts, by, latest, histories },
    } = this;
    const currentAnnotations: CurrentAnnotation[] = [];
    for (
      let entry = number < 0 || number >= this.size ? none : (heads[number] ?? none);
      entry !== none;
      entry = nexts[entry] ?? none
    ) {
      const first = latest[entry] ?? noRow;
      const judged = versions.judgingFrom(first, item.hash);
      const row = judged === noRow ? versions.inForceFrom(first) : judged;
      const history = histories[by[entry] ?? 0];
      if (row === noRow || !history) continue;
      const currentAnnotation = currentAnnotationOf(
        versions,
        history,
        item.id,
        row,
        judged === noRow ? undefined : item.hash,
      );
      currentAnnotations.push(currentAnnotation);
      if (!versions.isInForce(row)) onOlder(currentAnnotation);
    }
    return currentAnnotations;
  }

  /** Yields the number of the item of every judgement in force. */
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

/** Sorts histories in the order in which their judgements of an item are told. */
export function sortedHistories(histories: Iterable<JudgementHistory>): JudgementHistory[] {
  const named = [...histories].map((history) => ({
    history,
    annotator: history.annotator,
    judgementKey: nameOf(history),
  }));
  return named
    .sort((a, b) =>
      a.annotator === b.annotator ? compare(a.judgementKey, b.judgementKey) : compare(a.annotator, b.annotator),
    )
    .map(({ history }) => history);
}

const nameOf = ({ judgementKey }: { readonly judgementKey: JudgementKey }): string => judgementKeyText(judgementKey);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
