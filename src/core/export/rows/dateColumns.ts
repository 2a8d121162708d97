import { problem, UserError } from '../../model/problems/problem';
import type { Split } from '../split/splitRatios';
import type { FileKind } from '../../model/study/recipe';
import { callsField, ColumnShapes, featuresOf, mergeShape, type Feature, type Shape } from './columnShapes';
import { floatColumns } from './floatColumns';

const date = /^\d{4}-\d{2}-\d{2}([T ]\d{2}(:\d{2}(:\d{2}(\.\d+)?)?)?(Z|[+-]\d{2}(:?\d{2})?)?)?$/;

/** Whether a text is a date, or a date with a time, by which pyarrow takes a column of such for one of timestamps. */
export const isDateText = (text: string): boolean => date.test(text);

interface Column {
  /** Whether all texts seen so far are dates, by their paths within it. */
  readonly paths: Map<string, boolean>;
  /** The names of the fields of its objects, by their paths; of those that do not all have the same ones, `mixed`. */
  readonly keys: Map<string, string>;
  /** It holds other texts than dates, or dates on purpose: it is not looked at any more. */
  isOther: boolean;
}

/** Said in the place of names: HF `datasets` reads such objects as JSON (4.7 and later, `utils/json.py`). */
const mixed = '';

/** A column in which every text is a date, and the split whose rows these are. */
export interface DateColumn {
  readonly column: string;
  readonly split: Split;
}

/** A column where its rows are looked at. */
interface KnownColumn {
  readonly name: string;
  readonly dates: Column;
  readonly shape: Shape;
}

/**
 * What was found in some rows, dates by split and name of the column: plain data, which another thread can take in
 * (`merge`).
 */
export interface DateFindings {
  readonly dates: ReadonlyMap<Split, ReadonlyMap<string, Readonly<Column>>>;
  readonly shape: Shape;
}

/**
 * What HF `datasets` makes of the columns: one of texts in which every value is an ISO date becomes `timestamp[s]`, and
 * its text is lost to the trainer (its JSON builder reads by `pyarrow.json`, which infers dates).
 */
export class DateColumns {
  private readonly columns = new Map<Split, Map<string, Column>>();
  private readonly shapes = new ColumnShapes();
  /** By split, the columns in the order of the row that was looked at last: nearly every row has it. */
  private readonly known: Record<Split, KnownColumn[]> = { train: [], validation: [], test: [] };

  /**
   * @param meant columns that are dates on purpose
   * @param reals where numbers are real (`ExportFormat.reals`)
   * @param hasImages whether a column "images" holds images to be opened
   */
  constructor(
    private readonly meant: readonly string[] = [],
    private readonly reals: readonly string[] = [],
    private readonly hasImages = false,
  ) {}

  get findings(): DateFindings {
    return { dates: this.columns, shape: this.shapes.root };
  }

  /** The types of all columns, as a card names them. */
  get features(): readonly Feature[] | undefined {
    return featuresOf(this.shapes.root, floatColumns(this.reals), this.hasImages);
  }

  look(split: Split, row: Readonly<Record<string, unknown>>): void {
    const known = this.known[split];
    let at = 0;
    for (const name in row) {
      let column = known[at];
      if (column?.name !== name) known[at] = column = this.column(split, name);
      at++;
      const { dates, shape } = column;
      this.shapes.lookAt(shape, row[name]);
      if (dates.isOther) continue;
      lookWithin(row[name], name, dates);
      dates.isOther = isNoDate(dates);
    }
  }

  private column(split: Split, name: string): KnownColumn {
    const columns = this.of(split);
    return { name, dates: columns.get(name) ?? this.added(columns, name), shape: this.shapes.of(name) };
  }

  /** Takes in what was found in other rows. */
  merge({ dates, shape }: DateFindings): void {
    mergeShape(this.shapes.root, shape);
    for (const [split, found] of dates) {
      const columns = this.of(split);
      for (const [name, { paths, keys, isOther }] of found) {
        const column = columns.get(name) ?? this.added(columns, name);
        for (const [path, only] of paths) column.paths.set(path, column.paths.get(path) !== false && only);
        for (const [path, names] of keys) mergeKeys(column.keys, path, names);
        column.isOther ||= isOther || isNoDate(column);
      }
    }
  }

  private of(split: Split): Map<string, Column> {
    const known = this.columns.get(split);
    if (known) return known;
    const columns = new Map<string, Column>();
    this.columns.set(split, columns);
    return columns;
  }

  private added(columns: Map<string, Column>, name: string): Column {
    const column = {
      paths: new Map<string, boolean>(),
      keys: new Map<string, string>(),
      isOther: this.meant.includes(name),
    };
    columns.set(name, column);
    return column;
  }

  /**
   * Throws `UserError` where a column has become one of timestamps, whatever stands beside its file.
   * @param kinds the kinds of file that the format is written as
   */
  refuse(kinds: readonly FileKind[]): void {
    const [lost] = this.lost(({ path }) => !isInCall(path));
    if (lost) throw new UserError(problem('export.onlyDates', { ...lost, kinds }));
  }

  /**
   * An argument of calls that is a date in each of them, where all calls have the same arguments: HF `datasets` makes a
   * timestamp of it, unless it is told the types, as the card of a folder does (`list: json`).
   */
  get dateInCalls(): DateColumn | undefined {
    return this.lost(({ path, keys }) => isInCall(path) && !isReadAsJson(path, keys))[0];
  }

  private lost(is: (place: { readonly path: string; readonly keys: Column['keys'] }) => boolean): DateColumn[] {
    return [...this.columns].flatMap(([split, columns]) =>
      [...columns.values()]
        .filter(({ isOther }) => !isOther)
        .flatMap(({ paths, keys }) =>
          [...paths]
            .filter(([path, only]) => only && is({ path, keys }))
            .map(([column]): DateColumn => ({ column, split })),
        ),
    );
  }
}

/** Whether a place lies within a call of a tool. */
export const isInCall = (path: string): boolean =>
  path
    .split('.')
    .slice(0, -1)
    .some((name) => name.replace(/(\[\])+$/, '') === callsField);

/** Whether any object on the way to a place has other fields than another at the same place. */
export function isReadAsJson(path: string, keys: ReadonlyMap<string, string>): boolean {
  for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1))
    if (keys.get(path.slice(0, end)) === mixed) return true;
  return false;
}

/** Keeps in mind which fields an object at a place has. */
export const lookAtKeys = (keys: Map<string, string>, path: string, object: object): void =>
  mergeKeys(keys, path, Object.keys(object).sort().join('\n'));

function mergeKeys(keys: Map<string, string>, path: string, names: string): void {
  const known = keys.get(path);
  if (known !== mixed) keys.set(path, known === undefined || known === names ? names : mixed);
}

const isNoDate = ({ paths }: Column): boolean => paths.size > 0 && ![...paths.values()].includes(true);

function lookWithin(value: unknown, path: string, column: Column): void {
  const { paths, keys } = column;
  if (typeof value === 'string') paths.set(path, paths.get(path) !== false && isDateText(value));
  else if (Array.isArray(value)) for (const element of value) lookWithin(element, path, column);
  else if (typeof value === 'object' && value !== null) {
    lookAtKeys(keys, path, value);
    for (const [name, field] of Object.entries(value)) lookWithin(field, `${path}.${name}`, column);
  }
}
