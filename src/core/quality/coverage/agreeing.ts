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
    const order = sortedBy(criteria);
    let at = 0;
    return this.study.all.map(({ number, criterion }) => {
      const begin = at;
      while (at < order.length && criteria[order[at] ?? 0] === number) at++;
      const own = order.subarray(begin, at);
      const count = own.length;
      // Unit and place in one, so that they are sorted without asking for each two.
      const byUnit = new Float64Array(count);
      for (let i = 0; i < count; i++) byUnit[i] = (units[own[i] ?? 0] ?? 0) * count + i;
      byUnit.sort();
      const ofOwn = new Float64Array(count);
      const ends: number[] = [];
      let unit = -1;
      for (let i = 0; i < count; i++) {
        const each = byUnit[i] ?? 0;
        const next = Math.floor(each / count);
        if (i > 0 && next !== unit) ends.push(i);
        unit = next;
        ofOwn[i] = values[own[each - next * count] ?? 0] ?? 0;
      }
      if (count > 0) ends.push(count);
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
