import { problem } from '../../../model/problems/problem';
import type { Passage, Response } from '../../../model/item/item';
import { isObject, LayoutError } from '../../fields/recordFields';
import type { RecordReader } from '../../records/recordReader';
import { comparisonOf } from '../labels/numericJudgements';
import type { Content, Label, Layout } from '../layout';
import { textIn } from '../texts/nestedValues';

/**
 * `{question: {dataset, id, full_text}, quotes_0: {title: [text], extract: [text]}, answer_0, tokens_0: {prefix,
 * completion}, score_0, quotes_1, answer_1, tokens_1, score_1}`. A score is the strength of the preference for its
 * answer, -1 to 1; the two sum to 0, and 0 is a tie. Thirds of the scale are the strengths 1 to 3, and the scores stay
 * in the metadata. The n-th quote of an answer, which it cites as [n], is a passage of that response. A question has
 * several comparisons, so its id is metadata.
 */
export const webgptComparisons: Layout = {
  name: 'webgpt-comparisons',
  title: 'WebGPT: two answers with their quotes, and a score',
  origin: 'openai/webgpt_comparisons, webgpt_comparisons.py and README.md',
  fields: {
    question: 'question',
    answer0: 'answer_0',
    answer1: 'answer_1',
    quotes0: 'quotes_0',
    quotes1: 'quotes_1',
    tokens0: 'tokens_0',
    tokens1: 'tokens_1',
    score0: 'score_0',
    score1: 'score_1',
  },
  matches: (record) => isObject(record.value('question')) && record.hasText('answer0', 'answer1'),
  read(record): Content {
    const { full_text: _, ...about } = record.objectAt('question');
    const question = textIn(record.objectAt('question').full_text, `${record.path('question')}.full_text`);
    const evidence = [...quotesAt(record, 'quotes0', 'a'), ...quotesAt(record, 'quotes1', 'b')];
    const content = {
      prompt: [{ role: 'user', content: question }],
      promptText: question,
      responses: [responseAt(record, 'a', '0'), responseAt(record, 'b', '1')],
      ...(evidence.length > 0 && { evidence }),
      labels: labelsAt(record),
    };
    record.keep('score0', 'score1');
    return { ...content, metadata: { question: about, ...record.rest().metadata } };
  },
};

function responseAt(record: RecordReader, id: string, number: string): Response {
  const tokens = record.value(`tokens${number}`) ?? null;
  return { id, text: record.textAt(`answer${number}`), ...(tokens !== null && { metadata: { tokens } }) };
}

function quotesAt(record: RecordReader, name: string, response: string): Passage[] {
  const quotes = record.value(name);
  if (!isObject(quotes)) return [];
  const { title, extract } = quotes;
  if (!Array.isArray(extract)) return [];
  return extract.map((text: unknown, index): Passage => {
    if (typeof text !== 'string')
      throw new LayoutError(problem('layouts.notText', { path: `${record.path(name)}.extract[${index}]` }));
    const heading: unknown = Array.isArray(title) ? title[index] : undefined;
    return { id: `${response}${index + 1}`, text, ...(typeof heading === 'string' && { title: heading }), response };
  });
}

function labelsAt(record: RecordReader): Label[] {
  const [first, second] = [record.maybeNumber('score0'), record.maybeNumber('score1')];
  const preference = second ?? (first === undefined ? undefined : -first);
  return preference === undefined ? [] : [{ judgement: { comparisons: [comparisonOf('a', 'b', preference, 1)] } }];
}
