import type * as z from 'zod';
import type { ExportFormat } from './format';
import type { Fields } from './fields';

/** A column of a format: what stands in it, and what that has to be. */
export interface Column<From, By, Value> {
  /** Messages say what a reader would do otherwise. */
  readonly rule: z.ZodType<Value>;
  readonly value: (from: From, by: By) => NoInfer<Value>;
  /**
   * It holds real numbers, which are only by chance whole (`ExportFormat.reals`); where in it, as in "[].weight", where
   * it is not such a number itself.
   */
  readonly isReal?: boolean | string;
  /** It holds dates and nothing else, on purpose. */
  readonly isDate?: boolean;
  /** It names responses or models by id (`ExportFormat.names`). */
  readonly isName?: boolean;
}

/** The columns of rows: what each is made of, and by what else. */
export type Columns<From, By, Row> = { readonly [K in keyof Row]: Column<From, By, Row[K]> };

/** What a format says of its columns, with the row that they make. */
interface ColumnTable<From, By> extends Pick<ExportFormat, 'reals' | 'dates' | 'names'> {
  readonly row: (from: From, by: By) => Fields;
  readonly rules: Readonly<Record<string, z.ZodType>>;
}

/** Reads what a format has to say of its columns off these. */
export function columnTable<From, By, Row>(columns: Columns<From, By, Row>): ColumnTable<From, By> {
  const all = Object.entries<Column<From, By, unknown>>(columns);
  const those = (is: 'isReal' | 'isDate' | 'isName'): string[] =>
    all.flatMap(([name, { [is]: where }]) => (where ? [where === true ? name : `${name}${where}`] : []));
  return {
    row: (from, by) => {
      const row: Record<string, unknown> = {};
      for (const [name, { value }] of all) row[name] = value(from, by);
      return row;
    },
    rules: Object.fromEntries(all.map(([name, { rule }]) => [name, rule])),
    reals: those('isReal'),
    dates: those('isDate'),
    names: those('isName'),
  };
}
