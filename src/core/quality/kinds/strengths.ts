import { correlationOf } from '../correlation';
import { placesByRank } from './placesByRank';
import { ByItem, isAbove, isBelow, type KindOf } from './figure';
import { eachSaid } from './said';

/** Where a correlation is below this beyond its interval, what it is of says something else. */
const weak = 0.2;
/** So much of the comparisons may be left open before somebody should ask why. */
const muchLeftOpen = 0.2;

/**
 * How much better the preferred one is: how often that is said, and whether it goes with how far the two lie apart
 * in the order of the list.
 */
export const strengths: KindOf<'strengths'> = (counted) => {
  const { judgements, wanted } = counted;
  const { pairs, annotations } = judgements;
  const own = new Set<number>();
  const stated = new ByItem(2);
  const means = new ByItem(2);
  const gaps = new ByItem(6);
  const open = new ByItem(2);
  const contrary = new Set<number>();
  const positionOf = placesByRank(judgements, wanted);
  for (let at = 0; at < pairs.annotation.length; at++) {
    const annotation = pairs.annotation[at] ?? 0;
    if (!wanted(annotation) || (annotations.ranked[annotation] ?? 0) > 0) continue;
    const row = annotations.row[annotation] ?? 0;
    open.add(row, 0);
    const [outcome, strength] = [pairs.outcome[at] ?? 0, pairs.strength[at] ?? 0];
    if (outcome === 0) continue;
    stated.add(row, strength > 0 ? 1 : 0);
    if (strength === 0) continue;
    own.add(annotation);
    means.add(row, strength);
    const [first, second] = [pairs.first[at] ?? 0, pairs.second[at] ?? 0];
    const [better, worse] = outcome > 0 ? [first, second] : [second, first];
    const [high, low] = [positionOf(annotation, better), positionOf(annotation, worse)];
    if (high === undefined || low === undefined) continue;
    const gap = low - high;
    const sums = gaps.of(row);
    for (const [column, value] of [1, strength, gap, strength * strength, gap * gap, strength * gap].entries())
      sums[column] = (sums[column] ?? 0) + value;
    if (gap < 0) contrary.add(row);
  }
  eachSaid(counted, 'ambiguous', (_, annotation, _place, row) => {
    own.add(annotation);
    open.add(row, 1);
  });
  const rankGap = gaps.estimate(
    ([n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0]) => correlationOf({ n, x, y, xx, yy, xy }),
    [-1, 1],
  );
  const ambiguous = open.share();
  return {
    annotations: own,
    figures: [
      { name: 'strengths.stated', value: stated.share() },
      { name: 'strengths.mean', value: means.mean() },
      {
        name: 'strengths.rankGap',
        value: rankGap,
        rows: () => contrary,
        matters: isBelow(rankGap, weak) ? { severity: 'medium', numbers: {} } : undefined,
      },
      {
        name: 'strengths.ambiguous',
        value: ambiguous,
        rows: () => open.mostOf(),
        matters: isAbove(ambiguous, muchLeftOpen) ? { severity: 'medium', numbers: {} } : undefined,
      },
    ],
  };
};
