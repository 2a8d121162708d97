import { normalAbove } from '../chance';
import type { StudyJudgements } from '../judgements/studyJudgements';
import type { Standing } from './standing';

/** A slice of items in which some agree far less than elsewhere. */
export interface SliceApart {
  readonly by: string;
  readonly value: string | null;
  /** The share of the same in it, and in all else. */
  readonly same: number;
  readonly elsewhere: number;
}

const minDifference = 0.2;
const minItems = 10;
const level = 0.01;

/**
 * The slice of items in which two sides agree the least, where that is not by chance: what they differ about.
 * @param isAsked whether agreement of two annotators is asked for; both ways alike
 */
export function whereApart(
  judgements: StudyJudgements,
  { table: { entries }, valued }: Standing,
  isAsked: (a: number, b: number) => boolean,
): SliceApart | null {
  const { slices } = judgements;
  const annotationOf = new Map<number, number>();
  for (let at = 0; at < valued.items.length; at++) annotationOf.set(valued.items[at] ?? 0, valued.annotations[at] ?? 0);
  /** By slice: the same, all, and Σ of squares and products of an item's, from which the variance follows; the last is of all. */
  const sums = Array.from({ length: slices.length + 1 }, () => new Float64Array(6));
  const close = (item: number, same: number, all: number): void => {
    if (all === 0) return;
    const annotation = annotationOf.get(item);
    for (const slice of [...(annotation === undefined ? [] : judgements.slicesOf(annotation)), slices.length])
      for (const [at, value] of [same, all, same * same, same * all, all * all, 1].entries()) {
        const own = sums[slice];
        if (own) own[at] = (own[at] ?? 0) + value;
      }
  };
  let [item, same, all] = [-1, 0, 0];
  for (let at = 0; at < entries.item.length; at++) {
    if (entries.item[at] !== item) {
      close(item, same, all);
      [item, same, all] = [entries.item[at] ?? -1, 0, 0];
    }
    if (!isAsked(entries.a[at] ?? 0, entries.b[at] ?? 0)) continue;
    same += entries.same[at] ?? 0;
    all += entries.all[at] ?? 0;
  }
  close(item, same, all);
  const total = sums[slices.length] ?? new Float64Array(6);
  const limit = normalAbove(level / Math.max(1, slices.length));
  const found = slices.flatMap(({ by, value }, slice): SliceApart[] => {
    const own = sums[slice] ?? new Float64Array(6);
    const rest = total.map((each, at) => each - (own[at] ?? 0));
    if (Math.min(own[5] ?? 0, rest[5] ?? 0) < minItems) return [];
    const [inside, elsewhere] = [own, rest].map(([s = 0, n = 0, ss = 0, sn = 0, nn = 0]) => ({
      value: s / n,
      variance: Math.max((ss - 2 * (s / n) * sn + (s / n) ** 2 * nn) / (n * n), 1e-6),
    }));
    if (!inside || !elsewhere) return [];
    const gap = elsewhere.value - inside.value;
    return gap >= minDifference && gap > limit * Math.sqrt(inside.variance + elsewhere.variance)
      ? [{ by, value, same: inside.value, elsewhere: elsewhere.value }]
      : [];
  });
  return found.reduce<SliceApart | null>(
    (least, each) => (least && least.elsewhere - least.same >= each.elsewhere - each.same ? least : each),
    null,
  );
}
