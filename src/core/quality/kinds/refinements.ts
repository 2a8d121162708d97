import { edits } from '../judgements/saidColumns';
import { ByItem, isAbove, type KindOf } from './figure';
import { annotationsSaying, eachSaid } from './said';

/** More of the edits than this are worse than what they edited. */
const tooOften = 0.1;

/** Responses that were edited into better ones: what the two texts are when judged beside each other. */
export const refinements: KindOf<'refinements'> = (counted) => {
  const [improved, same, worse, unknown, rounds] = [
    new ByItem(2),
    new ByItem(2),
    new ByItem(2),
    new ByItem(2),
    new ByItem(2),
  ];
  eachSaid(counted, 'edit', (outcome, _, _place, row) => {
    unknown.add(row, outcome === edits.unknown ? 1 : 0);
    if (outcome === edits.unknown) return;
    improved.add(row, outcome === edits.improved ? 1 : 0);
    same.add(row, outcome === edits.same ? 1 : 0);
    worse.add(row, outcome === edits.worse ? 1 : 0);
  });
  eachSaid(counted, 'edit round', (round, _, _place, row) => rounds.add(row, round));
  const lost = worse.share();
  return {
    annotations: annotationsSaying(counted, 'edit'),
    figures: [
      { name: 'refinements.improved', value: improved.share(), rows: () => improved.mostOf() },
      { name: 'refinements.same', value: same.share(), rows: () => same.mostOf() },
      {
        name: 'refinements.worse',
        value: lost,
        rows: () => worse.mostOf(),
        matters: isAbove(lost, tooOften) ? { severity: 'medium', numbers: {} } : undefined,
      },
      { name: 'refinements.unknown', value: unknown.share(), rows: () => unknown.mostOf() },
      { name: 'refinements.rounds', value: rounds.mean() },
    ],
  };
};
