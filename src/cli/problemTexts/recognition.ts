import { readableKinds } from './dataset';
import type { Wording } from '../../core/model/problems/problem';
import type { UnknownField } from '../../core/model/problems/recognition';
import { formatCount } from '../../core/model/text/formatCount';
import { namesToChoose } from '../../core/model/text/nearestNames';
import { quoteNames } from '../../core/model/text/quoteNames';

const noSuchField = ({ field, layout, fields, usual }: UnknownField): string =>
  `there is no field "${field}" in ${layout === undefined ? 'any layout' : `the layout ${layout}`}; ${namesToChoose(field, fields, { plural: 'fields', otherwise: `the usual ones are ${usual.join(', ')}` })}`;

export const recognitionMessages: Partial<Wording> = {
  'recognition.noSuchField': noSuchField,
  'recognition.noSuchMappedField': (params) => `--map: ${noSuchField(params)}`,
  'recognition.promptIsResponse': ({ prompt, promptPath, response, responsePath }) =>
    `--map ${prompt}=${promptPath} and --map ${response}=${responsePath}: one field cannot be both. Name another for one of them`,
  'recognition.judgesArePeople': ({ value }) =>
    `--map judges=${value}: the only value is "people", which says that people gave all labels, also under names such as "judge_score"`,
  'recognition.pathLeadsNowhere': ({ name, mapped, path, file, fields }) =>
    `--map ${name}=${mapped}: no record has "${path}". The first record of ${file} has the fields ${fields.join(', ')}`,

  'recognition.noSuchLayout': ({ layout, layouts }) =>
    `there is no layout "${layout}"; ${namesToChoose(layout, layouts, { plural: 'layouts', otherwise: '"tiebreak formats" lists them all' })}`,
  'recognition.differentLayouts': ({ layout, other, otherLayout }) =>
    `has the layout ${layout}, and ${other} has ${otherLayout}. One study reads all its files in one layout: make a study for each, convert one of them, or say with --layout how to read both`,
  'recognition.differentFields': ({ fields, other, otherFields }) =>
    `its first record has the fields ${fields.join(', ')}, and ${other} has ${otherFields.join(', ')}. One study reads all its files in one way: give this one the same fields, or leave it out`,
  'recognition.isProject': () => 'is a project, and no dataset. Name the dataset that it was made of',
  'recognition.isOneObject': ({ fields }) =>
    `is one JSON object with the fields ${fields.join(', ')}, in which no records were found. Tiebreak reads records one a line (JSONL), in an array, keyed by id ({"q1": {…}, "q2": {…}}) and as columns of the same length ({"prompt": […], "chosen": […]}), of the whole object or of one field of it: name that with --map records=PATH. Where the object is one record, name its fields with --map, as in --map prompt=question --map responses=answers`,
  'recognition.noHeader': ({ cells, names }) =>
    `its first line reads like a row and not like the names of columns (${cells.map((cell) => JSON.stringify(cell)).join(', ')}). Put a line with a name for each of them before it, as in ${names.join(',')}`,
  'recognition.noTexts': ({ fields }) =>
    `none of its fields holds a text that could be a response; the first record has ${fields.join(', ')}. Name the file that has the responses themselves`,
  'recognition.noLayout': ({ file, fields }) =>
    `no known layout. The first record of ${file} has the fields ${fields.join(', ')}. Name them with --map, as in --map prompt=question --map responses=answers (--map responses=a,b where each response has a field of its own), or convert to {"prompt", "responses": [...]}; where records are in another array of a JSON object, name that with --map records=PATH`,
  'recognition.notCertain': ({ doubts, command, lacksPrompt }) =>
    command === null
      ? `no known layout. The nearest reading cannot be used: ${doubts.join('; ')}. Correct the records, or name other fields with --map, as in --map prompt=question --map responses=answers`
      : `no known layout. The nearest reading is not certain: ${doubts.join('; ')}. If it is right, use it${lacksPrompt ? ', or with the field of the prompt behind "--map prompt=" where there is one' : ''}:\n  ${command}\nor name other fields in the same way`,
  'recognition.questionsElsewhere': ({ file, command }) =>
    `holds answers that name their questions by an id, and the questions are in ${file}. Read both:\n  ${command}`,
  'recognition.isRubric': ({ fields, command }) =>
    `holds rubrics (${quoteNames(fields)}), which say what an answer should have, and no answers to judge. ${command === null ? 'To judge one text of each record all the same, name it, as in --map prompt=question --map completion=answer' : `To judge answers by them, add them to a study:\n  ${command}`}`,
  'recognition.isRun': ({ fields }) =>
    `holds runs of a model, as ${quoteNames(fields)} ${fields.length === 1 ? 'tells' : 'tell'}: its steps, what came back to them, and what a program says of the end. None of it is an answer that a person wrote or judged, so it is not read as one. To judge one text of each record all the same, name it, as in --map prompt=question --map completion=answer`,
  'recognition.answersSideBySide': ({ field, mark }) =>
    `the messages in ${quoteNames([field])} hold several answers to one turn, and ${quoteNames([mark])} marks the one that was chosen: read as one conversation, the others would be part of it. Write each turn as a record {"prompt", "responses": [...]}`,
  'recognition.nothingToCompare': ({ fields }) =>
    `${quoteNames(fields)} ${fields.length === 1 ? 'is' : 'are'} empty in nearly all records, so that there is nothing to compare. Name the fields that hold responses with --map`,

  'recognition.notReadable': ({ reason }) => `${reason}. Tiebreak reads ${readableKinds}`,
  'recognition.isEmpty': () => 'is empty. Choose another file, or write this one again where it was made',
  'recognition.onlyColumnNames': ({ columns }) =>
    `holds the ${formatCount(columns, 'name')} of columns and no row below. Choose another file, or write this one again where it was made`,
  'recognition.noRecord': () => 'holds no record. Choose another file, or write this one again where it was made',
  'recognition.isProse': ({ beginning }) =>
    `holds no records: it begins with ${JSON.stringify(beginning)}, which is neither JSON nor the header of a table with rows. Tiebreak reads ${readableKinds}`,
  'recognition.severalArrays': ({ arrays, more }) =>
    `records with the same fields are in ${arrays.map((each) => JSON.stringify(each)).join(' and in ')}${more > 0 ? ` and in ${more} more` : ''}, and nothing says which are meant. Name the right one with --map records=${arrays[0] ?? ''}${more > 0 ? '' : `, or all of them with --map records=${arrays.join(',')}`}`,
};
