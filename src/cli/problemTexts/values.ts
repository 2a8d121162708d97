import type { Messages } from '../../core/model/problems';
import type { Expected, ShownValue, ValueProblems, WrittenForm } from '../../core/model/problems/values';

const quoted = (text: string): string => JSON.stringify(text);

/** What a value must be. */
function expectedText(expected: Expected): string {
  switch (expected.kind) {
    case 'one':
      return expected.values.length === 1 ? (expected.values[0] ?? '') : `one of ${expected.values.join(', ')}`;
    case 'atLeast':
      return `at least ${expected.limit}`;
    case 'above':
      return `above ${expected.limit}`;
    case 'atMost':
      return `at most ${expected.limit}`;
    case 'below':
      return `below ${expected.limit}`;
    case 'text':
    case 'number':
    case 'whole':
    case 'boolean':
    case 'list':
    case 'object':
    case 'null':
      return kinds[expected.kind];
  }
}

const kinds = {
  text: 'text',
  number: 'a number',
  whole: 'a whole number',
  boolean: 'true or false',
  list: 'a list',
  object: 'an object with fields',
  null: 'null',
} as const;

const shown = (value: ShownValue): string =>
  value === 'list' ? 'a list' : value === 'object' ? 'an object' : value.text;

const forms: Readonly<Record<WrittenForm, string>> = {
  number: 'a number',
  whole: 'a whole number, 0 or more',
  yes: '"yes", or nothing',
  names: 'names separated by commas, as in ana,ben',
  numbers: 'numbers separated by commas, as in 1,2',
  versions: 'a version of each rubric by its id, as in helpfulness=2',
  attributes: 'an aspect for each attribute, as in helpfulness=useful',
  fieldValues: 'fields with values, as in domain=law',
  shares: 'shares that sum to 1, as in train=0.9,test=0.1 or train=0.8,validation=0.1,test=0.1',
};

export const valueMessages: Messages<ValueProblems> = {
  'value.missing': ({ expected }) => `is missing; it must be ${expectedText(expected)}`,
  'value.unexpected': ({ value, expected }) => `is ${shown(value)}; it must be ${expectedText(expected)}`,
  'value.empty': () => 'is empty',
  'value.tooFew': ({ minimum }) => `must hold ${minimum} at least`,
  'value.tooMany': ({ maximum }) => `must hold ${maximum} at most`,
  'value.unknownFields': ({ fields, known }) => {
    const isOne = fields.length === 1;
    const which =
      known.length === 0 ? '' : `. Correct or remove ${isOne ? 'it' : 'them'}; the fields are ${known.join(', ')}`;
    return `holds ${fields.map(quoted).join(', ')}, which ${isOne ? 'is no field' : 'are no fields'} here${which}`;
  },
  'value.unnamedField': () => 'has a field whose name is empty',
  'value.notValid': () => 'is not valid',

  'value.place': ({ kind, name, number }) => `${kind} ${name === undefined ? number : quoted(name)}`,

  'value.otherVersion': ({ version }) => `is not ${version}: made by another version of Tiebreak`,
  'value.noRecipes': ({ value }) =>
    `is ${shown(value)}; it must be an object of exports by name, as in {"nightly": {"format": "trl-dpo"}}`,
  'value.columnName': () =>
    'is no name of a column: use letters, digits, spaces, "_" and "-", and begin with neither a space nor "-"',
  'value.noSuchValue': ({ value, rows, near, names }) =>
    `there is no value ${quoted(value)} of ${rows}; ${near.length > 0 ? `did you mean ${near.join(' or ')}? The` : 'the'} values are ${names.join(', ')}`,
  'value.suggestionsBesideControls': () =>
    'cannot be used with control items or repeated items, which are judged without suggestions',

  'value.nobodyTwice': () => 'names somebody twice',
  'value.slicesMissing': () => 'is missing: name the fields whose values make the slices, as in ["language"]',
  'value.notSliceField': () => 'names no field of the item; a slice is made by one, never by a response',
  'value.filterEmpty': () => 'asks for nothing: name a text, "labelled" or fields',
  'value.notExpression': () => 'is not a regular expression',
  'value.answerEmpty': () => 'says nothing: give "best", "order" or "acceptable"',
  'value.orderBesideBest': () => 'cannot be used with "best", which says it already',
  'value.responseTwice': () => 'names a response twice',
  'value.answerOfOtherItem': () => 'is of an item that is not among "items"',
  'value.fewerAnswers': () => 'is more than there are known answers in "answers"',
  'value.passWithoutFirst': () => 'says nothing without "first", the number of items of the test',

  'value.categoriesMissing': () => 'is missing: a criterion of the kind "category" names its categories',
  'value.nameTwice': ({ name }) => `names ${quoted(name)} twice`,
  'value.maxNotAboveMin': () => 'is not above "min"',
  'value.notLevel': ({ min, max }) => `is no level of the scale, which goes from ${min} to ${max}`,
  'value.notAnswer': ({ value, kind, min, max, names }) =>
    `is ${value}, which is no answer to this criterion: it is ${
      kind === 'yes-no'
        ? 'true or false'
        : kind === 'scale'
          ? `a number from ${min} to ${max}`
          : `one of ${names.map(quoted).join(', ')}`
    }`,
  'value.idTwice': ({ of }) =>
    `names another ${
      { rubric: 'rubric', rule: 'rule', criterionOfVersion: 'criterion of this version', criterionOfPack: 'criterion' }[
        of
      ]
    } too. Give one of them another id`,
  'value.idOfOtherRubric': ({ rubric }) =>
    `names a criterion of the rubric ${quoted(rubric)} too, and verdicts name criteria by their id alone. Give one of them another id`,
  'value.versionTwice': () => 'is the number of another version too. Give the later one the next number that is free',
  'value.typeTwice': () => 'gives two types one name',

  'value.mustBe': ({ form }) => `must be ${forms[form]}`,
  'value.noBenchmarkFiles': () => 'is of benchmark files, and there are none',
  'value.noSplit': () => 'draws a split, and there is none',
  'value.allItems': () =>
    'asks items for judgements, and all items have a row, those too that nobody judged: leave one of the two out',

  'value.notUlid': () => 'is not a ULID',
  'value.noJudgement': () => 'holds no judgement',
  'value.rankingAndComparisons': () => 'a judgement is a ranking or comparisons, not both',
  'value.noSuchCritique': ({ critique, critiques }) => `names critique ${critique} of ${critiques}`,
  'value.rankedTwice': ({ what }) => `ranks a ${what} twice`,
  'value.winnerTwice': () => 'names a response twice for one criterion',
  'value.ruleMarkedTwice': () => 'marks a rule twice',
  'value.notShown': ({ responses }) => `names a response that was not shown: ${responses.map(quoted).join(', ')}`,
};
