import * as z from 'zod';
import { rowFormat } from '../../builders/rowFormat';
import { prometheusRecipe, trl } from '../../commands/fineTuningTools';
import { sameColumns } from '../../formatRules';
import { gradedPrompt, gradesOf } from '../../judges/grades';
import { endsWithScore, judgeMessages, readsOtherwise, withResult } from '../../judges/prometheus';

/** Two messages: what is asked, and the answer. */
export const judgeTurns = (task: z.ZodString, answer: z.ZodString, otherwise: string) =>
  z.tuple(
    [
      z.strictObject({ role: z.literal('user'), content: task }),
      z.strictObject({ role: z.literal('assistant'), content: answer }),
    ],
    otherwise,
  );

/** The same of a judge, whose answer ends as its reader wants it. */
export const judgeRule = (ending: RegExp, otherwise: string) =>
  judgeTurns(
    z.string(),
    z.string().regex(ending, otherwise),
    'must be the task of the judge (user) and its answer (assistant)',
  );

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
export const judgeAbsolute = rowFormat({
  name: 'judge-absolute',
  title: 'Judge (Prometheus): a response graded from 1 to 5 by a rubric, with feedback',
  family: 'judges',
  trainers: [
    { name: 'Prometheus 2 recipe (alignment-handbook SFT)', command: prometheusRecipe },
    { name: 'TRL SFT', command: trl('sft') },
  ],
  agreesOn: 'verdicts',
  tells: 'context',
  find: gradesOf,
  columns: {
    messages: {
      rule: judgeRule(
        endsWithScore,
        'does not end with "[RESULT] " and a whole number from 1 to 5: Prometheus\' parser gives (None, None)',
      ),
      value: (row) => judgeMessages('absolute', gradedPrompt(row), withResult(row.words, row.score)),
    },
  },
  rules: {
    silent(row) {
      const answer = answerOf(row);
      return readsOtherwise(answer.slice(0, -'[RESULT] 5'.length), Number(answer.at(-1)))
        ? "the feedback contains words that look like a second score: Prometheus' parser uses the first one"
        : undefined;
    },
    across: sameColumns,
  },
});
