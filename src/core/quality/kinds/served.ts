import { servedReasons } from '../../model/annotation/served';
import { eachUnit, valuesOf } from '../judgements/valuesOf';
import { ByItem, type Figure, type KindOf } from './figure';

/** Orders that are to bring what annotators differ on. */
const byUncertainty: readonly string[] = ['uncertain', 'informative'];
/** Orders that know nothing of the items. */
const blind: readonly string[] = ['file', 'shuffled', 'thin'];
/** Fewer items of either say nothing. */
const fewest = 20;

/**
 * Why items were served, and labels against uncertainty: how often annotators say the same of what came for each
 * reason. Of what came because it is uncertain they should agree less than of the rest, else the order finds nothing.
 */
export const served: KindOf<'served'> = ({ judgements, wanted }) => {
  const { annotations } = judgements;
  const own = new Set<number>();
  const byReason = servedReasons.map(() => ({
    share: new ByItem(2),
    same: new ByItem(2),
    value: new ByItem(2),
    rows: new Set<number>(),
  }));
  for (const [at, reason] of annotations.served.entries()) {
    if (reason < 0 || !wanted(at)) continue;
    own.add(at);
    const row = annotations.row[at] ?? 0;
    byReason[reason]?.rows.add(row);
    const value = annotations.servedValue[at] ?? NaN;
    if (!Number.isNaN(value)) byReason[reason]?.value.add(row, value);
    for (const [number, { share }] of byReason.entries()) share.add(row, number === reason ? 1 : 0);
  }
  if (own.size === 0) return { annotations: own, figures: [] };
  const valued = valuesOf(judgements, 'preferences', wanted);
  eachUnit(valued, (begin, end) => {
    for (let a = begin; a < end; a++) {
      const found = byReason[annotations.served[valued.annotations[a] ?? 0] ?? -1];
      for (let b = begin; b < end && found; b++)
        if (a !== b) found.same.add(valued.items[a] ?? 0, valued.values[a] === valued.values[b] ? 1 : 0);
    }
  });
  const sameOf = byReason.map(({ same }) => same.share());
  const rest = Math.max(
    ...servedReasons.map((reason, at) => {
      const same = sameOf[at];
      return blind.includes(reason) && same && same.items >= fewest ? same.value : -1;
    }),
  );
  return {
    annotations: own,
    figures: servedReasons.flatMap((what, at): Figure<'served'>[] => {
      const found = byReason[at];
      if (!found || found.rows.size === 0) return [];
      const { share, rows } = found;
      const value = found.value.mean();
      const same = sameOf[at] ?? null;
      const findsNothing =
        byUncertainty.includes(what) && same?.low != null && same.items >= fewest && rest >= 0 && same.low > rest;
      return [
        { name: 'served.share', what, value: share.share(), rows: () => rows },
        ...(value ? [{ name: 'served.value' as const, what, value }] : []),
        {
          name: 'served.same',
          what,
          value: same,
          matters: findsNothing ? { severity: 'low', numbers: { rest } } : undefined,
        },
      ];
    }),
  };
};
