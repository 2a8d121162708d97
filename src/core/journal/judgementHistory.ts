import type { Item } from '../model/item/item';
import { isPlainKey, type JudgementKey } from '../model/annotation/judgementKey';
import { noRow, type Row, type AnnotationVersion, type AnnotationVersions } from './annotationVersions';

/** The part of an annotation that replay keeps: enough for progress and order; the rest is fetched from the journal. */
export interface CurrentAnnotation extends AnnotationVersion, JudgementKey {
  readonly item: string;
  readonly annotator: string;
}

/** Keeps one annotator's annotations in one seat; nearly all are in the bare one. */
export class JudgementHistory {
  /** The latest version of each item's annotation. */
  readonly latest = new Map<string, Row>();

  constructor(
    readonly annotator: string,
    readonly judgementKey: JudgementKey,
    private readonly versions: AnnotationVersions,
    /** Tells whether the version of an item's judgement with an id was taken back before it came. */
    private readonly isTakenBack: (item: string, id: string) => boolean,
  ) {}

  /** Takes up a version, at its place among those of its item. */
  insert(item: string, version: AnnotationVersion): void {
    const { latest, versions } = this;
    let above = noRow;
    let row = latest.get(item) ?? noRow;
    while (row !== noRow && versions.id(row) > version.id) {
      above = row;
      row = versions.older(row);
    }
    if (row !== noRow && versions.id(row) === version.id) {
      // A line that appears again counts once; where it was read last is where it is.
      if (versions.hasHash(row, version.hash)) {
        versions.place(row, version);
        return;
      }
      row = versions.older(row);
    }
    const added = versions.push(version, row);
    if (above === noRow) latest.set(item, added);
    else versions.setOlder(above, added);
    if (this.isTakenBack(item, version.id)) versions.setRetracted(added, true);
  }

  /** Takes up a version of an item that has none; gives its row. */
  insertFirst(item: string, version: AnnotationVersion): Row {
    const row = this.versions.push(version, noRow);
    this.latest.set(item, row);
    if (this.isTakenBack(item, version.id)) this.versions.setRetracted(row, true);
    return row;
  }

  /** Takes back the version with an id, where it is here; or no more. */
  setRetracted(item: string, id: string, is: boolean): void {
    let row = this.latest.get(item) ?? noRow;
    while (row !== noRow && this.versions.id(row) !== id) row = this.versions.older(row);
    if (row !== noRow) this.versions.setRetracted(row, is);
  }

  /** The version of an item's judgement that is in force; `noRow` where none is. */
  inForce(item: string): Row {
    return this.versions.inForceFrom(this.latest.get(item) ?? noRow);
  }

  /** Gives the annotation in force of an item. */
  current(item: string): CurrentAnnotation | undefined {
    const row = this.inForce(item);
    return row === noRow ? undefined : this.currentAnnotation(item, row);
  }

  /** The version that judges the item as it is now; `noRow` where none does. */
  judged({ id, hash }: Pick<Item, 'id' | 'hash'>): Row {
    return this.versions.judgingFrom(this.latest.get(id) ?? noRow, hash);
  }

  /** See `Replay.on`. */
  on(item: Pick<Item, 'id' | 'hash'>): CurrentAnnotation | undefined {
    const row = this.judged(item);
    return row === noRow ? this.current(item.id) : this.currentAnnotation(item.id, row, item.hash);
  }

  /**
   * Gives the annotation of a version.
   * @param hash the version's, where it is known already
   */
  currentAnnotation(item: string, row: Row, hash?: string): CurrentAnnotation {
    return currentAnnotationOf(this.versions, this, item, row, hash);
  }
}

/**
 * Gives the annotation of a version of a judgement that somebody made of an item in one seat.
 * @param hash the version's, where it is known already
 */
export function currentAnnotationOf(
  versions: AnnotationVersions,
  { annotator, judgementKey }: { readonly annotator: string; readonly judgementKey: JudgementKey },
  item: string,
  row: Row,
  hash = versions.hash(row),
): CurrentAnnotation {
  const id = versions.id(row);
  const bare = {
    id,
    item,
    annotator,
    hash,
    skipped: versions.isSkipped(row),
    imported: versions.isImported(row),
    byModel: versions.isByModel(row),
    pointsAtTexts: versions.isPointingAtTexts(row),
    ref: versions.ref(row, id),
  };
  return isPlainKey(judgementKey) ? bare : { ...judgementKey, ...bare };
}

/**
 * The annotations in force on one content of an item, where several of the histories have one: in their order. Costs as
 * much as there are judgements, however many people share them.
 */
export function* givenTogether(histories: readonly JudgementHistory[]): Generator<readonly CurrentAnnotation[]> {
  // What is in two of them is in another one than the largest.
  const [largest, ...others] = [...histories.keys()].sort(
    (a, b) => (histories[b]?.latest.size ?? 0) - (histories[a]?.latest.size ?? 0),
  );
  const size = others.reduce((sum, at) => sum + (histories[at]?.latest.size ?? 0), 0);
  // By item its first entry; by entry the history that has the item, and the item's next entry.
  const heads = new Map<string, number>();
  const [by, nexts] = [new Uint32Array(size), new Int32Array(size)];
  let entries = 0;
  for (const at of others) {
    for (const item of histories[at]?.latest.keys() ?? []) {
      by[entries] = at;
      nexts[entries] = heads.get(item) ?? noEntry;
      heads.set(item, entries++);
    }
  }
  for (const [item, head] of heads) {
    const places = largest !== undefined && histories[largest]?.latest.has(item) ? [largest] : [];
    for (let entry = head; entry !== noEntry; entry = nexts[entry] ?? noEntry) places.push(by[entry] ?? 0);
    if (places.length < 2) continue;
    const currentAnnotations = places.sort((a, b) => a - b).flatMap((at) => histories[at]?.current(item) ?? []);
    for (const hash of new Set(currentAnnotations.map((currentAnnotation) => currentAnnotation.hash))) {
      const same = currentAnnotations.filter((currentAnnotation) => currentAnnotation.hash === hash);
      if (same.length > 1) yield same;
    }
  }
}

const noEntry = -1;
