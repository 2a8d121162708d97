import type { JsonObject } from '../../dataset/fields/recordFields';
import { numberOf } from '../../dataset/records/recordReader';
import type { WantedValue } from '../../model/problems/packs';
import { problem, UserError, wordsOf, type Problem } from '../../model/problems/problem';
import type { UnplacedCriterion } from '../../model/rubric/criterion';
import type { NegativeMeaning } from '../../model/study/recipe';
import type { Pack } from './pack';
import { foundIn, type Syntax } from './recordSyntax';

export { negativeMeanings, type NegativeMeaning } from '../../model/study/recipe';

export interface PackOptions {
  readonly negative?: NegativeMeaning | undefined;
}

/** A way in which files hold rubrics. */
export interface PackFormat {
  readonly name: string;
  /** In words, for lists. */
  readonly title: string;
  /** Whose form it is, and where that can be seen. */
  readonly origin: string;
  /** The syntax of its files. */
  readonly syntax: Syntax;
  /** Whether a record is one of this form. */
  matches(record: JsonObject): boolean;
  /**
   * The rubrics of all records of a file. What is not taken over is counted in `skipped`. Throws `UserError` that names
   * record and field.
   */
  read(records: readonly JsonObject[], options: PackOptions, skipped: SkippedFields): unknown[];
  /** Why a criterion cannot be written; undefined where it can. */
  leavesOut(criterion: UnplacedCriterion): Problem | undefined;
  /** The records of a rubric, all of whose criteria can be written. Throws `UserError`. */
  write(pack: Pack, options: PackOptions): JsonObject[];
  /** What about a rubric the form's readers stumble over, or what its user should know. */
  notes?(pack: Pack, options: PackOptions): readonly Problem[];
}

/** Reasons with how often they were met, in the order in which they were met first. */
export class SkippedFields {
  private readonly counts = new Map<string, number>();

  count(what: Problem, by = 1): void {
    if (by <= 0) return;
    const reason = wordsOf(what);
    this.counts.set(reason, (this.counts.get(reason) ?? 0) + by);
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
    if (!known.includes(field)) skipped.count(problem('pack.unknownField', { field }));
}

/** The first of some fields that is text. Throws `UserError` that names the first of them. */
export function textAt(entry: JsonObject, names: readonly [string, ...string[]], path: string): string {
  for (const name of names) {
    const value = entry[name];
    if (typeof value === 'string') return value;
  }
  throw wrongField(`${path}.${names[0]}`, entry[names[0]], 'text');
}

/** A field that is a number, or the text of one. Throws `UserError`. */
export function numberAt(entry: JsonObject, name: string, path: string): number {
  const value = numberOf(entry[name]);
  if (value === undefined) throw wrongField(`${path}.${name}`, entry[name], 'number');
  return value;
}

/** A field that is a list of texts; undefined where it is not there. Throws `UserError`. */
export function textsAt(entry: JsonObject, name: string, path: string): string[] | undefined {
  const value = entry[name];
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value) && value.every((each): each is string => typeof each === 'string')) return value;
  if (!Array.isArray(value)) throw wrongField(`${path}.${name}`, value, 'textList');
  const found = foundIn(value.find((each) => typeof each !== 'string'));
  throw new UserError(problem('pack.listHolds', { path: `${path}.${name}`, found }));
}

/** The error for the value at `path` of a record, which is not what is wanted. */
export const wrongField = (path: string, value: unknown, wanted: WantedValue): UserError =>
  new UserError(problem('pack.wrongValue', { path, found: foundIn(value), wanted }));

/** Why a criterion cannot be written where answers are yes or no. */
export function notYesNo({ kind }: UnplacedCriterion): Problem | undefined {
  return kind === undefined || kind === 'yes-no' ? undefined : problem('pack.notYesNo', { kind });
}
