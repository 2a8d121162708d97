import * as z from 'zod';
import { openInstructPack, rubricTruth } from '../../../rubric/packs/openInstruct';
import { rubricFormat, type RubricRow } from '../../builders/rubricFormat';
import { msSwiftGrpo as command, openInstructGrpo } from '../../commands/fineTuningTools';
import { arealDataset, openRlhfPpo, skyrlGrpo, slimeTrain } from '../../commands/reinforcementLearning';
import { verlPpo } from '../../commands/researchAndHosted';
import { metadataText } from '../../derive/criteria';
import { messages, sameColumns } from '../../formatRules';
import type { SupportedMedia } from '../../media/mediaKinds';
import { markedText } from '../../media/mediaMarkers';
import { contentsOf, markersCounted } from '../../media/rules';
import { promptColumn, promptMedia } from '../../sharedColumns';
import { conversationText } from '../../texts/judgeTexts';
import { trainerMessage } from '../../texts/messages';
import { isAnswerForSwift, namesForSwift, swiftFault, swiftMessages, swiftTurn } from '../pairs/msSwift';

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
const groundTruthColumn = {
  rule: groundTruth,
  value: ({ item, criteria }: RubricRow) => rubricTruth(conversationText(item.prompt), criteria),
};

/** The column that names the item and holds an ideal answer, or nothing. */
const extraInfo = {
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

/**
 * `{data_source, prompt: messages, reward_spec: {method, ground_truth}, extra_info}` (NovaSky-AI/SkyRL
 * `skyrl/train/dataset/dataset.py PromptDataset`; every environment of `skyrl-gym/skyrl_gym/envs` asserts
 * `reward_spec.ground_truth`). The rubric is the same JSON text as open-instruct's. The column `env_class` is left to
 * the configuration.
 */
export const skyrl = rubricFormat({
  name: 'skyrl',
  title: 'SkyRL: prompts with rubrics for an environment',
  files: ['parquet', 'jsonl', 'json'],
  trainers: [{ name: 'SkyRL (GRPO and others; with an environment that reads the rubric)', command: skyrlGrpo }],
  form: openInstructPack,
  columns: {
    data_source: { rule: z.string(), value: ({ item }) => metadataText(item, 'domain') ?? 'rubric' },
    prompt: promptColumn('SkyRL applies a chat template to it', 'is an empty list: SkyRL has nothing to answer'),
    reward_spec: {
      rule: z.strictObject(
        { method: z.string(), ground_truth: groundTruthColumn.rule },
        'must be an object: SkyRL\'s environments stop with "reward_spec field is required"',
      ),
      value: (row) => ({ method: 'rubric', ground_truth: groundTruthColumn.value(row) }),
    },
    extra_info: extraInfo,
  },
  rules: { across: sameColumns },
});

/** By what verl finds a reward function. */
export const verlDataSource = z
  .string()
  .min(
    1,
    "is empty: default_compute_score raises NotImplementedError: Reward function is not implemented for data_source=''",
  );

/**
 * verl's columns `images` and `videos`, dictionaries that it hands to the processor's loader
 * (`utils/dataset/rl_dataset.py _build_messages`, `utils/dataset/vision_utils.py process_image`: qwen_vl_utils
 * `fetch_image`, which opens files, addresses of the web and data: URLs). A marker in the prompt stands for each, and
 * in rows that have any they are counted.
 */
const verlMedia: SupportedMedia = { kinds: ['image', 'video'], addresses: ['web', 'record'], markers: 'row' };

/**
 * `{data_source, prompt: messages, ability, reward_model: {style, ground_truth}, extra_info}` (volcengine/verl
 * `utils/dataset/rl_dataset.py:155-162`, which reads .parquet and .json only; `examples/data_preprocess/gsm8k.py`).
 * verl has no field of its own for rubrics: `ground_truth` has the same JSON text as open-instruct's, and a reward
 * function of one's own, found by `data_source`, reads it. `extra_info` names the item and holds an ideal answer, or
 * nothing.
 */
export const verl = rubricFormat({
  name: 'verl',
  title: 'verl: prompts with rubrics for a reward function',
  files: ['parquet', 'json'],
  trainers: [
    {
      name: 'verl (PPO, GRPO; with a reward function that reads the rubric)',
      command: verlPpo('rubric_reward.py'),
    },
  ],
  form: openInstructPack,
  media: verlMedia,
  columns: {
    data_source: { rule: verlDataSource, value: () => 'rubric' },
    prompt: {
      rule: messages('verl applies a chat template to it', 'is an empty list: verl has nothing to answer'),
      value: ({ item }) => item.prompt.map((turn) => ({ ...trainerMessage(turn), content: markedText(turn) })),
    },
    ability: { rule: z.string(), value: ({ item }) => metadataText(item, 'domain') ?? 'general' },
    reward_model: {
      rule: z.strictObject(
        { style: z.string(), ground_truth: groundTruthColumn.rule },
        "must be an object: the reward manager stops with KeyError: 'ground_truth'",
      ),
      value: (row) => ({ style: 'model', ground_truth: groundTruthColumn.value(row) }),
    },
    extra_info: extraInfo,
    images: {
      rule: z.array(z.strictObject({ image: z.string() })).optional(),
      value: (row, by) => promptMedia.images.value(row, by)?.map((image) => ({ image })),
    },
    videos: {
      rule: z.array(z.strictObject({ video: z.string() })).optional(),
      value: (row, by) => promptMedia.videos.value(row, by)?.map((video) => ({ video })),
    },
  },
  rules: { between: markersCounted(({ prompt }) => contentsOf(prompt)) },
});

/**
 * `{messages, solution}`: a reward function of ms-swift's GRPO gets the column `solution` (`swift/rewards/orm.py`), in
 * which the rubric stands as the same JSON text as open-instruct's. The rows of `open-instruct-rubric` stop it: their
 * column `dataset` is one that it adds itself (`swift/dataset/loader.py _inject_dataset_routing_tag`).
 */
export const msSwiftGrpo = rubricFormat({
  name: 'ms-swift-grpo',
  title: 'ms-swift: prompts with rubrics for a reward function',
  files: ['jsonl', 'json'],
  trainers: [{ name: 'ms-swift GRPO (with a reward function that reads the rubric)', command }],
  form: openInstructPack,
  refuses: swiftFault,
  columns: {
    messages: {
      rule: swiftMessages.refine(
        (list) => !isAnswerForSwift(list.at(-1)?.role),
        'ends with the assistant, whose turn ms-swift takes out of the prompt',
      ),
      value: ({ item }) => item.prompt.flatMap(swiftTurn),
    },
    solution: groundTruthColumn,
  },
  rules: { roles: namesForSwift, across: sameColumns },
});
