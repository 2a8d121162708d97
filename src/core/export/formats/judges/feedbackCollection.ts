import * as z from 'zod';
import { rowFormat } from '../../builders/rowFormat';
import { loadedFolder } from '../../commands/loadAndEvaluate';
import { sameColumns, text } from '../../formatRules';
import { gradedPrompt, gradesOf, type Grade } from '../../judges/grades';
import { endsWithScore, withResult } from '../../judges/prometheus';
import { conversationText, responseText } from '../../texts/judgeTexts';

/** What a score means. */
const described = (score: 1 | 2 | 3 | 4 | 5) => ({
  rule: z
    .string("is missing: Prometheus' SCORE_RUBRIC_TEMPLATE stops with a KeyError")
    .min(1, 'is empty: the judge is not told what the score means'),
  value: ({ criterion: { levels } }: Grade) => levels?.[score] ?? '',
});

/**
 * `{instruction, output, orig_instruction, orig_response, orig_reference_answer, orig_criteria, orig_score1_description
 * … orig_score5_description, orig_feedback, orig_score: "4"}` (dataset card of Feedback-Collection;
 * `train/recipes/prometheus-v2.0/prepare_dataset.py` makes messages of `instruction` and `output`).
 */
export const feedbackCollection = rowFormat({
  name: 'feedback-collection',
  title: 'Feedback Collection (Prometheus): a response, its rubric, feedback and score',
  family: 'judges',
  trainers: [
    {
      name: 'Prometheus 2 recipe (prepare_dataset.py)',
      command: loadedFolder('in place of kaist-ai/Feedback-Collection in prepare_dataset.py'),
    },
  ],
  agreesOn: 'verdicts',
  tells: 'context',
  find: gradesOf,
  columns: {
    instruction: { rule: text, value: gradedPrompt },
    output: {
      rule: text.regex(
        endsWithScore,
        'does not end with "[RESULT] " and a whole number from 1 to 5: Prometheus\' parser gives (None, None)',
      ),
      value: ({ words, score }) => withResult(words, score),
    },
    orig_instruction: { rule: text, value: ({ item }) => conversationText(item.prompt) },
    orig_response: { rule: text, value: ({ response }) => responseText(response) },
    orig_reference_answer: { rule: text, value: ({ item }) => item.references?.[0] ?? '' },
    orig_criteria: { rule: text, value: ({ criterion }) => criterion.text },
    orig_score1_description: described(1),
    orig_score2_description: described(2),
    orig_score3_description: described(3),
    orig_score4_description: described(4),
    orig_score5_description: described(5),
    orig_feedback: { rule: text, value: ({ words }) => words },
    orig_score: {
      rule: z
        .string('must be text, as in the collection: beside rows of it the column changes its type')
        .regex(/^[1-5]$/, 'is no whole number from 1 to 5'),
      value: ({ score }) => String(score),
    },
  },
  rules: {
    between: (row) =>
      row.refine(({ output, orig_score: score }) => output.endsWith(score), {
        path: ['output'],
        message: 'ends with a score that differs from "orig_score"',
      }),
    across: sameColumns,
  },
});
