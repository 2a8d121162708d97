import { problem } from '../../../model/problems/problem';
import { codePointRange } from '../../../model/text/codePoints';
import type { Critique, Judgement } from '../../../model/annotation/annotation';
import type { Passage, Response } from '../../../model/item/item';
import { LayoutError, otherFields, type JsonObject, objectsIn } from '../../fields/recordFields';
import { numberOf } from '../../records/recordReader';
import type { Content, Layout } from '../layout';
import { metadataOf, textIn, meaningfulText } from '../texts/nestedValues';
import { spanIn } from '../labels/spans';

const predictions = ['prediction 1', 'prediction 2', 'prediction 3', 'prediction 4'];
/** The pairs that `preference` speaks of, in its order. */
const pairs: readonly (readonly [number, number])[] = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
];
const outcomes = ['tie', 'a', 'b'] as const;

/**
 * `{question, passages: [[title, sentence, …]], gold, "prediction 1" … "prediction 4", feedback: {errors: [{"error
 * type", explanation, start, end}], "missing-info": [{"error type", passage_id, sentence_id}], "corrected-prediction"},
 * preference: [6]}`. The feedback is on prediction 1; its offsets are code points, its passages count from 1 and their
 * sentences from 1 behind the title. A preference is 0 for none, 1 for the first and 2 for the second of the pairs
 * (1,2) (1,3) (1,4) (2,3) (2,4) (3,4).
 */
export const fineGrainedRlhf: Layout = {
  name: 'fine-grained-rlhf',
  title: 'Fine-Grained RLHF (QA feedback): error spans, missing information and pairs',
  origin: 'allenai/FineGrainedRLHF, tasks/qa_feedback/data and create_rel_fact_rm_files.py',
  fields: { question: 'question', passages: 'passages', gold: 'gold', feedback: 'feedback', preference: 'preference' },
  matches: (record) =>
    record.hasText('question', ...predictions.slice(0, 2)) && record.hasList('passages') && record.has('feedback'),
  read(record): Content {
    const responses = predictions
      .filter((name) => record.has(name))
      .map((name): Response => ({ id: name, text: record.textAt(name) }));
    const feedback = record.objectAt('feedback');
    const [evidence, gold] = [
      passagesAt(record.listAt('passages'), record.path('passages')),
      meaningfulText(record.value('gold')),
    ];
    return {
      ...record.promptAt('question'),
      responses,
      ...(evidence.length > 0 && { evidence }),
      ...(gold !== undefined && { references: [gold] }),
      labels: [
        { judgement: judgementOf(feedback, responses, record.maybeList('preference'), record.path('feedback')) },
      ],
      ...metadataOf(record, { feedback: otherFields(feedback, ['errors', 'missing-info', 'corrected-prediction']) }),
    };
  },
};

function passagesAt(passages: readonly unknown[], path: string): Passage[] {
  return passages.map((passage, i) => {
    if (!Array.isArray(passage)) throw new LayoutError(problem('layouts.notPassage', { path: `${path}[${i}]` }));
    const sentences = passage.map((sentence: unknown, n) => textIn(sentence, `${path}[${i}][${n}]`));
    const [title, ...rest] = sentences;
    return { id: String(i + 1), text: rest.join(' '), sentences, ...(title !== undefined && { title }) };
  });
}

function judgementOf(
  feedback: JsonObject,
  responses: readonly Response[],
  preference: readonly unknown[],
  path: string,
): Judgement {
  const first = responses[0];
  if (!first) throw new LayoutError(problem('layouts.noFirstPrediction', {}));
  const spans = objectsIn(feedback.errors ?? [], `${path}.errors`).map((error, i) =>
    errorSpan(error, first.text, `${path}.errors[${i}]`),
  );
  const missing = objectsIn(feedback['missing-info'] ?? [], `${path}.missing-info`).map(missingOf);
  const corrected = meaningfulText(feedback['corrected-prediction']);
  const comparisons = pairs.flatMap(([a, b], i) => {
    const [one, other, outcome] = [responses[a], responses[b], outcomes[numberOf(preference[i]) ?? -1]];
    return one && other && outcome ? [{ a: one.id, b: other.id, outcome }] : [];
  });
  return {
    ...(comparisons.length > 0 && { comparisons }),
    critiques: [{ response: first.id, text: '', spans, ...(missing.length > 0 && { missing }) }],
    ...(corrected !== undefined && { refinements: [{ response: first.id, text: corrected }] }),
  };
}

type Span = NonNullable<Critique['spans']>[number];

function errorSpan(error: JsonObject, text: string, path: string): Span {
  const [start, end] = [numberOf(error.start), numberOf(error.end)];
  const span = start === undefined || end === undefined ? undefined : spanIn(text, { start, end });
  if (!span)
    throw new LayoutError(
      problem('layouts.spanOutside', {
        path,
        start: String(error.start),
        end: String(error.end),
        characters: codePointRange(text, { start: 0, end: text.length }).end,
      }),
    );
  const [type, note] = [meaningfulText(error['error type']), meaningfulText(error.explanation)];
  return { ...span, ...(type !== undefined && { type }), polarity: 'negative', ...(note !== undefined && { note }) };
}

function missingOf(missing: JsonObject): NonNullable<Critique['missing']>[number] {
  const [type, evidence] = [meaningfulText(missing['error type']), numberOf(missing.passage_id)];
  const sentences = (Array.isArray(missing.sentence_id) ? missing.sentence_id : [])
    .map(numberOf)
    .filter((each) => each !== undefined)
    .filter((each) => Number.isInteger(each) && each >= 0);
  return {
    ...(type !== undefined && { type }),
    ...(evidence !== undefined && { evidence: String(evidence) }),
    ...(sentences.length > 0 && { sentences }),
  };
}
