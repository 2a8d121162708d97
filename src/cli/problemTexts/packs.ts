import type { FoundValue, PackProblems, WantedValue } from '../../core/model/problems/packs';
import type { Messages } from '../../core/model/problems';

const found: Readonly<Record<FoundValue, string>> = {
  missing: 'missing',
  null: 'null',
  list: 'a list',
  emptyList: 'an empty list',
  object: 'an object',
  text: 'a string',
  number: 'a number',
  boolean: 'a boolean',
};

const wanted: Readonly<Record<WantedValue, string>> = {
  text: 'text',
  number: 'a number',
  textList: 'a list of texts',
  jsonText: 'a JSON text',
  objectWithRubrics: 'an object with "rubrics"',
};

export const packMessages: Messages<PackProblems> = {
  'pack.isFolder': () => 'is a folder. Name one of its files',
  'pack.noSuchFile': ({ packs }) =>
    `there is no such file, and no pack of this name comes with Tiebreak; the packs are ${packs.join(', ')}`,
  'pack.exists': () => 'exists already and is not overwritten. Choose another name, or move it away first',
  'pack.notWritten': ({ reason }) => `could not be written: ${reason}`,
  'pack.tooLarge': ({ megabytes }) =>
    `is larger than ${megabytes} MB, which no file of rubrics or rules is. Take these out of it, or split it`,
  'pack.cannotReadFolder': () => 'cannot be read: it is a folder',
  'pack.notReadable': () => 'cannot be read: permission denied. Make it readable',
  'pack.unreadable': ({ reason }) => `cannot be read: ${reason}`,
  'pack.binary': ({ mayBeUtf16 }) =>
    `is not UTF-8 text; it looks like ${mayBeUtf16 ? 'UTF-16 or ' : ''}no text at all. Save it as UTF-8`,
  'pack.compressed': () => 'is not UTF-8 text. It is packed: unpack it first',
  'pack.notUtf8': () => 'is not UTF-8 text. Save it as UTF-8',

  'pack.empty': () => 'is empty',
  'pack.webPage': ({ noun }) => `is a web page, and no ${noun}. Download the file that the page shows (GitHub: "Raw")`,
  'pack.tooDeep': ({ most }) => `holds lists and objects in one another more than ${most} deep`,
  'pack.recordTooDeep': ({ record, most }) =>
    `record ${record} holds lists and objects in one another more than ${most} deep`,
  'pack.tooLongForYaml': ({ noun, megabytes }) =>
    `is not JSON, and too long for YAML (${megabytes} MB at most). Write it as JSON, one ${noun} a line`,
  'pack.brokenJson': ({ reason }) => `${reason}. Correct that place`,
  'pack.lineNotObject': (params) => `is ${found[params.found]}; it must be an object, as the lines before it`,
  'pack.brokenLine': ({ reason }) => `${reason}. Correct or remove the line`,
  'pack.notYaml': ({ reason }) => `is neither JSON nor YAML: ${reason}`,
  'pack.yamlRepeats': () =>
    'repeats parts of itself ("*name") too often to be read, or names one that is not there. Write out what is meant',
  'pack.emptyList': () => 'is an empty list',
  'pack.notObject': ({ noun, ...params }) => `is ${found[params.found]}; a ${noun} is an object, or a list of them`,
  'pack.recordNotObject': ({ noun, record, ...params }) =>
    `record ${record} is ${found[params.found]}; a ${noun} is an object, or a list of them`,

  'pack.atRecord': ({ record, reason }) => `record ${record}: ${reason}`,
  'pack.atRubric': ({ rubric, reason }) => `rubric ${rubric}: ${reason}`,
  'pack.sameIds': ({ first, second, id }) =>
    `rubrics ${first} and ${second} both have the id ${JSON.stringify(id)}, and the second would take the place of the first. Give one of them another id, or none`,
  'pack.isLibrary': () =>
    'is the library of a study. Write its rubrics one by one with "tiebreak rubrics PROJECT --export ID --form json --out FILE", and add these',
  'pack.unknownForm': ({ fields, forms }) =>
    `holds no rubric that Tiebreak knows: it has the fields ${fields.join(', ')}. The forms are ${forms.join(', ')}`,
  'pack.emptyObject': ({ forms }) =>
    `holds no rubric that Tiebreak knows: it is empty. The forms are ${forms.join(', ')}`,
  'pack.otherForm': ({ record, form }) =>
    `record ${record} is not of the form ${form}, as those before it are. Put it into a file of its own`,

  'pack.invalid': ({ reason }) => reason,

  'pack.wrongValue': ({ path, ...params }) =>
    `"${path}" is ${found[params.found]}; it must be ${wanted[params.wanted]}`,
  'pack.listHolds': ({ path, ...params }) =>
    `"${path}" is a list; it must be a list of texts, and holds ${found[params.found]}`,
  'pack.groundTruthNotJson': ({ reason }) => `"ground_truth" is not JSON: ${reason}`,
  'pack.scaleWithoutText': () => '"criteria" says nothing; it must be what the scale measures',
  'pack.negativeUnclear': ({ count, first }) =>
    `${count === 1 ? 'one criterion has' : `${count} criteria have`} a negative weight, and the file does not say what that means. The first is ${JSON.stringify(first)}. Where such texts describe the fault ("recommends …"), choose "fault" (--negative fault); where they describe its avoidance ("does not recommend …"), choose "avoidance" (--negative avoidance)`,

  'pack.noCriteria': ({ form }) => `no criterion of it can be written as ${form}: it has none`,
  'pack.nothingWritable': ({ form, reasons }) => `no criterion of it can be written as ${form}: ${reasons.join('; ')}`,
  'pack.faultAsAvoidance': ({ criterion }) =>
    `the criterion ${JSON.stringify(criterion)} describes a fault, and in a file whose negative weights stand for avoidance it would mean the opposite. Write it with "fault", or word it as what is avoided, with a positive weight and the tag "pitfall"`,

  'pack.unknownField': ({ field }) => `the field "${field}" of a criterion`,
  'pack.meaninglessRubricField': ({ field }) => `the field "${field}" of a rubric, which means nothing here`,
  'pack.meaninglessCriterionField': ({ field }) => `the field "${field}" of a criterion, which means nothing here`,
  'pack.repeated': () => 'the same rubric as in an earlier record, added once',
  'pack.negativeTurned': () => 'a negative weight that counts for a response now: its text describes what is avoided',
  'pack.notYesNo': ({ kind }) => `a criterion of the kind "${kind}": the form has yes or no only`,
  'pack.notScale': ({ kind }) => `a criterion of the kind "${kind}": the form has scales only`,
  'pack.notOneToFive': () => 'a scale that does not go from 1 to 5',
  'pack.textless': () => 'a criterion whose text says nothing',
  'pack.faulty': () => 'a criterion that is flagged as faulty',
  'pack.rubricField': ({ field }) => `the rubric's ${field}`,
  'pack.criterionField': ({ field }) => `a criterion's ${field}`,

  'pack.noPositivePoints': () => 'no criterion has points above 0, so HealthBench gives no score',
  'pack.queryEmpty': () =>
    '"query" is empty: put the prompt there, which the verifier shows to its judge, and the conversation in "messages"',
  'pack.scoreUndescribed': () => "a score has no description, and Prometheus' prompt needs all five",
  'pack.negativeIsFault': () =>
    'criteria with a negative weight describe the fault, as in RaR-Medicine: read them back as "fault"',
};
