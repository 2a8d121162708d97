import { callVerdicts, faults } from '../../model/annotation/judgementValues';
import { noFirstError, type SaidKind } from '../judgements/saidColumns';
import { plainSetting, valueUnit } from '../judgements/units';
import { ByItem, type Counted, type Figure, type KindOf } from './figure';
import { annotationsSaying, eachSaid } from './said';

/**
 * Steps of runs: how many are wrong, of what kind and by whose fault, and whether annotators find the first error of a
 * run at the same place, exactly, or one or three steps apart (the tolerance of Who&When: S. Zhang et al., 2025). Two
 * annotators also agree where both find none. Of calls: in what way and of which tools they are wrong, and whether
 * annotators of a run mark the same places.
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
  const { places, verdicts } = sameInCalls(counted);
  const marks = kindsFrom(counted, 'call ').filter((kind) => !kind.startsWith('call of '));
  return {
    annotations: annotationsSaying(counted, 'run steps', ...marks),
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
      ...sharesOf(counted, marks, 'call ', 'runSteps.callVerdict'),
      ...sharesOfWrong(counted, 'call of ', 'runSteps.callTool'),
      { name: 'runSteps.sameCallPlaces', value: places.share(), rows: () => places.leastOf() },
      { name: 'runSteps.sameCallVerdicts', value: verdicts.share(), rows: () => verdicts.leastOf() },
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

/**
 * Of two annotators of a run each: the places that both mark in its calls, twice, of all that each of them marks (F1 of
 * either by the other), and of the places that both mark those of which they say the same. Who judged a step of the run
 * and marks nothing in calls counts as one who finds nothing wrong there.
 */
function sameInCalls(counted: Counted): { readonly places: ByItem; readonly verdicts: ByItem } {
  const { setting } = counted.judgements.annotations;
  const byRun = new Map<number, { readonly row: number; readonly found: Map<number, Map<number, string>> }>();
  const marksOf = (annotation: number, place: number, row: number): Map<number, string> => {
    const unit = valueUnit(place, setting[annotation] ?? plainSetting);
    const run = byRun.get(unit) ?? { row, found: new Map<number, Map<number, string>>() };
    byRun.set(unit, run);
    const own = run.found.get(annotation) ?? new Map<number, string>();
    run.found.set(annotation, own);
    return own;
  };
  eachSaid(counted, 'run steps', (_, annotation, place, row) => {
    if (place >= 0) marksOf(annotation, place, row);
  });
  for (const verdict of callVerdicts)
    eachSaid(counted, `call ${verdict}`, (where, annotation, place, row) => {
      if (place >= 0) marksOf(annotation, place, row).set(where, verdict);
    });
  const [places, verdicts] = [new ByItem(2), new ByItem(2)];
  for (const { row, found } of byRun.values()) {
    const all = [...found.values()];
    all.forEach((a, i) => {
      for (const b of all.slice(i + 1)) {
        const both = [...a.keys()].filter((where) => b.has(where));
        places.add(row, 2 * both.length, a.size + b.size);
        verdicts.add(row, both.filter((where) => a.get(where) === b.get(where)).length, both.length);
      }
    });
  }
  return { places, verdicts };
}

type SharedName = 'runSteps.category' | 'runSteps.fault' | 'runSteps.callVerdict' | 'runSteps.callTool';

const kindsFrom = (counted: Counted, start: string): readonly SaidKind[] =>
  [...counted.judgements.said.keys()].filter((kind) => kind.startsWith(start));

/** Of the steps or calls of which a kind of error (or a fault, a tool) is said, those of each. */
const sharesOfWrong = (
  counted: Counted,
  start: 'run category ' | 'run fault ' | 'call of ',
  name: SharedName,
): Figure<'runSteps'>[] => sharesOf(counted, kindsFrom(counted, start), start, name);

function sharesOf(counted: Counted, kinds: readonly SaidKind[], start: string, name: SharedName): Figure<'runSteps'>[] {
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

const order: readonly string[] = [...faults, ...callVerdicts];
