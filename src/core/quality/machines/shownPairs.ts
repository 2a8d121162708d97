import type { StudyJudgements } from '../judgements/studyJudgements';
import { valuesOf, type ValuedByAnnotation } from '../judgements/valuesOf';

/** What one judge said of two responses, in columns: those of two responses behind each other, items rising. */
export interface ShownPairs {
  readonly rows: Uint32Array;
  /** Which two: see `pairUnit`. */
  readonly units: Float64Array;
  /** 1: the first in the dataset is better, -1: the second, 0: tied. */
  readonly outcomes: Int8Array;
  /** 1 where the first in the dataset was shown first too, -1 where the second was. */
  readonly orders: Int8Array;
}

/**
 * The preferences of a model, or of labels of the dataset, of which it is known in which order the two responses were
 * shown, whenever it was asked. Lines that a model wrote itself say so. Imported ones have the order of what they were
 * read from, which is often the dataset's, or has the better one first: it is taken for the one that was shown where the
 * judge's labels of two responses come in both orders, and not each with the better one first; or the same two do.
 */
export function shownPairs(judgements: StudyJudgements, annotator: number): ShownPairs {
  const { annotations, pairs } = judgements;
  const own = valuesOf(
    judgements,
    'preferences',
    (at) => annotations.annotator[at] === annotator && annotations.skipped[at] === 0,
  );
  const isTold = tellsOrder(judgements, own);
  const known = Array.from(own.places.keys()).filter((at) => {
    const annotation = own.annotations[at] ?? 0;
    return annotations.stated[annotation] === 1 || (isTold && annotations.shown[annotation] === 2);
  });
  return {
    rows: Uint32Array.from(known, (at) => own.items[at] ?? 0),
    units: Float64Array.from(known, (at) => own.units[at] ?? 0),
    outcomes: Int8Array.from(known, (at) => own.values[at] ?? 0),
    orders: Int8Array.from(known, (at) => pairs.order[own.places[at] ?? 0] ?? 0),
  };
}

/** Whether imported labels of two responses tell in which order these were shown. */
function tellsOrder({ annotations, pairs }: StudyJudgements, own: ValuedByAnnotation): boolean {
  let [isReversed, secondWins] = [false, false];
  let [unit, listed, reversed] = [-1, false, false];
  for (let at = 0; at < own.values.length; at++) {
    const annotation = own.annotations[at] ?? 0;
    if (annotations.stated[annotation] === 1 || annotations.shown[annotation] !== 2) continue;
    const order = pairs.order[own.places[at] ?? 0] ?? 0;
    if (own.units[at] !== unit) [unit, listed, reversed] = [own.units[at] ?? 0, false, false];
    if (order > 0) listed = true;
    else reversed = true;
    if (listed && reversed) return true;
    isReversed ||= order < 0;
    secondWins ||= own.values[at] === -order;
    if (isReversed && secondWins) return true;
  }
  return false;
}
