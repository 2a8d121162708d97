import { wordsOfReason } from '../../core/model/problems/wording';
import type { ValueCount } from '../../core/model/problems/datasetItems';
import type { Wording } from '../../core/model/problems/problem';
import { formatCount } from '../../core/model/text/formatCount';
import { shellQuote } from '../../core/model/text/shellQuote';

const placeText = (line: number, unit: string, file: string | undefined): string =>
  `${unit} ${line}${file === undefined ? '' : ` of ${file}`}`;
export const valuesText = (values: readonly ValueCount[], hasMore: boolean): string =>
  `${values.map(({ value, count }) => `${value} (${count})`).join(', ')}${hasMore ? ' and others' : ''}`;

const apart = '(without --gather)';

export const datasetItemMessages: Partial<Wording> = {
  'dataset.recordLeftOut': ({ reason }) => `${wordsOfReason(reason)}. The record was left out`,
  'dataset.itemLeftOut': ({ reason }) =>
    `${wordsOfReason(reason)}. The item was left out; correct the record or name another field with --map`,
  'dataset.itemOfOtherLayout': ({ reason, layout }) =>
    `${wordsOfReason(reason)}. The item was left out; correct the record: this record looks like the layout ${layout}, and a dataset has one layout`,

  'dataset.oneResponse': () =>
    'holds one response: there is nothing to compare it with. It can be rated, or judged good or bad; add the others if there are more',
  'dataset.sameResponses': ({ first, second }) =>
    `the responses ${JSON.stringify(first)} and ${JSON.stringify(second)} have the same text: nothing can be preferred between them, and no pair of them is exported`,
  'dataset.emptyResponse': ({ response }) =>
    `the response ${JSON.stringify(response)} is empty: what is preferred to it is preferred to nothing. Add the text where it was lost, or leave the record out`,
  'dataset.halfSurrogate': () =>
    'a text holds half a surrogate pair (an emoji that was cut): it is shown as �, and its pairs are left out of exports, as JSON loaders refuse the whole file. Correct the source',
  'dataset.emptyPrompt': () => 'the prompt is empty: its pairs are left out of exports, as TRL stops at them',
  'dataset.itemAgain': ({ line, unit, file }) =>
    `repeats the item of ${placeText(line, unit, file)}: one judgement will count for both`,
  'dataset.idAgain': ({ line, unit, file }) =>
    `has the id of ${placeText(line, unit, file)} with other content: each is judged by itself, but the progress counts them as one, and so will whatever goes by ids. Give ids that differ`,

  'dataset.ratingsWithoutNumbers': ({ path, values, hasMore }) =>
    `"${path}" holds ratings that are no numbers: ${valuesText(values, hasMore)}. The items can be judged; these ratings were left out. Write them as numbers in the dataset to have them`,
  'dataset.ranksOrNumbers': ({ path, values, hasMore, order }) =>
    `"${path}" orders the responses, but it may hold their ranks or their numbers: ${valuesText(values, hasMore)}. The items can be judged; these labels were left out. If it holds the rank of each response, use --map ${shellQuote(`rank=${path}`)}. If it holds the numbers of the responses, best first, use --map ${shellQuote(`label=${path}`)} --values ${order}`,
  'dataset.labelsWithoutMeaning': ({ path, values, hasMore, ofOne, meanings, idle, codes, question }) => {
    const why =
      idle.length === 0 ? '' : `; ${idle.join(', ')} says nothing of ${ofOne ? 'one response' : 'so many responses'}`;
    const map = path === 'label' ? '' : `--map ${shellQuote(`label=${path}`)} `;
    const found = `"${path}" seems to say ${ofOne ? 'how good the response is' : 'which response is better'}, but not what its values mean: ${valuesText(values, hasMore)}${why}. The items can be judged; these labels were left out. `;
    const rating = `--map ${shellQuote(`rating=${path}`)}`;
    const inWords = `--values ${shellQuote(codes)} (each of them ${meanings.join(', ')} or skip, which leaves it out)`;
    if (!question)
      return `${found}Say what they mean with ${map}${inWords}${ofOne ? `, or read a rating with ${rating}` : ''}`;
    const { line, unit, value, asks, response, yes, no } = question;
    const row = `In ${unit} ${line} it is ${value}`;
    const text = response === '' ? '' : ` (${response})`;
    if (asks === 'rating')
      return `${found}${row}: is that a rating, and higher is better? If yes, use ${rating}; if no, ${map}${inWords}`;
    const asked =
      asks === 'good'
        ? `is the response${text} good?`
        : `is response ${meanings.indexOf(asks) + 1}${text} the ${meanings.length > 3 ? 'best' : 'better'} one?`;
    return `${found}${row}: ${asked} If yes, use ${map}--values ${shellQuote(yes ?? '')}; if no, ${no === null ? `${map}${inWords}` : `${map}--values ${shellQuote(no)}`}${ofOne ? `. If it is a rating, use ${rating}` : ''}`;
  },
  'dataset.labelsSkipped': ({ path, values, hasMore, count }) =>
    `${formatCount(count, 'label')} of "${path}" ${count === 1 ? 'was' : 'were'} left out, as --values says: ${valuesText(values, hasMore)}`,
  'dataset.labelsAreScores': ({ path, count, low, high, ofOne }) =>
    ofOne
      ? `"${path}" holds ${formatCount(count, 'number')} from ${low} to ${high}, as scores are, and was left out. If it is a rating, and higher is better, use --map ${shellQuote(`rating=${path}`)}`
      : `"${path}" holds ${formatCount(count, 'number')} from ${low} to ${high}, as scores are: they name no response, and were left out. The items can be judged`,

  'dataset.rankingsDiffer': () =>
    `rows with the same prompt hold two different rankings by one annotator, which cannot be one. Leave the rows apart ${apart}`,
  'dataset.rankingAndComparisons': () =>
    `rows with the same prompt hold a ranking and comparisons by one annotator, which cannot be one. Leave the rows apart ${apart}`,
  'dataset.goodAndBad': () =>
    `the same response to the same prompt is labelled good in one row and bad in another. Remove one of the rows, or leave them apart ${apart}`,
  'dataset.filesOfModels': ({ models, count, incomplete }) =>
    `each file is read as the responses of one model to the same prompts (${models.join(', ')}${count > models.length ? `, and ${formatCount(count - models.length, 'more file')}` : ''})${incomplete === 0 ? '' : `; ${formatCount(incomplete, 'item')} ${incomplete === 1 ? 'lacks a response' : 'lack responses'}, as not every file has the prompt`}`,
  'dataset.rowsTogether': ({ rows, prompts, by, apart: left }) =>
    `${formatCount(rows, 'row')} hold responses to ${formatCount(prompts, 'prompt')}: rows with the same ${by === undefined ? 'prompt' : JSON.stringify(by)} are one item${left === 0 ? '' : `; ${formatCount(left, 'row')} with nothing there ${left === 1 ? 'stays' : 'stay'} apart`}. To leave each row by itself, use --no-gather`,

  'dataset.notRegularExpression': ({ source, reason }) =>
    `“${source}” is not a regular expression (${reason}). Correct it, or look for it as plain text`,
};
