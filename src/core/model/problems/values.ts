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

/**
 * What can be wrong with one value of a document, beside the path to it: said by schemas (`problems/checkValue`) and by
 * forms. The texts stand behind the path and a colon, or below the field.
 */
export interface ValueProblems {
  // problems/checkValue.ts
  'value.missing': { readonly expected: Expected };
  'value.unexpected': { readonly value: ShownValue; readonly expected: Expected };
  'value.empty': object;
  /** Fewer characters or entries. */
  'value.tooFew': { readonly minimum: number };
  'value.tooMany': { readonly maximum: number };
  /** `known`: the fields that there are; none where nobody knows. */
  'value.unknownFields': { readonly fields: readonly string[]; readonly known: readonly string[] };
  'value.unnamedField': object;
  'value.notValid': object;

  // problems/namedIssues.ts: where it stands, by the names that people know
  'value.place': {
    readonly kind: 'rubric' | 'rule' | 'version' | 'criterion';
    /** What it is called; its number from 1 where it has no name. */
    readonly name?: string;
    readonly number?: number;
  };

  // documents: study/project.ts, rubric/rubric.ts, rubric/rule.ts
  'value.otherVersion': { readonly version: number };
  'value.noRecipes': { readonly value: ShownValue };
  'value.suggestionsBesideControls': object;

  // export/ownFormats/ownFormat.ts
  'value.columnName': object;
  /** `rows`: what the rows are of. `near`: names that are nearly the one given; `names`: all that there are. */
  'value.noSuchValue': {
    readonly value: string;
    readonly rows: string;
    readonly near: readonly string[];
    readonly names: readonly string[];
  };

  // study/planSchema.ts
  'value.nobodyTwice': object;
  'value.slicesMissing': object;
  'value.notSliceField': object;
  'value.filterEmpty': object;
  'value.notExpression': object;
  'value.answerEmpty': object;
  'value.orderBesideBest': object;
  'value.responseTwice': object;
  'value.answerOfOtherItem': object;
  'value.fewerAnswers': object;
  'value.passWithoutFirst': object;

  // rubric/criterion.ts, rubric/rubric.ts, rubric/rule.ts, annotation/taxonomySchema.ts
  'value.categoriesMissing': object;
  'value.nameTwice': { readonly name: string };
  'value.maxNotAboveMin': object;
  'value.notLevel': { readonly min: number; readonly max: number };
  'value.notAnswer': {
    readonly value: string;
    readonly kind: AnswerKind;
    readonly min: number;
    readonly max: number;
    readonly names: readonly string[];
  };
  'value.idTwice': { readonly of: 'rubric' | 'criterionOfVersion' | 'criterionOfPack' | 'rule' };
  'value.idOfOtherRubric': { readonly rubric: string };
  'value.versionTwice': object;
  'value.typeTwice': object;

  // study/recipeText.ts
  'value.mustBe': { readonly form: WrittenForm };
  'value.noBenchmarkFiles': object;
  'value.noSplit': object;
  'value.allItems': object;

  // annotation/annotation.ts, annotation/metaCritiqueSchemas.ts
  'value.notUlid': object;
  'value.noJudgement': object;
  'value.rankingAndComparisons': object;
  'value.noSuchCritique': { readonly critique: number; readonly critiques: number };
  'value.rankedTwice': { readonly what: 'response' | 'critique' };
  'value.winnerTwice': object;
  'value.ruleMarkedTwice': object;
  'value.notShown': { readonly responses: readonly string[] };
}
