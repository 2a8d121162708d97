import type { Judgement } from '../../../model/annotation/annotation';
import { referencesAndCriteria } from './feedbackCollection';
import { unnamedModel } from '../labels/numericJudgements';
import type { Content, Layout } from '../layout';
import { metadataOf, meaningfulText } from '../texts/nestedValues';
import { rubricId } from '../labels/scoreRubric';

/**
 * `{orig_instruction, orig_response_A, orig_response_B, orig_reference_answer, orig_criteria, orig_feedback,
 * orig_preference: "A" | "B", orig_score_A, orig_score_B}`: two responses, compared by a rubric of the item's own. The
 * feedback speaks of both.
 */
export const preferenceCollection: Layout = {
  name: 'preference-collection',
  title: 'Preference Collection (Prometheus 2): two responses, their rubric, feedback and preference',
  origin:
    'prometheus-eval/prometheus-eval, train/recipes/prometheus-v2.0/prepare_dataset.py; dataset card of Preference-Collection',
  fields: {
    prompt: 'orig_instruction',
    a: 'orig_response_A',
    b: 'orig_response_B',
    reference: 'orig_reference_answer',
    criteria: 'orig_criteria',
    feedback: 'orig_feedback',
    preference: 'orig_preference',
    scoreA: 'orig_score_A',
    scoreB: 'orig_score_B',
  },
  matches: (record) => record.hasText('prompt', 'a', 'b'),
  read(record): Content {
    const preference =
      record.value('preference') ?? /\[RESULT\] ([AB])\s*$/.exec(meaningfulText(record.record.output) ?? '')?.[1];
    const outcome = preference === 'A' ? 'a' : preference === 'B' ? 'b' : undefined;
    const ratings = (['a', 'b'] as const).flatMap((response) => {
      const value = record.maybeNumber(response === 'a' ? 'scoreA' : 'scoreB');
      return value === undefined ? [] : [{ response, aspect: rubricId, value }];
    });
    const feedback = meaningfulText(record.value('feedback'));
    const judgement: Judgement = {
      ...(outcome && { comparisons: [{ a: 'a', b: 'b', outcome }] }),
      ...(ratings.length > 0 && { ratings }),
      ...(feedback !== undefined && { rationale: feedback }),
    };
    return {
      ...record.promptAt(),
      responses: [
        { id: 'a', text: record.textAt('a') },
        { id: 'b', text: record.textAt('b') },
      ],
      ...referencesAndCriteria(record),
      ...(Object.keys(judgement).length > 0 && { labels: [{ judge: unnamedModel, judgement }] }),
      ...metadataOf(record),
    };
  },
};
