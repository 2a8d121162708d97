import { isObject } from '../../fields/recordFields';
import { ratingOf } from '../labels/numericJudgements';
import type { Content, Layout } from '../layout';
import { documentAt, hasDocument, summaryOf, workerAt } from '../texts/summarizeFromFeedback';

/**
 * `{info, summary: {text, policy, note, axes: {overall, accuracy, coverage, coherence}}, worker, batch, split}`: one
 * summary, rated 1 to 7 on each axis, or null.
 */
export const summaryAxes: Layout = {
  name: 'summary-axes',
  title: 'Learning to summarize: one summary rated on several axes',
  origin: 'openai/summarize-from-feedback, README.md (Axis evals)',
  composes: true,
  fields: { info: 'info', summary: 'summary', worker: 'worker' },
  matches: (record) => hasDocument(record) && isObject(record.value('summary')),
  read(record): Content {
    const entry = record.objectAt('summary');
    const { response, critiques } = summaryOf('summary', entry, record.path('summary'));
    const ratings = isObject(entry.axes)
      ? Object.entries(entry.axes).map(([axis, value]) => ratingOf(response.id, axis, value))
      : [];
    const { metadata, ...document } = documentAt(record);
    const judgement = { ...(ratings.length > 0 && { ratings }), ...(critiques.length > 0 && { critiques }) };
    return {
      ...document,
      responses: [response],
      ...(Object.keys(judgement).length > 0 && { labels: [{ ...workerAt(record), judgement }] }),
      metadata: { ...metadata, ...record.rest().metadata },
    };
  },
};
