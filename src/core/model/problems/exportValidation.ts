import type { ValueKind } from './layouts';
import type { FileKind } from '../study/recipe';

/** What programs do with such a row or file: texts of the rules of formats, in English. */
interface Does {
  readonly does: readonly string[];
}

/** How HF datasets reads a cell of CSV that is other than it looks. */
export type CsvCell = 'null' | 'number' | 'boolean';

/** What can be wrong with a training file, as its trainers meet it. */
export interface ExportValidationProblems {
  // validate.ts
  /** `onlyBlank`: the file is not empty, and has blank lines only. */
  'validation.noRow': { readonly onlyBlank: boolean };
  'validation.otherFormat': { readonly format: string };
  /** `rule`: what the format's rules say of it. */
  'validation.breaksRule': { readonly rule: string; readonly cell?: CsvCell };
  /** `must`: what the column must be; `instead`: columns that the row has and the format does not. */
  'validation.withoutColumn': { readonly column: string; readonly must: string; readonly instead: readonly string[] };
  'validation.byteOrderMark': { readonly does: string };
  'validation.blankLine': { readonly does: string };
  /** `isLoaded`: HF datasets reads the files of the format. */
  'validation.keyTwice': { readonly key: string; readonly isLoaded: boolean };
  'validation.halfSurrogate': object;
  /** `at`: the line, or row of a table, of the row that says the opposite. */
  'validation.oppositeRow': { readonly at: number; readonly isRow: boolean };
  'validation.onlyDates': { readonly column: string };
  'validation.notUtf8': object;

  // validation/readRow.ts, validation/fileCheck.ts: `reason` is what the reader of the file says
  'validation.unreadableRow': { readonly reason: string };
  'validation.rowNotJson': { readonly reason: string };
  'validation.endsTooEarly': { readonly reason: string };
  /** `what`: "a list", "a number". */
  'validation.rowNotObject': { readonly kind: ValueKind };

  // validation/fileCheck.ts
  'validation.workbook': object;
  'validation.utf16': object;
  'validation.packed': { readonly packing: string };
  'validation.csv': { readonly columns: readonly string[] };
  'validation.rowsAsColumns': object;
  'validation.rowsByKey': object;
  /** `path`: of the rows, as a dotted path; `column`: the first part of it. */
  'validation.rowsWithin': { readonly path: string; readonly column: string };
  'validation.rowOverLines': object;
  /** `trainers`: the first few, of `readers` in all. */
  'validation.otherKindOfFile': {
    readonly kind: FileKind | 'arrow' | 'csv';
    readonly kinds: readonly FileKind[];
    readonly format: string;
    readonly trainers: readonly string[];
    readonly readers: number;
  };

  // validation/extraColumns.ts
  'validation.columnStopsTrainers': { readonly column: string; readonly format: string } & Does;
  'validation.columnNotOfFormat': { readonly column: string; readonly format: string } & Does;
  /** `isRefused`: hosted trainers refuse it. */
  'validation.fieldTooMany': { readonly path: string; readonly field: string; readonly isRefused: boolean };
  /** `stops`: it comes after what HF datasets reads to settle the columns. */
  'validation.columnInLaterRow': { readonly column: string; readonly stops: boolean };

  // validation/columnTypes.ts
  /** `kind`: "text", "a list"; `wasThere`: null or empty in earlier rows, or else missing. */
  'validation.typeInLaterRow': { readonly column: string; readonly kind: string; readonly wasThere: boolean };
  'validation.fractionInLaterRow': { readonly column: string };

  // validation/missingMedia.ts
  'validation.mediaMissing': { readonly source: string; readonly column: string; readonly folder: string };

  // validation/rowWarnings.ts
  'validation.unknownRole': { readonly column: string; readonly role: string; readonly meant?: string } & Does;
  'validation.answerByOther': { readonly column: string; readonly role: string } & Does;
  'validation.answerOfSeveralTurns': { readonly column: string; readonly turns: number } & Does;
  'validation.partsBeforeLastTurn': Does;
  'validation.noUserTurn': Does;
  'validation.systemPrompt': object;
  'validation.toolCalls': object;
  'validation.marginBelowZero': object;
  'validation.oneLabel': { readonly isGood: boolean };
  /** `rows`: those with the prompt of the line. */
  'validation.oneLongList': { readonly rows: number; readonly of: number; readonly line: number };
}
