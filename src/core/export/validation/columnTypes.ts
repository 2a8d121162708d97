import { isObject, type JsonObject } from '../../dataset/fields/recordFields';
import { problem, type Problem } from '../../model/problems/problem';
import { isDateText, isInCall, isReadAsJson, lookAtKeys } from '../rows/dateColumns';
import { settledAfter } from './extraColumns';
import { writtenFloats } from './writtenFloats';

type Kind = 'nothing' | 'integer' | 'number' | 'text' | 'boolean' | 'list' | 'object';

const none: ReadonlySet<string> = new Set();

/** What stands at one place of the rows, as far as they were read. */
interface Duplicates {
  kind: Kind;
  /** It holds texts, and all of them are dates. */
  onlyDates: boolean;
}

/**
 * Follows what HF datasets makes of the columns of a JSON file. It settles their types by the first 10 MB (`chunksize`
 * of its JSON builder): null, an empty list or a whole number there is all that may stand there later, and messages get
 * no further field ("TypeError: Couldn't cast array of type string to null", "ArrowInvalid: Float value 0.5 was
 * truncated converting to int64"). A number that is written 1.0 is no whole one to it. Texts that are all ISO dates
 * become timestamps.
 */
export class ColumnTypes {
  private readonly places = new Map<string, Duplicates>();
  /** Where the row that is looked at has numbers that are written as real ones. */
  private reals: ReadonlySet<string> = none;
  /** Columns that may be dates: on purpose, or since no trainer looks at them. */
  private readonly mayBeDates: Set<string>;
  /** The fields of objects, by their places. */
  private readonly keys = new Map<string, string>();

  /**
   * @param dates columns that are dates on purpose
   * @param areTold whether the types are named beside the file, so that nothing is settled by its beginning
   */
  constructor(
    dates: readonly string[] = [],
    private readonly areTold = false,
  ) {
    this.mayBeDates = new Set(dates);
  }

  /**
   * What HF datasets says of a row. Of columns that the first row lacks it is told elsewhere (`ExtraColumnTracker`,
   * `sameColumns`).
   * @param bytes how much of the file stands before it
   * @param foreign columns that the format does not have
   * @param json the row as it is written, where it is JSON
   */
  look(row: JsonObject, bytes: number, foreign: readonly string[] = [], json?: string): Problem | undefined {
    let fault: Problem | undefined;
    this.reals = json === undefined || bytes > settledAfter ? none : writtenFloats(json);
    for (const column of foreign) this.mayBeDates.add(column);
    for (const [column, value] of Object.entries(row)) {
      if (bytes > settledAfter && !this.places.has(column)) continue;
      fault ??= this.lookAt(column, value, bytes > settledAfter && !this.areTold);
    }
    return fault;
  }

  /**
   * The columns in which every text is a date and becomes a timestamp; all rows were looked at. Arguments of calls do not
   * where they are read as JSON.
   */
  get ofDates(): readonly string[] {
    return [...this.places].flatMap(([path, { kind, onlyDates }]) =>
      kind === 'text' &&
      onlyDates &&
      !this.mayBeDates.has(path.split(/\.|\[/, 1)[0] ?? path) &&
      !(isInCall(path) && (this.areTold || this.isReadAsJson(path)))
        ? [path]
        : [],
    );
  }

  private isReadAsJson(path: string): boolean {
    return isReadAsJson(path, this.keys);
  }

  private lookAt(path: string, value: unknown, isSettled: boolean): Problem | undefined {
    const seen = this.places.get(path);
    const found = kindOf(value);
    const kind = found === 'integer' && this.reals.has(path) ? 'number' : found;
    if (kind === 'text') {
      const isDate = isDateText(value as string);
      if (seen?.kind === 'text') seen.onlyDates &&= isDate;
      else if (!seen || seen.kind === 'nothing') this.places.set(path, { kind, onlyDates: isDate });
    } else if (!seen || seen.kind === 'nothing' || (seen.kind === 'integer' && kind === 'number'))
      this.places.set(path, { kind, onlyDates: false });
    if (isSettled && kind !== 'nothing') {
      if (!seen || seen.kind === 'nothing')
        return problem('validation.typeInLaterRow', {
          column: path,
          wasThere: seen !== undefined,
        });
      if (seen.kind === 'integer' && kind === 'number')
        return problem('validation.fractionInLaterRow', { column: path });
    }
    return this.below(path, value, isSettled);
  }

  private below(path: string, value: unknown, isSettled: boolean): Problem | undefined {
    let fault: Problem | undefined;
    if (Array.isArray(value)) {
      if (value.length === 0 && !this.places.has(`${path}[]`))
        this.places.set(`${path}[]`, { kind: 'nothing', onlyDates: false });
      for (const element of value) fault ??= this.lookAt(`${path}[]`, element, isSettled);
    } else if (isObject(value)) {
      lookAtKeys(this.keys, path, value);
      for (const [field, each] of Object.entries(value)) fault ??= this.lookAt(`${path}.${field}`, each, isSettled);
    }
    return fault;
  }
}

function kindOf(value: unknown): Kind {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (Array.isArray(value)) return 'list';
  return isObject(value) ? 'object' : 'nothing';
}
