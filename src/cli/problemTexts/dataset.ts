import { wordsOfReason } from '../../core/model/problems/wording';
import type { RefusedKind, Separator } from '../../core/model/problems/dataset';
import type { Wording } from '../../core/model/problems/problem';
import { formatCount } from '../../core/model/text/formatCount';
import { kinds } from './layouts';

const unpackIt = (command: string): string => `Unpack it first, as in "${command}", and open what comes out`;
const intoTable = 'Put its rows into a table, and save that as CSV or .xlsx';

/** What it is, and what to do. */
const refusedKinds: Readonly<Record<RefusedKind, readonly [string, string]>> = {
  oldExcel: ['an old Excel workbook (.xls), or one with a password', 'Save it as .xlsx without a password, or as CSV'],
  bzip2: ['packed with bzip2', unpackIt('bzip2 -dk FILE')],
  xz: ['packed with xz', unpackIt('xz -dk FILE')],
  lz4: ['packed with lz4', unpackIt('lz4 -dk FILE')],
  sevenZip: ['a 7z archive', unpackIt('7z x FILE')],
  encryptedParquet: ['an encrypted Parquet file', 'Write it again without encryption'],
  featherV1: ['a Feather file of version 1', 'Write it again as Feather version 2 (Arrow IPC) or Parquet'],
  sqlite: ['an SQLite database', 'Export the table as CSV or JSON'],
  hdf5: ['an HDF5 file', 'Write it again as Parquet or JSONL'],
  tar: ['a tar archive', unpackIt('tar -xf FILE')],
  rar: ['a RAR archive', unpackIt('unrar x FILE')],
  pickle: [
    'a Python pickle',
    'Write its rows as JSONL or Parquet where it was made: a pickle runs code when it is opened',
  ],
  numpy: ['a NumPy array', 'Write its rows as JSONL or CSV'],
  pdf: ['a PDF', intoTable],
  image: ['an image', 'Name the file whose records tell of it'],
  gitLfsPointer: [
    'only the pointer of a file that Git LFS keeps',
    'Fetch the file itself, as in "git lfs pull", and open it again',
  ],
  gitAnnexPointer: [
    'only the pointer of a file that git-annex keeps',
    'Fetch the file itself, as in "git annex get FILE", and open it again',
  ],
  markup: ['a page of HTML or XML', 'Save its rows as JSONL, CSV or .xlsx'],
  word: ['a Word document', intoTable],
  presentation: ['a presentation', intoTable],
  openDocument: ['an OpenDocument file', 'Save the table as .xlsx or CSV'],
  binaryExcel: ['a binary Excel workbook (.xlsb)', 'Save it as .xlsx or CSV'],
};

/** For texts that say what can be read. */
export const readableKinds =
  'one JSON object a line (JSONL), a JSON array of objects, a JSON object of records by their ids or of columns, CSV with a header, Excel workbooks, Parquet and Arrow, the texts plain, gzip, zstd or alone in a zip archive';

const separators: Readonly<Record<Separator, string>> = {
  ',': 'a comma',
  '\t': 'a tab',
  ';': 'a semicolon',
  '|': 'a bar',
};

const quoted = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(', ');
const rowsText = (first: number, last: number): string =>
  first === last ? `row ${first}` : `rows ${first} to ${last}`;
const cutOffInRecords = 'is missing. The complete items before it were read; fetch or write the file again';
export const datasetMessages: Partial<Wording> = {
  'dataset.refusedKind': ({ kind }) => {
    const [what, todo] = refusedKinds[kind];
    return `is ${what}. ${todo}`;
  },
  'dataset.noSuchFile': () => 'there is no such file',
  'dataset.isFolder': () => 'is a folder; name the files in it',
  'dataset.noPermission': () => 'permission denied; make the file readable',
  'dataset.cannotOpen': ({ reason }) => reason,

  'dataset.zipWithoutFile': () => 'is a zip archive without a file in it. Name another',
  'dataset.zipOfSeveral': ({ count, areData, names, command }) =>
    `is a zip archive of ${count} ${areData ? 'data files' : 'files'} (${names.join(', ')}${count > names.length ? ', …' : ''}). Unpack it (${command}), and name the file or the folder that is meant`,
  'dataset.zipLacksEntry': ({ entry }) => `does not hold ${entry} any more`,
  'dataset.zipWithPassword': () => 'is a zip archive with a password. Unpack it and open what comes out',
  'dataset.zipDamaged': ({ reason }) =>
    `the zip archive is damaged or cut off (${reason}). Fetch the file again; "unzip -t" tells whether it is whole`,

  'dataset.packedTable': ({ table }) =>
    `holds a packed ${table} file, which is compressed in itself and read by its own index. Unpack it ("gzip -d", "zstd -d" or "unzip") and open that`,
  'dataset.packedTwice': () => 'is packed twice. Unpack it once and open that',
  'dataset.packedCutOff': ({ packing }) =>
    `the ${packing} data end early: the file is cut off. The complete records before were read; fetch the file again ("${packing} -t" tells whether it is whole)`,
  'dataset.packedDamaged': ({ packing, reason }) =>
    `the ${packing} data are damaged (${reason}). Fetch the file again; "${packing} -t" tells whether it is whole`,

  'dataset.objectTooLarge': ({ megabytes }) =>
    `a JSON object of more than ${megabytes} MB whose records lie all over the file. Write it one record a line, as with pandas' df.to_json("data.jsonl", orient="records", lines=True)`,
  'dataset.noArrayAt': ({ path }) =>
    `has no array at ${JSON.stringify(path)}, where the records should be. Name the right one with --map records=PATH`,
  'dataset.noObjectAt': ({ path }) =>
    `has no object at ${JSON.stringify(path)}, where the records should be. Name the right place with --map records=PATH`,
  'dataset.noRecordsAt': ({ path }) =>
    `has no records at ${JSON.stringify(path)}. Name the place of the records with --map records=PATH`,
  'dataset.otherArray': ({ path, other }) =>
    `${JSON.stringify(other)} holds records too; only those of ${JSON.stringify(path)} were read. Name the others with --map records=${other}`,
  'dataset.innerRecords': ({ path }) =>
    `records inside others, or in several places of the file, were read at ${JSON.stringify(path)}: each has the fields of what is around it too. Name the right place with --map records=PATH if that is wrong`,
  'dataset.jsonDamaged': () =>
    'is not JSON: the file is cut off or damaged, and none of its records can be found. Write it again',
  'dataset.arrayCutOff': () => `the JSON array is cut off: its closing "]" ${cutOffInRecords}`,
  'dataset.objectCutOff': () => `the JSON object is cut off: its closing "}" ${cutOffInRecords}`,
  'dataset.objectCutOffBehindArray': () =>
    'the JSON object is cut off: its closing "}" is missing. All items of its array were read',
  'dataset.lastObjectCutOff': () => 'the last JSON object is cut off: its closing "}" is missing',
  'dataset.textBehindArray': () => 'text follows the end of the JSON array; it was not read',
  'dataset.textBehindObject': () => 'text follows the end of the JSON object; it was not read',

  'dataset.noColumnsAt': ({ path }) =>
    `has no object of columns${path === '' ? '' : ` at ${JSON.stringify(path)}`}. Name the place of the records with --map records=PATH`,
  'dataset.columnLengthsDiffer': ({ first, firstCount, other, otherCount }) =>
    `columns of one table have the same length, and ${JSON.stringify(first)} has ${formatCount(firstCount, 'value')}, ${JSON.stringify(other)} ${otherCount}. Complete them, or write one record a line`,
  'dataset.columnRowsDiffer': ({ first, other }) =>
    `columns of one table have the same rows, and ${JSON.stringify(first)} and ${JSON.stringify(other)} name different ones. Write one record a line`,
  'dataset.rowOfOtherLength': ({ cells, columns }) =>
    `has ${formatCount(cells, 'cell')} where "columns" has ${formatCount(columns, 'name')}. Complete it, or write one record a line`,
  'dataset.columnsCutOff': () =>
    'the JSON object is cut off or damaged, and the rows of its columns with it. Write it again, best one record a line',
  'dataset.notColumn': ({ name }) =>
    `an object of columns, in which ${JSON.stringify(name)} is none. Take it out, or write one record a line`,
  'dataset.besideColumns': ({ columns, others }) =>
    `the records were made of the lists ${quoted(columns)}, which have as many entries; ${quoted(others)} beside them ${others.length === 1 ? 'belongs' : 'belong'} to no record and ${others.length === 1 ? 'was' : 'were'} left out`,

  'dataset.workbookTooLarge': ({ megabytes }) =>
    `an Excel workbook of more than ${megabytes} MB once it is unpacked. Save the sheet as CSV`,
  'dataset.workbookDamaged': ({ reason }) =>
    `the Excel workbook cannot be read (${reason}). Open and save it again, or save the sheet as CSV`,
  'dataset.workbookWithoutRows': () => 'an Excel workbook without a sheet that has a header and rows below it',
  'dataset.noSuchSheet': ({ sheet, sheets }) =>
    `has no sheet ${JSON.stringify(sheet)} with rows; those with rows are ${quoted(sheets)}`,
  'dataset.otherSheets': ({ sheet, others }) =>
    `only the sheet ${JSON.stringify(sheet)} was read; ${others.map(({ name, rows }) => `${JSON.stringify(name)} (${formatCount(rows, 'row')})`).join(', ')} ${others.length === 1 ? 'was' : 'were'} not. Name another with --map records=SHEET`,

  'dataset.readAsWestern': () =>
    'is not UTF-8 and was read as Windows-1252, as Excel writes "CSV (Comma delimited)". Where letters are wrong, save it as "CSV UTF-8"',
  'dataset.headerTooLong': ({ columns, cells, without }) =>
    `the header names ${formatCount(columns, 'column')}, and every row has ${formatCount(cells, 'cell')}: ${quoted(without)} ${without.length === 1 ? 'was' : 'were'} taken to have none. Where another column has none, what comes after it is under wrong names: correct the header`,
  'dataset.quoteNotClosed': () =>
    'opens a cell with a quote that is never closed, so the rest of the file would be one cell. Close it, or double a quote that is text ("")',
  'dataset.cellsAndColumns': ({ cells, columns, separator }) =>
    `has ${formatCount(cells, 'cell')} where the header has ${columns}. ${cells < columns ? `Put ${separators[separator]} for each cell that is empty, or quote a cell that holds a line break` : `Quote a cell that holds ${separators[separator]}`}`,
  'dataset.headerAgain': () => 'repeats the names of the columns, as where tables were put behind each other',

  'dataset.closed': () => 'closed',
  'dataset.tableTooLarge': ({ megabytes, isWorkbook }) =>
    `takes more than ${megabytes} MB of memory to read. It is damaged (fetch it again), or its parts are too large: ${isWorkbook ? 'save it as CSV' : 'write it in row groups or record batches of some thousand rows, or as JSONL'}`,

  'dataset.partMissing': () => 'a part of it is missing, or is something else than it should be',
  'dataset.parquetFooter': ({ reason }) =>
    `begins as a Parquet file, but its footer cannot be read (${wordsOfReason(reason)}): it is cut off, damaged or still being written. Fetch or write it again`,
  'dataset.parquetRows': ({ first, last, reason }) =>
    `${rowsText(first, last)} cannot be read (${wordsOfReason(reason)}). The file is damaged, or written in a way that Tiebreak does not read; fetch it again, or write it again with another writer`,
  'dataset.arrowSchema': ({ reason }) =>
    `begins as an Arrow file, but its schema cannot be read (${reason}): it is cut off or damaged. Fetch or write it again`,
  'dataset.arrowRows': ({ first, last, reason }) =>
    `${rowsText(first, last)} cannot be read (${wordsOfReason(reason)}). Fetch the file again, or write it again as Parquet`,
  'dataset.arrowCutOffInBatch': ({ batch, rows }) =>
    `is cut off in record batch ${batch}. ${rows === 1 ? 'The row before was' : `The ${rows} rows before were`} read; fetch or write the file again`,
  'dataset.arrowCutOffBehindBatch': ({ batch }) =>
    `is cut off behind record batch ${batch}. The rows before were read; fetch or write the file again`,
  'dataset.arrowBatchTooLarge': ({ gigabytes }) =>
    `holds a record batch of ${gigabytes.toFixed(1)} GB, which must be read whole. Write it in smaller batches (as pyarrow's max_chunksize=1000 does), or as Parquet`,

  'dataset.notUtf8': () =>
    'is not UTF-8 text. Convert the file, as in "iconv -f latin1 -t utf-8 FILE" where it is Latin-1',
  'dataset.recordTooLong': ({ megabytes }) =>
    `one record of more than ${megabytes} MB. Split it or take it out; in CSV, look for a quote that is never closed. Tiebreak reads ${readableKinds}`,
  'dataset.notJson': ({ reason, line, spansLines }) =>
    `is not JSON: ${reason}${line === undefined ? '' : ` on line ${line}`}. Correct or remove ${spansLines ? 'it' : 'the line'}`,
  'dataset.jsonEndsEarly': () => 'is not JSON: it ends in the middle, as if it was cut off',
  'dataset.jsonStopsAt': ({ column, found }) =>
    `is not JSON: column ${column} has ${JSON.stringify(found)}, which cannot be there`,
  'dataset.keyWithoutObject': ({ key, kind }) =>
    `has ${kinds[kind]} at the key ${JSON.stringify(key)}, and not an object with fields`,
  'dataset.recordIsList': () => 'is a list, not an object with fields',
  'dataset.recordIsValue': ({ value }) => `is ${value}, not an object with fields`,

  'dataset.sourceIsStream': () =>
    'this is a pipe, a socket or a device, and a dataset is read more than once. Write what comes out of it to a file, and name that',
  'dataset.folderWithoutData': () =>
    'the folder holds no data file (JSONL, JSON, CSV, TSV, Excel, Parquet or Arrow; plain, .gz or .zst). Name another, or the files themselves',
  'dataset.nothingMatches': () => 'no file matches this pattern. Correct it, or name a folder or files',
  'dataset.folderUnreadable': ({ reason }) =>
    `the folder cannot be read (${reason}). Make it readable, or name its files`,
  'dataset.patternTooWide': ({ most }) =>
    `is a pattern that leads through more than ${most.toLocaleString('en-US')} files and folders. Begin it with the folder that holds the data`,
  'dataset.readAlready': () => 'leads to a file that is read already: each is read once',
  'dataset.linksReadAlready': ({ names, count }) =>
    `${quoted(names)}${count > names.length ? ` and ${count - names.length} more` : ''} ${count === 1 ? 'leads' : 'lead'} to what is read already: each file is read once`,
  'dataset.partsMissing': ({ names, hasMore, found, total }) =>
    `${names.join(', ')} ${hasMore ? 'and more are' : names.length === 1 ? 'is' : 'are'} not there: ${found} of ${total} parts ${found === 1 ? 'was' : 'were'} found. Fetch the rest, or go on without`,
  'dataset.gone': () => 'is not there any more. Put it back; judgements and drafts are kept',
  'dataset.changed': () => 'changed on disk while it was open. It has to be read again; judgements and drafts are kept',
};
