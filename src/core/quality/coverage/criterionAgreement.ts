import { krippendorffAlpha, equalPairs } from '../agreement/krippendorffAlpha';
import { rateByItem } from '../bootstrap';
import type { CriterionFigures, DifferingAnnotator } from '../../model/report/coverage';
import { metricOfCriterion } from '../agreement/metric';
import type { StudyCriteria } from './studyCriteria';
import { GrowableArray } from './counts/matrix';
import { filled, type VerdictTable } from './counts/verdictTable';
import { countingSort } from './countingSort';
import { AnnotatorAgreement } from './annotatorAgreement';

/** How well annotators agree by a criterion, and how that was measured. */
export type CriterionAgreement = CriterionFigures['agreement'];

/**
 * Verdicts on responses that several annotators judged, as columns (24 bytes a verdict): a unit of agreement is one
 * response of one item, and its values may stand anywhere in the journals. Responses that one annotator judged are not
 * kept.
 */
export class AgreementCounter {
  private readonly criteria = new GrowableArray(new Uint32Array(1 << 10));
  private readonly units = new GrowableArray(new Uint32Array(1 << 10));
  private readonly rows = new GrowableArray(new Uint32Array(1 << 10));
  private readonly values = new GrowableArray(new Float64Array(1 << 10));
  private readonly annotators = new GrowableArray(new Uint32Array(1 << 10));
  /** Numbers of annotators, as they come. */
  private readonly numbers = new Map<string, number>();

  constructor(private readonly study: StudyCriteria) {}

  /**
   * Takes the verdicts of an annotation of an item that several judged.
   * @param places those of the responses among all of the dataset's
   */
  add(sheet: VerdictTable, places: readonly number[], row: number, annotator: string): void {
    const number = this.numbers.get(annotator) ?? this.numbers.size;
    this.numbers.set(annotator, number);
    for (let slot = 0; slot < sheet.criteria.length; slot++) {
      for (let index = 0; index < sheet.width; index++) {
        const cell = slot * sheet.width + index;
        const place = places[index] ?? -1;
        if (sheet.states[cell] !== filled || place < 0) continue;
        this.criteria.push(sheet.criteria[slot] ?? 0);
        this.units.push(place);
        this.rows.push(row);
        this.values.push(sheet.codes[cell] ?? 0);
        this.annotators.push(number);
      }
    }
  }

  /** Of each criterion, by number, and the annotators who differ from others. */
  figures(): { readonly ofEach: CriterionAgreement[]; readonly differing: DifferingAnnotator[] } {
    const [criteria, units, rows, values] = [this.criteria.all, this.units.all, this.rows.all, this.values.all];
    const annotators = this.annotators.all;
    const byAnnotator = new AnnotatorAgreement([...this.numbers.keys()]);
    const order = countingSort(criteria);
    let at = 0;
    const ofEach = this.study.all.map(({ number, criterion }) => {
      const begin = at;
      while (at < order.length && criteria[order[at] ?? 0] === number) at++;
      const own = order.subarray(begin, at);
      const count = own.length;
      // Unit and place in one, so that they are sorted without asking for each two.
      const byUnit = new Float64Array(count);
      for (let i = 0; i < count; i++) byUnit[i] = (units[own[i] ?? 0] ?? 0) * count + i;
      byUnit.sort();
      const ofOwn = new Float64Array(count);
      const byOwn = new Uint32Array(count);
      const ends: number[] = [];
      const rowsOfUnits: number[] = [];
      let unit = -1;
      for (let i = 0; i < count; i++) {
        const each = byUnit[i] ?? 0;
        const next = Math.floor(each / count);
        const entry = own[each - next * count] ?? 0;
        if (i > 0 && next !== unit) ends.push(i);
        if (next !== unit) rowsOfUnits.push(rows[entry] ?? 0);
        unit = next;
        ofOwn[i] = values[entry] ?? 0;
        byOwn[i] = annotators[entry] ?? 0;
      }
      if (count > 0) ends.push(count);
      for (const [at, end] of ends.entries())
        byAnnotator.add(ofOwn, byOwn, at === 0 ? 0 : (ends[at - 1] ?? 0), end, rowsOfUnits[at] ?? 0);
      const metric = metricOfCriterion(criterion);
      const { alpha, units: several, values: compared } = krippendorffAlpha(ofOwn, Uint32Array.from(ends), metric);
      return { metric, alpha, units: several, values: compared, same: sameByItem(ofOwn, ends, rowsOfUnits) };
    });
    return { ofEach, differing: byAnnotator.differing() };
  }
}

/**
 * The share of pairs of values on one unit that are the same, with its interval over items.
 * @param rows the item of each unit; units of one item stand side by side
 */
export function sameByItem(
  values: Float64Array,
  ends: readonly number[],
  rows: readonly number[],
): CriterionAgreement['same'] {
  const [equal, pairs]: [number[], number[]] = [[], []];
  for (const [unit, end] of ends.entries()) {
    const begin = unit === 0 ? 0 : (ends[unit - 1] ?? 0);
    if (unit === 0 || rows[unit] !== rows[unit - 1]) {
      equal.push(0);
      pairs.push(0);
    }
    const last = pairs.length - 1;
    equal[last] = (equal[last] ?? 0) + equalPairs(values, begin, end);
    pairs[last] = (pairs[last] ?? 0) + ((end - begin) * (end - begin - 1)) / 2;
  }
  return rateByItem(equal, pairs);
}
