import type { ValueKind } from './layouts';
import type { Reason } from './reason';

/** Files that are no dataset, and that people take for one. */
export type RefusedKind =
  | 'oldExcel'
  | 'bzip2'
  | 'xz'
  | 'lz4'
  | 'sevenZip'
  | 'encryptedParquet'
  | 'featherV1'
  | 'sqlite'
  | 'hdf5'
  | 'tar'
  | 'rar'
  | 'pickle'
  | 'numpy'
  | 'pdf'
  | 'image'
  | 'gitLfsPointer'
  | 'gitAnnexPointer'
  | 'markup'
  | 'word'
  | 'presentation'
  | 'openDocument'
  | 'binaryExcel';

export type Separator = ',' | '\t' | ';' | '|';

/** Rows [first, last] of a table, counted from 1, and what its reader says of them. */
interface TableRows {
  readonly first: number;
  readonly last: number;
  readonly reason: Reason | string;
}

/** What can be wrong with a file of a dataset and its records: its container, its encoding, its rows. */
export interface DatasetProblems {
  // readers/fileKind
  'dataset.refusedKind': { readonly kind: RefusedKind };
  'dataset.noSuchFile': object;
  'dataset.isFolder': object;
  'dataset.noPermission': object;
  'dataset.cannotOpen': { readonly reason: string };

  // readers/archive
  'dataset.zipWithoutFile': object;
  /** `names`: the first of them; `command` unpacks it. */
  'dataset.zipOfSeveral': {
    readonly count: number;
    readonly areData: boolean;
    readonly names: readonly string[];
    readonly command: string;
  };
  'dataset.zipLacksEntry': { readonly entry: string };
  'dataset.zipWithPassword': object;
  'dataset.zipDamaged': { readonly reason: string };

  // readers/decodedBytes
  'dataset.packedTable': { readonly table: 'Parquet' | 'Arrow' };
  'dataset.packedTwice': object;
  'dataset.packedCutOff': { readonly packing: 'gzip' | 'zstd' };
  'dataset.packedDamaged': { readonly packing: 'gzip' | 'zstd'; readonly reason: string };

  // readers/json, readers/wholeFileFraming
  'dataset.objectTooLarge': { readonly megabytes: number };
  'dataset.noArrayAt': { readonly path: string };
  'dataset.noObjectAt': { readonly path: string };
  'dataset.noRecordsAt': { readonly path: string };
  'dataset.otherArray': { readonly path: string; readonly other: string };
  'dataset.innerRecords': { readonly path: string };
  'dataset.jsonDamaged': object;
  'dataset.arrayCutOff': object;
  'dataset.objectCutOff': object;
  /** The array of records in it is whole. */
  'dataset.objectCutOffBehindArray': object;
  'dataset.lastObjectCutOff': object;
  'dataset.textBehindArray': object;
  'dataset.textBehindObject': object;

  // readers/table/columns
  /** `path` is empty for the whole file. */
  'dataset.noColumnsAt': { readonly path: string };
  'dataset.columnLengthsDiffer': {
    readonly first: string;
    readonly firstCount: number;
    readonly other: string;
    readonly otherCount: number;
  };
  'dataset.columnRowsDiffer': { readonly first: string; readonly other: string };
  'dataset.rowOfOtherLength': { readonly cells: number; readonly columns: number };
  'dataset.columnsCutOff': object;
  'dataset.notColumn': { readonly name: string };
  'dataset.besideColumns': { readonly columns: readonly string[]; readonly others: readonly string[] };

  // readers/table/workbook
  'dataset.workbookTooLarge': { readonly megabytes: number };
  'dataset.workbookDamaged': { readonly reason: string };
  'dataset.workbookWithoutRows': object;
  'dataset.noSuchSheet': { readonly sheet: string; readonly sheets: readonly string[] };
  'dataset.otherSheets': {
    readonly sheet: string;
    readonly others: readonly { readonly name: string; readonly rows: number }[];
  };

  // readers/table/csv
  'dataset.readAsWestern': object;
  'dataset.headerTooLong': {
    readonly columns: number;
    readonly cells: number;
    readonly without: readonly string[];
  };
  'dataset.quoteNotClosed': object;
  'dataset.cellsAndColumns': { readonly cells: number; readonly columns: number; readonly separator: Separator };
  'dataset.headerAgain': object;

  // readers/table/tableThread, records/recordFile
  'dataset.closed': object;
  'dataset.tableTooLarge': { readonly megabytes: number; readonly isWorkbook: boolean };

  // readers/parquet, readers/arrow
  'dataset.partMissing': object;
  'dataset.parquetFooter': { readonly reason: Reason | string };
  'dataset.parquetRows': TableRows;
  'dataset.arrowSchema': { readonly reason: string };
  'dataset.arrowRows': TableRows;
  'dataset.arrowCutOffInBatch': { readonly batch: number; readonly rows: number };
  'dataset.arrowCutOffBehindBatch': { readonly batch: number };
  'dataset.arrowBatchTooLarge': { readonly gigabytes: number };

  // records
  'dataset.notUtf8': object;
  'dataset.recordTooLong': { readonly megabytes: number };
  /** `reason`: of the engine; `line`: where that is not the line of the record. */
  'dataset.notJson': { readonly reason: string; readonly line?: number; readonly spansLines: boolean };
  'dataset.jsonEndsEarly': object;
  'dataset.jsonStopsAt': { readonly column: number; readonly found: string };
  'dataset.keyWithoutObject': { readonly key: string; readonly kind: ValueKind };
  'dataset.recordIsList': object;
  'dataset.recordIsValue': { readonly value: string };

  // sources
  'dataset.sourceIsStream': object;
  'dataset.folderWithoutData': object;
  'dataset.nothingMatches': object;
  'dataset.folderUnreadable': { readonly reason: string };
  'dataset.patternTooWide': { readonly most: number };
  'dataset.readAlready': object;
  /** `names`: the first of them. */
  'dataset.linksReadAlready': { readonly names: readonly string[]; readonly count: number };
  'dataset.partsMissing': {
    readonly names: readonly string[];
    readonly hasMore: boolean;
    readonly found: number;
    readonly total: number;
  };
  'dataset.gone': object;
  'dataset.changed': object;
}
