import * as z from 'zod';
import type { Criterion } from '../../../model/rubric/criterion';
import { rowFormat } from '../../builders/rowFormat';
import { axolotl, trl } from '../../commands/fineTuningTools';
import { verlJudge } from '../../commands/reinforcementLearning';
import { criteriaForItem, criterionNamed, nameOfCriterion, questionOf } from '../../derive/criteria';
import type { ExportOptions, Judged } from '../../format';
import { message, sameColumns } from '../../formatRules';
import {
  type ExplainedPair,
  explainedPairOptions,
  judgedPairs,
  type OrderedPair,
  orderedPairs,
} from '../../judges/orderedPairs';
import { endsWithLetter } from '../../judges/prometheus';
import { conversationText, responseText } from '../../texts/judgeTexts';
import { verlDataSource } from '../rubrics/rubricTruth';
import { answerOf } from './prometheus';

const system =
  'You compare two responses to a prompt. Say what speaks for and against each of them by the criteria given, and then which is better. End with "[RESULT] A" or "[RESULT] B".';

/**
 * What the two are to be compared by: all criteria in force, each with its weight where they differ, or the question
 * where there are none.
 */
function rubricFor(judged: Judged, { annotation }: OrderedPair, options: ExportOptions): string {
  const all =
    options.criterion === undefined
      ? criteriaForItem(judged, options).map(({ criterion }) => criterion)
      : [criterionNamed(judged, annotation, options.criterion)?.criterion ?? { text: options.criterion, weight: 1 }];
  if (all.length === 0) return questionOf(judged, annotation);
  const isWeighed = new Set(all.map(({ weight }) => weight)).size > 1;
  return all.map(({ text, weight }, at) => `${at + 1}. ${text}${isWeighed ? ` (weight ${weight})` : ''}`).join('\n');
}

/** What a judge is told, and what it is asked of two responses. */
function comparisonTask(judged: Judged, pair: OrderedPair, options: ExportOptions) {
  const parts = [
    ['Prompt', conversationText(judged.item.prompt)],
    ['Criteria', rubricFor(judged, pair, options)],
    ['Response A', responseText(pair.a)],
    ['Response B', responseText(pair.b)],
  ];
  return [
    { role: 'system', content: system },
    { role: 'user', content: parts.map(([heading, text]) => `[${heading}]\n${text}`).join('\n\n') },
  ] as const;
}

/** The reasons, and the criteria that the annotator says they rest on. */
function reasons(judged: Judged, { annotation, words }: ExplainedPair): string {
  const because = (annotation.judgement.because ?? []).flatMap(
    (id) => criterionNamed(judged, annotation, id)?.criterion ?? [],
  );
  return because.length === 0
    ? words
    : `${words}\n\nThis rests on: ${because.map((criterion: Criterion) => nameOfCriterion(criterion)).join('; ')}`;
}

/**
 * `{messages: [system, user: prompt, criteria and two responses, assistant: "<reasons> [RESULT] A|B"]}`: what a
 * generative reward model learns from, which reasons before it decides (RM-R1, arXiv 2505.02387; Pairwise-RL, arXiv
 * 2504.04950, of which both orders are trained on). The two stand in the order in which the annotator saw them, or in
 * one that is drawn.
 */
export const generativeRm = rowFormat({
  name: 'generative-rm',
  title: 'Generative reward model: two responses and a rubric, then reasons and a verdict',
  family: 'judges',
  trainers: [
    { name: 'TRL SFT', command: trl('sft') },
    {
      name: 'any trainer that reads conversations',
      command: axolotl(['type: chat_template', 'field_messages: messages']),
    },
  ],
  takes: explainedPairOptions,
  tells: 'context',
  *find(judged, options, notify) {
    for (const pair of judgedPairs(judged, options, notify))
      yield { ...pair, task: comparisonTask(judged, pair, options), reasons: reasons(judged, pair) };
  },
  columns: {
    messages: {
      rule: z.tuple(
        [
          z.strictObject({ role: z.literal('system'), content: z.string() }),
          z.strictObject({ role: z.literal('user'), content: z.string() }),
          z.strictObject({
            role: z.literal('assistant'),
            content: z
              .string()
              .regex(endsWithLetter, 'does not end with "[RESULT] A" or "[RESULT] B": no verdict can be read'),
          }),
        ],
        'must be the instructions for the judge (system), its task (user) and its answer (assistant)',
      ),
      value: ({ task, reasons: given, better }) => [
        ...task,
        { role: 'assistant' as const, content: `${given}\n\n[RESULT] ${better}` },
      ],
    },
  },
  rules: {
    silent: (row) =>
      answerOf(row).replace(endsWithLetter, '').trim() === ''
        ? 'has no reasons: the model learns to decide without reasons'
        : undefined,
    across: sameColumns,
  },
});

/**
 * `{data_source, prompt: [system, user: prompt, criteria and two responses], ability, reward_model: {style: "rule",
 * ground_truth: "A" | "B"}, extra_info}`: what a generative reward model learns from by its own verdicts, rewarded
 * where they are the annotators' (RM-R1, arXiv 2505.02387, whose rows verl reads: `verl/utils/dataset/rl_dataset.py`).
 * No words of annotators are needed, and none are in it.
 */
export const verlGenerativeRm = rowFormat({
  name: 'verl-generative-rm',
  title: 'verl: generative reward models, rewarded for the right verdict',
  family: 'judges',
  files: ['parquet', 'json'],
  trainers: [{ name: 'verl (GRPO; with a reward function that compares the verdict)', command: verlJudge }],
  takes: explainedPairOptions,
  tells: 'context',
  *find(judged, options, notify) {
    for (const pair of orderedPairs(judged, options, notify))
      yield { ...pair, task: comparisonTask(judged, pair, options) };
  },
  columns: {
    data_source: { rule: verlDataSource, value: () => 'preference' },
    prompt: {
      rule: z.tuple([message, message], 'must be what the judge is told (system) and what it is asked (user)'),
      value: ({ task }) => task,
    },
    ability: { rule: z.string(), value: () => 'judge' },
    reward_model: {
      rule: z.strictObject(
        { style: z.string(), ground_truth: z.enum(['A', 'B'], 'must be "A" or "B"') },
        "must be an object: the reward manager stops with KeyError: 'ground_truth'",
      ),
      value: ({ better }) => ({ style: 'rule', ground_truth: better }),
    },
    extra_info: { rule: z.strictObject({ id: z.string() }), value: ({ item }) => ({ id: item.id }) },
  },
  rules: { across: sameColumns },
});
