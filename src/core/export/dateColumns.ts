import { UserError } from '../model/problem';
import type { Split } from './split/shares';

const date = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** A text column in which every value is an ISO date becomes `timestamp[s]` in HF `datasets`, and its text is lost to the trainer (FORMATS.md 4). */
export class DateColumns {
  /** By split and column: whether all texts seen so far are dates, by their paths within it. */
  private readonly columns = new Map<string, Map<string, boolean>>();

  /** @param meant columns that are dates on purpose */
  constructor(private readonly meant: readonly string[] = []) {}

  look(split: Split, row: Readonly<Record<string, unknown>>): void {
    for (const name in row) {
      const key = `${split} ${name}`;
      const known = this.columns.get(key);
      if (known && known.size > 0 && ![...known.values()].includes(true)) continue;
      const paths = known ?? new Map<string, boolean>();
      if (!known) this.columns.set(key, paths);
      if (!this.meant.includes(name)) lookWithin(row[name], name, paths);
    }
  }

  refuse(): void {
    for (const [key, paths] of this.columns) {
      const column = [...paths].find(([, only]) => only)?.[0];
      if (column !== undefined) throw new UserError(`every text in "${column}" of ${key.slice(0, key.indexOf(' '))} is a date, and HF datasets would read that column as timestamps instead of text. Judge items with other texts too, or export in another format`);
    }
  }
}

function lookWithin(value: unknown, path: string, paths: Map<string, boolean>): void {
  if (typeof value === 'string') paths.set(path, paths.get(path) !== false && date.test(value));
  else if (Array.isArray(value)) for (const element of value) lookWithin(element, path, paths);
  else if (typeof value === 'object' && value !== null) for (const [name, field] of Object.entries(value)) lookWithin(field, `${path}.${name}`, paths);
}
