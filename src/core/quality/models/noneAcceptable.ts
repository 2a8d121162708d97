import type { ModelsFigures } from '../../model/report/quality';
import { estimateOf, ItemSums, type Estimate } from '../estimate';
import type { StudyJudgements } from '../judgements/studyJudgements';
import type { Wanted } from '../judgements/valuesOf';

/** How often no response of an item is acceptable, over all and by slice. */
export function noneAcceptableOf(
  judgements: StudyJudgements,
  wanted: Wanted,
): Pick<ModelsFigures, 'noneAcceptable' | 'noneAcceptableSlices'> {
  const { annotations, slices } = judgements;
  const byRow = new Map<number, { none: number; all: number; slices: readonly number[] }>();
  for (let at = 0; at < annotations.row.length; at++) {
    const none = annotations.noneAcceptable[at] ?? -1;
    if (none < 0 || !wanted(at)) continue;
    const row = annotations.row[at] ?? 0;
    const own = byRow.get(row) ?? { none: 0, all: 0, slices: judgements.slicesOf(at) };
    byRow.set(row, own);
    own.none += none;
    own.all++;
  }
  const rateOf = (rows: Iterable<{ none: number; all: number }>): Estimate | null => {
    const sums = new ItemSums(2);
    for (const { none, all } of rows) sums.item().set([none, all]);
    return estimateOf(sums, ([none = 0, all = 0]) => (all > 0 ? none / all : null), [0, 1]);
  };
  const inSlices = new Map<number, { none: number; all: number }[]>();
  for (const own of byRow.values())
    for (const slice of own.slices) {
      const list = inSlices.get(slice);
      if (list) list.push(own);
      else inSlices.set(slice, [own]);
    }
  return {
    noneAcceptable: rateOf(byRow.values()),
    noneAcceptableSlices: [...inSlices].flatMap(([slice, rows]) => {
      const rate = rateOf(rows);
      const named = slices[slice];
      return rate && named ? [{ by: named.by, value: named.value, rate }] : [];
    }),
  };
}
