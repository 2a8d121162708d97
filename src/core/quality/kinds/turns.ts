import { ByItem, isBelow, type KindOf } from './figure';
import { comparedAcross } from './settings';

/** Where turns say as often the opposite of the whole as the same, they tell nothing of it. */
const byChance = 0.5;
/** So much agreement is to be expected of turns with their whole. */
const fewest = 0.7;

/** Judgments of single turns: how many of an item, and whether they go with each other and with the whole. */
export const turns: KindOf<'turns'> = ({ judgements, wanted }) => {
  const { annotations } = judgements;
  const own = new Set<number>();
  const byRow = new Map<number, Set<number>>();
  for (const [at, turn] of annotations.turn.entries()) {
    if (turn < 0 || !wanted(at)) continue;
    own.add(at);
    const row = annotations.row[at] ?? 0;
    byRow.set(row, (byRow.get(row) ?? new Set()).add(turn));
  }
  if (own.size === 0) return { annotations: own, figures: [] };
  const perItem = new ByItem(2);
  for (const [row, { size }] of byRow) perItem.add(row, size);
  const isOf = (one: number, other: number): readonly [number, number] | undefined =>
    annotations.context[one] === annotations.context[other]
      ? [annotations.turn[one] ?? -1, annotations.turn[other] ?? -1]
      : undefined;
  const between = comparedAcross(
    judgements,
    wanted,
    (one, other) => isOf(one, other)?.every((turn) => turn >= 0) === true,
  );
  const withWhole = comparedAcross(judgements, wanted, (one, other) => {
    const both = isOf(one, other);
    return both !== undefined && both.some((turn) => turn < 0) && both.some((turn) => turn >= 0);
  });
  const against = withWhole.flips.share();
  const asWhole = against && {
    ...against,
    value: 1 - against.value,
    low: against.high === null ? null : 1 - against.high,
    high: against.low === null ? null : 1 - against.low,
  };
  return {
    annotations: own,
    figures: [
      { name: 'turns.perItem', value: perItem.mean() },
      { name: 'turns.flips', value: between.flips.share(), rows: () => between.flipped },
      {
        name: 'turns.asWhole',
        value: asWhole,
        rows: () => withWhole.flipped,
        matters: isBelow(asWhole, fewest)
          ? { severity: isBelow(asWhole, byChance) ? 'medium' : 'low', numbers: {} }
          : undefined,
      },
    ],
  };
};
