import type { Annotation } from '../../../model/annotation/annotation';
import { judgeKinds, people, type JudgeKind } from '../../../model/annotation/judgeKind';
import { isPlainKey } from '../../../model/annotation/judgementKey';
import type { Study } from '../../../study/study';
import type { ItemFacts } from '../items/itemFacts';

/** An annotation that counts, with the row of its item. */
export interface CountedAnnotation {
  readonly annotation: Annotation;
  readonly row: number;
}

/** The annotations of a study that coverage rests on, as places in its journals: 8 bytes each. */
export interface CountedAnnotations {
  readonly count: number;
  /** Annotations in force whose item has other texts now, or is gone. */
  readonly orphans: number;
  /**
   * Judgements of items that came again, which say how steady a person is and nothing else; they are left out, as
   * exports do.
   */
  readonly repeats: number;
  /** By models, where these were not asked for; they are left out: people vote, models suggest. */
  readonly byModels: number;
  /**
   * By how many annotators each item was judged as it stands and as a whole, by row: turns are judged by those who
   * choose to.
   */
  readonly judges: Uint8Array;
  /** Reads them, in the order of their lines. Throws as `Journal.fetchAll` does. */
  read(signal?: AbortSignal): AsyncGenerator<readonly CountedAnnotation[]>;
}

/** Annotations read at a time. */
const batch = 512;

/**
 * What counts: of each annotator, item as it is now, context and turn the annotation in force. The study's journals
 * must have been read (`Study.refresh`).
 */
export function countedAnnotationsOf(
  { replay, journal }: Pick<Study, 'replay' | 'journal'>,
  facts: ItemFacts,
  {
    voters = replay.hasPeople ? people : judgeKinds,
    annotators,
    without = [],
  }: {
    readonly voters?: readonly JudgeKind[] | undefined;
    readonly annotators?: readonly string[] | undefined;
    readonly without?: readonly string[] | undefined;
  } = {},
): CountedAnnotations {
  const places: number[] = [];
  const judges = new Uint8Array(facts.count);
  let orphans = 0;
  let repeats = 0;
  let byModels = 0;
  // A place in the journals and a row in one number, so that both are sorted at once and by the machine's own order of
  // numbers.
  const base = facts.count + 1;
  for (const { annotator, item, judgementKey, contents } of replay.judgements()) {
    if (annotators?.includes(annotator) === false || without.includes(annotator)) continue;
    // What an adjudicator says is no vote beside those that it settles.
    if (judgementKey.role !== undefined) continue;
    if (judgementKey.repeat !== undefined) {
      repeats++;
      continue;
    }
    let found = false;
    for (const { row: place, hash } of contents) {
      const row = facts.rowOf(item, hash);
      if (row < 0) continue;
      const kind = replay.judgeOf(place);
      if (!voters.includes(kind)) {
        if (kind === 'model') byModels++;
        found = true;
        continue;
      }
      found = true;
      places.push(place * base + row);
      if (isPlainKey(judgementKey)) judges[row] = Math.min(255, (judges[row] ?? 0) + 1);
    }
    if (!found) orphans++;
  }
  const sorted = Float64Array.from(places).sort();
  return {
    count: sorted.length,
    orphans,
    repeats,
    byModels,
    judges,
    async *read(signal) {
      for (let begin = 0; begin < sorted.length; begin += batch) {
        signal?.throwIfAborted();
        const part = sorted.subarray(begin, begin + batch);
        const refs = Array.from(part, (place) => replay.refOf(Math.floor(place / base)));
        let at = 0;
        for await (const annotations of journal.fetchAll(refs))
          yield annotations.map((annotation) => ({ annotation, row: (part[at++] ?? 0) % base }));
      }
    },
  };
}
