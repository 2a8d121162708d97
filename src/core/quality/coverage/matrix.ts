import type { Cell } from '../../model/coverage';
import type { StudyCriteria } from './criteria';
import { longer } from './numberTable';

/** The counts of criteria in slices. */
export interface Cells {
  /** Those of a criterion in a slice; in the whole study where no slice is named. Both by number. */
  cell(criterion: number, slice?: number): Cell;
}

/** The counts of one slice, by number of the criterion: filled, not applicable, valued, worth, and cells that have a verdict though nobody asked. They stand side by side, as they change together. */
type Counts = Float64Array;
const width = 5;

/** How many responses were shown under each rubric version, in one slice. */
type Shown = Float64Array;

/**
 * Criteria × slices: 40 bytes for each two, of slices in which there is a verdict; chances are counted by rubric version (8 bytes for each with each slice) and follow from what its
 * criteria are. Slice -1 is the whole study.
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

  /** What verdicts there are by a criterion. @param unasked cells with a verdict, or that it does not apply, though nobody asked */
  add(slice: number, criterion: number, filled: number, notApplicable: number, valued: number, worth: number, unasked: number): void {
    const counts = (this.counts[slice + 1] ??= new Float64Array(this.study.count * width));
    const at = criterion * width;
    counts[at] = (counts[at] ?? 0) + filled;
    if (notApplicable > 0) counts[at + 1] = (counts[at + 1] ?? 0) + notApplicable;
    counts[at + 2] = (counts[at + 2] ?? 0) + valued;
    if (worth > 0) counts[at + 3] = (counts[at + 3] ?? 0) + worth;
    if (unasked > 0) counts[at + 4] = (counts[at + 4] ?? 0) + unasked;
  }

  /** The counts of a criterion in a slice; in the whole study where no slice is named. */
  cell(criterion: number, slice = -1): Cell {
    const [filled = 0, notApplicable = 0, valued = 0, worth = 0, unasked = 0] = this.counts[slice + 1]?.subarray(criterion * width, (criterion + 1) * width) ?? [];
    const shown = this.shown[slice + 1];
    let chances = unasked;
    if (shown) for (const version of this.holders[criterion] ?? []) chances += shown[version] ?? 0;
    return { chances, filled, notApplicable, unfilled: chances - filled - notApplicable, valued, worth };
  }
}

/** Numbers one after the other, in a typed array that grows. */
export class Column<C extends Float64Array | Uint32Array> {
  length = 0;

  constructor(private values: C) {}

  push(value: number): void {
    if (this.length === this.values.length) this.values = longer(this.values);
    this.values[this.length++] = value;
  }

  /** Those that were pushed. */
  get all(): C {
    return this.values.subarray(0, this.length) as C;
  }
}
