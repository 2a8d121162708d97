import * as l10n from '@vscode/l10n';
import { wordsOfReason } from './wording';
import { firstOf } from './dataset';
import { shellQuote } from '../text/shellQuote';
import { chooseFields, digits, inProgram, withOptions } from './program';
import { quoted } from './quoted';
import type { Reason } from './wording';

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

export const valuesText = (values: readonly ValueCount[], hasMore: boolean): string =>
  firstOf(
    values.map(({ value, count }) => `${value} (${digits(count)})`),
    hasMore,
  );

/** What can be wrong with the items of a dataset: records left out, labels without a meaning, rows put together. */
export const datasetItemProblems = {
  /** Of a record that no layout could read: not JSON, no object, a row with too many cells. */
  'dataset.recordLeftOut': ({ reason }: { reason: Reason }) =>
    l10n.t('{0}. The record was left out', wordsOfReason(reason)),
  // items/parse
  'dataset.itemLeftOut': ({ reason }: LeftOut) =>
    l10n.t(
      '{0}. The item was left out. Correct the record, or choose another field with {1}',
      wordsOfReason(reason),
      chooseFields('--map'),
    ),
  'dataset.itemOfOtherLayout': ({ reason, layout }: LeftOut & { layout: string }) =>
    l10n.t(
      '{0}. The item was left out. The record looks like the layout “{1}”, but a dataset has only one layout. Correct the record',
      wordsOfReason(reason),
      layout,
    ),

  // items/itemWarnings, items/duplicateIds
  'dataset.oneResponse': () =>
    l10n.t(
      'There is only one response, and nothing to compare it with. It can be rated, or judged good or bad. Add the other responses if there are any',
    ),
  'dataset.sameResponses': ({ first, second }: { first: string; second: string }) =>
    l10n.t(
      'The responses “{0}” and “{1}” have the same text, so neither is better. No pair of them is exported',
      first,
      second,
    ),
  'dataset.emptyResponse': ({ response }: { response: string }) =>
    l10n.t(
      'The response “{0}” is empty, so other responses have nothing to be compared with. Add the text if it is missing, or remove the record',
      response,
    ),
  'dataset.halfSurrogate': () =>
    l10n.t(
      'A text has half a surrogate pair (a cut emoji), shown as �. Its pairs are not exported, because JSON loaders reject the whole file. Correct the source',
    ),
  'dataset.emptyPrompt': () => l10n.t('The prompt is empty. Its pairs are not exported, because TRL stops at them'),
  /** `file`: where that is another one. */
  'dataset.itemAgain': ({ line, unit, file }: { line: number; unit: 'line' | 'row'; file?: string }) =>
    file === undefined
      ? unit === 'row'
        ? l10n.t('Same item as in row {0}. One judgment counts for both', line)
        : l10n.t('Same item as in line {0}. One judgment counts for both', line)
      : unit === 'row'
        ? l10n.t('Same item as in row {0} of {1}. One judgment counts for both', line, file)
        : l10n.t('Same item as in line {0} of {1}. One judgment counts for both', line, file),
  'dataset.idAgain': ({ line, unit, file }: { line: number; unit: 'line' | 'row'; file?: string }) =>
    file === undefined
      ? unit === 'row'
        ? l10n.t(
            'Same ID as in row {0}, but other content. They are judged separately, but counted as one. Use different IDs',
            line,
          )
        : l10n.t(
            'Same ID as in line {0}, but other content. They are judged separately, but counted as one. Use different IDs',
            line,
          )
      : unit === 'row'
        ? l10n.t(
            'Same ID as in row {0} of {1}, but other content. They are judged separately, but counted as one. Use different IDs',
            line,
            file,
          )
        : l10n.t(
            'Same ID as in line {0} of {1}, but other content. They are judged separately, but counted as one. Use different IDs',
            line,
            file,
          ),

  // items/unreadLabels: values are the first ones
  'dataset.ratingsWithoutNumbers': ({
    path,
    values,
    hasMore,
  }: {
    path: string;
    values: readonly ValueCount[];
    hasMore: boolean;
  }) =>
    l10n.t(
      '“{0}” has ratings that are not numbers: {1}. The items can be judged, but these ratings were left out. Write them as numbers in the dataset to use them',
      path,
      valuesText(values, hasMore),
    ),
  /** `order`: what says that the values are numbers of responses. */
  'dataset.ranksOrNumbers': ({
    path,
    values,
    hasMore,
    order,
  }: {
    path: string;
    values: readonly ValueCount[];
    hasMore: boolean;
    order: string;
  }) =>
    numbersToo(
      l10n.t(
        '“{0}” orders the responses, but it is not clear whether it has their ranks or their numbers: {1}. The items can be judged, but these labels were left out. If it has the rank of each response, choose it as “Ranks” with {2}',
        path,
        valuesText(values, hasMore),
        chooseFields(`--map ${shellQuote(`rank=${path}`)}`),
      ),
      `--map ${shellQuote(`label=${path}`)} --values ${order}`,
    ),
  /** `ofOne`: of one response; `idle`: meanings that were given and say nothing here; `codes`: as `--values` has them. */
  'dataset.labelsWithoutMeaning': ({
    path,
    values,
    hasMore,
    ofOne,
    idle,
    codes,
    question,
    meanings,
  }: {
    path: string;
    values: readonly ValueCount[];
    hasMore: boolean;
    ofOne: boolean;
    meanings: readonly string[];
    idle: readonly string[];
    codes: string;
    question: LabelQuestion | null;
  }) => {
    const found = valuesText(values, hasMore);
    const map = path === 'label' ? '' : `--map ${shellQuote(`label=${path}`)} `;
    const rating = `--map ${shellQuote(`rating=${path}`)}`;
    const inWords = `${map}--values ${shellQuote(codes)}`;
    const sets = chooseFields(`${inWords} (${[...meanings, 'skip'].join(', ')})`);
    const none = idle.join(', ');
    const ofResponse = (): string =>
      idle.length === 0
        ? l10n.t(
            '“{0}” seems to say how good the response is, but the meaning of its values is unknown: {1}. The items can be judged, but these labels were left out. Set what they mean with {2}, or choose the field as “Ratings”',
            path,
            found,
            sets,
          )
        : l10n.t(
            '“{0}” seems to say how good the response is, but the meaning of its values is unknown: {1}. This does not apply to a single response: {2}. The items can be judged, but these labels were left out. Set what they mean with {3}, or choose the field as “Ratings”',
            path,
            found,
            none,
            sets,
          );
    const ofPair = (): string =>
      idle.length === 0
        ? l10n.t(
            '“{0}” seems to say which response is better, but the meaning of its values is unknown: {1}. The items can be judged, but these labels were left out. Set what they mean with {2}',
            path,
            found,
            sets,
          )
        : l10n.t(
            '“{0}” seems to say which response is better, but the meaning of its values is unknown: {1}. This does not apply to so many responses: {2}. The items can be judged, but these labels were left out. Set what they mean with {3}',
            path,
            found,
            none,
            sets,
          );
    const text = ofOne ? withOptions(ofResponse(), rating) : ofPair();
    if (!question) return text;
    const asked = questionText(question, meanings, { map, rating, inWords });
    return inProgram({ commandLine: `${text}. ${asked}`, editor: text });
  },

  /** Values that were left out, as a person said so, the most frequent first; `count`: labels with them. */
  'dataset.labelsSkipped': ({
    path,
    values,
    hasMore,
    count,
  }: {
    path: string;
    values: readonly ValueCount[];
    hasMore: boolean;
    count: number;
  }) =>
    count === 1
      ? l10n.t(
          '1 label of “{0}” was left out, as its value is set to be skipped: {1}',
          path,
          valuesText(values, hasMore),
        )
      : l10n.t(
          '{2} labels of “{0}” were left out, as their values are set to be skipped: {1}',
          path,
          valuesText(values, hasMore),
          digits(count),
        ),

  /** Numbers on a scale where a label stands: of two responses they name none. */
  'dataset.labelsAreScores': ({
    path,
    count,
    low,
    high,
    ofOne,
  }: {
    path: string;
    count: number;
    low: number;
    high: number;
    ofOne: boolean;
  }) =>
    ofOne
      ? l10n.t(
          '“{0}” has numbers from {1} to {2} (labels: {3}), which look like scores. These labels were left out. If they are ratings, and higher is better, choose the field as “Ratings” with {4}',
          path,
          low,
          high,
          digits(count),
          chooseFields(`--map ${shellQuote(`rating=${path}`)}`),
        )
      : l10n.t(
          '“{0}” has numbers from {1} to {2} (labels: {3}), which look like scores and name no response. The items can be judged, but these labels were left out',
          path,
          low,
          high,
          digits(count),
        ),

  // grouping
  'dataset.rankingsDiffer': () =>
    l10n.t(
      'Rows with the same prompt have two different rankings by one annotator, which cannot be merged. Keep the rows separate with {0}',
      chooseFields('--no-gather'),
    ),
  'dataset.rankingAndComparisons': () =>
    l10n.t(
      'Rows with the same prompt have a ranking and comparisons by one annotator, which cannot be merged. Keep the rows separate with {0}',
      chooseFields('--no-gather'),
    ),
  'dataset.goodAndBad': () =>
    l10n.t(
      'The same response to the same prompt is good in one row and bad in another. Remove one of the rows, or keep them separate with {0}',
      chooseFields('--no-gather'),
    ),
  /** `models`: the first of them. */
  'dataset.filesOfModels': ({
    models,
    count,
    incomplete,
  }: {
    models: readonly string[];
    count: number;
    incomplete: number;
  }) =>
    incomplete === 0
      ? l10n.t(
          'Each file is read as the responses of one model to the same prompts: {0}',
          firstOf(models, count > models.length),
        )
      : l10n.t(
          'Each file is read as the responses of one model to the same prompts: {0}. Not every file has every prompt. Number of items without some responses: {1}',
          firstOf(models, count > models.length),
          digits(incomplete),
        ),
  /** `by`: the field, where it is not the prompt; `apart`: rows without a value there. */
  'dataset.rowsTogether': ({
    rows,
    prompts,
    by,
    apart,
  }: {
    rows: number;
    prompts: number;
    by?: string;
    apart: number;
  }) => {
    const numbers = [digits(rows), digits(prompts), digits(apart)] as const;
    if (by === undefined)
      return l10n.t(
        'Rows with the same prompt are one item. Number of rows: {0}. Number of prompts: {1}. Rows can be kept separate with {3}',
        ...numbers,
        chooseFields('--no-gather'),
      );
    return apart === 0
      ? l10n.t(
          'Rows with the same “{3}” are one item. Number of rows: {0}. Number of items: {1}. Rows can be kept separate with {4}',
          ...numbers,
          by,
          chooseFields('--no-gather'),
        )
      : l10n.t(
          'Rows with the same “{3}” are one item. Number of rows: {0}. Number of items: {1}. Number of rows without a value, which are kept separate: {2}. Rows can be kept separate with {4}',
          ...numbers,
          by,
          chooseFields('--no-gather'),
        );
  },

  // search/textQuery
  'dataset.notRegularExpression': ({ source, reason }: { source: string; reason: string }) =>
    l10n.t('“{0}” is not a regular expression ({1}). Correct it, or search for it as plain text', source, reason),
};

/** Adds how the command line is told that a field has the numbers of the responses. */
const numbersToo = (text: string, options: string): string =>
  inProgram({
    commandLine: l10n.t('{0}. If it has the numbers of the responses, best first, use {1}', text, options),
    editor: text,
  });

/** Returns a question about one row whose answer says what a label means, with the options for yes and for no. */
function questionText(
  { line, unit, value, asks, response, yes, no }: LabelQuestion,
  meanings: readonly string[],
  options: { readonly map: string; readonly rating: string; readonly inWords: string },
): string {
  const number = meanings.indexOf(asks) + 1;
  const ofResponse =
    meanings.length > 3
      ? l10n.t('Is response {0} the best one?', number)
      : l10n.t('Is response {0} the better one?', number);
  const asked =
    asks === 'rating'
      ? l10n.t('Is that a rating, and higher is better?')
      : asks === 'good'
        ? l10n.t('Is the response good?')
        : ofResponse;
  return [
    unit === 'row'
      ? l10n.t('Row {0} has the value {1}.', line, value)
      : l10n.t('Line {0} has the value {1}.', line, value),
    response === '' ? asked : `${asked} (${response})`,
    l10n.t(
      'If yes, use {0}. If no, use {1}.',
      quoted(asks === 'rating' ? options.rating : `${options.map}--values ${shellQuote(yes ?? '')}`),
      quoted(no === null ? options.inWords : `${options.map}--values ${shellQuote(no)}`),
    ),
  ].join(' ');
}
