import * as z from 'zod';
import type { ExportFormat } from '../../format';
import { gradesOf } from '../../judges/grades';
import {
  absolutePrompt,
  absoluteRubric,
  endsWithScore,
  judgeMessages,
  readsOtherwise,
  withResult,
} from '../../judges/prometheus';
import { rowOrigin } from '../../builders/pairFormat';
import { sameColumns } from '../../formatRules';
import { conversationText, responseText } from '../../texts/judgeTexts';
import { prometheusRecipe, trl } from '../../commands/fineTuningTools';

/** Two messages: what a judge is asked, and an answer that ends as its reader wants it. */
export const judgeRow = (ending: RegExp, otherwise: string): z.ZodType =>
  z.strictObject({
    messages: z.tuple(
      [
        z.strictObject({ role: z.literal('user'), content: z.string() }),
        z.strictObject({ role: z.literal('assistant'), content: z.string().regex(ending, otherwise) }),
      ],
      'must be the task of the judge (user) and its answer (assistant)',
    ),
  });

/** The answer of a row of messages. */
export function answerOf({ messages }: Readonly<Record<string, unknown>>): string {
  const last = Array.isArray(messages) ? (messages.at(-1) as { content?: unknown } | undefined) : undefined;
  return typeof last?.content === 'string' ? last.content : '';
}

/**
 * `{messages: [user: Prometheus' ABSOLUTE_PROMPT, assistant: "<feedback> [RESULT] <1-5>"]}` (prometheus-eval
 * `train/recipes/prometheus-v2.0/prepare_dataset.py`; answers are read by `prometheus_eval/parser.py
 * _parse_output_absolute`).
 */
export const judgeAbsolute: ExportFormat = {
  name: 'judge-absolute',
  title: 'Judge (Prometheus): a response graded from 1 to 5 by a rubric, with feedback',
  family: 'judges',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [
    { name: 'Prometheus 2 recipe (alignment-handbook SFT)', command: prometheusRecipe },
    { name: 'TRL SFT', command: trl('sft') },
  ],
  takes: ['context', 'evidence', 'media'],
  agreesOn: 'verdicts',
  *rows(judged, _options, _file, notify) {
    const { item, context } = judged;
    for (const { annotation, response, criterion, score, words } of gradesOf(judged, notify)) {
      const prompt = absolutePrompt({
        instruction: conversationText(item.prompt),
        response: responseText(response),
        reference: item.references?.[0],
        rubric: absoluteRubric(criterion),
      });
      if (context !== undefined) notify.note('under-context');
      yield {
        value: { messages: judgeMessages('absolute', prompt, withResult(words, score)) },
        from: { ...rowOrigin({ annotations: [annotation], context }), response: response.id, criterion: criterion.id },
      };
    }
  },
  rules: {
    row: judgeRow(
      endsWithScore,
      'does not end with "[RESULT] " and a whole number from 1 to 5: Prometheus\' parser gives (None, None)',
    ),
    silent(row) {
      const answer = answerOf(row);
      return readsOtherwise(answer.slice(0, -'[RESULT] 5'.length), Number(answer.at(-1)))
        ? "the feedback contains words that look like a second score: Prometheus' parser uses the first one"
        : undefined;
    },
    across: sameColumns,
  },
};
