import { ratingKind } from '../judgements/studyJudgements';
import { pairOf, placeOf } from '../judgements/units';
import { eachUnit, kindsIn, ofWhole, valuesOf } from '../judgements/valuesOf';
import { aucOf } from '../machines/auc';
import { majorityOf } from '../machines/majority';
import { ByItem, type Counted, type Figure, type KindOf } from './figure';

/**
 * People against the outcomes of runs (`hasPassed`). What most accept, and what most rate at the top of a scale, of runs that
 * passed and of runs that did not (the two rows of a confusion matrix); how often the run that passed is preferred to one
 * that did not; and how likely it is rated higher, by aspect (area under the ROC curve, see `aucOf`), by the mean of its
 * ratings.
 */
export const runOutcomes: KindOf<'runOutcomes'> = (counted) => {
  const { judgements } = counted;
  const { places, outcome } = judgements.facts.texts.runs;
  const passed = new Map(
    Array.from(places, (place, at) => [place, outcome[at] ?? -1] as const).filter(([, value]) => value >= 0),
  );
  if (passed.size === 0) return { annotations: new Set(), figures: [] };
  const said = new Said(counted, passed);
  const aspects = kindsIn(judgements).flatMap((kind) =>
    kind.startsWith(ratingKind('')) ? [kind.slice(ratingKind('').length)] : [],
  );
  const figures = [...said.acceptance(), ...said.preference(), ...aspects.flatMap((aspect) => said.ratings(aspect))];
  return { annotations: said.annotations, figures };
};

/** What people say of runs whose outcome is known. */
class Said {
  readonly annotations = new Set<number>();

  /** @param passed by place of a run: 1 where it passed, 0 where not */
  constructor(
    private readonly counted: Counted,
    private readonly passed: ReadonlyMap<number, number>,
  ) {}

  acceptance(): Figure<'runOutcomes'>[] {
    const [ofPassed, ofFailed] = [new ByItem(2), new ByItem(2)];
    for (const [unit, { value, item }] of majorityOf(
      this.valued('acceptable', (unit) => placeOf(unit, 'acceptable')),
    )) {
      const isPassed = this.passed.get(placeOf(unit, 'acceptable'));
      if (isPassed !== undefined) (isPassed === 1 ? ofPassed : ofFailed).add(item, value);
    }
    return [
      { name: 'runOutcomes.passedAccepted', value: ofPassed.share(), rows: () => ofPassed.leastOf() },
      { name: 'runOutcomes.failedAccepted', value: ofFailed.share(), rows: () => ofFailed.mostOf() },
    ];
  }

  preference(): Figure<'runOutcomes'>[] {
    const won = new ByItem(2);
    for (const [unit, { value, item }] of majorityOf(
      this.valued('preferences', (each) => {
        const [first, second] = pairOf(each);
        return this.passed.get(first) === this.passed.get(second) ? -1 : this.passed.has(second) ? first : -1;
      }),
    )) {
      const [first, second] = pairOf(unit);
      const [a, b] = [this.passed.get(first), this.passed.get(second)];
      if (value !== 0 && a !== undefined && b !== undefined && a !== b) won.add(item, Number(a > b === value > 0));
    }
    return [{ name: 'runOutcomes.passedPreferred', value: won.share(), rows: () => won.leastOf() }];
  }

  ratings(aspect: string): Figure<'runOutcomes'>[] {
    const kind = ratingKind(aspect);
    const valued = this.valued(kind, (unit) => placeOf(unit, kind));
    const { max } = this.counted.judgements.scales.aspects.find(({ name }) => name === aspect) ?? {};
    const [rows, means, isPassed]: [number[], number[], number[]] = [[], [], []];
    const [topPassed, topFailed] = [new ByItem(2), new ByItem(2)];
    eachUnit(valued, (begin, end) => {
      const of = this.passed.get(placeOf(valued.units[begin] ?? 0, kind));
      if (of === undefined) return;
      const own = Array.from({ length: end - begin }, (_, at) => valued.values[begin + at] ?? 0);
      rows.push(valued.items[begin] ?? 0);
      means.push(own.reduce((sum, value) => sum + value, 0) / own.length);
      isPassed.push(of);
      const top = own.filter((value) => value === max).length;
      // As many for the top as against it is no majority.
      if (top * 2 !== own.length)
        (of === 1 ? topPassed : topFailed).add(valued.items[begin] ?? 0, Number(top * 2 > own.length));
    });
    if (rows.length === 0) return [];
    return [
      { name: 'runOutcomes.auc', what: aspect, value: aucOf(rows, means, isPassed) },
      ...(max === undefined
        ? []
        : [
            {
              name: 'runOutcomes.passedTop' as const,
              what: aspect,
              value: topPassed.share(),
              rows: () => topPassed.leastOf(),
            },
            {
              name: 'runOutcomes.failedTop' as const,
              what: aspect,
              value: topFailed.share(),
              rows: () => topFailed.mostOf(),
            },
          ]),
    ];
  }

  /**
   * Values of a kind by those who count, of whole responses, and without a suggestion before them; notes
   * whose are of runs.
   * @param runOf the place of a run that a unit is of; -1 where it is of none
   */
  private valued(kind: string, runOf: (unit: number) => number): ReturnType<typeof valuesOf> {
    const { judgements, wanted } = this.counted;
    const isWhole = ofWhole(judgements);
    const { suggested } = judgements.annotations;
    const found = valuesOf(judgements, kind, (at) => wanted(at) && isWhole(at) && suggested[at] === 0);
    for (const [at, annotation] of found.annotations.entries())
      if (this.passed.has(runOf(found.units[at] ?? 0))) this.annotations.add(annotation);
    return found;
  }
}
