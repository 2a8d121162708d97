/** A row of a split, counted from 1. */
interface SplitRow {
  readonly split: string;
  readonly row: number;
}

/** What can be wrong with splits, near duplicates and benchmark files. */
export interface ExportSplitProblems {
  // split/
  'export.sharesNotOne': { readonly shares: readonly { readonly split: string; readonly share: number }[] };
  /** `items`: all that were asked for it; `fields`: those that they have. */
  'export.noStrata': { readonly field: string; readonly items: number; readonly fields: readonly string[] };
  'export.tooManyStrata': { readonly most: number; readonly example: string };
  /** `first`: the first few of all `count`; each with the beginning of the second row's prompt. */
  'export.promptsInSeveralSplits': {
    readonly count: number;
    readonly first: readonly {
      readonly isSame: boolean;
      readonly one: SplitRow;
      readonly other: SplitRow;
      readonly prompt: string;
    }[];
  };

  // dedup/nearDuplicates.ts: `usual` is what is taken where nothing is said
  'export.similarityOutOfRange': { readonly value: number; readonly usual: number };
  'export.permutationsOutOfRange': { readonly value: number; readonly usual: number };
  'export.shingleOutOfRange': { readonly value: number; readonly usual: number };

  // dedup/benchmarks.ts
  'export.benchmarkEmpty': object;
  'export.benchmarkFieldMissing': { readonly field: string; readonly fields: readonly string[] };
  'export.benchmarkFieldUnknown': { readonly fields: readonly string[] };
  /** `count`: records of the file, the one in this place the first of them. */
  'export.benchmarkAsksNothing': { readonly count: number };
}
