import { ByItem, type KindOf } from './figure';
import { annotationsSaying, eachSaid } from './said';

/** Runs that annotators continued by hand. */
export const takeovers: KindOf<'takeovers'> = (counted) => {
  const { annotations } = counted.judgements;
  const own = annotationsSaying(counted, 'takeover');
  const [shares, files, midway] = [new ByItem(2), new ByItem(2), new ByItem(2)];
  for (let at = 0; at < annotations.row.length; at++)
    if (counted.wanted(at)) shares.add(annotations.row[at] ?? 0, own.has(at) ? 1 : 0);
  eachSaid(counted, 'takeover', (count, _, _place, row) => files.add(row, count));
  eachSaid(counted, 'takeover midway', (value, _, _place, row) => midway.add(row, value));
  return {
    annotations: own,
    figures: [
      { name: 'takeovers.share', value: shares.share(), rows: () => shares.mostOf() },
      { name: 'takeovers.files', value: files.mean() },
      { name: 'takeovers.midway', value: midway.share() },
    ],
  };
};
