import type { Judgement } from '../../../model/annotation/annotation';
import { numberOf, type RecordReader } from '../../records/recordReader';
import { objectsIn, textOf } from '../../fields/recordFields';
import { comparisonOf, numberedLabel } from '../labels/numericJudgements';
import type { Content, Label, Layout } from '../layout';

const [first, second] = ['a', 'b'];
/** The score of "A is much better". */
const maxScore = 1.5;

/**
 * `{input_text, tags, output_text_a, output_text_b, score, individual_rater_scores: [{score, rationale?, is_flipped?}],
 * custom_fields}`, in `examples`. A score runs from 1.5 (A is much better) over 0 (a tie) to -1.5 (B is), also where a
 * rater saw the two the other way round. The score of the example is one label, that of each rater another; both stay in the
 * metadata as well.
 */
export const llmComparator: Layout = {
  name: 'llm-comparator',
  title: 'LLM Comparator and AutoSxS: two responses with the score of a side-by-side evaluation',
  origin: 'PAIR-code/llm-comparator, README.md (JSON Data Format)',
  fields: {
    prompt: 'input_text',
    responseA: 'output_text_a',
    responseB: 'output_text_b',
    score: 'score',
    raters: 'individual_rater_scores',
  },
  matches: (record) =>
    record.hasText('prompt', 'responseA', 'responseB') && record.has('score') && record.hasList('raters'),
  read(record): Content {
    const content = {
      ...record.promptAt('prompt'),
      responses: [
        { id: first, text: record.textAt('responseA') },
        { id: second, text: record.textAt('responseB') },
      ],
      labels: [...overallAt(record), ...ratersAt(record)],
    };
    record.keep('score', 'raters');
    return { ...content, ...record.rest() };
  },
};

const judgementOf = (score: number): Judgement => ({ comparisons: [comparisonOf(first, second, -score, maxScore)] });

function overallAt(record: RecordReader): Label[] {
  return (record.value('score') ?? null) === null ? [] : [{ judgement: judgementOf(record.numberAt('score')) }];
}

function ratersAt(record: RecordReader): Label[] {
  return objectsIn(record.maybeList('raters'), record.path('raters')).flatMap((entry, rater) => {
    const score = numberOf(entry.score);
    if (score === undefined) return [];
    const rationale = textOf(entry.rationale);
    return [numberedLabel(rater, { ...judgementOf(score), ...(rationale && { rationale }) })];
  });
}
