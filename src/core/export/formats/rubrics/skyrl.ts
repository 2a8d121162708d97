import * as z from 'zod';
import { openInstructPack } from '../../../rubric/packs/openInstruct';
import { rubricFormat } from '../../builders/rubricFormat';
import { skyrlGrpo } from '../../commands/reinforcementLearning';
import { metadataText } from '../../derive/criteria';
import { sameColumns } from '../../formatRules';
import { promptColumn } from '../../sharedColumns';
import { extraInfo, groundTruthColumn } from './openInstructRubric';

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
