import * as z from 'zod';
import { openInstructPack, rubricTruth } from '../../../rubric/packs/openInstruct';
import { rubricFormat, type RubricRow } from '../../builders/rubricFormat';
import { promptColumn } from '../../sharedColumns';
import { conversationText } from '../../texts/judgeTexts';
import { arealDataset, openRlhfPpo, slimeTrain } from '../../commands/reinforcementLearning';
import { openInstructGrpo } from '../../commands/fineTuningTools';

/** What is wrong with the JSON text in which verifiers look for a rubric; undefined where nothing is. */
function truthFault(text: string): string | undefined {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return 'is not JSON: the verifier cannot parse it, and every response scores 0';
  }
  if (Array.isArray(found))
    return 'is a bare list: "Rubric label is not a dict: <class \'list\'>", and every response scores 0';
  const result = truth.safeParse(found);
  return result.success ? undefined : result.error.issues[0]?.message;
}

const truth = z.object({
  query: z.string('has no text "query", which the judge is shown'),
  rubrics: z
    .array(
      z.object({
        description: z.string(
          'has a rubric without "description" (or with other names such as "criterion" and "points"): it scores 0 without a warning',
        ),
        weight: z.number('has a weight that is not a number: the verifier stops with a TypeError'),
      }),
      'has no list "rubrics": every response scores 0',
    )
    .min(1, 'has no rubrics: every response scores 0'),
});

const groundTruth = z
  .string('must be the JSON text of {"query", "rubrics"}: as an object it is refused or becomes a column of structs')
  .superRefine((text, context) => {
    const fault = truthFault(text);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  });

/** The column in which a rubric stands as JSON text. */
export const groundTruthColumn = {
  rule: groundTruth,
  value: ({ item, criteria }: RubricRow) => rubricTruth(conversationText(item.prompt), criteria),
};

/** The column that names the item and holds an ideal answer, or nothing. */
export const extraInfo = {
  rule: z.strictObject({ id: z.string(), reference_answer: z.string() }),
  value: ({ item, ideals: [ideal = ''] }: RubricRow) => ({ id: item.id, reference_answer: ideal }),
};

/**
 * `{messages, ground_truth, dataset: "rubric"}`, where `ground_truth` is the JSON text of `{query, rubrics:
 * [{description, weight, title?}]}` (allenai/open-instruct `open_instruct/ground_truth_utils.py` RubricVerifier
 * 1069-1164, `dataset_transformation.py` rlvr_tokenize_v3 1712). What a negative weight describes is the fault.
 * Trainers that take the names of columns, or hand over what they do not know, read the same rows: the prompt is
 * `messages`, the rubric `ground_truth`.
 */
export const openInstructRubric = rubricFormat({
  name: 'open-instruct-rubric',
  title: 'Prompts with rubrics as verifiable rewards',
  trainers: [
    { name: 'open-instruct GRPO (RLVR)', command: openInstructGrpo },
    { name: 'OpenRLHF PPO, GRPO and others (a reward function reads ground_truth)', command: openRlhfPpo },
    { name: 'slime (a reward function reads ground_truth)', command: slimeTrain, files: ['jsonl', 'parquet'] },
    { name: 'AReaL (a reward function reads ground_truth)', command: arealDataset },
  ],
  form: openInstructPack,
  columns: {
    messages: promptColumn('the prompt', 'is an empty list: there is nothing to answer'),
    ground_truth: groundTruthColumn,
    dataset: {
      rule: z.literal(
        'rubric',
        'is not "rubric": a different verifier is used, or none ("No reward function found for dataset")',
      ),
      value: () => 'rubric' as const,
    },
  },
  rules: {
    silent: ({ ground_truth }) =>
      typeof ground_truth === 'string' && (JSON.parse(ground_truth) as { query?: string }).query === ''
        ? 'the query is empty: the judge cannot see the question'
        : undefined,
  },
});
