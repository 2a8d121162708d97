import type { StudyCriteria } from './criteria';
import { longer } from './numberTable';

/** The counts of one criterion in one slice. */
export interface Cell {
  /** Responses that were shown under a version of the rubric that has the criterion, and those that have a verdict by it anyway. */
  readonly chances: number;
  readonly filled: number;
  readonly notApplicable: number;
  /** Chances without either. */
  readonly unfilled: number;
  /** Verdicts that are worth something, and the sum of what they are worth. */
  readonly valued: number;
  readonly worth: number;
}

/** The columns of one slice, by number of the criterion. */
interface Columns {
  readonly filled: Uint32Array;
  readonly notApplicable: Uint32Array;
  readonly valued: Uint32Array;
  readonly worth: Float64Array;
  /** Cells that have a verdict though nobody asked for it. */
  readonly unasked: Uint32Array;
}

/** How many responses were shown under each rubric version, in one slice. */
type Shown = Float64Array;

/**
 * Criteria × slices: 24 bytes for each two, of slices in which there is a verdict; chances are counted by rubric version (8 bytes for each with each slice) and follow from what its
 * criteria are. Slice -1 is the whole study.
 */
export class Matrix {
  private readonly columns: (Columns | undefined)[] = [];
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
    const columns = (this.columns[slice + 1] ??= newColumns(this.study.count));
    columns.filled[criterion] = (columns.filled[criterion] ?? 0) + filled;
    columns.notApplicable[criterion] = (columns.notApplicable[criterion] ?? 0) + notApplicable;
    columns.valued[criterion] = (columns.valued[criterion] ?? 0) + valued;
    columns.worth[criterion] = (columns.worth[criterion] ?? 0) + worth;
    columns.unasked[criterion] = (columns.unasked[criterion] ?? 0) + unasked;
  }

  /** The counts of a criterion in a slice; in the whole study where no slice is named. */
  cell(criterion: number, slice = -1): Cell {
    const columns = this.columns[slice + 1];
    const shown = this.shown[slice + 1];
    const [filled, notApplicable] = [columns?.filled[criterion] ?? 0, columns?.notApplicable[criterion] ?? 0];
    let chances = columns?.unasked[criterion] ?? 0;
    if (shown) for (const version of this.holders[criterion] ?? []) chances += shown[version] ?? 0;
    return { chances, filled, notApplicable, unfilled: chances - filled - notApplicable, valued: columns?.valued[criterion] ?? 0, worth: columns?.worth[criterion] ?? 0 };
  }
}

function newColumns(criteria: number): Columns {
  return { filled: new Uint32Array(criteria), notApplicable: new Uint32Array(criteria), valued: new Uint32Array(criteria), worth: new Float64Array(criteria), unasked: new Uint32Array(criteria) };
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
