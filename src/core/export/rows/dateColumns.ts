import { UserError } from '../../model/problem';
import type { Split } from '../split/shares';

const date = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** What was seen of a column. */
interface Column {
  /** Whether all texts seen so far are dates, by their paths within it. */
  readonly paths: Map<string, boolean>;
  /** It holds other texts than dates, or dates on purpose. */
  isOther: boolean;
}

/** What was seen of rows, by split and column. */
export type DateFindings = ReadonlyMap<Split, ReadonlyMap<string, Readonly<Column>>>;

/** A text column in which every value is an ISO date becomes `timestamp[s]` in HF `datasets`, and its text is lost to the trainer (FORMATS.md 4). */
export class DateColumns {
  /** By split and name. */
  private readonly columns = new Map<Split, Map<string, Column>>();

  /** @param meant columns that are dates on purpose */
  constructor(private readonly meant: readonly string[] = []) {}

  look(split: Split, row: Readonly<Record<string, unknown>>): void {
    let columns = this.columns.get(split);
    if (!columns) this.columns.set(split, (columns = new Map<string, Column>()));
    for (const name in row) {
      let column = columns.get(name);
      if (column?.isOther) continue;
      if (!column) columns.set(name, (column = { paths: new Map(), isOther: this.meant.includes(name) }));
      if (column.isOther) continue;
      const { paths } = column;
      lookWithin(row[name], name, paths);
      column.isOther = paths.size > 0 && ![...paths.values()].includes(true);
    }
  }

  /** What was seen so far: plain data, for `add`. */
  get seen(): DateFindings {
    return this.columns;
  }

  /** Adds what was seen of other rows of the same export. */
  add(findings: DateFindings): void {
    for (const [split, others] of findings) {
      let columns = this.columns.get(split);
      if (!columns) this.columns.set(split, (columns = new Map<string, Column>()));
      for (const [name, { paths, isOther }] of others) {
        const column = columns.get(name) ?? { paths: new Map<string, boolean>(), isOther: false };
        columns.set(name, column);
        column.isOther ||= isOther;
        for (const [path, isDate] of paths) column.paths.set(path, column.paths.get(path) !== false && isDate);
      }
    }
  }

  refuse(): void {
    for (const [split, columns] of this.columns) {
      const column = [...columns.values()].flatMap(({ paths, isOther }) => (isOther ? [] : [...paths])).find(([, only]) => only)?.[0];
      if (column !== undefined) throw new UserError(`every text in "${column}" of ${split} is a date, and HF datasets would read that column as timestamps instead of text. Judge items with other texts too, or export in another format`);
    }
  }
}

function lookWithin(value: unknown, path: string, paths: Map<string, boolean>): void {
  if (typeof value === 'string') paths.set(path, paths.get(path) !== false && date.test(value));
  else if (Array.isArray(value)) for (const element of value) lookWithin(element, path, paths);
  else if (typeof value === 'object' && value !== null) for (const [name, field] of Object.entries(value)) lookWithin(field, `${path}.${name}`, paths);
}
