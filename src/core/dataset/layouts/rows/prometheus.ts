import type { Item } from '../../../model/item/item';
import type { RecordReader } from '../../records/recordReader';
import { unnamedModel } from '../labels/numericJudgements';
import { rubricId, scoreRubric } from '../labels/scoreRubric';
import { meaningfulText } from '../texts/nestedValues';
import { labelled, layoutOf, promptIn, textsIn } from './layoutRow';

/** The two collections that Prometheus was trained on: responses with a rubric of their own. */

const recipe = 'prometheus-eval/prometheus-eval, train/recipes/prometheus-v2.0/prepare_dataset.py; dataset card of';
const shared = {
  reference: 'orig_reference_answer',
  criteria: 'orig_criteria',
  feedback: 'orig_feedback',
};

/** The reference answer and the rubric of a record. */
function referencesAndCriteria(record: RecordReader): Pick<Item, 'references' | 'criteria'> {
  const levels = [1, 2, 3, 4, 5].map(
    (level) => [`score${level}_description`, record.value(`orig_score${level}_description`)] as const,
  );
  const criteria = scoreRubric({ criteria: record.value('criteria'), ...Object.fromEntries(levels) });
  const reference = meaningfulText(record.value('reference'));
  return { ...(reference !== undefined && { references: [reference] }), ...(criteria.length > 0 && { criteria }) };
}

/**
 * `{orig_instruction, orig_response, orig_reference_answer, orig_criteria, orig_score1_description …
 * orig_score5_description, orig_feedback, orig_score}`: one response, graded by a rubric of its own. `instruction` and
 * `output`, which say the same as a judge's prompt and answer, stay in the metadata.
 */
export const feedbackCollection = layoutOf({
  name: 'feedback-collection',
  title: 'Feedback Collection (Prometheus): a response, its rubric, feedback and score',
  origin: `${recipe} Feedback-Collection`,
  fields: { prompt: 'orig_instruction', response: 'orig_response', ...shared, score: 'orig_score' },
  needs: { texts: ['prompt', 'response'], values: ['criteria'] },
  prompt: promptIn('prompt'),
  responses: textsIn({ response: 'response' }),
  more: [
    referencesAndCriteria,
    (record) => {
      const [value, text] = [record.maybeNumber('score'), meaningfulText(record.value('feedback'))];
      const judgement = {
        ...(value !== undefined && { ratings: [{ response: 'response', aspect: rubricId, value }] }),
        ...(text !== undefined && { critiques: [{ response: 'response', text }] }),
      };
      return {
        ...labelled(judgement, () => ({ judge: unnamedModel })),
        ...(value === undefined && { left: { orig_score: record.value('score') } }),
      };
    },
  ],
});

/**
 * `{orig_instruction, orig_response_A, orig_response_B, orig_reference_answer, orig_criteria, orig_feedback,
 * orig_preference: "A" | "B", orig_score_A, orig_score_B}`: two responses, compared by a rubric of the item's own. The
 * feedback speaks of both.
 */
export const preferenceCollection = layoutOf({
  name: 'preference-collection',
  title: 'Preference Collection (Prometheus 2): two responses, their rubric, feedback and preference',
  origin: `${recipe} Preference-Collection`,
  fields: {
    prompt: 'orig_instruction',
    a: 'orig_response_A',
    b: 'orig_response_B',
    ...shared,
    preference: 'orig_preference',
    scoreA: 'orig_score_A',
    scoreB: 'orig_score_B',
  },
  needs: { texts: ['prompt', 'a', 'b'] },
  prompt: promptIn('prompt'),
  responses: textsIn({ a: 'a', b: 'b' }),
  more: [
    referencesAndCriteria,
    (record) => {
      const preference =
        record.value('preference') ?? /\[RESULT\] ([AB])\s*$/.exec(meaningfulText(record.record.output) ?? '')?.[1];
      const outcome = preference === 'A' ? 'a' : preference === 'B' ? 'b' : undefined;
      const scores = [
        { response: 'a', value: record.maybeNumber('scoreA') },
        { response: 'b', value: record.maybeNumber('scoreB') },
      ];
      const ratings = scores.flatMap(({ response, value }) =>
        value === undefined ? [] : [{ response, aspect: rubricId, value }],
      );
      const rationale = meaningfulText(record.value('feedback'));
      const judgement = {
        ...(outcome && { comparisons: [{ a: 'a', b: 'b', outcome } as const] }),
        ...(ratings.length > 0 && { ratings }),
        ...(rationale !== undefined && { rationale }),
      };
      return labelled(judgement, () => ({ judge: unnamedModel }));
    },
  ],
});
