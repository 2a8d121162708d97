import * as l10n from '@vscode/l10n';
import { fileKindNames, optionName } from './options';
import { digits, withError, withOptions } from '../program';
import type { FileKind } from '../../study/recipe';

/** What programs do with such a row or file: texts of the rules of formats, in English. */
interface Does {
  readonly does: readonly string[];
}

/** How HF datasets reads a cell of CSV that is other than it looks. */
export type CsvCell = 'null' | 'number' | 'boolean';

/** What rules say of programs (`does`, `rule`, `must`) is in English, as their own messages are. */
export const exportValidationProblems = {
  // validate.ts
  /** `onlyBlank`: the file is not empty, and has blank lines only. */
  'validation.noRow': ({ onlyBlank }: { onlyBlank: boolean }) =>
    onlyBlank
      ? withError(l10n.t('contains only blank lines, and trainers stop at an empty file'), 'StopIteration')
      : withError(l10n.t('is empty, and trainers stop at an empty file'), 'StopIteration'),
  'validation.otherFormat': ({ format }: { format: string }) =>
    withOptions(
      l10n.t('the first row has the format {0}. Check whether the format is correct.', format),
      `--format ${format}`,
    ),
  /** `rule`: what the format's rules say of it. */
  'validation.breaksRule': ({ rule, cell }: { rule: string; cell?: CsvCell }) => {
    if (cell === undefined) return rule;
    if (cell === 'null')
      return l10n.t('{0} (HF datasets reads empty CSV cells, NA, None, null and similar as null)', rule);
    return cell === 'number'
      ? l10n.t('{0} (HF datasets reads a CSV column as numbers if every cell is a number)', rule)
      : l10n.t('{0} (HF datasets reads a CSV column as true and false if every cell is one of the two)', rule);
  },
  /** `must`: what the column must be; `instead`: columns that the row has and the format does not. */
  'validation.withoutColumn': ({
    column,
    must,
    instead,
  }: {
    column: string;
    must: string;
    instead: readonly string[];
  }) =>
    instead.length === 0
      ? l10n.t('the column “{0}” is missing: {1}', column, must)
      : l10n.t('the column “{0}” is missing: {1}. Other columns of the row: {2}', column, must, instead.join(', ')),
  'validation.byteOrderMark': ({ does }: { does: string }) => l10n.t('starts with a byte order mark: {0}', does),
  'validation.blankLine': ({ does }: { does: string }) => l10n.t('is blank, or a row spans several lines: {0}', does),
  /** `isLoaded`: HF datasets reads the files of the format. */
  'validation.keyTwice': ({ key, isLoaded }: { key: string; isLoaded: boolean }) =>
    isLoaded
      ? withError(
          l10n.t(
            'an object has the key “{0}” twice: HF datasets stops with an error, and Python reads only the last one. Remove one.',
            key,
          ),
          'JSON parse error: Column(…) was specified twice',
        )
      : l10n.t('an object has the key “{0}” twice: Python reads only the last one. Remove one.', key),
  'validation.halfSurrogate': () =>
    l10n.t('contains half of a surrogate pair (a cut emoji): HF datasets rejects the whole file'),
  /** `at`: the line, or row of a table, of the row that says the opposite. */
  'validation.oppositeRow': ({ at, isRow }: { at: number; isRow: boolean }) =>
    isRow
      ? withOptions(
          l10n.t(
            'is the exact opposite of row {0} for the same prompt: trainers use both, and they cancel each other out. If annotators disagree, choose an aggregation method.',
            at,
          ),
          '--aggregate',
        )
      : withOptions(
          l10n.t(
            'is the exact opposite of line {0} for the same prompt: trainers use both, and they cancel each other out. If annotators disagree, choose an aggregation method.',
            at,
          ),
          '--aggregate',
        ),
  'validation.onlyDates': ({ column }: { column: string }) =>
    withError(
      l10n.t(
        'all texts in the column “{0}” are dates: HF datasets reads them as timestamps, but trainers need text. Parquet keeps texts as they are.',
        column,
      ),
      "AttributeError: 'datetime.datetime' object has no attribute 'endswith'",
    ),
  'validation.notUtf8': () => l10n.t('is not UTF-8: HF datasets and Python reject the whole file'),

  // validation/readRow.ts, validation/fileCheck.ts: `reason` is what the reader of the file says
  'validation.unreadableRow': ({ reason }: { reason: string }) => l10n.t('{0}. Trainers stop here.', reason),
  'validation.rowNotJson': ({ reason }: { reason: string }) =>
    withError(
      l10n.t(
        '{0}. HF datasets stops with an error and reads no row of the file. Programs that read line by line stop here.',
        reason,
      ),
      'JSON parse error',
    ),
  'validation.endsTooEarly': ({ reason }: { reason: string }) =>
    withError(l10n.t('{0}. No trainer can read a row of this file.', reason), 'JSON parse error'),
  /** `what`: "a list", "a number". */
  'validation.rowNotObject': () =>
    withError(
      l10n.t('is not an object with fields: HF datasets stops with an error, or the trainer does not find its columns'),
      'JSON parse error',
    ),

  // validation/fileCheck.ts
  'validation.workbook': () => l10n.t('is an Excel workbook, which no trainer reads. Save its rows as JSONL.'),
  'validation.utf16': () => l10n.t('is UTF-16: HF datasets and Python read UTF-8. Save it as UTF-8.'),
  'validation.packed': ({ packing }: { packing: string }) =>
    l10n.t(
      'is compressed with {0}: HF datasets reads it, but trainers that open the file themselves do not. Decompress it for those.',
      packing,
    ),
  'validation.csv': ({ columns }: { columns: readonly string[] }) =>
    l10n.t(
      'is CSV ({0}): HF datasets reads it only if its name ends in .csv and commas separate the columns, or .tsv and tabs, and trainers that open the file themselves stop at this line. Save it as JSONL.',
      [...columns.slice(0, 8), ...(columns.length > 8 ? ['…'] : [])].join(', '),
    ),
  'validation.rowsAsColumns': () =>
    l10n.t('is one JSON object with rows stored as columns, which trainers do not read. Write one row per line.'),
  'validation.rowsByKey': () =>
    l10n.t(
      'is one JSON object with rows by key, which HF datasets reads as a single row. Write one row per line, or an array of rows.',
    ),
  /** `path`: of the rows, as a dotted path; `column`: the first part of it. */
  'validation.rowsWithin': ({ path, column }: { path: string; column: string }) =>
    l10n.t(
      'is one JSON object with rows at “{0}”, which HF datasets reads as a single row with a column “{1}”. Write one row per line, or an array of rows.',
      path,
      column,
    ),
  'validation.rowOverLines': () =>
    l10n.t('a row spans several lines, and trainers stop at the end of this line. Write each row on one line.'),
  /** `trainers`: the first few. */
  'validation.otherKindOfFile': ({
    kind,
    kinds,
    format,
    trainers,
  }: {
    kind: FileKind | 'arrow' | 'csv';
    kinds: readonly FileKind[];
    format: string;
    trainers: readonly string[];
  }) =>
    l10n.t(
      'is {0}, but the format {1} is read as {2} ({3})',
      fileKindNames[kind],
      format,
      kinds.map((each) => fileKindNames[each]).join(', '),
      trainers.join(', '),
    ),

  // validation/extraColumns.ts
  'validation.columnStopsTrainers': ({ column, format, does }: { column: string; format: string } & Does) =>
    l10n.t('“{0}” is not a column of {1}: {2}. Remove it.', column, format, does.join('; ')),
  'validation.columnNotOfFormat': ({ column, format, does }: { column: string; format: string } & Does) =>
    l10n.t('“{0}” is not a column of {1}: {2}. All rows or no row must have it.', column, format, does.join('; ')),
  /** `isRefused`: hosted trainers refuse it. */
  'validation.fieldTooMany': ({ path, field, isRefused }: { path: string; field: string; isRefused: boolean }) =>
    isRefused
      ? l10n.t(
          '{0}: the field “{1}” is not documented, and hosted trainers reject unknown fields. Remove it.',
          path,
          field,
        )
      : l10n.t(
          '{0}: the field “{1}” is unknown. Trainers ignore it, and HF datasets reads it as null in all other rows.',
          path,
          field,
        ),
  /** `stops`: it comes after what HF datasets reads to settle the columns. */
  'validation.columnInLaterRow': ({ column, stops }: { column: string; stops: boolean }) =>
    stops
      ? withError(
          l10n.t(
            '“{0}” is in this row but not in the first rows: HF datasets determines the columns from the first 10 MB, and stops at this row',
            column,
          ),
          "CastError: … column names don't match",
        )
      : withError(
          l10n.t(
            '“{0}” is in this row but not in the first row: HF datasets reads null there, and stops if the column first occurs after 10 MB',
            column,
          ),
          "CastError: … column names don't match",
        ),

  // validation/columnTypes.ts
  /** `wasThere`: null or empty in earlier rows, or else missing. */
  'validation.typeInLaterRow': ({ column, wasThere }: { column: string; wasThere: boolean }) =>
    wasThere
      ? withError(
          l10n.t(
            '“{0}” has a value here, but is null or empty in the first 10 MB. HF datasets determines the column types from those, and stops at this row.',
            column,
          ),
          "TypeError: Couldn't cast array",
        )
      : withError(
          l10n.t(
            '“{0}” has a value here, but is missing in the first 10 MB. HF datasets determines the column types from those, and stops at this row.',
            column,
          ),
          "TypeError: Couldn't cast array",
        ),
  'validation.fractionInLaterRow': ({ column }: { column: string }) =>
    withError(
      l10n.t(
        '“{0}” is not a whole number here, but is in the first 10 MB. HF datasets determines the column types from those, and stops at this row. Write whole numbers as 1.0.',
        column,
      ),
      'ArrowInvalid: Float value … was truncated converting to int64',
    ),

  // validation/missingMedia.ts
  'validation.mediaMissing': ({ source, column, folder }: { source: string; column: string; folder: string }) =>
    l10n.t('the file {0} in “{1}” does not exist (relative to {2}), and trainers stop there', source, column, folder),

  // validation/rowWarnings.ts
  'validation.unknownRole': ({ column, role, meant, does }: { column: string; role: string; meant?: string } & Does) =>
    withReaders(
      meant === undefined
        ? l10n.t(
            '{0}: a turn has the role “{1}”. Chat templates ignore it, or write a role that models do not know.',
            column,
            role,
          )
        : l10n.t(
            '{0}: a turn has the role “{1}” (maybe “{2}” is meant). Chat templates ignore it, or write a role that models do not know.',
            column,
            role,
            meant,
          ),
      does,
    ),
  'validation.answerByOther': ({ column, role, does }: { column: string; role: string } & Does) =>
    withReaders(l10n.t('{0}: the last turn has the role “{1}” instead of “{2}”.', column, role, 'assistant'), does),
  'validation.answerOfSeveralTurns': ({ column, does }: { column: string; turns: number } & Does) =>
    withReaders(l10n.t('{0}: the answer has more than one message.', column), does),
  'validation.partsBeforeLastTurn': ({ does }: Does) =>
    withReaders(l10n.t('“chosen” and “rejected” differ before the last turn.'), does),
  'validation.noUserTurn': ({ does }: Does) =>
    withReaders(l10n.t('The prompt has no user turn, which many chat templates require.'), does),
  'validation.systemPrompt': () => l10n.t('reward-bench stops at a system prompt. Other trainers can read the row.'),
  'validation.toolCalls': () =>
    l10n.t(
      'reward-bench finds the user and assistant turns by their position, and confuses them after a tool call. Other trainers can read the row.',
    ),
  'validation.marginBelowZero': () =>
    l10n.t(
      'The margin is below 0. It says how much better the chosen answer must be, so the chosen answer could be worse.',
    ),
  'validation.oneLabel': ({ isGood }: { isGood: boolean }) =>
    isGood
      ? l10n.t(
          'Every response is labeled good. KTO learns from the difference between good and bad, and its trainers do not warn about this.',
        )
      : l10n.t(
          'Every response is labeled bad. KTO learns from the difference between good and bad, and its trainers do not warn about this.',
        ),
  /** `rows`: those with the prompt of the line. */
  'validation.oneLongList': ({ rows, of, line }: { rows: number; of: number; line: number }) =>
    of === rows
      ? l10n.t(
          'All rows have the prompt of line {0}, so one long list dominates the training. Export fewer pairs (“{1}”).',
          line,
          optionName('pairs'),
        )
      : l10n.t(
          'Most rows ({0} of {1}) have the prompt of line {2}, so one long list dominates the training. Export fewer pairs (“{3}”).',
          digits(rows),
          digits(of),
          line,
          optionName('pairs'),
        ),
};

/** A text, and behind it what single programs do. */
const withReaders = (text: string, does: readonly string[]): string =>
  does.length === 0 ? text : l10n.t('{0} In detail: {1}', text, does.join('; '));
