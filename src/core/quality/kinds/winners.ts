import { ByItem, isBelow, type Figure, type KindOf } from './figure';
import { eachSaid } from './said';

/** The best response by each criterion, against the one that is preferred as a whole. */
export const winners: KindOf<'winners'> = (counted) => {
  const start = 'winner ';
  const annotations = new Set<number>();
  const criteria = [...counted.judgements.said.keys()]
    .flatMap((kind) => (kind.startsWith(start) ? [kind.slice(start.length)] : []))
    .sort();
  const figures = criteria.map((what): Figure<'winners'> => {
    const sums = new ByItem(2);
    eachSaid(counted, `winner ${what}`, (isBest, annotation, _, row) => {
      annotations.add(annotation);
      sums.add(row, isBest);
    });
    const value = sums.share();
    return {
      name: 'winners.overall',
      what,
      value,
      rows: () => sums.leastOf(),
      // Of two, half would be the same by chance.
      matters: isBelow(value, 0.5) ? { severity: 'low', numbers: {} } : undefined,
    };
  });
  return { annotations, figures };
};
