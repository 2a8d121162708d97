import { asMessages } from '../../items/messages';
import { numberOf } from '../../records/recordReader';
import { toolsAt, withMedia } from '../texts/toolsAndMedia';
import { answerOf, systemFirst } from '../texts/lastAnswer';
import type { Content, Layout } from '../layout';
import { metadataOf } from '../texts/nestedValues';

/**
 * `{messages, label: [numbers]}`, or one number that is none of a class: what a reward model with one output an aspect
 * learns. The file does not name the aspects; they are "label", or "label 1", "label 2" and so on. Whole numbers by
 * themselves are classes, or good and bad (`kto-messages`).
 */
export const msSwiftRegression: Layout = {
  name: 'ms-swift-regression',
  title: 'A conversation and a list of ratings without names, as in ms-swift (regression)',
  origin: 'modelscope/ms-swift at 3602360, swift/template/base.py (problem_type regression)',
  fields: { id: 'id', messages: 'messages', system: 'system', label: 'label', tools: 'tools' },
  matches: (record) =>
    asMessages(record.value('messages'))?.at(-1)?.role === 'assistant' && isRatings(record.value('label')),
  read(record): Content {
    const { prompt, response } = answerOf(record, 'messages', 'response');
    const label = record.value('label');
    const values = Array.isArray(label)
      ? label.map((each: unknown, i) => [`label ${i + 1}`, numberOf(each)] as const)
      : [['label', numberOf(label)] as const];
    const ratings = values.flatMap(([aspect, value]) =>
      value === undefined ? [] : [{ response: response.id, aspect, value }],
    );
    return {
      id: record.ownId(),
      prompt: withMedia(record, systemFirst(record, prompt)),
      ...toolsAt(record),
      responses: [response],
      ...(ratings.length > 0 && { labels: [{ judgement: { ratings } }] }),
      ...metadataOf(record, ratings.length > 0 ? {} : { label }),
    };
  },
};

const isRatings = (label: unknown): boolean =>
  Array.isArray(label)
    ? label.length > 0 && label.every((each) => typeof each === 'number')
    : typeof label === 'number' && !Number.isInteger(label);
