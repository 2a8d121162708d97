import { problem } from '../../../model/problems/problem';
import type { Judgement } from '../../../model/annotation/annotation';
import { isObject, LayoutError } from '../../fields/recordFields';
import { numberOf, type RecordReader } from '../../records/recordReader';
import type { Content, Layout } from '../layout';
import { documentAt, hasDocument, summaryOf, workerAt } from '../texts/summarizeFromFeedback';

/**
 * `{info, summaries: [{text, policy, note}, {…}], choice: 0 | 1, worker, batch, split, extra: {confidence}}`. The note
 * is what the worker took the summary to say before reading the post. Confidence runs from 1 (surely the first) to 9
 * (surely the second) and is read so only where it agrees with the choice; it stays in the metadata. Many workers judge
 * one pair, so an item has no id but its content.
 */
export const summaryComparisons: Layout = {
  name: 'summary-comparisons',
  title: 'Learning to summarize: two summaries and a choice',
  origin: 'openai/summarize-from-feedback, README.md (Comparisons)',
  composes: true,
  fields: { info: 'info', summaries: 'summaries', choice: 'choice', worker: 'worker', extra: 'extra' },
  matches: (record) => hasDocument(record) && record.hasList('summaries'),
  read(record): Content {
    const entries = record.objectsAt('summaries');
    if (entries.length !== 2)
      throw new LayoutError(
        problem('layouts.notTwoSummaries', { path: record.path('summaries'), count: entries.length }),
      );
    const summaries = entries.map((entry, index) =>
      summaryOf(index === 0 ? 'a' : 'b', entry, `${record.path('summaries')}[${index}]`),
    );
    const { metadata, ...document } = documentAt(record);
    const judgement = judgementAt(
      record,
      summaries.flatMap(({ critiques }) => critiques),
    );
    return {
      ...document,
      responses: summaries.map(({ response }) => response),
      ...(Object.keys(judgement).length > 0 && { labels: [{ ...workerAt(record), judgement }] }),
      metadata: { ...metadata, ...record.rest().metadata },
    };
  },
};

function judgementAt(record: RecordReader, critiques: NonNullable<Judgement['critiques']>): Judgement {
  const value = record.value('choice') ?? null;
  const choice = numberOf(value);
  if (value !== null && choice !== 0 && choice !== 1)
    throw new LayoutError(
      problem('layouts.wrongValue', {
        path: record.path('choice'),
        value: JSON.stringify(value).slice(0, 40),
        wanted: 'numberOfSummary',
      }),
    );
  const extra = record.value('extra');
  record.keep('extra');
  const towards = numberOf(isObject(extra) ? extra.confidence : undefined) ?? 5;
  const agrees = choice === 0 ? towards >= 1 && towards < 5 : towards > 5 && towards <= 9;
  return {
    ...(choice !== undefined && {
      comparisons: [{ a: 'a', b: 'b', outcome: choice === 0 ? 'a' : 'b' }],
      ...(agrees && { confidence: Math.abs(towards - 5) / 4 }),
    }),
    ...(critiques.length > 0 && { critiques }),
  };
}
