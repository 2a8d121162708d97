import { ByItem, type KindOf } from './figure';
import { annotationsSaying, eachSaid } from './said';

/** Answers that annotators wrote themselves. */
export const demonstrations: KindOf<'demonstrations'> = (counted) => {
  const { annotations } = counted.judgements;
  const own = annotationsSaying(counted, 'demonstration');
  const [shares, lengths] = [new ByItem(2), new ByItem(2)];
  for (let at = 0; at < annotations.row.length; at++)
    if (counted.wanted(at)) shares.add(annotations.row[at] ?? 0, own.has(at) ? 1 : 0);
  eachSaid(counted, 'demonstration', (length, _, _place, row) => lengths.add(row, length));
  return {
    annotations: own,
    figures: [
      { name: 'demonstrations.share', value: shares.share(), rows: () => shares.mostOf() },
      { name: 'demonstrations.length', value: lengths.mean() },
    ],
  };
};
