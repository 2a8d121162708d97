import { problem, UserError } from '../../model/problems/problem';
import type { Split } from '../split/splitRatios';
import { ColumnShapes, featuresOf, mergeShape, type Feature, type Shape } from './columnShapes';
import { floatColumns } from './floatColumns';

const date = /^\d{4}-\d{2}-\d{2}([T ]\d{2}(:\d{2}(:\d{2}(\.\d+)?)?)?(Z|[+-]\d{2}(:?\d{2})?)?)?$/;

/** Whether a text is a date, or a date with a time, by which pyarrow takes a column of such for one of timestamps. */
export const isDateText = (text: string): boolean => date.test(text);

interface Column {
  /** Whether all texts seen so far are dates, by their paths within it. */
  readonly paths: Map<string, boolean>;
  /** It holds other texts than dates, or dates on purpose: it is not looked at any more. */
  isOther: boolean;
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
      lookWithin(row[name], name, dates.paths);
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
      for (const [name, { paths, isOther }] of found) {
        const column = columns.get(name) ?? this.added(columns, name);
        for (const [path, only] of paths) column.paths.set(path, column.paths.get(path) !== false && only);
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
    const column = { paths: new Map<string, boolean>(), isOther: this.meant.includes(name) };
    columns.set(name, column);
    return column;
  }

  refuse(): void {
    for (const [split, columns] of this.columns) {
      const column = [...columns.values()]
        .filter(({ isOther }) => !isOther)
        .flatMap(({ paths }) => [...paths])
        .find(([, only]) => only)?.[0];
      if (column !== undefined) throw new UserError(problem('export.onlyDates', { column, split }));
    }
  }
}

const isNoDate = ({ paths }: Column): boolean => paths.size > 0 && ![...paths.values()].includes(true);

function lookWithin(value: unknown, path: string, paths: Map<string, boolean>): void {
  if (typeof value === 'string') paths.set(path, paths.get(path) !== false && isDateText(value));
  else if (Array.isArray(value)) for (const element of value) lookWithin(element, path, paths);
  else if (typeof value === 'object' && value !== null)
    for (const [name, field] of Object.entries(value)) lookWithin(field, `${path}.${name}`, paths);
}
