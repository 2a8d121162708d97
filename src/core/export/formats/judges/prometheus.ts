import * as z from 'zod';
import { rowFormat } from '../../builders/rowFormat';
import { prometheusRecipe, trl } from '../../commands/fineTuningTools';
import { loadedFolder } from '../../commands/loadAndEvaluate';
import { criteriaForItem, criterionNamed, questionOf } from '../../derive/criteria';
import type { ExportOptions, Judged, RowNotifier } from '../../format';
import { sameColumns, text } from '../../formatRules';
import { type Grade, gradedPrompt, gradesOf } from '../../judges/grades';
import { type ExplainedPair, explainedPairOptions, judgedPairs } from '../../judges/orderedPairs';
import {
  endsWithLetter,
  endsWithScore,
  judgeMessages,
  readsOtherwise,
  relativePrompt,
  relativeRubric,
  withResult,
} from '../../judges/prometheus';
import { conversationText, responseText } from '../../texts/judgeTexts';

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
const judgeRule = (ending: RegExp, otherwise: string) =>
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

/**
 * What two responses were compared by: the criterion that is exported, the only one that is in force, or else what the
 * annotator was asked.
 */
function comparedBy(judged: Judged, { annotation }: ExplainedPair, options: ExportOptions): string {
  const { criterion } = options;
  if (criterion !== undefined) return criterionNamed(judged, annotation, criterion)?.criterion.text ?? criterion;
  const [only, ...others] = criteriaForItem(judged, options);
  return only && others.length === 0 ? only.criterion.text : questionOf(judged, annotation);
}

/** A comparison as a judge is asked for it. */
interface AskedPair extends ExplainedPair {
  readonly task: string;
  readonly criterion: string;
}

/** The pairs that somebody explained in words that Prometheus' parser reads as they are meant. */
function* askedPairs(judged: Judged, options: ExportOptions, notify: RowNotifier): Generator<AskedPair> {
  const { prompt, references } = judged.item;
  for (const pair of judgedPairs(judged, options, notify)) {
    const { a, b, better, words } = pair;
    if (readsOtherwise(words, better)) {
      notify.drop('reads-as-verdict');
      continue;
    }
    const criterion = comparedBy(judged, pair, options);
    const task = relativePrompt({
      instruction: conversationText(prompt),
      a: responseText(a),
      b: responseText(b),
      reference: references?.[0],
      rubric: relativeRubric(criterion),
    });
    yield { ...pair, criterion, task };
  }
}

/**
 * `{messages: [user: Prometheus' RELATIVE_PROMPT, assistant: "<feedback> [RESULT] A|B"]}` (prometheus-eval
 * `train/recipes/prometheus-v2.0/prepare_dataset.py`; answers are read by `prometheus_eval/parser.py
 * _parse_output_relative`). The two stand in the order in which the annotator saw them, or in one that is drawn: A is
 * no better than B by itself.
 */
export const judgePairwise = rowFormat({
  name: 'judge-pairwise',
  title: 'Judge (Prometheus): which of two responses is better by a rubric, with feedback',
  family: 'judges',
  trainers: [
    { name: 'Prometheus 2 recipe (alignment-handbook SFT)', command: prometheusRecipe },
    { name: 'TRL SFT', command: trl('sft') },
  ],
  takes: explainedPairOptions,
  tells: 'context',
  find: askedPairs,
  columns: {
    messages: {
      rule: judgeRule(
        endsWithLetter,
        'does not end with "[RESULT] A" or "[RESULT] B": Prometheus\' parser gives (None, None), for a tie too',
      ),
      value: ({ task, words, better }) => judgeMessages('relative', task, withResult(words, better)),
    },
  },
  rules: {
    silent(row) {
      const answer = answerOf(row);
      return readsOtherwise(answer.slice(0, -'[RESULT] A'.length), answer.slice(-1))
        ? "the feedback contains words that look like a second verdict: Prometheus' parser uses the first one"
        : undefined;
    },
    across: sameColumns,
  },
});

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

/**
 * `{instruction, output, orig_instruction, orig_response_A, orig_response_B, orig_reference_answer, orig_criteria,
 * orig_feedback, orig_preference: "A" | "B"}` (dataset card of Preference-Collection;
 * `train/recipes/prometheus-v2.0/prepare_dataset.py` makes messages of `instruction` and `output`). The scores of the
 * two, which it has beside them, are nothing that annotators say who compare.
 */
export const preferenceCollection = rowFormat({
  name: 'preference-collection',
  title: 'Preference Collection (Prometheus 2): two responses, a criterion, feedback and preference',
  family: 'judges',
  trainers: [
    {
      name: 'Prometheus 2 recipe (prepare_dataset.py)',
      command: loadedFolder('in place of kaist-ai/Preference-Collection in prepare_dataset.py'),
    },
  ],
  takes: explainedPairOptions,
  tells: 'context',
  find: askedPairs,
  columns: {
    instruction: { rule: text, value: ({ task }) => task },
    output: {
      rule: text.regex(
        endsWithLetter,
        'does not end with "[RESULT] A" or "[RESULT] B": Prometheus\' parser gives (None, None)',
      ),
      value: ({ words, better }) => withResult(words, better),
    },
    orig_instruction: { rule: text, value: ({ item }) => conversationText(item.prompt) },
    orig_response_A: { rule: text, value: ({ a }) => responseText(a) },
    orig_response_B: { rule: text, value: ({ b }) => responseText(b) },
    orig_reference_answer: { rule: text, value: ({ item }) => item.references?.[0] ?? '' },
    orig_criteria: { rule: text, value: ({ criterion }) => criterion },
    orig_feedback: { rule: text, value: ({ words }) => words },
    orig_preference: {
      rule: z.enum(['A', 'B'], 'is neither "A" nor "B": there are no ties'),
      value: ({ better }) => better,
    },
  },
  rules: {
    between: (row) =>
      row.refine(({ output, orig_preference: preference }) => output.endsWith(preference), {
        path: ['output'],
        message: 'ends with a preference that differs from "orig_preference"',
      }),
    across: sameColumns,
  },
});
