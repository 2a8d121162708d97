import { agreementOf, type Agreement } from '../alpha';
import type { Metric } from '../../model/coverage';
import { kindOfCriterion } from '../../model/criterionKind';
import type { StudyCriteria } from './criteria';
import { Column } from './matrix';
import { filled, type Sheet } from './sheet';
import { sortedBy } from './sorted';

/** How well annotators agree by a criterion, and how that was measured. */
export interface CriterionAgreement extends Agreement {
  readonly metric: Metric;
}

/**
 * Verdicts on responses that several annotators judged, as columns (16 bytes a verdict): a unit of agreement is one response of one item, and its values may stand anywhere in the
 * journals. Responses that one annotator judged are not kept.
 */
export class Agreeing {
  private readonly criteria = new Column(new Uint32Array(1 << 10));
  private readonly units = new Column(new Uint32Array(1 << 10));
  private readonly values = new Column(new Float64Array(1 << 10));

  constructor(private readonly study: StudyCriteria) {}

  /** Takes the verdicts of an annotation of an item that several judged. @param places those of the responses among all of the dataset's */
  add(sheet: Sheet, places: readonly number[]): void {
    for (let slot = 0; slot < sheet.criteria.length; slot++) {
      for (let index = 0; index < sheet.width; index++) {
        const cell = slot * sheet.width + index;
        const place = places[index] ?? -1;
        if (sheet.states[cell] !== filled || place < 0) continue;
        this.criteria.push(sheet.criteria[slot] ?? 0);
        this.units.push(place);
        this.values.push(sheet.codes[cell] ?? 0);
      }
    }
  }

  /** Of each criterion, by number. Yes and no and categories are nominal; a scale is ordinal, and interval where values between whole numbers are among those compared. */
  ofEach(): CriterionAgreement[] {
    const [criteria, units, values] = [this.criteria.all, this.units.all, this.values.all];
    // By unit, then by criterion without losing that order.
    const order = sortedBy(criteria, sortedBy(units, Uint32Array.from(units.keys())));
    let at = 0;
    return this.study.all.map(({ number, criterion }) => {
      const begin = at;
      while (at < order.length && criteria[order[at] ?? 0] === number) at++;
      const ofOwn = new Float64Array(at - begin);
      const ends: number[] = [];
      for (let i = begin; i < at; i++) {
        ofOwn[i - begin] = values[order[i] ?? 0] ?? 0;
        if (i + 1 === at || units[order[i + 1] ?? 0] !== units[order[i] ?? 0]) ends.push(i + 1 - begin);
      }
      const metric = kindOfCriterion(criterion) !== 'scale' ? 'nominal' : hasOnlyWhole(ofOwn, ends) ? 'ordinal' : 'interval';
      return { metric, ...agreementOf(ofOwn, Uint32Array.from(ends), metric) };
    });
  }
}

/** Whether all values of units that have two or more are whole numbers. */
function hasOnlyWhole(values: Float64Array, ends: readonly number[]): boolean {
  return ends.every((end, unit) => {
    const own = values.subarray(unit === 0 ? 0 : ends[unit - 1], end);
    return own.length < 2 || own.every(Number.isInteger);
  });
}
