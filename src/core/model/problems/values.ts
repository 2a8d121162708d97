import * as l10n from '@vscode/l10n';
import { listed } from './quoted';
import type { AnswerKind } from './rubric';

/** What a value must be. */
export type Expected =
  | { readonly kind: 'text' | 'number' | 'whole' | 'boolean' | 'list' | 'object' | 'null' }
  /** `values` as they are written; of one that is a text, with its quotes. */
  | { readonly kind: 'one'; readonly values: readonly string[] }
  | { readonly kind: 'atLeast' | 'above' | 'atMost' | 'below'; readonly limit: number };

/** A value as it is told: as JSON, cut where it is long; of what is larger only what kind it is. */
export type ShownValue = { readonly text: string } | 'list' | 'object';

/** What is to be written into a field of an export's form. */
export type WrittenForm =
  'number' | 'whole' | 'yes' | 'names' | 'numbers' | 'versions' | 'attributes' | 'fieldValues' | 'shares';

function expectedText(expected: Expected): string {
  switch (expected.kind) {
    case 'one':
      return expected.values.length === 1
        ? l10n.t('Must be {0}', expected.values[0] ?? '')
        : l10n.t('Must be one of {0}', expected.values.join(', '));
    case 'atLeast':
      return l10n.t('Must be at least {0}', expected.limit);
    case 'above':
      return l10n.t('Must be greater than {0}', expected.limit);
    case 'atMost':
      return l10n.t('Must be at most {0}', expected.limit);
    case 'below':
      return l10n.t('Must be less than {0}', expected.limit);
    case 'text':
      return l10n.t('Must be text');
    case 'number':
      return l10n.t('Must be a number');
    case 'whole':
      return l10n.t('Must be a whole number');
    case 'boolean':
      return l10n.t('Must be true or false');
    case 'list':
      return l10n.t('Must be a list');
    case 'object':
      return l10n.t('Must be an object');
    case 'null':
      return l10n.t('Must be {0}', 'null');
  }
}

/** What stands there, which may be far from where it is read. */
const shown = (value: ShownValue): string =>
  value === 'list' ? l10n.t('a list') : value === 'object' ? l10n.t('an object') : value.text;

function formText(form: WrittenForm): string {
  switch (form) {
    case 'number':
      return l10n.t('Must be a number');
    case 'whole':
      return l10n.t('Must be a whole number, 0 or more');
    case 'yes':
      return l10n.t('Must be “yes” or empty');
    case 'names':
      return l10n.t('Enter names separated by commas, for example {0}', 'ana, ben');
    case 'numbers':
      return l10n.t('Enter numbers separated by commas, for example {0}', '1, 2');
    case 'versions':
      return l10n.t('Enter a version for each rubric ID, for example {0}', 'helpfulness=2');
    case 'attributes':
      return l10n.t('Enter an aspect for each attribute, for example {0}', 'helpfulness=useful');
    case 'fieldValues':
      return l10n.t('Enter fields with values, for example {0}', 'domain=law');
    case 'shares':
      return l10n.t('Enter shares that add up to 1, for example {0}', 'train=0.8, validation=0.1, test=0.1');
  }
}

/** Sentences for below a field, or behind the path to it and a colon. */
export const valueProblems = {
  // problems/checkValue.ts
  'value.missing': ({ expected }: { expected: Expected }) => l10n.t('Is missing. {0}', expectedText(expected)),
  'value.unexpected': ({ value, expected }: { value: ShownValue; expected: Expected }) =>
    l10n.t('{0}, but is {1}', expectedText(expected), shown(value)),
  'value.empty': () => l10n.t('Must not be empty'),
  /** Fewer characters or entries. */
  'value.tooFew': ({ minimum }: { minimum: number }) => l10n.t('Minimum length: {0}', minimum),
  'value.tooMany': ({ maximum }: { maximum: number }) => l10n.t('Maximum length: {0}', maximum),
  /** `known`: the fields that there are; none where nobody knows. */
  'value.unknownFields': ({ fields, known }: { fields: readonly string[]; known: readonly string[] }) =>
    known.length === 0
      ? l10n.t('Unknown fields: {0}', listed(fields))
      : l10n.t('Unknown fields: {0}. Correct or remove them. The fields are {1}', listed(fields), known.join(', ')),
  'value.unnamedField': () => l10n.t('Contains a field without a name'),
  'value.notValid': () => l10n.t('Is not valid'),

  // problems/namedIssues.ts: where it stands, by the names that people know
  'value.place': ({
    kind,
    name,
    number,
  }: {
    kind: 'rubric' | 'rule' | 'version' | 'criterion';
    /** What it is called; its number from 1 where it has no name. */
    name?: string;
    number?: number;
  }) => {
    if (name === undefined)
      switch (kind) {
        case 'rubric':
          return l10n.t('Rubric {0}', number ?? '');
        case 'rule':
          return l10n.t('Rule {0}', number ?? '');
        case 'version':
          return l10n.t('Version {0}', number ?? '');
        case 'criterion':
          return l10n.t('Criterion {0}', number ?? '');
      }
    switch (kind) {
      case 'rubric':
        return l10n.t('Rubric “{0}”', name);
      case 'rule':
        return l10n.t('Rule “{0}”', name);
      case 'version':
        return l10n.t('Version {0}', name);
      case 'criterion':
        return l10n.t('Criterion “{0}”', name);
    }
  },

  // documents: study/project.ts, rubric/rubric.ts, rubric/rule.ts
  'value.otherVersion': ({ version }: { version: number }) =>
    l10n.t('Must be {0}. The file was made by another version of Tiebreak', version),
  'value.noRecipes': ({ value }: { value: ShownValue }) =>
    l10n.t(
      'Must be an object of exports by name, for example {0}, but is {1}',
      '{"nightly": {"format": "trl-dpo"}}',
      shown(value),
    ),
  // export/ownFormats/ownFormat.ts
  'value.columnName': () =>
    l10n.t('A column name consists of letters, digits, spaces, “_” and “-” and does not begin with a space or “-”'),
  /** `rows`: what the rows are of. `near`: names that are nearly the one given; `names`: all that there are. */
  'value.noSuchValue': ({
    value,
    rows,
    near,
    names,
  }: {
    value: string;
    rows: string;
    near: readonly string[];
    names: readonly string[];
  }) =>
    near.length > 0
      ? l10n.t('“{0}” is not a value of {1}. Similar values: {2}', value, rows, near.join(', '))
      : l10n.t('“{0}” is not a value of {1}. The values are {2}', value, rows, names.join(', ')),
  'value.suggestionsBesideControls': () =>
    l10n.t('Cannot be used with control items or repeated items, because these are judged without suggestions'),

  // study/planSchema.ts
  'value.nobodyTwice': () => l10n.t('Contains a name twice'),
  'value.slicesMissing': () =>
    l10n.t('Is missing. Enter the fields whose values make the slices, for example {0}', 'language'),
  'value.notSliceField': () => l10n.t('Is not a field of the item. Slices cannot be made by fields of responses'),
  'value.filterEmpty': () => l10n.t('Has no condition. Enter a text, “labelled” or fields'),
  'value.notExpression': () => l10n.t('Is not a regular expression'),
  'value.answerEmpty': () => l10n.t('Has no answer. Enter “best”, “order”, “acceptable” or “firstErrors”'),
  'value.orderBesideBest': () => l10n.t('Cannot be used together with “best”'),
  'value.responseTwice': () => l10n.t('Contains a response twice'),
  'value.answerOfOtherItem': () => l10n.t('Is for an item that is not in “items”'),
  'value.fewerAnswers': () => l10n.t('Must not be more than the number of known answers'),
  'value.passWithoutFirst': () => l10n.t('Also enter “first”, the number of items of the test'),

  // rubric/criterion.ts, rubric/rubric.ts, rubric/rule.ts, annotation/taxonomySchema.ts
  'value.categoriesMissing': () => l10n.t('Is missing. Enter the categories of the criterion'),
  'value.nameTwice': ({ name }: { name: string }) => l10n.t('Contains “{0}” twice', name),
  'value.maxNotAboveMin': () => l10n.t('Must be greater than the lowest level'),
  'value.notLevel': ({ min, max }: { min: number; max: number }) =>
    l10n.t('Is not a level of the scale from {0} to {1}', min, max),
  'value.notAnswer': ({
    value,
    kind,
    min,
    max,
    names,
  }: {
    value: string;
    kind: AnswerKind;
    min: number;
    max: number;
    names: readonly string[];
  }) => {
    if (kind === 'yes-no') return l10n.t('{0} is not an answer to this criterion. Enter true or false', value);
    return kind === 'scale'
      ? l10n.t('{0} is not an answer to this criterion. Enter a number from {1} to {2}', value, min, max)
      : l10n.t('{0} is not an answer to this criterion. Enter one of {1}', value, listed(names));
  },
  'value.idTwice': ({ of }: { of: 'rubric' | 'criterionOfVersion' | 'criterionOfPack' | 'rule' }) => {
    switch (of) {
      case 'rubric':
        return l10n.t('Another rubric has the same ID. Change one of them');
      case 'rule':
        return l10n.t('Another rule has the same ID. Change one of them');
      case 'criterionOfVersion':
        return l10n.t('Another criterion of this version has the same ID. Change one of them');
      case 'criterionOfPack':
        return l10n.t('Another criterion has the same ID. Change one of them');
    }
  },
  'value.idOfOtherRubric': ({ rubric }: { rubric: string }) =>
    l10n.t('A criterion of the rubric “{0}” has the same ID. Change one of them', rubric),
  'value.versionTwice': () =>
    l10n.t('Another version has the same number. Give the later one the next number that is not used'),
  'value.typeTwice': () => l10n.t('Two types have the same name'),

  // study/recipeText.ts
  'value.mustBe': ({ form }: { form: WrittenForm }) => formText(form),
  'value.noBenchmarkFiles': () => l10n.t('Also enter benchmark files'),
  'value.noSplit': () => l10n.t('Also enter the sizes of the split'),
  'value.allItems': () => l10n.t('Requires judgments, but items without judgments are included. Remove one of the two'),

  // annotation/annotation.ts, annotation/metaCritiqueSchemas.ts
  'value.notUlid': () => l10n.t('Is not a ULID'),
  'value.noJudgement': () => l10n.t('Contains no judgment'),
  'value.rankingAndComparisons': () => l10n.t('A judgment is either a ranking or comparisons'),
  'value.noSuchCritique': ({ critique, critiques }: { critique: number; critiques: number }) =>
    l10n.t('Refers to critique {0}, but there are only {1}', critique, critiques),
  'value.rankedTwice': ({ what }: { what: 'response' | 'critique' }) =>
    what === 'response' ? l10n.t('Ranks a response twice') : l10n.t('Ranks a critique twice'),
  'value.winnerTwice': () => l10n.t('Contains a response twice for one criterion'),
  'value.testedTwice': () => l10n.t('Contains results of tests on a response twice'),
  'value.ruleMarkedTwice': () => l10n.t('Contains a rule twice'),
  'value.notShown': ({ responses }: { responses: readonly string[] }) =>
    l10n.t('Refers to a response that was not shown: {0}', listed(responses)),
};
