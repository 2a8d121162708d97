import type { Cell } from '../../../model/report/coverage';
import type { StudyCriteria } from '../studyCriteria';
import { longer } from '../../../model/report/numberTable';

/** The counts of criteria in slices. */
export interface Cells {
  /** Those of a criterion in a slice; in the whole study where no slice is named. Both by number. */
  cell(criterion: number, slice?: number): Cell;
}

/**
 * The counts of one slice, by number of the criterion: what changes with nearly every verdict stands side by side,
 * filled and worth; the rest apart, so that more of the former is at hand at once.
 */
interface Counts {
  readonly often: Float64Array;
  /** Not applicable, filled without a worth, and cells that have a verdict though nobody asked. */
  readonly seldom: Float64Array;
}
const oftenWidth = 2;
const seldomWidth = 3;

/** How many responses were shown under each rubric version, in one slice. */
type Shown = Float64Array;

/**
 * Criteria × slices: 40 bytes for each two, of slices in which there is a verdict; chances are counted by rubric
 * version (8 bytes for each with each slice) and follow from what its criteria are. Slice -1 is the whole study.
 */
export class Matrix implements Cells {
  private readonly counts: (Counts | undefined)[] = [];
  private readonly shown: (Shown | undefined)[] = [];
  private readonly holders: readonly (readonly number[])[];

  constructor(private readonly study: StudyCriteria) {
    const holders: number[][] = study.all.map(() => []);
    for (const { number, asked } of study.versions) for (const criterion of asked) holders[criterion]?.push(number);
    this.holders = holders;
  }

  /** So many responses were shown under a rubric version. */
  addShown(slice: number, version: number, responses: number): void {
    const shown = (this.shown[slice + 1] ??= new Float64Array(this.study.versions.length));
    shown[version] = (shown[version] ?? 0) + responses;
  }

  /**
   * What verdicts there are by a criterion.
   * @param unasked cells with a verdict, or that it does not apply, though nobody asked
   */
  add(
    slice: number,
    criterion: number,
    filled: number,
    notApplicable: number,
    valued: number,
    worth: number,
    unasked: number,
  ): void {
    const { often, seldom } = (this.counts[slice + 1] ??= {
      often: new Float64Array(this.study.count * oftenWidth),
      seldom: new Float64Array(this.study.count * seldomWidth),
    });
    const at = criterion * oftenWidth;
    often[at] = (often[at] ?? 0) + filled;
    often[at + 1] = (often[at + 1] ?? 0) + worth;
    if (notApplicable === 0 && valued === filled && unasked === 0) return;
    const beside = criterion * seldomWidth;
    seldom[beside] = (seldom[beside] ?? 0) + notApplicable;
    seldom[beside + 1] = (seldom[beside + 1] ?? 0) + filled - valued;
    seldom[beside + 2] = (seldom[beside + 2] ?? 0) + unasked;
  }

  /** The counts of a criterion in a slice; in the whole study where no slice is named. */
  cell(criterion: number, slice = -1): Cell {
    const [counts, shown] = [this.counts[slice + 1], this.shown[slice + 1]];
    const [at, beside] = [criterion * oftenWidth, criterion * seldomWidth];
    const [filled, worth] = [counts?.often[at] ?? 0, counts?.often[at + 1] ?? 0];
    const [notApplicable, worthless] = [counts?.seldom[beside] ?? 0, counts?.seldom[beside + 1] ?? 0];
    let chances = counts?.seldom[beside + 2] ?? 0;
    if (shown) for (const version of this.holders[criterion] ?? []) chances += shown[version] ?? 0;
    return {
      chances,
      filled,
      notApplicable,
      unfilled: chances - filled - notApplicable,
      valued: filled - worthless,
      worth,
    };
  }
}

/** Numbers one after the other, in a typed array that grows. */
export class GrowableArray<C extends Float64Array | Uint32Array> {
  length = 0;

  constructor(private values: C) {}

  /** What it takes, in bytes. */
  get bytes(): number {
    return this.values.byteLength;
  }

  push(value: number): void {
    if (this.length === this.values.length) this.values = longer(this.values);
    this.values[this.length++] = value;
  }

  /** Those that were pushed. */
  get all(): C {
    return this.values.subarray(0, this.length) as C;
  }
}
