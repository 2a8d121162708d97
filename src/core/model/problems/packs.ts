import * as l10n from '@vscode/l10n';
import { inProgram, withOptions } from './program';
import { quoted } from './quoted';
/** What a value of a file is. */
export type FoundValue = 'missing' | 'null' | 'list' | 'emptyList' | 'object' | 'text' | 'number' | 'boolean';

/** What a field has to be. */
export type WantedValue = 'text' | 'number' | 'textList' | 'jsonText' | 'objectWithRubrics';

/** What the records of a file are. */
export type PackNoun = 'rubric' | 'rule';

/** What JSON calls a value, in every language. */
const jsonType: Readonly<Record<FoundValue, string>> = {
  missing: 'undefined',
  null: 'null',
  list: 'array',
  emptyList: '[]',
  object: 'object',
  text: 'string',
  number: 'number',
  boolean: 'boolean',
};

function wrongValue(path: string, found: FoundValue, wanted: WantedValue): string {
  const type = jsonType[found];
  const isMissing = found === 'missing';
  switch (wanted) {
    case 'text':
      return isMissing
        ? l10n.t('“{0}” is missing. It must be text', path)
        : l10n.t('“{0}” must be text, not “{1}”', path, type);
    case 'number':
      return isMissing
        ? l10n.t('“{0}” is missing. It must be a number', path)
        : l10n.t('“{0}” must be a number, not “{1}”', path, type);
    case 'textList':
      return isMissing
        ? l10n.t('“{0}” is missing. It must be a list of texts', path)
        : l10n.t('“{0}” must be a list of texts, not “{1}”', path, type);
    case 'jsonText':
      return isMissing
        ? l10n.t('“{0}” is missing. It must be JSON as text', path)
        : l10n.t('“{0}” must be JSON as text, not “{1}”', path, type);
    case 'objectWithRubrics':
      return l10n.t('“{0}” must be an object with the field “rubrics”, not “{1}”', path, type);
  }
}

const notObject: Readonly<Record<PackNoun, (type: string) => string>> = {
  rubric: (type) => l10n.t('a rubric must be an object, or a list of objects, not “{0}”', type),
  rule: (type) => l10n.t('a rule must be an object, or a list of objects, not “{0}”', type),
};

const recordNotObject: Readonly<Record<PackNoun, (record: number, type: string) => string>> = {
  rubric: (record, type) => l10n.t('record {0} must be a rubric, which is an object, not “{1}”', record, type),
  rule: (record, type) => l10n.t('record {0} must be a rule, which is an object, not “{1}”', record, type),
};

/** What can be wrong with files that rubrics and rules are read from, and written to, for use elsewhere. */
export const packProblems = {
  // rubric/packs/files.ts
  'pack.isFolder': () => l10n.t('this is a folder. Choose one of its files'),
  'pack.noSuchFile': ({ packs }: { packs: readonly string[] }) =>
    l10n.t('there is no such file, and no template with this name. The templates are {0}', packs.join(', ')),
  'pack.exists': () => l10n.t('this file already exists and is not overwritten. Choose another name'),
  'pack.notWritten': ({ reason }: { reason: string }) => l10n.t('the file could not be written: {0}', reason),
  'pack.tooLarge': ({ megabytes }: { megabytes: number }) =>
    l10n.t('the file is larger than {0} MB. Split it, or keep only the rubrics or rules', megabytes),
  'pack.cannotReadFolder': () => l10n.t('this is a folder. Choose a file'),
  'pack.notReadable': () => l10n.t('the file cannot be read: permission denied. Make it readable'),
  'pack.unreadable': ({ reason }: { reason: string }) => l10n.t('the file cannot be read: {0}', reason),
  'pack.binary': ({ mayBeUtf16 }: { mayBeUtf16: boolean }) =>
    mayBeUtf16
      ? l10n.t('the file is not UTF-8 text. It may be UTF-16, or no text at all. Save it with the encoding UTF-8')
      : l10n.t('the file is not text. Choose another file, or save it with the encoding UTF-8'),
  'pack.compressed': () => l10n.t('the file is compressed. Decompress it first'),
  'pack.notUtf8': () => l10n.t('the file is not UTF-8 text. Save it with the encoding UTF-8'),

  // rubric/packs/recordSyntax.ts
  'pack.empty': () => l10n.t('the file is empty'),
  'pack.webPage': () => l10n.t('the file is a web page. Download the file that the page shows (on GitHub, use “Raw”)'),
  'pack.tooDeep': ({ most }: { most: number }) => l10n.t('lists and objects are nested more than {0} deep', most),
  'pack.recordTooDeep': ({ record, most }: { record: number; most: number }) =>
    l10n.t('record {0}: lists and objects are nested more than {1} deep', record, most),
  'pack.tooLongForYaml': ({ noun, megabytes }: { noun: PackNoun; megabytes: number }) =>
    noun === 'rubric'
      ? l10n.t(
          'the file is not JSON, and too long for YAML (maximum {0} MB). Write it as JSON, one rubric per line',
          megabytes,
        )
      : l10n.t(
          'the file is not JSON, and too long for YAML (maximum {0} MB). Write it as JSON, one rule per line',
          megabytes,
        ),
  'pack.brokenJson': ({ reason }: { reason: string }) => l10n.t('{0}. Correct this line', reason),
  'pack.lineNotObject': ({ found }: { found: FoundValue }) =>
    l10n.t('each line must be an object, not “{0}”', jsonType[found]),
  'pack.brokenLine': ({ reason }: { reason: string }) => l10n.t('{0}. Correct or remove this line', reason),
  /** `reason` is what the YAML library says. */
  'pack.notYaml': ({ reason }: { reason: string }) => l10n.t('the file is neither JSON nor YAML: {0}', reason),
  'pack.yamlRepeats': () =>
    l10n.t(
      'the YAML repeats parts of itself (“*name”) too often, or repeats a part that does not exist. Write the parts out',
    ),
  'pack.emptyList': () => l10n.t('the file has an empty list'),
  'pack.notObject': ({ noun, found }: { noun: PackNoun; found: FoundValue }) => notObject[noun](jsonType[found]),
  'pack.recordNotObject': ({ noun, record, found }: { noun: PackNoun; record: number; found: FoundValue }) =>
    recordNotObject[noun](record, jsonType[found]),

  // rubric/packs/index.ts: reading
  'pack.atRecord': ({ record, reason }: { record: number; reason: string }) =>
    l10n.t('record {0}: {1}', record, reason),
  'pack.atRubric': ({ rubric, reason }: { rubric: number; reason: string }) =>
    l10n.t('rubric {0}: {1}', rubric, reason),
  'pack.sameIds': ({ first, second, id }: { first: number; second: number; id: string }) =>
    l10n.t(
      'rubrics {0} and {1} have the same id “{2}”, so the second would replace the first. Change or remove one of the ids',
      first,
      second,
      id,
    ),
  'pack.isLibrary': () =>
    withOptions(
      l10n.t(
        'this file belongs to the rubrics of a study. Open that study, export each rubric as JSON, and import those files',
      ),
      'tiebreak rubrics PROJECT --export ID --form json --out FILE',
    ),
  'pack.unknownForm': ({ fields, forms }: { fields: readonly string[]; forms: readonly string[] }) =>
    l10n.t(
      'the file has no rubric in a known format. Its fields are {0}. The known formats are {1}',
      fields.join(', '),
      forms.join(', '),
    ),
  'pack.emptyObject': ({ forms }: { forms: readonly string[] }) =>
    l10n.t('the file has no rubric. It has an object without fields. The known formats are {0}', forms.join(', ')),
  'pack.otherForm': ({ record, form }: { record: number; form: string }) =>
    l10n.t('record {0} is not in the format {1} of the records before it. Move it into its own file', record, form),

  // rubric/packs/pack.ts; `reason` is what the schema says
  'pack.invalid': ({ reason }: { reason: string }) => reason,

  // rubric/packs/packFormat.ts and the forms
  'pack.wrongValue': ({ path, found, wanted }: { path: string; found: FoundValue; wanted: WantedValue }) =>
    wrongValue(path, found, wanted),
  'pack.listHolds': ({ path, found }: { path: string; found: FoundValue }) =>
    l10n.t('“{0}” must be a list of texts, but one of its values is “{1}”', path, jsonType[found]),
  'pack.groundTruthNotJson': ({ reason }: { reason: string }) => l10n.t('“ground_truth” is not JSON: {0}', reason),
  'pack.scaleWithoutText': () => l10n.t('“criteria” is empty. It must say what the scale measures'),
  'pack.negativeUnclear': ({ count, first }: { count: number; first: string }) =>
    count === 1
      ? meaningOfNegative(
          l10n.t('the file does not say what the negative weight of a criterion means. The criterion is “{0}”', first),
        )
      : meaningOfNegative(
          l10n.t(
            'the file does not say what the negative weights of {0} criteria mean. The first of them is “{1}”',
            count,
            first,
          ),
        ),

  // rubric/packs/index.ts: writing
  'pack.noCriteria': ({ form }: { form: string }) =>
    l10n.t('The rubric has no criteria, so it cannot be written in the format {0}', form),
  'pack.nothingWritable': ({ form, reasons }: { form: string; reasons: readonly string[] }) =>
    l10n.t('No criterion of the rubric can be written in the format {0}: {1}', form, reasons.join('; ')),
  'pack.faultAsAvoidance': ({ criterion }: { criterion: string }) =>
    l10n.t(
      'The criterion “{0}” describes a fault. In this file negative weights are for texts that describe avoiding a fault, so it would mean the opposite. Choose {1}, or change the text to what is avoided, with a positive weight and the tag “pitfall”',
      criterion,
      describesFault(),
    ),

  // what is not taken over or cannot be written, as parts of a list
  'pack.unknownField': ({ field }: { field: string }) => l10n.t('the field “{0}” of a criterion', field),
  'pack.meaninglessRubricField': ({ field }: { field: string }) => l10n.t('the unknown field “{0}” of a rubric', field),
  'pack.meaninglessCriterionField': ({ field }: { field: string }) =>
    l10n.t('the unknown field “{0}” of a criterion', field),
  'pack.repeated': () => l10n.t('the same rubric as in an earlier record, added once'),
  'pack.negativeTurned': () =>
    l10n.t('a negative weight that is positive now, because the text describes avoiding a fault'),
  'pack.notYesNo': ({ kind }: { kind: string }) =>
    l10n.t('a criterion with the answer type “{0}”, because the format has only yes or no', kind),
  'pack.notScale': ({ kind }: { kind: string }) =>
    l10n.t('a criterion with the answer type “{0}”, because the format has only scales', kind),
  'pack.notOneToFive': () => l10n.t('a scale that does not go from 1 to 5'),
  'pack.textless': () => l10n.t('a criterion without text'),
  'pack.faulty': () => l10n.t('a criterion that is flagged as faulty'),
  'pack.rubricField': ({ field }: { field: string }) => l10n.t('the field “{0}” of the rubric', field),
  'pack.criterionField': ({ field }: { field: string }) => l10n.t('the field “{0}” of a criterion', field),

  // notes on what was written
  'pack.noPositivePoints': () => l10n.t('No criterion has more than 0 points, so HealthBench gives no score.'),
  'pack.queryEmpty': () =>
    l10n.t(
      '“query” is empty. Put the prompt there, which the verifier shows to its judge, and the conversation into “messages”.',
    ),
  'pack.scoreUndescribed': () => l10n.t('A score has no description, but the prompt of Prometheus needs all five.'),
  'pack.negativeIsFault': () =>
    l10n.t(
      'Criteria with a negative weight describe the fault, as in RaR-Medicine. When you import the file, choose {0}.',
      describesFault(),
    ),
};

const describesFault = (): string =>
  inProgram({ commandLine: '--negative fault', editor: quoted(l10n.t('The text describes the fault')) });

/** Adds how the command line is told what negative weights mean; the editor asks. */
const meaningOfNegative = (text: string): string =>
  inProgram({
    commandLine: l10n.t(
      '{0}. If such texts describe the fault (“recommends …”), use {1}. If they describe avoiding it (“does not recommend …”), use {2}',
      text,
      '--negative fault',
      '--negative avoidance',
    ),
    editor: text,
  });
