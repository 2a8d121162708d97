import { ByItem, isBelow, type Figure, type KindOf } from './figure';

/** Fewer pairs of a setting are not told. */
const minPairs = 10;
/** A setting that wins less than this loses more than it is worth to be judged. */
const few = 0.4;

/** Win rates by the parameters with which responses were sampled, over responses that were sampled otherwise. */
export const sampling: KindOf<'sampling'> = ({ judgements, wanted }) => {
  const { pairs, annotations, facts } = judgements;
  const { samplings, responseSamplings } = facts.texts.sources;
  const own = new Set<number>();
  const counts = samplings.map(() => ({ won: new ByItem(2), pairs: 0, lost: new Set<number>() }));
  for (let at = 0; at < pairs.annotation.length; at++) {
    const annotation = pairs.annotation[at] ?? 0;
    const outcome = pairs.outcome[at] ?? 0;
    const [first, second] = [pairs.first[at] ?? 0, pairs.second[at] ?? 0];
    const [one, other] = [responseSamplings[first] ?? -1, responseSamplings[second] ?? -1];
    if (one < 0 || other < 0 || one === other || !wanted(annotation)) continue;
    own.add(annotation);
    const row = annotations.row[annotation] ?? 0;
    for (const [number, side] of [
      [one, outcome],
      [other, -outcome],
    ] as const) {
      const found = counts[number];
      if (!found) continue;
      found.won.add(row, (side + 1) / 2);
      found.pairs++;
      if (side < 0) found.lost.add(row);
    }
  }
  return {
    annotations: own,
    figures: counts.flatMap(({ won, pairs: of, lost }, number): Figure<'sampling'>[] => {
      if (of < minPairs) return [];
      const value = won.share();
      return [
        {
          name: 'sampling.wins',
          what: samplings[number] ?? '',
          value,
          rows: () => lost,
          matters: isBelow(value, few) ? { severity: 'low', numbers: { pairs: of } } : undefined,
        },
      ];
    }),
  };
};
