import type { Reason } from './reason';

/** A value of a label, as JSON, and how often it is there. */
export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** The values of labels that nobody can tell, the most frequent first. */
export interface UnknownValues {
  readonly values: readonly ValueCount[];
  readonly hasMore: boolean;
  /** What `--values` would be to leave them out; null where they are most of the labels, and likely judge. */
  readonly skips: string | null;
}

/** One question about a row whose answer, yes or no, says what a label's values mean. */
export interface LabelQuestion {
  /** Where the first row with this value stands. */
  readonly line: number;
  readonly unit: 'line' | 'row';
  readonly value: string;
  /**
   * Whether the response is good, whether the value is a rating, or whether one of several responses ("first",
   * "second") is the best.
   */
  readonly asks: string;
  /** The beginning of that response. */
  readonly response: string;
  /** What to say then, as `--values` has it; null where it is no such thing. */
  readonly yes: string | null;
  readonly no: string | null;
}

/** Why a record gives no item: the layout's problem, or a text that is all there is. */
interface LeftOut {
  readonly reason: Reason | string;
}

/** What can be wrong with the items of a dataset: records left out, labels without a meaning, rows put together. */
export interface DatasetItemProblems {
  // items/parse
  'dataset.itemLeftOut': LeftOut;
  /** Of a record that no layout could read: not JSON, no object, a row with too many cells. */
  'dataset.recordLeftOut': { readonly reason: Reason };
  'dataset.itemOfOtherLayout': LeftOut & { readonly layout: string };

  // items/itemWarnings, items/duplicateIds
  'dataset.oneResponse': object;
  'dataset.sameResponses': { readonly first: string; readonly second: string };
  'dataset.emptyResponse': { readonly response: string };
  'dataset.halfSurrogate': object;
  'dataset.emptyPrompt': object;
  /** `file`: where that is another one. */
  'dataset.itemAgain': { readonly line: number; readonly unit: 'line' | 'row'; readonly file?: string };
  'dataset.idAgain': { readonly line: number; readonly unit: 'line' | 'row'; readonly file?: string };

  // items/unreadLabels: values are the first ones
  'dataset.ratingsWithoutNumbers': {
    readonly path: string;
    readonly values: readonly ValueCount[];
    readonly hasMore: boolean;
  };
  /** `order`: what says that the values are numbers of responses. */
  'dataset.ranksOrNumbers': {
    readonly path: string;
    readonly values: readonly ValueCount[];
    readonly hasMore: boolean;
    readonly order: string;
  };
  /** `ofOne`: of one response; `idle`: meanings that were given and say nothing here; `codes`: as `--values` has them. */
  'dataset.labelsWithoutMeaning': {
    readonly path: string;
    readonly values: readonly ValueCount[];
    readonly hasMore: boolean;
    readonly ofOne: boolean;
    readonly meanings: readonly string[];
    readonly idle: readonly string[];
    readonly codes: string;
    readonly question: LabelQuestion | null;
  };
  /** Values that were left out, as a person said so, the most frequent first; `count`: labels with them. */
  'dataset.labelsSkipped': {
    readonly path: string;
    readonly values: readonly ValueCount[];
    readonly hasMore: boolean;
    readonly count: number;
  };
  /** Numbers on a scale where a label stands: of two responses they name none. */
  'dataset.labelsAreScores': {
    readonly path: string;
    readonly count: number;
    readonly low: number;
    readonly high: number;
    readonly ofOne: boolean;
  };

  // grouping
  'dataset.rankingsDiffer': object;
  'dataset.rankingAndComparisons': object;
  'dataset.goodAndBad': object;
  /** `models`: the first of them. */
  'dataset.filesOfModels': { readonly models: readonly string[]; readonly count: number; readonly incomplete: number };
  /** `by`: the field, where it is not the prompt; `apart`: rows without a value there. */
  'dataset.rowsTogether': {
    readonly rows: number;
    readonly prompts: number;
    readonly by?: string;
    readonly apart: number;
  };

  // search/textQuery
  'dataset.notRegularExpression': { readonly source: string; readonly reason: string };
}
