import { stepLabels } from '../../model/annotation/judgementValues';
import { valuesOf } from '../judgements/valuesOf';
import { ByItem, isAbove, type Counted, type Figure, type KindOf } from './figure';
import { annotationsSaying, eachSaid } from './said';

/** Responses that are accepted with a wrong step: beyond this share outcomes teach wrong reasoning. */
const tooOften = 0.1;

/** Steps of responses: how many are judged, which are no help, and whether they go with the outcome. */
export const steps: KindOf<'steps'> = (counted) => {
  const { judgements, wanted } = counted;
  const [listed, perResponse] = [new ByItem(2), new ByItem(2)];
  eachSaid(counted, 'steps listed', (count, _, _place, row) => {
    listed.add(row, 0, count);
    perResponse.add(row, count);
  });
  eachSaid(counted, 'steps judged', (count, _, _place, row) => listed.add(row, count, 0));
  const [wrong, redundant] = [new ByItem(2), new ByItem(2)];
  const labels = valuesOf(judgements, 'steps', wanted);
  for (let at = 0; at < labels.values.length; at++) {
    const label = stepLabels[labels.values[at] ?? 0];
    wrong.add(labels.items[at] ?? 0, label === 'incorrect' ? 1 : 0);
    redundant.add(labels.items[at] ?? 0, label === 'unnecessary' ? 1 : 0);
  }
  const hasError = new Map<string, boolean>();
  eachSaid(counted, 'steps wrong', (count, annotation, place) => hasError.set(`${annotation} ${place}`, count > 0));
  const [outcome, good, bad] = [new ByItem(2), new ByItem(2), new ByItem(2)];
  eachSaid(counted, 'steps outcome', (isGood, annotation, place, row) => {
    const isWrong = hasError.get(`${annotation} ${place}`);
    if (isWrong === undefined) return;
    outcome.add(row, (isGood === 1) === !isWrong ? 1 : 0);
    if (isGood === 1) good.add(row, isWrong ? 1 : 0);
    else bad.add(row, isWrong ? 0 : 1);
  });
  const siblings = new ByItem(2);
  let pairs = 0;
  eachSaid(counted, 'steps siblings', (differ, _, _place, row) => {
    pairs++;
    siblings.add(row, differ);
  });
  const despite = good.share();
  return {
    annotations: annotationsSaying(counted, 'steps listed'),
    figures: [
      { name: 'steps.judged', value: listed.share(), rows: () => listed.leastOf() },
      { name: 'steps.perResponse', value: perResponse.mean() },
      { name: 'steps.wrong', value: wrong.share(), rows: () => wrong.mostOf() },
      { name: 'steps.redundant', value: redundant.share(), rows: () => redundant.mostOf() },
      { name: 'steps.outcome', value: outcome.share(), rows: () => outcome.leastOf() },
      {
        name: 'steps.goodDespiteError',
        value: despite,
        rows: () => good.mostOf(),
        matters: isAbove(despite, tooOften) ? { severity: 'medium', numbers: {} } : undefined,
      },
      { name: 'steps.badWithoutError', value: bad.share(), rows: () => bad.mostOf() },
      ...errorTypes(counted),
      { name: 'steps.siblings', value: pairs, rows: () => siblings.entries().map(([row]) => row) },
      { name: 'steps.siblingsDiffer', value: siblings.share(), rows: () => siblings.mostOf() },
    ],
  };
};

/** Of the wrong steps, those of each type. */
function errorTypes(counted: Counted): Figure<'steps'>[] {
  const start = 'step type ';
  const all = new ByItem(1);
  eachSaid(counted, 'steps wrong', (count, _, _place, row) => {
    const own = all.of(row);
    own[0] = (own[0] ?? 0) + count;
  });
  return [...counted.judgements.said.keys()]
    .flatMap((kind) => (kind.startsWith(start) ? [kind.slice(start.length)] : []))
    .sort()
    .map((what): Figure<'steps'> => {
      const sums = new ByItem(2);
      for (const [row, [count = 0]] of all.entries()) sums.add(row, 0, count);
      eachSaid(counted, `step type ${what}`, (_, _annotation, _place, row) => sums.add(row, 1, 0));
      return { name: 'steps.type', what, value: sums.share(), rows: () => sums.mostOf() };
    });
}
