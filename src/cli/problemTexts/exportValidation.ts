import { formatCount } from '../../core/model/text/formatCount';
import type { Messages } from '../../core/model/problems';
import type { CsvCell, ExportValidationProblems } from '../../core/model/problems/exportValidation';
import { kinds } from './layouts';

export const exportValidationMessages: Messages<ExportValidationProblems> = {
  'validation.noRow': ({ onlyBlank }) =>
    `holds no row: trainers stop at an empty file, TRL with a StopIteration${onlyBlank ? ' (there are blank lines only)' : ''}`,
  'validation.otherFormat': ({ format }) =>
    `its first row has the format ${format}. Check whether this is the right format (--format ${format})`,
  'validation.breaksRule': ({ rule, cell }) => `${rule}${cell === undefined ? '' : ` (${readAs[cell]})`}`,
  'validation.withoutColumn': ({ column, must, instead }) =>
    `is without ${JSON.stringify(column)}: ${must}${instead.length === 0 ? '' : ` (the row has ${instead.map((each) => JSON.stringify(each)).join(', ')} instead)`}`,
  'validation.byteOrderMark': ({ does }) => `begins with a byte order mark: ${does}`,
  'validation.blankLine': ({ does }) => `is blank, or a row spans several lines: ${does}`,
  'validation.keyTwice': ({ key, isLoaded }) =>
    `has the key ${JSON.stringify(key)} twice in one object: ${isLoaded ? `HF datasets stops with "JSON parse error: Column(…) was specified twice", and ` : ''}Python's json reads only the last one. Remove one`,
  'validation.halfSurrogate': () => 'holds half a surrogate pair (a cut emoji): HF datasets refuses the whole file',
  'validation.oppositeRow': ({ at, isRow }) =>
    `is the exact opposite of ${isRow ? 'row' : 'line'} ${at} for the same prompt: trainers use both rows, and they cancel each other out. If annotators disagree, --aggregate combines their preferences`,
  'validation.onlyDates': ({ column }) =>
    `every text in ${JSON.stringify(column)} is a date: HF datasets converts them to timestamps, but trainers need text ("AttributeError: 'datetime.datetime' object has no attribute 'endswith'"). Parquet keeps them as they are`,
  'validation.notUtf8': () => 'is not UTF-8: HF datasets and Python refuse the whole file',

  'validation.unreadableRow': ({ reason }) => `${reason}. Trainers stop here`,
  'validation.rowNotJson': ({ reason }) =>
    `${reason}. HF datasets stops with "JSON parse error" and reads no row of the file. Programs that read line by line stop here`,
  'validation.endsTooEarly': ({ reason }) => `${reason}: no trainer reads a row of such a file ("JSON parse error")`,
  'validation.rowNotObject': ({ kind }) =>
    `is ${kinds[kind]}, but a row must be an object with fields: HF datasets stops with "JSON parse error", or the trainer does not find its columns`,

  'validation.workbook': () => 'is an Excel workbook, which no trainer reads. Write its rows as JSONL',
  'validation.utf16': () =>
    "is UTF-16: HF datasets and Python's json read UTF-8 and stop at the first byte. Save it as UTF-8",
  'validation.packed': ({ packing }) =>
    `is packed with ${packing}: HF datasets unpacks it, and trainers that open the file themselves stop at the first byte. Unpack it for those`,
  'validation.csv': ({ columns }) =>
    `is CSV (${columns.slice(0, 8).join(', ')}${columns.length > 8 ? ', …' : ''}), which only says texts and numbers: HF datasets reads it where it is named .csv and parted by commas, or .tsv and parted by tabs, and readers that open the file themselves stop at this line. Write it as JSONL`,
  'validation.rowsAsColumns': () =>
    'is one JSON object with rows stored as columns: trainers read one row per line, or one array of rows. Write one row per line',
  'validation.rowsByKey': () =>
    'is one JSON object with rows by key: HF datasets reads it as a single row. Write one row per line, or an array of rows',
  'validation.rowsWithin': ({ path, column }) =>
    `is one JSON object with rows at ${JSON.stringify(path)}: HF datasets reads it as a single row with a column ${JSON.stringify(column)}. Write one row per line, or an array of rows`,
  'validation.rowOverLines': () =>
    'a row spans several lines: trainers read one row per line, or one array of rows, and stop at the end of this line. Write each row on one line',
  'validation.otherKindOfFile': ({ kind, kinds, format, trainers, readers }) =>
    `is ${kindNames[kind]}, and ${trainers.join(', ')} ${readers === 1 ? 'reads' : 'read'} ${format} as ${kinds.map((each) => kindNames[each]).join(' or ')}${format === 'verl' ? ' ("ValueError: Unsupported file format")' : ''}`,

  'validation.columnStopsTrainers': ({ column, format, does }) =>
    `${JSON.stringify(column)} is not a column of ${format}: ${does.join('; ')}. Remove it`,
  'validation.columnNotOfFormat': ({ column, format, does }) =>
    `${JSON.stringify(column)} is not a column of ${format}: ${does.join('; ')}. All rows or no row must have it`,
  'validation.fieldTooMany': ({ path, field, isRefused }) =>
    `${path}: ${JSON.stringify(field)} is no field here: ${isRefused ? 'OpenAI documents none by that name, and hosted trainers refuse what they do not know. Remove it' : 'trainers read the fields that they know and pass over it; to HF datasets it is null in every other row'}`,
  'validation.columnInLaterRow': ({ column, stops }) =>
    stops
      ? `${JSON.stringify(column)} is in this row but not in the first ones: HF datasets sets the columns from the first 10 MB and stops at this row with "CastError: … column names don't match"`
      : `${JSON.stringify(column)} is in this row but not in the first one: HF datasets reads null there, and stops with a CastError if it first occurs after 10 MB`,

  'validation.typeInLaterRow': ({ column, kind, wasThere }) =>
    `${JSON.stringify(column)} is ${kind} here and ${wasThere ? 'null or empty' : 'missing'} in the first 10 MB. HF datasets sets the column types from those and stops at this row ("TypeError: Couldn't cast array")`,
  'validation.fractionInLaterRow': ({ column }) =>
    `${JSON.stringify(column)} has a fraction here but none in the first 10 MB. HF datasets sets the column types from those and stops at this row ("ArrowInvalid: Float value … was truncated converting to int64"). Write whole numbers as 1.0`,

  'validation.mediaMissing': ({ source, column, folder }) =>
    `names ${source} in "${column}", but this file does not exist (relative to ${folder}): trainers stop at it`,

  'validation.unknownRole': ({ column, role, meant, does }) =>
    [
      `${column}: a turn is by ${JSON.stringify(role)}, which chat templates ignore or write as a role that models do not know${meant === undefined ? '' : ` (is ${JSON.stringify(meant)} meant?)`}`,
      ...does,
    ].join('; '),
  'validation.answerByOther': ({ column, role, does }) =>
    [`${column}: ends with a turn by ${JSON.stringify(role)} instead of the assistant`, ...does].join('; '),
  'validation.answerOfSeveralTurns': ({ column, turns, does }) =>
    [`${column}: is an answer of ${turns} messages`, ...does].join('; '),
  'validation.partsBeforeLastTurn': ({ does }) =>
    ['chosen and rejected already differ before the last turn', ...does].join('; '),
  'validation.noUserTurn': ({ does }) =>
    ['the prompt has no user turn, which many chat templates require', ...does].join('; '),
  'validation.systemPrompt': () =>
    'reward-bench stops with an AssertionError at a system prompt. Other trainers can read the row',
  'validation.toolCalls': () =>
    'reward-bench identifies user and assistant turns by their position, and confuses them after a tool call. Other trainers can read the row',
  'validation.marginBelowZero': () =>
    'margin: is less than 0: the margin is how much better the chosen answer must be, so here it could be worse',
  'validation.oneLabel': ({ isGood }) =>
    `every response is labeled ${isGood ? 'good' : 'bad'}: KTO learns from the difference between good and bad, and its trainers do not warn about this`,
  'validation.oneLongList': ({ rows, of, line }) =>
    `${rows.toLocaleString('en-US')} of ${formatCount(of, 'row')} have the prompt of line ${line}, so one long list dominates the training. Export fewer pairs (--pairs neighbours or best-worst)`,
};

const readAs: Readonly<Record<CsvCell, string>> = {
  null: 'HF datasets reads empty CSV cells, NA, None, null and similar as null',
  number: 'HF datasets takes a column of CSV for numbers where every cell of it is one',
  boolean: 'HF datasets takes a column of CSV for truth values where every cell of it is one',
};

const kindNames = {
  jsonl: 'JSON with one row per line',
  json: 'a JSON array',
  parquet: 'Parquet',
  arrow: 'Arrow',
  csv: 'CSV',
} as const;
