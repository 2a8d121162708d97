import { kindOf, wrongValue, type JsonObject } from '../../dataset/fields/fields';
import { numberOf } from '../../dataset/records/recordReader';
import type { UnplacedCriterion } from '../../model/rubric/criterion';
import type { NegativeMeaning } from '../../model/study/recipe';
import type { Pack } from './pack';
import type { Syntax } from './records';

export { negativeMeanings, type NegativeMeaning } from '../../model/study/recipe';

export interface PackOptions {
  readonly negative?: NegativeMeaning | undefined;
}

/** A way in which files hold rubrics. */
export interface PackForm {
  readonly name: string;
  /** In words, for lists. */
  readonly title: string;
  /** Whose form it is, and where that can be seen. */
  readonly origin: string;
  /** How its files are written. */
  readonly syntax: Syntax;
  /** Whether a record is one of this form. */
  matches(record: JsonObject): boolean;
  /**
   * The rubrics of all records of a file. What is not taken over is counted in `skipped`. Throws `UserError` that names
   * record and field.
   */
  read(records: readonly JsonObject[], options: PackOptions, skipped: SkippedFields): unknown[];
  /** Why a criterion cannot be written, in words; undefined where it can. */
  leavesOut(criterion: UnplacedCriterion): string | undefined;
  /** The records of a rubric, all of whose criteria can be written. Throws `UserError`. */
  write(pack: Pack, options: PackOptions): JsonObject[];
  /** What about a rubric the form's readers stumble over, or what its user should know. */
  notes?(pack: Pack, options: PackOptions): readonly string[];
}

/** Reasons with how often they were met, in the order in which they were met first. */
export class SkippedFields {
  private readonly counts = new Map<string, number>();

  count(reason: string, by = 1): void {
    if (by > 0) this.counts.set(reason, (this.counts.get(reason) ?? 0) + by);
  }

  all(): Counted[] {
    return [...this.counts].map(([reason, count]) => ({ count, reason }));
  }
}

export interface Counted {
  readonly count: number;
  readonly reason: string;
}

/** Counts the fields of a criterion that its form does not know. */
export function countOthers(entry: JsonObject, known: readonly string[], skipped: SkippedFields): void {
  for (const field of Object.keys(entry))
    if (!known.includes(field)) skipped.count(`the field "${field}" of a criterion`);
}

/** The first of some fields that is text. Throws `LayoutError` that names the first of them. */
export function textAt(entry: JsonObject, names: readonly [string, ...string[]], path: string): string {
  for (const name of names) {
    const value = entry[name];
    if (typeof value === 'string') return value;
  }
  throw wrongValue(`${path}.${names[0]}`, entry[names[0]], 'text');
}

/** A field that is a number, or the text of one. Throws `LayoutError`. */
export function numberAt(entry: JsonObject, name: string, path: string): number {
  const value = numberOf(entry[name]);
  if (value === undefined) throw wrongValue(`${path}.${name}`, entry[name], 'a number');
  return value;
}

/** A field that is a list of texts; undefined where it is not there. Throws `LayoutError`. */
export function textsAt(entry: JsonObject, name: string, path: string): string[] | undefined {
  const value = entry[name];
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value) && value.every((each): each is string => typeof each === 'string')) return value;
  throw wrongValue(
    `${path}.${name}`,
    value,
    `a list of texts${Array.isArray(value) ? `, and holds ${kindOf(value.find((each) => typeof each !== 'string'))}` : ''}`,
  );
}

/** Why a criterion cannot be written where answers are yes or no. */
export function notYesNo({ kind }: UnplacedCriterion): string | undefined {
  return kind === undefined || kind === 'yes-no'
    ? undefined
    : `a criterion of the kind "${kind}": the form has yes or no only`;
}
