import { contextAt, responseAt } from './helpsteer3';
import type { Content, Label, Layout } from '../layout';

/**
 * `{domain, language, context: messages, response, principle, fulfilment: "Yes" | "No"}`: whether one response fulfils
 * a principle.
 */
export const helpsteer3Principle: Layout = {
  name: 'helpsteer3-principle',
  title: 'HelpSteer3-Principle: whether a response fulfills a principle',
  origin: 'nvidia/HelpSteer3, README.md (principle)',
  fields: {
    id: 'id',
    context: 'context',
    language: 'language',
    response: 'response',
    principle: 'principle',
    fulfilment: 'fulfilment',
  },
  matches: (record) => record.hasList('context') && record.hasText('response', 'principle', 'fulfilment'),
  read: (record): Content => ({
    ...contextAt(record),
    responses: [responseAt(record, 'response')],
    criteria: [{ id: 'principle', text: record.textAt('principle') }],
    labels: verdict(record.maybeText('fulfilment')),
    ...record.rest(),
  }),
};

function verdict(fulfilment: string | undefined): Label[] {
  if (!fulfilment) return [];
  const value = fulfilment === 'Yes' || fulfilment === 'No' ? fulfilment === 'Yes' : fulfilment;
  return [{ judgement: { verdicts: [{ response: 'response', criterion: 'principle', value }] } }];
}
