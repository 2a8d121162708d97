import { contextAt, feedbackAt, responseAt } from './helpsteer3';
import type { Content, Layout } from '../layout';

const [original, good, bad] = ['original_response', 'good_edited_response', 'bad_edited_response'];

/**
 * `{domain, language, context: messages, original_response, good_edited_response, bad_edited_response, feedback:
 * [text]}`. Good and bad say only which edit follows the feedback, so the comparison is for that criterion; the
 * original is not part of it.
 */
export const helpsteer3EditQuality: Layout = {
  name: 'helpsteer3-edit-quality',
  title: 'HelpSteer3-Edit-Quality: two edits of a response, and which one follows the feedback',
  origin: 'nvidia/HelpSteer3, README.md (edit_quality)',
  fields: {
    id: 'id',
    context: 'context',
    language: 'language',
    original_response: original,
    good_edited_response: good,
    bad_edited_response: bad,
    feedback: 'feedback',
  },
  matches: (record) =>
    record.hasList('context') && record.hasText('original_response', 'good_edited_response', 'bad_edited_response'),
  read: (record): Content => ({
    ...contextAt(record),
    responses: [original, good, bad].map((name) => responseAt(record, name)),
    labels: [
      {
        shown: [good, bad],
        judgement: { comparisons: [{ a: good, b: bad, outcome: 'a', criterion: 'follows the feedback' }] },
      },
      ...feedbackAt(record, { [original]: 'feedback' }),
    ],
    ...record.rest(),
  }),
};
