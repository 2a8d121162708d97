import * as z from 'zod';
import type { ExportFormat } from '../../format';
import { gradesOf } from '../../judges/grades';
import { absolutePrompt, absoluteRubric, endsWithScore, scores, withResult } from '../../judges/prometheus';
import { rowOrigin } from '../../builders/pairFormat';
import { sameColumns, text } from '../../formatRules';
import { conversationText, responseText } from '../../texts/judgeTexts';
import { loadedFolder } from '../../commands/loadAndEvaluate';

/**
 * `{instruction, output, orig_instruction, orig_response, orig_reference_answer, orig_criteria, orig_score1_description
 * … orig_score5_description, orig_feedback, orig_score: "4"}` (dataset card of Feedback-Collection;
 * `train/recipes/prometheus-v2.0/prepare_dataset.py` makes messages of `instruction` and `output`).
 */
export const feedbackCollection: ExportFormat = {
  name: 'feedback-collection',
  title: 'Feedback Collection (Prometheus): a response, its rubric, feedback and score',
  family: 'judges',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [
    {
      name: 'Prometheus 2 recipe (prepare_dataset.py)',
      command: loadedFolder('in place of kaist-ai/Feedback-Collection in prepare_dataset.py'),
    },
  ],
  takes: ['context', 'evidence', 'media'],
  agreesOn: 'verdicts',
  *rows(judged, _options, _file, notify) {
    const { item, context } = judged;
    for (const { annotation, response, criterion, score, words } of gradesOf(judged, notify)) {
      const [instruction, answer, reference] = [
        conversationText(item.prompt),
        responseText(response),
        item.references?.[0],
      ];
      if (context !== undefined) notify.note('under-context');
      yield {
        value: {
          instruction: absolutePrompt({ instruction, response: answer, reference, rubric: absoluteRubric(criterion) }),
          output: withResult(words, score),
          orig_instruction: instruction,
          orig_response: answer,
          orig_reference_answer: reference ?? '',
          orig_criteria: criterion.text,
          ...Object.fromEntries(
            scores.map((each) => [`orig_score${each}_description`, criterion.levels?.[each] ?? '']),
          ),
          orig_feedback: words,
          orig_score: String(score),
        },
        from: { ...rowOrigin({ annotations: [annotation], context }), response: response.id, criterion: criterion.id },
      };
    }
  },
  rules: {
    row: z
      .strictObject({
        instruction: text,
        output: text.regex(
          endsWithScore,
          'does not end with "[RESULT] " and a whole number from 1 to 5: Prometheus\' parser gives (None, None)',
        ),
        orig_instruction: text,
        orig_response: text,
        orig_reference_answer: text,
        orig_criteria: text,
        ...Object.fromEntries(
          scores.map((score) => [
            `orig_score${score}_description`,
            z
              .string("is missing: Prometheus' SCORE_RUBRIC_TEMPLATE stops with a KeyError")
              .min(1, 'is empty: the judge is not told what the score means'),
          ]),
        ),
        orig_feedback: text,
        orig_score: z
          .string('must be text, as in the collection: beside rows of it the column changes its type')
          .regex(/^[1-5]$/, 'is no whole number from 1 to 5'),
      })
      .refine(({ output, orig_score: score }) => output.endsWith(score), {
        path: ['output'],
        message: 'ends with a score that differs from "orig_score"',
      }),
    across: sameColumns,
  },
};
