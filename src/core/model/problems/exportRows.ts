/** What Parquet can hold of JSON: texts, booleans, numbers, and lists and structs of these. */
export type ParquetKind = 'text' | 'boolean' | 'integer' | 'number' | 'list' | 'struct';

/** Where a value of a column stands; rows are counted from 1. */
interface ColumnPlace {
  readonly file: string;
  readonly row: number;
}

/** What can be wrong with the rows of an export, and what they are made of. */
export interface ExportRowProblems {
  // write.ts
  'export.noSuchAnnotator': { readonly annotators: readonly string[]; readonly known: readonly string[] };
  /** `mayHaveAll`: whether the format can give a row to items that nobody judged. */
  'export.nothingJudged': { readonly mayHaveAll: boolean };
  'export.noRowOfItems': { readonly reasons: readonly { readonly count: number; readonly reason: string }[] };
  'export.noRowOfAnnotations': {
    readonly annotations: number;
    readonly reasons: readonly { readonly count: number; readonly reason: string }[];
  };
  'export.emptySplit': { readonly split: string; readonly rows: number };

  // rows/
  'export.noiseUnknown': object;
  /** `criteria`: those by which something was preferred. */
  'export.noSuchCriterion': { readonly criterion: string; readonly criteria: readonly string[] };
  'export.onlyDates': { readonly column: string; readonly split: string };

  // derive/ratings.ts, formats/ratings/armorm.ts; `format` is its title
  'export.noSuchAttribute': {
    readonly attribute: string;
    readonly format: string;
    readonly attributes: readonly string[];
  };
  'export.aspectNotRated': { readonly aspect: string; readonly rated: readonly string[] };
  /** `scale`: of the aspect; `asked`: of the format. */
  'export.aspectOfOtherScale': {
    readonly aspect: string;
    readonly scale: { readonly min: number; readonly max: number };
    readonly format: string;
    readonly attribute: string;
    readonly asked: { readonly min: number; readonly max: number };
  };
  'export.aspectNamedMessages': object;

  // folder/parquetColumns.ts
  'export.columnOfSeveralTypes': {
    readonly column: string;
    readonly at: ColumnPlace;
    readonly kind: ParquetKind;
    readonly first: ColumnPlace;
    readonly firstKind: ParquetKind;
  };
  'export.objectWithoutFields': { readonly column: string; readonly at: ColumnPlace };
}
