import type { Content, Layout } from '../layout';
import { metadataOf, modelOf } from '../texts/nestedValues';

/** `{pair_id, original_id, source, question, response_model, response_A, response_B, label: "A>B" | "B>A"}`. */
export const judgeBench: Layout = {
  name: 'judge-bench',
  title: 'JudgeBench: two answers, one right and one wrong',
  origin: 'ScalerLab/JudgeBench, README.md and run_judge.py',
  fields: {
    id: 'pair_id',
    question: 'question',
    a: 'response_A',
    b: 'response_B',
    model: 'response_model',
    label: 'label',
  },
  matches: (record) =>
    record.hasText('question', 'a', 'b') && record.has('id') && Object.hasOwn(record.record, record.path('label')),
  read(record): Content {
    const model = modelOf(record.value('model'));
    const label = record.value('label');
    const outcome = typeof label === 'string' ? outcomes.get(label.replaceAll(/\s/g, '')) : undefined;
    return {
      id: record.ownId(),
      ...record.promptAt('question'),
      responses: [
        { id: 'a', text: record.textAt('a'), ...model },
        { id: 'b', text: record.textAt('b'), ...model },
      ],
      ...(outcome && { labels: [{ judgement: { comparisons: [{ a: 'a', b: 'b', outcome }] } }] }),
      ...metadataOf(record, outcome ? {} : { label }),
    };
  },
};

const outcomes: ReadonlyMap<string, 'a' | 'b' | 'tie'> = new Map([
  ['A>B', 'a'],
  ['B>A', 'b'],
  ['A=B', 'tie'],
]);
