import type { Content, Layout } from '../layout';
import { metadataOf } from '../texts/nestedValues';

const outcomes = ['a', 'b', 'tie'] as const;

/**
 * `{scenario, label: 0 | 1 | 2, prompt, "response 1", "response 2"}`: the first, the second, or neither was preferred.
 * Where a file has not all of these fields its label may mean anything else (`paired-responses`).
 */
export const autoJ: Layout = {
  name: 'auto-j',
  title: 'Auto-J: two responses and which one people prefer',
  origin: 'GAIR-NLP/auto-j, README.md (testdata_pairwise.jsonl)',
  fields: { prompt: 'prompt', first: 'response 1', second: 'response 2', label: 'label', scenario: 'scenario' },
  matches: (record) =>
    record.hasText('prompt', 'first', 'second', 'scenario') && Object.hasOwn(record.record, record.path('label')),
  read(record): Content {
    const outcome = outcomes[record.maybeNumber('label') ?? -1];
    return {
      ...record.promptAt(),
      responses: [
        { id: 'response 1', text: record.textAt('first') },
        { id: 'response 2', text: record.textAt('second') },
      ],
      ...(outcome && { labels: [{ judgement: { comparisons: [{ a: 'response 1', b: 'response 2', outcome }] } }] }),
      ...metadataOf(record, { label: outcome ? undefined : record.value('label'), scenario: record.value('scenario') }),
    };
  },
};
