import { inOrderOf, rowsByTime } from '../items/itemsOfWork';
import { ByItem, type KindOf } from './figure';

/** Rankings: how long the lists are, how long one takes, and how much the responses of a list differ. */
export const rankings: KindOf<'rankings'> = ({ judgements, wanted }) => {
  const { annotations, pairs, facts } = judgements;
  const own = new Set<number>();
  const [lengths, times, diversities, unranked, tied] = [1, 2, 3, 4, 5].map(() => new ByItem(2));
  const alike = new Map<number, number>();
  for (let at = 0; at < annotations.row.length; at++) {
    const ranked = annotations.ranked[at] ?? 0;
    if (ranked === 0 || !wanted(at)) continue;
    own.add(at);
    const row = annotations.row[at] ?? 0;
    const shown = annotations.shown[at] ?? 0;
    lengths?.add(row, shown);
    unranked?.add(row, shown - ranked, shown);
    const duration = annotations.duration[at] ?? -1;
    if (duration >= 0) times?.add(row, duration);
    // A list that several ranked is one list.
    const diversity = facts.texts.diversities[row] ?? -1;
    if (diversity < 0 || alike.has(row)) continue;
    diversities?.add(row, diversity);
    alike.set(row, diversity);
  }
  for (let at = 0; at < pairs.annotation.length; at++) {
    const annotation = pairs.annotation[at] ?? 0;
    if (own.has(annotation)) tied?.add(annotations.row[annotation] ?? 0, pairs.outcome[at] === 0 ? 1 : 0);
  }
  return {
    annotations: own,
    figures: [
      { name: 'rankings.length', value: lengths?.mean() ?? null },
      {
        name: 'rankings.time',
        value: times?.mean() ?? null,
        rows: () => rowsByTime(judgements, (at) => own.has(at), 'longest'),
      },
      { name: 'rankings.diversity', value: diversities?.share() ?? null, rows: () => inOrderOf(alike) },
      { name: 'rankings.tied', value: tied?.share() ?? null, rows: () => tied?.mostOf() ?? [] },
      { name: 'rankings.unranked', value: unranked?.share() ?? null, rows: () => unranked?.mostOf() ?? [] },
    ],
  };
};
