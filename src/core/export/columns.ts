import * as z from 'zod';
import type { DropReason, Note } from './dropReasons';
import type { Fields } from './fields';
import type { ExportFormat, ExportOptions, FileContext, FormatOption } from './format';
import type { FormatRules } from './formatRules';

/** A column of a format: what stands in it, and what that has to be. */
export interface Column<From, By, Value> {
  /** Messages say what a reader would do otherwise. */
  readonly rule: z.ZodType<Value>;
  /** Undefined where the row has no such column: it stands in every row of a file or in none. */
  readonly value: (from: From, by: By) => NoInfer<Frozen<Value>>;
  /**
   * It holds real numbers, which are only by chance whole (`ExportFormat.reals`); where in it, as in "[].weight", where
   * it is not such a number itself.
   */
  readonly isReal?: boolean | string;
  /** It holds dates and nothing else, on purpose. */
  readonly isDate?: boolean;
  /** It names responses or models by id (`ExportFormat.names`). */
  readonly isName?: boolean;
  /** The option that asks for it. */
  readonly option?: FormatOption;
  /** What is said of rows that have it, as the trainers of the format pass over it. */
  readonly unread?: Note;
}

/** A value that nobody changes: lists and objects of it may be shared by many rows. */
export type Frozen<T> = T extends readonly (infer Each)[]
  ? readonly Frozen<Each>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

/** The columns of rows: what each is made of, and by what else. */
export type Columns<From, By, Row> = { readonly [K in keyof Row]: Column<From, By, Row[K]> };

/** What is the same for all rows of an item. */
export interface ExportSetting {
  readonly file: FileContext;
  readonly options: ExportOptions;
}

/** The rules of a format beside those of its columns. */
export interface RowRules<Row> extends Omit<FormatRules, 'row'> {
  /** Adds what must hold between the columns of a row. */
  readonly between?: (row: z.ZodType<Row>) => z.ZodType;
}

/**
 * What a format says of itself. Its rows, their rules, and where they hold numbers, dates and names follow from its
 * columns; it writes messages and every kind of file where nothing is said.
 */
export type ColumnFormat<From, By, Row> = Omit<ExportFormat, 'rows' | 'rules' | 'shape' | 'files'> &
  Partial<Pick<ExportFormat, 'shape' | 'files'>> & {
    readonly columns: Columns<From, By, Row>;
    /** Columns that each file has names of its own for, behind the others. */
    readonly furtherColumns?: { readonly rule: z.ZodType; readonly values: (from: From, by: By) => Fields };
    readonly rules?: RowRules<Row>;
  };

/** Why the reader of a format could take no row of something. */
export type Refusal<From> = (from: From, by: ExportSetting) => DropReason | undefined;

/** What a format says of its columns, with the row that they make. */
export interface ColumnTable<From, By> extends Required<Pick<ExportFormat, 'reals' | 'dates' | 'names'>> {
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
      for (const [name, { value }] of all) {
        const own = value(from, by);
        if (own !== undefined) row[name] = own;
      }
      return row;
    },
    rules: Object.fromEntries(all.map(([name, { rule }]) => [name, rule])),
    reals: those('isReal'),
    dates: those('isDate'),
    names: those('isName'),
  };
}

/** Splits what a format says of itself into what makes its rows and what is said of it everywhere. */
export function columnFormat<From, By, Row>({
  columns,
  furtherColumns: further,
  rules: { between, ...rules } = {},
  shape = 'messages',
  files = ['jsonl', 'json', 'parquet'],
  reals = [],
  names = [],
  toolsIn = 'tools' in columns ? 'column' : undefined,
  takes,
  ...format
}: ColumnFormat<From, By, Row>): {
  readonly row: ColumnTable<From, By>['row'];
  readonly base: Omit<ExportFormat, 'rows'>;
} {
  const { row, rules: ofColumns, ...kinds } = columnTable(columns);
  const whole = further ? z.object(ofColumns).catchall(further.rule) : z.strictObject(ofColumns);
  return {
    row: further ? (from, by) => ({ ...row(from, by), ...further.values(from, by) }) : row,
    base: {
      ...format,
      takes: toolsIn ? [...takes, 'tools'] : takes,
      ...(toolsIn && { toolsIn }),
      shape,
      files,
      ...kinds,
      reals: [...kinds.reals, ...reals],
      names: [...kinds.names, ...names],
      rules: { ...rules, row: between ? between(whole as unknown as z.ZodType<Row>) : whole },
    },
  };
}
