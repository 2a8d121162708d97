import { isWithin, knownFirstErrors } from '../judgements/firstErrors';
import { plainSetting } from '../judgements/units';
import { ByItem, type Figure, type KindOf } from './figure';
import { eachSaid } from './said';

/**
 * First errors of runs against those that are known of control items: found at the same step, and one or three steps
 * apart, of those who judged here: labels that came with the dataset may be where the known answers are from (the tolerances of Who&When: S. Zhang et al., arXiv 2505.00212, 2025). A run without an error is found where no
 * first error is named. Of all who count, and of each annotator within three steps.
 */
export const knownErrors: KindOf<'knownErrors'> = (counted) => {
  const { judgements } = counted;
  const known = knownFirstErrors(judgements);
  const annotations = new Set<number>();
  const [exact, one, three] = [new ByItem(2), new ByItem(2), new ByItem(2)];
  const byAnnotator = new Map<string, ByItem>();
  if (known.size > 0)
    eachSaid(counted, 'run first error', (found, annotation, place, row) => {
      const error = known.get(place);
      // An answer is known of an item as it stands.
      if (error === undefined || judgements.annotations.setting[annotation] !== plainSetting) return;
      const annotator = judgements.annotators[judgements.annotations.annotator[annotation] ?? 0];
      if (annotator?.kind === 'imported') return;
      annotations.add(annotation);
      exact.add(row, Number(isWithin(found, error, 0)));
      one.add(row, Number(isWithin(found, error, 1)));
      const isNear = Number(isWithin(found, error, 3));
      three.add(row, isNear);
      const name = annotator?.name ?? '';
      const own = byAnnotator.get(name) ?? new ByItem(2);
      byAnnotator.set(name, own);
      own.add(row, isNear);
    });
  return {
    annotations,
    figures: [
      { name: 'knownErrors.exact', value: exact.share(), rows: () => exact.leastOf() },
      { name: 'knownErrors.withinOne', value: one.share(), rows: () => one.leastOf() },
      { name: 'knownErrors.withinThree', value: three.share(), rows: () => three.leastOf() },
      ...[...byAnnotator]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([what, own]): Figure<'knownErrors'> => ({
          name: 'knownErrors.annotator',
          what,
          value: own.share(),
          rows: () => own.leastOf(),
        })),
    ],
  };
};
