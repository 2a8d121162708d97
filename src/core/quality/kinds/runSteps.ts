import { faults } from '../../model/annotation/judgementValues';
import { noFirstError } from '../judgements/saidColumns';
import { plainSetting, valueUnit } from '../judgements/units';
import { ByItem, type Counted, type Figure, type KindOf } from './figure';
import { annotationsSaying, eachSaid } from './said';

/**
 * Steps of runs: how many are wrong, of what kind and by whose fault, and whether annotators find the first error of a
 * run at the same place, exactly, or one or three steps apart (the tolerance of Who&When: S. Zhang et al., 2025). Two
 * annotators also agree where both find none.
 */
export const runSteps: KindOf<'runSteps'> = (counted) => {
  const [perRun, wrong, severity, withError] = [new ByItem(2), new ByItem(2), new ByItem(2), new ByItem(2)];
  const judged = new Map<string, number>();
  eachSaid(counted, 'run steps', (count, annotation, place, row) => {
    perRun.add(row, count);
    judged.set(`${annotation} ${place}`, count);
  });
  eachSaid(counted, 'run wrong', (count, annotation, place, row) =>
    wrong.add(row, count, judged.get(`${annotation} ${place}`) ?? count),
  );
  eachSaid(counted, 'run severity', (value, _, _place, row) => severity.add(row, value));
  eachSaid(counted, 'run first error', (at, _, _place, row) => withError.add(row, at === noFirstError ? 0 : 1));
  const within = [0, 1, 3].map((steps) => firstErrorsWithin(counted, steps)) as [ByItem, ByItem, ByItem];
  const [exact, one, three] = within;
  return {
    annotations: annotationsSaying(counted, 'run steps'),
    figures: [
      { name: 'runSteps.perRun', value: perRun.mean() },
      { name: 'runSteps.wrong', value: wrong.share(), rows: () => wrong.mostOf() },
      { name: 'runSteps.severity', value: severity.mean() },
      { name: 'runSteps.withError', value: withError.share(), rows: () => withError.mostOf() },
      { name: 'runSteps.sameError', value: exact.share(), rows: () => exact.leastOf() },
      { name: 'runSteps.errorWithinOne', value: one.share(), rows: () => one.leastOf() },
      { name: 'runSteps.errorWithinThree', value: three.share(), rows: () => three.leastOf() },
      ...sharesOfWrong(counted, 'run category ', 'runSteps.category'),
      ...sharesOfWrong(counted, 'run fault ', 'runSteps.fault'),
    ],
  };
};

/** Of two annotators of a run each: whether they find the first error at most so many steps apart. */
function firstErrorsWithin(counted: Counted, steps: number): ByItem {
  const { setting } = counted.judgements.annotations;
  const byRun = new Map<number, { readonly row: number; readonly found: number[] }>();
  eachSaid(counted, 'run first error', (at, annotation, place, row) => {
    if (place < 0) return;
    const unit = valueUnit(place, setting[annotation] ?? plainSetting);
    const own = byRun.get(unit) ?? { row, found: [] };
    own.found.push(at);
    byRun.set(unit, own);
  });
  const pairs = new ByItem(2);
  for (const { row, found } of byRun.values())
    found.forEach((a, i) => {
      for (const b of found.slice(i + 1)) {
        const isNone = a === noFirstError || b === noFirstError;
        pairs.add(row, isNone ? Number(a === b) : Number(Math.abs(a - b) <= steps));
      }
    });
  return pairs;
}

/** Of the steps of which a kind of error (or a fault) is said, those of each. */
function sharesOfWrong(
  counted: Counted,
  start: 'run category ' | 'run fault ',
  name: 'runSteps.category' | 'runSteps.fault',
): Figure<'runSteps'>[] {
  const kinds = [...counted.judgements.said.keys()].filter((kind) => kind.startsWith(start));
  const all = new ByItem(1);
  for (const kind of kinds)
    eachSaid(counted, kind, (_, _annotation, _place, row) => {
      const own = all.of(row);
      own[0] = (own[0] ?? 0) + 1;
    });
  return kinds
    .map((kind) => ({ kind, what: kind.slice(start.length) }))
    .sort((a, b) => order.indexOf(a.what) - order.indexOf(b.what) || (a.what < b.what ? -1 : 1))
    .map(({ kind, what }): Figure<'runSteps'> => {
      const sums = new ByItem(2);
      for (const [row, [count = 0]] of all.entries()) sums.add(row, 0, count);
      eachSaid(counted, kind, (_, _annotation, _place, row) => sums.add(row, 1, 0));
      return { name, what, value: sums.share(), rows: () => sums.mostOf() };
    });
}

const order: readonly string[] = faults;
