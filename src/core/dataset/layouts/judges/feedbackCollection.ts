import type { Judgement } from '../../../model/annotation/annotation';
import type { Item } from '../../../model/item/item';
import type { RecordReader } from '../../records/recordReader';
import { unnamedModel } from '../labels/numericJudgements';
import type { Content, Layout } from '../layout';
import { metadataOf, meaningfulText } from '../texts/nestedValues';
import { rubricId, scoreRubric } from '../labels/scoreRubric';

/**
 * `{orig_instruction, orig_response, orig_reference_answer, orig_criteria, orig_score1_description …
 * orig_score5_description, orig_feedback, orig_score}`: one response, graded by a rubric of its own. `instruction` and
 * `output`, which say the same as a judge's prompt and answer, stay in the metadata.
 */
export const feedbackCollection: Layout = {
  name: 'feedback-collection',
  title: 'Feedback Collection (Prometheus): a response, its rubric, feedback and score',
  origin:
    'prometheus-eval/prometheus-eval, train/recipes/prometheus-v2.0/prepare_dataset.py; dataset card of Feedback-Collection',
  fields: {
    prompt: 'orig_instruction',
    response: 'orig_response',
    reference: 'orig_reference_answer',
    criteria: 'orig_criteria',
    feedback: 'orig_feedback',
    score: 'orig_score',
  },
  matches: (record) => record.hasText('prompt', 'response') && record.has('criteria'),
  read(record): Content {
    const [score, feedback] = [record.maybeNumber('score'), meaningfulText(record.value('feedback'))];
    const judgement: Judgement = {
      ...(score !== undefined && { ratings: [{ response: 'response', aspect: rubricId, value: score }] }),
      ...(feedback !== undefined && { critiques: [{ response: 'response', text: feedback }] }),
    };
    return {
      ...record.promptAt(),
      responses: [{ id: 'response', text: record.textAt('response') }],
      ...referencesAndCriteria(record),
      ...(Object.keys(judgement).length > 0 && { labels: [{ judge: unnamedModel, judgement }] }),
      ...metadataOf(record, { orig_score: score === undefined ? record.value('score') : undefined }),
    };
  },
};

/** The reference answer and the rubric of a record of either collection. */
export function referencesAndCriteria(record: RecordReader): Pick<Item, 'references' | 'criteria'> {
  const levels = [1, 2, 3, 4, 5].map(
    (level) => [`score${level}_description`, record.value(`orig_score${level}_description`)] as const,
  );
  const criteria = scoreRubric({ criteria: record.value('criteria'), ...Object.fromEntries(levels) });
  const reference = meaningfulText(record.value('reference'));
  return { ...(reference !== undefined && { references: [reference] }), ...(criteria.length > 0 && { criteria }) };
}
