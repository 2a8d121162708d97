import { UserError } from '../model/problem';
import type { Split } from './split';

/** Columns of tables that hold times and are to be read as such; no trainer takes one of this name for text. */
const times: ReadonlySet<string> = new Set(['time']);

/** A text column in which every value is an ISO date becomes `timestamp[s]` in HF `datasets`, and its text is lost to the trainer (FORMATS.md 4). */
export class DateColumns {
  private readonly onlyDates = new Map<string, boolean>();

  look(split: Split, row: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(row)) {
      const column = `"${name}" of ${split}.jsonl`;
      if (this.onlyDates.get(column) === false || times.has(name)) continue;
      const found = texts(value);
      if (found.length > 0) this.onlyDates.set(column, found.every((text) => /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)));
    }
  }

  refuse(): void {
    const column = [...this.onlyDates].find(([, only]) => only)?.[0];
    if (column !== undefined) throw new UserError(`every text in ${column} is a date, and HF datasets would read that column as timestamps instead of text. Judge items with other texts too, or export in another format`);
  }
}

/** The texts of a column: itself, those of a list, or the contents of messages. What is no text says nothing. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown): string[] => {
    if (typeof each === 'string') return [each];
    const content = typeof each === 'object' && each !== null && 'content' in each ? each.content : undefined;
    return typeof content === 'string' ? [content] : [];
  });
}
