import { contextAt, feedbackAt, responseAt } from '../judges/helpsteer3';
import type { Content, Layout } from '../layout';

const original = 'original_response';

/**
 * `{domain, language, context: messages, original_response, edited_response, change_summary, feedback: [text]}`. The
 * edit is a refinement of the one response, with the summary of the changes as its rationale; that it is better is not
 * said, so it is no comparison.
 */
export const helpsteer3Edit: Layout = {
  name: 'helpsteer3-edit',
  title: 'HelpSteer3-Edit: a response, feedback on it, and the edited response',
  origin: 'nvidia/HelpSteer3, README.md (edit)',
  fields: {
    id: 'id',
    context: 'context',
    language: 'language',
    original_response: original,
    edited: 'edited_response',
    summary: 'change_summary',
    feedback: 'feedback',
  },
  matches: (record) => record.hasList('context') && record.hasText('original_response', 'edited'),
  read(record): Content {
    const rationale = record.maybeText('summary');
    return {
      ...contextAt(record),
      responses: [responseAt(record, original)],
      labels: [
        {
          judgement: {
            refinements: [{ response: original, text: record.textAt('edited') }],
            ...(rationale && { rationale }),
          },
        },
        ...feedbackAt(record, { [original]: 'feedback' }),
      ],
      ...record.rest(),
    };
  },
};
