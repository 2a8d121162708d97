import * as l10n from '@vscode/l10n';
import { nearestNames } from '../text/nearestNames';
import { listed, quoted } from './quoted';
import { chooseFields, digits, inProgram, withOptions } from './program';

/** So many names are listed whole where none comes near. */
const mostListed = 20;

/** A field that a mapping names and that there is not, with those that there are and those that most datasets have. */
export interface UnknownField {
  readonly field: string;
  /** Absent where no layout has it. */
  readonly layout?: string;
  readonly fields: readonly string[];
  readonly usual: readonly string[];
}

/** What can be wrong where fields are recognized and mapped: no layout fits, a reading or a mapping is uncertain. */
export const recognitionProblems = {
  // fields/mappingChecks
  'recognition.noSuchField': ({ field, layout, fields, usual }: UnknownField) => {
    const near = nearestNames(field, fields);
    if (near.length > 0)
      return layout === undefined
        ? l10n.t('No layout has a field “{0}”. Similar names: {1}', field, near.join(', '))
        : l10n.t('The layout {0} has no field “{1}”. Similar names: {2}', layout, field, near.join(', '));
    const correct = chooseFields(`--map (${(fields.length > mostListed ? usual : fields).join(', ')})`);
    return layout === undefined
      ? l10n.t('No layout has a field “{0}”. Correct the fields with {1}.', field, correct)
      : l10n.t('The layout {0} has no field “{1}”. Correct the fields with {2}.', layout, field, correct);
  },
  'recognition.promptIsResponse': ({
    prompt,
    promptPath,
    response,
    responsePath,
  }: {
    prompt: string;
    promptPath: string;
    response: string;
    responsePath: string;
  }) =>
    withOptions(
      l10n.t('“{0}” cannot be both the prompt and a response. Choose another field for one of them.', promptPath),
      `--map ${prompt}=${promptPath}`,
      `--map ${response}=${responsePath}`,
    ),
  /** What the mapping's setting `judges` says, and only one value is known. */
  'recognition.judgesArePeople': ({ value }: { value: string }) =>
    withOptions(
      l10n.t(
        'The mapping’s “judges” is “{0}”. The only value is “people”: people gave all labels, whatever the names of their fields are.',
        value,
      ),
      '--map judges=people',
    ),
  /** `fields` are those of the first record of `file`. */
  'recognition.pathLeadsNowhere': ({
    name,
    mapped,
    path,
    file,
    fields,
  }: {
    name: string;
    mapped: string;
    path: string;
    file: string;
    fields: readonly string[];
  }) =>
    withOptions(
      l10n.t(
        'No record has “{0}”, which is set as the field “{1}”. The first record of {2} has the fields {3}.',
        path,
        name,
        file,
        fields.join(', '),
      ),
      `--map ${name}=${mapped}`,
    ),

  // detect: which layout the files have.
  'recognition.noSuchLayout': ({ layout, layouts }: { layout: string; layouts: readonly string[] }) => {
    const near = nearestNames(layout, layouts);
    return near.length > 0
      ? l10n.t('There is no layout “{0}”. Similar names: {1}', layout, near.join(', '))
      : l10n.t(
          'There is no layout “{0}”. Select one of the list with {1}.',
          layout,
          chooseFields(quoted('tiebreak formats')),
        );
  },
  'recognition.differentLayouts': ({
    layout,
    other,
    otherLayout,
  }: {
    layout: string;
    other: string;
    otherLayout: string;
  }) =>
    l10n.t(
      'has the layout {0}, but {1} has {2}. All files of a study are read in one layout. Create a study for each, convert one of them, or choose a layout that reads both with {3}.',
      layout,
      other,
      otherLayout,
      chooseFields('--layout'),
    ),
  'recognition.differentFields': ({
    fields,
    other,
    otherFields,
  }: {
    fields: readonly string[];
    other: string;
    otherFields: readonly string[];
  }) =>
    l10n.t(
      'its first record has the fields {0}, but {1} has {2}. All files of a study are read in the same way. Give this file the same fields, or leave it out.',
      fields.join(', '),
      other,
      otherFields.join(', '),
    ),
  'recognition.isProject': () => l10n.t('is a project, not a dataset. Select the dataset that it was created from.'),
  'recognition.isOneObject': ({ fields }: { fields: readonly string[] }) =>
    l10n.t(
      'is one JSON object with the fields {0}, and no records were found in it. Tiebreak reads records one per line (JSONL), in an array, in an object by their IDs, and in columns of the same length. If an array in the object contains the records, or the object is one record, set that with {1}.',
      fields.join(', '),
      chooseFields('--map (--map records=PATH, --map prompt=question --map responses=answers)'),
    ),
  /** `cells` of the first line, and `names` that its columns could have. */
  'recognition.noHeader': ({ cells, names }: { cells: readonly string[]; names: readonly string[] }) =>
    l10n.t(
      'its first line looks like data, not like column names ({0}). Add a line with the column names above it, for example {1}',
      listed(cells),
      names.join(','),
    ),
  'recognition.noTexts': ({ fields }: { fields: readonly string[] }) =>
    l10n.t(
      'no field contains text that could be a response. The first record has the fields {0}. Open the file that contains the responses.',
      fields.join(', '),
    ),
  'recognition.noLayout': ({ file, fields }: { file: string; fields: readonly string[] }) =>
    l10n.t(
      'no known layout. The first record of {0} has the fields {1}. Choose the fields with {3}, or convert the file to {2}',
      file,
      fields.join(', '),
      '{"prompt", "responses": [...]}',
      chooseFields(
        '--map (--map prompt=question --map responses=answers, --map responses=FIELD,FIELD, --map records=PATH)',
      ),
    ),
  /** `command` reads the dataset so on the command line, null where none can; `lacksPrompt` where it has FIELD for the prompt's field. */
  'recognition.notCertain': ({
    doubts,
    command,
    lacksPrompt,
  }: {
    doubts: readonly string[];
    command: string | null;
    lacksPrompt: boolean;
  }) => {
    const found = doubts.join('; ');
    const inTerminal = {
      cannot: () =>
        l10n.t(
          'no known layout. The nearest reading cannot be used: {0}. Correct the records, or name other fields, for example with {1}',
          found,
          '--map prompt=question --map responses=answers',
        ),
      withPrompt: () =>
        l10n.t(
          'no known layout. The nearest reading is not certain: {0}. If it is right, use it, with the field of the prompt after {1} if there is one:\n  {2}\nor name other fields in the same way',
          found,
          '--map prompt=',
          command ?? '',
        ),
      asIs: () =>
        l10n.t(
          'no known layout. The nearest reading is not certain: {0}. If it is right, use it:\n  {1}\nor name other fields in the same way',
          found,
          command ?? '',
        ),
    };
    return inProgram({
      commandLine: inTerminal[command === null ? 'cannot' : lacksPrompt ? 'withPrompt' : 'asIs'](),
      editor: l10n.t(
        'no known layout. The nearest reading is not certain: {0}. Check it, or correct it, with {1}.',
        found,
        quoted(l10n.t('Choose Fields…')),
      ),
    });
  },
  /** Answers name their questions by an id, which `file` beside them holds; `command` reads both. */
  'recognition.questionsElsewhere': ({ file, command }: { file: string; command: string }) =>
    inProgram({
      commandLine: l10n.t('The file has answers, and their questions are in {0}. Read both:\n  {1}', file, command),
      editor: l10n.t(
        'The file has answers, and their questions are in {0}. Select both files, and create the study from them.',
        file,
      ),
    }),
  /** `fields` hold rubrics; `command` adds them to a study, and was tried, or they cannot be read so. */
  'recognition.isRubric': ({ fields, command }: { fields: readonly string[]; command: string | null }) =>
    command === null
      ? withOptions(
          l10n.t('The file has rubrics ({0}) and no responses to judge.', fields.join(', ')),
          '--map prompt=question --map completion=answer',
        )
      : inProgram({
          commandLine: l10n.t(
            'The file has rubrics ({0}) and no responses to judge. To judge responses by them, add them to a study:\n  {1}',
            fields.join(', '),
            command,
          ),
          editor: l10n.t(
            'The file has rubrics ({0}) and no responses to judge. Open the rubrics of a study and import the file there.',
            fields.join(', '),
          ),
        }),
  /** `fields` say that the records are runs of a model. */
  'recognition.isRun': ({ fields }: { fields: readonly string[] }) =>
    l10n.t(
      'the records are runs of a model, by these fields: {0}. Its steps and what a program says of the end are no answers that a person wrote or judged. To judge one text of each record, choose its field with {1}.',
      listed(fields),
      chooseFields('--map prompt=question --map completion=answer'),
    ),
  /** `steps` are where the lists are, `outcomes` the fields beside them, perhaps none. */
  'recognition.looksLikeRun': ({ steps, outcomes }: { steps: readonly string[]; outcomes: readonly string[] }) =>
    outcomes.length > 0
      ? l10n.t(
          'the records look like runs of an agent: {0} contains the steps, and {1} says how the whole run ended. A step is no answer to judge by itself, and no program is known that writes such files. To judge one text of each record, choose its field with {2}.',
          listed(steps),
          listed(outcomes),
          chooseFields('--map prompt=question --map completion=answer'),
        )
      : l10n.t(
          'the records look like runs of an agent: {0} contains the steps. A step is no answer to judge by itself, and no program is known that writes such files. To judge one text of each record, choose its field with {1}.',
          listed(steps),
          chooseFields('--map prompt=question --map completion=answer'),
        ),
  'recognition.isHttpRecording': () =>
    l10n.t(
      'the records are recordings of HTTP requests: what a program asked, and what came back. They are no answers to judge. Name the files that the program itself writes.',
    ),
  'recognition.answersOnRuns': ({ fields }: { fields: readonly string[] }) =>
    l10n.t(
      'the records are answers of people about runs of agents ({0}), and the runs themselves are not in the file. Name the files of the runs. What people said of them is no outcome and is not read.',
      listed(fields),
    ),
  /** `mark` is the field of a message that says which of several answers to one turn was chosen. */
  'recognition.answersSideBySide': ({ field, mark }: { field: string; mark: string }) =>
    l10n.t(
      'the messages in {0} contain several answers to one turn, and {1} marks the chosen one. Write each turn as a record with “prompt” and “responses”.',
      quoted(field),
      quoted(mark),
    ),
  'recognition.nothingToCompare': ({ fields }: { fields: readonly string[] }) =>
    l10n.t(
      'there is nothing to compare, because these fields are empty in nearly all records: {0}. Choose the fields of the responses with {1}.',
      listed(fields),
      chooseFields('--map responses=FIELD,FIELD'),
    ),

  // recognition/firstObjects: the first records of a file.
  'recognition.notReadable': ({ reason }: { reason: string }) =>
    l10n.t(
      '{0}. Tiebreak reads one JSON object per line (JSONL), a JSON array of objects, a JSON object of records by their IDs or of columns, CSV with a header, Excel workbooks, Parquet and Arrow. Text files can be compressed with gzip or zstd, or be the only file in a zip archive.',
      reason,
    ),
  'recognition.isEmpty': () => l10n.t('is empty. Choose another file, or create this one again where it came from.'),
  'recognition.onlyColumnNames': ({ columns }: { columns: number }) =>
    columns === 1
      ? l10n.t(
          'has the name of 1 column, but no row below it. Choose another file, or create this one again where it came from.',
        )
      : l10n.t(
          'has the names of {0} columns, but no row below them. Choose another file, or create this one again where it came from.',
          digits(columns),
        ),
  'recognition.noRecord': () =>
    l10n.t('has no records. Choose another file, or create this one again where it came from.'),
  'recognition.isProse': ({ beginning }: { beginning: string }) =>
    l10n.t(
      'has no records. It starts with “{0}”, which is neither JSON nor the header of a table with rows. Tiebreak reads JSON, JSONL, CSV, Excel workbooks, Parquet and Arrow.',
      beginning,
    ),
  /** `more` others are not among `arrays`, of which the first is the one that would be read. */
  'recognition.severalArrays': ({ arrays, more }: { arrays: readonly string[]; more: number }) =>
    more > 0
      ? l10n.t(
          'several arrays contain records with the same fields: {0}, and more. Choose one, or all of them, with {1}.',
          listed(arrays),
          chooseFields(`--map records=${arrays[0] ?? ''}`),
        )
      : l10n.t(
          'several arrays contain records with the same fields: {0}. Choose one, or all of them, with {1}.',
          listed(arrays),
          chooseFields(`--map records=${arrays.join(',')}`),
        ),
};
