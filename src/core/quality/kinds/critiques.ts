import { critiqueParts } from '../../model/annotation/judgementValues';
import { ByItem, type Figure, type KindOf } from './figure';
import { annotationsSaying, eachSaid } from './said';

/** Critiques: how many of the responses that were judged have one, how long they are, and which parts they have. */
export const critiques: KindOf<'critiques'> = (counted) => {
  const { judgements, wanted } = counted;
  const { annotations } = judgements;
  const [shares, lengths] = [new ByItem(2), new ByItem(2)];
  const parts = new Map(critiqueParts.map((part) => [part, new ByItem(2)]));
  for (let at = 0; at < annotations.row.length; at++)
    if (wanted(at)) shares.add(annotations.row[at] ?? 0, 0, annotations.shown[at] ?? 0);
  const short = new Map<number, number>();
  eachSaid(counted, 'critique', (length, _, _place, row) => {
    shares.add(row, 1, 0);
    lengths.add(row, length);
    short.set(row, Math.min(short.get(row) ?? Infinity, length));
    for (const sums of parts.values()) sums.add(row, 0);
  });
  for (const [part, sums] of parts)
    eachSaid(counted, `critique ${part}`, (_, _annotation, _place, row) => sums.add(row, 1, 0));
  return {
    annotations: annotationsSaying(counted, 'critique'),
    figures: [
      { name: 'critiques.share', value: shares.share(), rows: () => shares.leastOf() },
      {
        name: 'critiques.length',
        value: lengths.mean(),
        rows: () => [...short].sort(([, a], [, b]) => a - b).map(([row]) => row),
      },
      ...[...parts].map(([what, sums]): Figure<'critiques'> => ({
        name: 'critiques.part',
        what,
        value: sums.share(),
        rows: () => sums.leastOf(),
      })),
    ],
  };
};
