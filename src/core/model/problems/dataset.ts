import * as l10n from '@vscode/l10n';
import { wordsOfReason } from './wording';
import { kindText } from './layouts';
import { chooseFields, digits, withOptions } from './program';
import type { ValueKind } from './layouts';
import type { Reason } from './wording';

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

/** What it is, and what to do. */
const refusedKinds: Readonly<Record<RefusedKind, () => string>> = {
  oldExcel: () =>
    l10n.t(
      'This is an old Excel workbook (.xls), or one with a password. Save it as .xlsx without a password, or as CSV',
    ),
  bzip2: () => packed('bzip2', 'bzip2 -dk FILE'),
  xz: () => packed('xz', 'xz -dk FILE'),
  lz4: () => packed('lz4', 'lz4 -dk FILE'),
  sevenZip: () => packed('7z', '7z x FILE'),
  encryptedParquet: () => l10n.t('This is an encrypted Parquet file. Write it again without encryption'),
  featherV1: () =>
    l10n.t('This is a Feather file of version 1. Write it again as Feather version 2 (Arrow IPC) or Parquet'),
  sqlite: () => l10n.t('This is an SQLite database. Export the table as CSV or JSON'),
  hdf5: () => l10n.t('This is an HDF5 file. Write it again as Parquet or JSONL'),
  tar: () => packed('tar', 'tar -xf FILE'),
  rar: () => packed('RAR', 'unrar x FILE'),
  pickle: () =>
    l10n.t(
      'This is a Python pickle, which runs code when it is opened. Write its rows as JSONL or Parquet where it was made',
    ),
  numpy: () => l10n.t('This is a NumPy array. Write its rows as JSONL or CSV'),
  pdf: () => l10n.t('This is a PDF. Put its rows into a table, and save that as CSV or .xlsx'),
  image: () => l10n.t('This is an image. Choose the file with the records that refer to it'),
  gitLfsPointer: () =>
    l10n.t('This is only a Git LFS pointer. Fetch the file itself, for example with {0}', '“git lfs pull”'),
  gitAnnexPointer: () =>
    l10n.t('This is only a git-annex pointer. Fetch the file itself, for example with {0}', '“git annex get FILE”'),
  markup: () => l10n.t('This is an HTML or XML page. Save its rows as JSONL, CSV or .xlsx'),
  word: () => l10n.t('This is a Word document. Put its rows into a table, and save that as CSV or .xlsx'),
  presentation: () => l10n.t('This is a presentation. Put its rows into a table, and save that as CSV or .xlsx'),
  openDocument: () => l10n.t('This is an OpenDocument file. Save the table as .xlsx or CSV'),
  binaryExcel: () => l10n.t('This is a binary Excel workbook (.xlsb). Save it as .xlsx or CSV'),
};

const packed = (format: string, command: string): string =>
  l10n.t(
    'This file is packed ({0}). Unpack it first, for example with “{1}”, and open the unpacked file',
    format,
    command,
  );

const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ');

/** The first of several, with an ellipsis where there are more. */
export const firstOf = (texts: readonly string[], hasMore: boolean): string =>
  [...texts, ...(hasMore ? ['…'] : [])].join(', ');

/** What can be wrong with a file of a dataset and its records: its container, its encoding, its rows. */
export const datasetProblems = {
  // readers/fileKind
  'dataset.refusedKind': ({ kind }: { kind: RefusedKind }) => refusedKinds[kind](),
  'dataset.noSuchFile': () => l10n.t('There is no such file'),
  'dataset.isFolder': () => l10n.t('This is a folder. Choose the files in it'),
  'dataset.noPermission': () => l10n.t('Permission denied. Make the file readable'),
  'dataset.cannotOpen': ({ reason }: { reason: string }) => l10n.t('The file cannot be opened: {0}', reason),

  // readers/archive
  'dataset.zipWithoutFile': () => l10n.t('There is no file in this zip archive. Choose another one'),
  /** `names`: the first of them; `command` unpacks it. */
  'dataset.zipOfSeveral': ({
    count,
    areData,
    names,
    command,
  }: {
    count: number;
    areData: boolean;
    names: readonly string[];
    command: string;
  }) =>
    areData
      ? l10n.t(
          'There are several data files in this zip archive: {0}. Unpack it ({1}), and choose one of them or their folder',
          firstOf(names, count > names.length),
          command,
        )
      : l10n.t(
          'There are several files in this zip archive: {0}. Unpack it ({1}), and choose one of them or their folder',
          firstOf(names, count > names.length),
          command,
        ),
  'dataset.zipLacksEntry': ({ entry }: { entry: string }) => l10n.t('“{0}” is no longer in this zip archive', entry),
  'dataset.zipWithPassword': () => l10n.t('This zip archive has a password. Unpack it, and open the unpacked file'),
  'dataset.zipDamaged': ({ reason }: { reason: string }) =>
    l10n.t(
      'The zip archive is damaged or cut off ({0}). Fetch the file again. “{1}” tells whether it is complete',
      reason,
      'unzip -t',
    ),

  // readers/decodedBytes
  'dataset.packedTable': ({ table }: { table: 'Parquet' | 'Arrow' }) =>
    withOptions(
      l10n.t(
        'This is a packed {0} file. Such files have their own compression and are read at many places. Unpack it, and open the unpacked file',
        table,
      ),
      'gzip -d',
      'zstd -d',
      'unzip',
    ),
  'dataset.packedTwice': () => l10n.t('The file is packed twice. Unpack it once, and open the unpacked file'),
  'dataset.packedCutOff': ({ packing }: { packing: 'gzip' | 'zstd' }) =>
    l10n.t(
      'The {0} data end too early: the file is cut off. The complete records before were read. Fetch the file again. “{1}” tells whether it is complete',
      packing,
      `${packing} -t`,
    ),
  'dataset.packedDamaged': ({ packing, reason }: { packing: 'gzip' | 'zstd'; reason: string }) =>
    l10n.t(
      'The {0} data are damaged ({1}). Fetch the file again. “{2}” tells whether it is complete',
      packing,
      reason,
      `${packing} -t`,
    ),

  // readers/json, readers/wholeFileFraming
  'dataset.objectTooLarge': ({ megabytes }: { megabytes: number }) =>
    l10n.t(
      'The file is a JSON object of more than {0} MB with records in many places. Write one record per line, for example with pandas: {1}',
      megabytes,
      'df.to_json("data.jsonl", orient="records", lines=True)',
    ),
  'dataset.noArrayAt': ({ path }: { path: string }) =>
    l10n.t(
      'There is no array at “{0}”, where the records should be. Choose the place of the records with {1}',
      path,
      chooseFields('--map records=PATH'),
    ),
  'dataset.noObjectAt': ({ path }: { path: string }) =>
    l10n.t(
      'There is no object at “{0}”, where the records should be. Choose the place of the records with {1}',
      path,
      chooseFields('--map records=PATH'),
    ),
  'dataset.noRecordsAt': ({ path }: { path: string }) =>
    l10n.t(
      'There are no records at “{0}”. Choose the place of the records with {1}',
      path,
      chooseFields('--map records=PATH'),
    ),
  'dataset.otherArray': ({ path, other }: { path: string; other: string }) =>
    l10n.t(
      'There are also records at “{0}”, but only those at “{1}” were read. Choose the place of the records with {2}',
      other,
      path,
      chooseFields(`--map records=${other}`),
    ),
  'dataset.innerRecords': ({ path }: { path: string }) =>
    l10n.t(
      'The records were read at “{0}”, inside of others or in several places. Each also has the fields of what is around it. If the place is wrong, choose another one with {1}',
      path,
      chooseFields('--map records=PATH'),
    ),
  'dataset.jsonDamaged': () =>
    l10n.t('This is not JSON: the file is cut off or damaged, and has no complete record. Write it again'),
  'dataset.arrayCutOff': () =>
    l10n.t(
      'The JSON array is cut off: its closing “]” is missing. The complete items before were read. Fetch or write the file again',
    ),
  'dataset.objectCutOff': () =>
    l10n.t(
      'The JSON object is cut off: its closing “}” is missing. The complete items before were read. Fetch or write the file again',
    ),
  /** The array of records in it is whole. */
  'dataset.objectCutOffBehindArray': () =>
    l10n.t('The JSON object is cut off: its closing “}” is missing. All items of its array were read'),
  'dataset.lastObjectCutOff': () => l10n.t('The last JSON object is cut off: its closing “}” is missing'),
  'dataset.textBehindArray': () => l10n.t('There is text after the end of the JSON array. It was not read'),
  'dataset.textBehindObject': () => l10n.t('There is text after the end of the JSON object. It was not read'),

  // readers/table/columns
  /** `path` is empty for the whole file. */
  'dataset.noColumnsAt': ({ path }: { path: string }) =>
    path === ''
      ? l10n.t(
          'There is no object of columns. Choose the place of the records with {0}',
          chooseFields('--map records=PATH'),
        )
      : l10n.t(
          'There is no object of columns at “{0}”. Choose the place of the records with {1}',
          path,
          chooseFields('--map records=PATH'),
        ),
  'dataset.columnLengthsDiffer': ({
    first,
    firstCount,
    other,
    otherCount,
  }: {
    first: string;
    firstCount: number;
    other: string;
    otherCount: number;
  }) =>
    l10n.t(
      'All columns of a table must have the same length, but “{0}” and “{1}” have different ones: {2} and {3}. Complete them, or write one record per line',
      first,
      other,
      digits(firstCount),
      digits(otherCount),
    ),
  'dataset.columnRowsDiffer': ({ first, other }: { first: string; other: string }) =>
    l10n.t(
      'All columns of a table must have the same rows, but “{0}” and “{1}” have different ones. Write one record per line',
      first,
      other,
    ),
  'dataset.rowOfOtherLength': ({ cells, columns }: { cells: number; columns: number }) =>
    l10n.t(
      'The row must have one cell for each name in “columns”. Number of cells: {0}. Number of names: {1}. Complete it, or write one record per line',
      digits(cells),
      digits(columns),
    ),
  'dataset.columnsCutOff': () =>
    l10n.t(
      'The JSON object of columns is cut off or damaged, so its rows cannot be read. Write it again, preferably one record per line',
    ),
  'dataset.notColumn': ({ name }: { name: string }) =>
    l10n.t('“{0}” is not a column like the others in this JSON object. Remove it, or write one record per line', name),
  'dataset.besideColumns': ({ columns, others }: { columns: readonly string[]; others: readonly string[] }) =>
    l10n.t(
      'The records were made of the lists {0}, which have the same length. What belongs to no record was left out: {1}',
      quoted(columns),
      quoted(others),
    ),

  // readers/table/workbook
  'dataset.workbookTooLarge': ({ megabytes }: { megabytes: number }) =>
    l10n.t('The Excel workbook has more than {0} MB when unpacked. Save the sheet as CSV', megabytes),
  'dataset.workbookDamaged': ({ reason }: { reason: string }) =>
    l10n.t('The Excel workbook cannot be read ({0}). Open it and save it again, or save the sheet as CSV', reason),
  'dataset.workbookWithoutRows': () => l10n.t('The Excel workbook has no sheet with a header and rows below'),
  'dataset.noSuchSheet': ({ sheet, sheets }: { sheet: string; sheets: readonly string[] }) =>
    l10n.t('There is no sheet “{0}” with rows. Sheets with rows: {1}', sheet, quoted(sheets)),
  'dataset.otherSheets': ({ sheet, others }: { sheet: string; others: readonly { name: string; rows: number }[] }) =>
    l10n.t(
      'Only the sheet “{0}” was read. Other sheets and their numbers of rows: {1}. Choose another one with {2}',
      sheet,
      others.map(({ name, rows }) => `“${name}” (${digits(rows)})`).join(', '),
      chooseFields('--map records=SHEET'),
    ),

  // readers/table/csv
  'dataset.readAsWestern': () =>
    l10n.t(
      'The file is not UTF-8 and was read as Windows-1252, like “CSV (Comma delimited)” of Excel. If letters are wrong, save it as “CSV UTF-8”',
    ),
  'dataset.headerTooLong': ({
    columns,
    cells,
    without,
  }: {
    columns: number;
    cells: number;
    without: readonly string[];
  }) =>
    l10n.t(
      'The header has more columns than each row has cells ({0} and {1}). These columns were read as empty: {2}. If other columns are empty, cells are in the wrong columns. Correct the header',
      digits(columns),
      digits(cells),
      quoted(without),
    ),
  'dataset.quoteNotClosed': () =>
    l10n.t(
      'The row opens a quoted cell that never ends, so the rest of the file would be one cell. Close the quote, or write it twice ("") if it is text',
    ),
  'dataset.cellsAndColumns': ({
    cells,
    columns,
    separator,
  }: {
    cells: number;
    columns: number;
    separator: Separator;
  }) =>
    cells < columns
      ? l10n.t(
          'The row has fewer cells than the header ({0} and {1}). Add the separator “{2}” for each empty cell, or quote cells with line breaks',
          digits(cells),
          digits(columns),
          separatorText(separator),
        )
      : l10n.t(
          'The row has more cells than the header ({0} and {1}). Quote cells that contain the separator “{2}”',
          digits(cells),
          digits(columns),
          separatorText(separator),
        ),
  'dataset.headerAgain': () => l10n.t('The row repeats the names of the columns, as in joined tables'),

  // readers/table/tableThread, records/recordFile
  'dataset.closed': () => l10n.t('The file was closed'),
  'dataset.tableTooLarge': ({ megabytes, isWorkbook }: { megabytes: number; isWorkbook: boolean }) =>
    isWorkbook
      ? l10n.t(
          'Reading the file takes more than {0} MB of memory. It is damaged (fetch it again), or too large (save it as CSV)',
          megabytes,
        )
      : l10n.t(
          'Reading the file takes more than {0} MB of memory. It is damaged (fetch it again), or its parts are too large (write row groups or record batches of some thousand rows, or JSONL)',
          megabytes,
        ),

  // readers/parquet, readers/arrow
  'dataset.partMissing': () => l10n.t('a part is missing or is not what it should be'),
  'dataset.parquetFooter': ({ reason }: { reason: Reason | string }) =>
    l10n.t(
      'The footer of the Parquet file cannot be read ({0}). The file is cut off, damaged or still being written. Fetch or write it again',
      wordsOfReason(reason),
    ),
  'dataset.parquetRows': ({ first, last, reason }: TableRows) =>
    first === last
      ? l10n.t(
          'Row {0} cannot be read ({1}). The file is damaged, or written in a way that Tiebreak does not support. Fetch it again, or write it again with another writer',
          first,
          wordsOfReason(reason),
        )
      : l10n.t(
          'Rows {0} to {1} cannot be read ({2}). The file is damaged, or written in a way that Tiebreak does not support. Fetch it again, or write it again with another writer',
          first,
          last,
          wordsOfReason(reason),
        ),
  'dataset.arrowSchema': ({ reason }: { reason: string }) =>
    l10n.t(
      'The schema of the Arrow file cannot be read ({0}). The file is cut off or damaged. Fetch or write it again',
      reason,
    ),
  'dataset.arrowRows': ({ first, last, reason }: TableRows) =>
    first === last
      ? l10n.t(
          'Row {0} cannot be read ({1}). Fetch the file again, or write it again as Parquet',
          first,
          wordsOfReason(reason),
        )
      : l10n.t(
          'Rows {0} to {1} cannot be read ({2}). Fetch the file again, or write it again as Parquet',
          first,
          last,
          wordsOfReason(reason),
        ),
  'dataset.arrowCutOffInBatch': ({ batch, rows }: { batch: number; rows: number }) =>
    l10n.t(
      'The file is cut off in record batch {0}. The rows before were read ({1}). Fetch or write the file again',
      batch,
      digits(rows),
    ),
  'dataset.arrowCutOffBehindBatch': ({ batch }: { batch: number }) =>
    l10n.t(
      'The file is cut off after record batch {0}. The rows before were read. Fetch or write the file again',
      batch,
    ),
  'dataset.arrowBatchTooLarge': ({ gigabytes }: { gigabytes: number }) =>
    l10n.t(
      'The file has a record batch of {0} GB, which must be read as a whole. Write smaller batches (for example with {1} in pyarrow), or Parquet',
      gigabytes.toFixed(1),
      'max_chunksize=1000',
    ),

  // records
  'dataset.notUtf8': () =>
    l10n.t(
      'The record is not UTF-8 text. Convert the file, for example from Latin-1 with “{0}”',
      'iconv -f latin1 -t utf-8 FILE',
    ),
  'dataset.recordTooLong': ({ megabytes }: { megabytes: number }) =>
    l10n.t(
      'One record has more than {0} MB. Split or remove it. In CSV, look for a quote that is never closed',
      megabytes,
    ),
  /** `reason`: of the engine; `line`: where that is not the line of the record. */
  'dataset.notJson': ({ reason, line, spansLines }: { reason: string; line?: number; spansLines: boolean }) =>
    line !== undefined
      ? l10n.t('This is not JSON, see line {0}: {1}. Correct or remove it', line, reason)
      : spansLines
        ? l10n.t('This is not JSON: {0}. Correct or remove it', reason)
        : l10n.t('This is not JSON: {0}. Correct or remove the line', reason),
  'dataset.jsonEndsEarly': () => l10n.t('This is not JSON: it ends too early, as if it was cut off'),
  'dataset.jsonStopsAt': ({ column, found }: { column: number; found: string }) =>
    l10n.t('This is not JSON: unexpected text in column {0}: {1}', column, JSON.stringify(found)),
  'dataset.keyWithoutObject': ({ key, kind }: { key: string; kind: ValueKind }) =>
    l10n.t('The value of “{0}” must be an object with fields. Found: {1}', key, kindText(kind)),
  'dataset.recordIsList': () => l10n.t('The record is a list, not an object with fields'),
  'dataset.recordIsValue': ({ value }: { value: string }) =>
    l10n.t('The record must be an object with fields. Found: {0}', value),

  // sources
  'dataset.sourceIsStream': () =>
    l10n.t(
      'This is a pipe, a socket or a device, but a dataset is read more than once. Write its content to a file, and choose that',
    ),
  'dataset.folderWithoutData': () =>
    l10n.t(
      'There is no data file in this folder (JSONL, JSON, CSV, TSV, Excel, Parquet or Arrow; plain, .gz or .zst). Choose another folder, or the files themselves',
    ),
  'dataset.nothingMatches': () => l10n.t('No file matches this pattern. Correct it, or choose a folder or files'),
  'dataset.folderUnreadable': ({ reason }: { reason: string }) =>
    l10n.t('The folder cannot be read ({0}). Make it readable, or choose its files', reason),
  'dataset.patternTooWide': ({ most }: { most: number }) =>
    l10n.t(
      'The pattern goes through too many files and folders (more than {0}). Begin it with the folder of the data',
      digits(most),
    ),
  'dataset.readAlready': () => l10n.t('This link leads to a file that is already read. Each file is read once'),
  /** `names`: the first of them. */
  'dataset.linksReadAlready': ({ names, count }: { names: readonly string[]; count: number }) =>
    l10n.t(
      'These links lead to files that are already read: {0}. Each file is read once',
      firstOf(
        names.map((name) => `“${name}”`),
        count > names.length,
      ),
    ),
  'dataset.partsMissing': ({
    names,
    hasMore,
    found,
    total,
  }: {
    names: readonly string[];
    hasMore: boolean;
    found: number;
    total: number;
  }) =>
    l10n.t(
      'Parts of the dataset are missing: {0}. Number of parts: {1}. Found: {2}. Fetch the rest, or continue without it',
      firstOf(names, hasMore),
      digits(total),
      digits(found),
    ),
  'dataset.gone': () => l10n.t('The file is missing. Put it back. Judgments and drafts are kept'),
  'dataset.changed': () =>
    l10n.t('The file changed on disk while it was open, and must be read again. Judgments and drafts are kept'),
};

const separatorText = (separator: string): string => (separator === '\t' ? l10n.t('tab') : separator);
