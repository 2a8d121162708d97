import { contextAt, feedbackAt, responseAt } from './helpsteer3';
import type { Content, Layout } from '../layout';

/**
 * `{domain, language, context: messages, response1, response2, feedback1: [text], feedback2: [text]}`: what three
 * annotators wrote on each response.
 */
export const helpsteer3Feedback: Layout = {
  name: 'helpsteer3-feedback',
  title: 'HelpSteer3-Feedback: two responses with written feedback on each',
  origin: 'nvidia/HelpSteer3, README.md (feedback)',
  fields: {
    id: 'id',
    context: 'context',
    language: 'language',
    response1: 'response1',
    response2: 'response2',
    feedback1: 'feedback1',
    feedback2: 'feedback2',
  },
  matches: (record) => record.hasList('context', 'feedback1', 'feedback2') && record.hasText('response1', 'response2'),
  read: (record): Content => ({
    ...contextAt(record),
    responses: [responseAt(record, 'response1'), responseAt(record, 'response2')],
    labels: feedbackAt(record, { response1: 'feedback1', response2: 'feedback2' }),
    ...record.rest(),
  }),
};
