import { rowsByTime } from '../items/itemsOfWork';
import { ByItem, type KindOf } from './figure';

/** Rankings (C2): how long the lists are, and how long one takes. */
export const rankings: KindOf<'rankings'> = ({ judgements, wanted }) => {
  const { annotations } = judgements;
  const own = new Set<number>();
  const [lengths, times] = [new ByItem(2), new ByItem(2)];
  for (let at = 0; at < annotations.row.length; at++) {
    if ((annotations.ranked[at] ?? 0) === 0 || !wanted(at)) continue;
    own.add(at);
    const row = annotations.row[at] ?? 0;
    lengths.add(row, annotations.shown[at] ?? 0);
    const duration = annotations.duration[at] ?? -1;
    if (duration >= 0) times.add(row, duration);
  }
  return {
    annotations: own,
    figures: [
      { name: 'rankings.length', value: lengths.mean() },
      {
        name: 'rankings.time',
        value: times.mean(),
        rows: () => rowsByTime(judgements, (at) => own.has(at), 'longest'),
      },
    ],
  };
};
