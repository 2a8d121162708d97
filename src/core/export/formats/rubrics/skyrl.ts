import * as z from 'zod';
import { openInstructPack, rubricTruth } from '../../../rubric/packs/openInstruct';
import { rubricFormat } from '../../builders/rubricFormat';
import { skyrlGrpo } from '../../commands/reinforcementLearning';
import { metadataText } from '../../derive/criteria';
import { messages, sameColumns } from '../../formatRules';
import { trainerMessage } from '../../texts/messages';
import { conversationText } from '../../texts/judgeTexts';
import { groundTruth } from './openInstructRubric';

/**
 * `{data_source, prompt: messages, reward_spec: {method, ground_truth}, extra_info}` (NovaSky-AI/SkyRL
 * `skyrl/train/dataset/dataset.py PromptDataset`; every environment of `skyrl-gym/skyrl_gym/envs` asserts
 * `reward_spec.ground_truth`). The rubric is the same JSON text as open-instruct's. The column `env_class` is left to
 * the configuration.
 */
export const skyrl = rubricFormat({
  name: 'skyrl',
  title: 'SkyRL: prompts with rubrics for an environment',
  shape: 'messages',
  files: ['parquet', 'jsonl', 'json'],
  trainers: [{ name: 'SkyRL (GRPO and others; with an environment that reads the rubric)', command: skyrlGrpo }],
  form: openInstructPack,
  row: ({ item, criteria, ideals: [ideal = ''] }) => ({
    data_source: metadataText(item, 'domain') ?? 'rubric',
    prompt: item.prompt.map(trainerMessage),
    reward_spec: { method: 'rubric', ground_truth: rubricTruth(conversationText(item.prompt), criteria) },
    extra_info: { id: item.id, reference_answer: ideal },
  }),
  rules: {
    row: z.strictObject({
      data_source: z.string(),
      prompt: messages('SkyRL applies a chat template to it', 'is an empty list: SkyRL has nothing to answer'),
      reward_spec: z.strictObject(
        { method: z.string(), ground_truth: groundTruth },
        'must be an object: SkyRL\'s environments stop with "reward_spec field is required"',
      ),
      extra_info: z.strictObject({ id: z.string(), reference_answer: z.string() }),
    }),
    across: sameColumns,
  },
});
