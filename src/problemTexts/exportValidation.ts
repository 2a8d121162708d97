import * as l10n from '@vscode/l10n';
import type { Messages } from '../core/model/problems';
import type { ExportValidationProblems } from '../core/model/problems/exportValidation';
import { fileKindNames, optionName } from './exportOptions';
import { digits, withOptions } from './program';

/** What rules say of programs (`does`, `rule`, `must`) is in English, as their own messages are. */
export const exportValidationMessages: Messages<ExportValidationProblems> = {
  'validation.noRow': ({ onlyBlank }) =>
    onlyBlank
      ? l10n.t('contains only blank lines, and trainers stop at an empty file')
      : l10n.t('is empty, and trainers stop at an empty file'),
  'validation.otherFormat': ({ format }) =>
    withOptions(
      l10n.t('the first row has the format {0}. Check whether the format is correct.', format),
      `--format ${format}`,
    ),
  'validation.breaksRule': ({ rule, cell }) => {
    if (cell === undefined) return rule;
    if (cell === 'null')
      return l10n.t('{0} (HF datasets reads empty CSV cells, NA, None, null and similar as null)', rule);
    return cell === 'number'
      ? l10n.t('{0} (HF datasets reads a CSV column as numbers if every cell is a number)', rule)
      : l10n.t('{0} (HF datasets reads a CSV column as true and false if every cell is one of the two)', rule);
  },
  'validation.withoutColumn': ({ column, must, instead }) =>
    instead.length === 0
      ? l10n.t('the column “{0}” is missing: {1}', column, must)
      : l10n.t('the column “{0}” is missing: {1}. Other columns of the row: {2}', column, must, instead.join(', ')),
  'validation.byteOrderMark': ({ does }) => l10n.t('starts with a byte order mark: {0}', does),
  'validation.blankLine': ({ does }) => l10n.t('is blank, or a row spans several lines: {0}', does),
  'validation.keyTwice': ({ key, isLoaded }) =>
    isLoaded
      ? l10n.t(
          'an object has the key “{0}” twice: HF datasets stops with an error, and Python reads only the last one. Remove one.',
          key,
        )
      : l10n.t('an object has the key “{0}” twice: Python reads only the last one. Remove one.', key),
  'validation.halfSurrogate': () =>
    l10n.t('contains half of a surrogate pair (a cut emoji): HF datasets rejects the whole file'),
  'validation.oppositeRow': ({ at, isRow }) =>
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
  'validation.onlyDates': ({ column }) =>
    l10n.t(
      'all texts in the column “{0}” are dates: HF datasets reads them as timestamps, but trainers need text. Parquet keeps texts as they are.',
      column,
    ),
  'validation.notUtf8': () => l10n.t('is not UTF-8: HF datasets and Python reject the whole file'),

  'validation.unreadableRow': ({ reason }) => l10n.t('{0}. Trainers stop here.', reason),
  'validation.rowNotJson': ({ reason }) =>
    l10n.t(
      '{0}. HF datasets stops with an error and reads no row of the file. Programs that read line by line stop here.',
      reason,
    ),
  'validation.endsTooEarly': ({ reason }) => l10n.t('{0}. No trainer can read a row of this file.', reason),
  'validation.rowNotObject': () =>
    l10n.t('is not an object with fields: HF datasets stops with an error, or the trainer does not find its columns'),

  'validation.workbook': () => l10n.t('is an Excel workbook, which no trainer reads. Save its rows as JSONL.'),
  'validation.utf16': () => l10n.t('is UTF-16: HF datasets and Python read UTF-8. Save it as UTF-8.'),
  'validation.packed': ({ packing }) =>
    l10n.t(
      'is compressed with {0}: HF datasets reads it, but trainers that open the file themselves do not. Decompress it for those.',
      packing,
    ),
  'validation.csv': ({ columns }) =>
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
  'validation.rowsWithin': ({ path, column }) =>
    l10n.t(
      'is one JSON object with rows at “{0}”, which HF datasets reads as a single row with a column “{1}”. Write one row per line, or an array of rows.',
      path,
      column,
    ),
  'validation.rowOverLines': () =>
    l10n.t('a row spans several lines, and trainers stop at the end of this line. Write each row on one line.'),
  'validation.otherKindOfFile': ({ kind, kinds, format, trainers }) =>
    l10n.t(
      'is {0}, but the format {1} is read as {2} ({3})',
      fileKindNames[kind],
      format,
      kinds.map((each) => fileKindNames[each]).join(', '),
      trainers.join(', '),
    ),

  'validation.columnStopsTrainers': ({ column, format, does }) =>
    l10n.t('“{0}” is not a column of {1}: {2}. Remove it.', column, format, does.join('; ')),
  'validation.columnNotOfFormat': ({ column, format, does }) =>
    l10n.t('“{0}” is not a column of {1}: {2}. All rows or no row must have it.', column, format, does.join('; ')),
  'validation.fieldTooMany': ({ path, field, isRefused }) =>
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
  'validation.columnInLaterRow': ({ column, stops }) =>
    stops
      ? l10n.t(
          '“{0}” is in this row but not in the first rows: HF datasets determines the columns from the first 10 MB, and stops at this row',
          column,
        )
      : l10n.t(
          '“{0}” is in this row but not in the first row: HF datasets reads null there, and stops if the column first occurs after 10 MB',
          column,
        ),

  'validation.typeInLaterRow': ({ column, wasThere }) =>
    wasThere
      ? l10n.t(
          '“{0}” has a value here, but is null or empty in the first 10 MB. HF datasets determines the column types from those, and stops at this row.',
          column,
        )
      : l10n.t(
          '“{0}” has a value here, but is missing in the first 10 MB. HF datasets determines the column types from those, and stops at this row.',
          column,
        ),
  'validation.fractionInLaterRow': ({ column }) =>
    l10n.t(
      '“{0}” is not a whole number here, but is in the first 10 MB. HF datasets determines the column types from those, and stops at this row. Write whole numbers as 1.0.',
      column,
    ),

  'validation.mediaMissing': ({ source, column, folder }) =>
    l10n.t('the file {0} in “{1}” does not exist (relative to {2}), and trainers stop there', source, column, folder),

  'validation.unknownRole': ({ column, role, meant, does }) =>
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
  'validation.answerByOther': ({ column, role, does }) =>
    withReaders(l10n.t('{0}: the last turn has the role “{1}” instead of “{2}”.', column, role, 'assistant'), does),
  'validation.answerOfSeveralTurns': ({ column, does }) =>
    withReaders(l10n.t('{0}: the answer has more than one message.', column), does),
  'validation.partsBeforeLastTurn': ({ does }) =>
    withReaders(l10n.t('“chosen” and “rejected” differ before the last turn.'), does),
  'validation.noUserTurn': ({ does }) =>
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
  'validation.oneLabel': ({ isGood }) =>
    isGood
      ? l10n.t(
          'Every response is labeled good. KTO learns from the difference between good and bad, and its trainers do not warn about this.',
        )
      : l10n.t(
          'Every response is labeled bad. KTO learns from the difference between good and bad, and its trainers do not warn about this.',
        ),
  'validation.oneLongList': ({ rows, of, line }) =>
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
