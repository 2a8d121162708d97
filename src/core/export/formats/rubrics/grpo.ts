import * as z from 'zod';
import { nameOfCriterion } from '../../derive/criteria';
import { openInstructPack } from '../../../rubric/packs/openInstruct';
import { mediaColumns } from '../../media/itemMedia';
import { hasImagesForParts, imageColumnRule, unequalParts, visionMessages } from '../../media/rules';
import { trlPromptImages } from '../../media/trl';
import { promptMessages } from '../../texts/messages';
import { rubricFormat } from '../../builders/rubricFormat';
import { sameColumns } from '../../formatRules';
import { trlGrpo } from '../../commands/fineTuningTools';

/**
 * `{prompt: messages, rubric: [{title, description, weight}]}`: TRL's GRPO gives every column beside `prompt` to the
 * reward functions as a keyword argument, a list with one entry a completion (trl `trainer/grpo_trainer.py`
 * `_calculate_rewards`). What a negative weight describes is the fault.
 */
export const grpo = rubricFormat({
  name: 'grpo',
  title: 'TRL GRPO: prompts with rubrics for a reward function',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  reals: ['rubric[].weight'],
  trainers: [{ name: 'TRL GRPO (with a reward function that takes "rubric")', command: trlGrpo }],
  form: openInstructPack,
  media: trlPromptImages,
  row: ({ item, criteria }, _options, file) => ({
    prompt: promptMessages(item, file),
    ...mediaColumns(item.prompt, file.media),
    rubric: criteria.map((criterion) => ({
      title: nameOfCriterion(criterion),
      description: criterion.text,
      weight: criterion.weight,
    })),
  }),
  rules: {
    row: z
      .strictObject({
        ...imageColumnRule,
        prompt: visionMessages("without it GRPO stops with KeyError: 'prompt'"),
        rubric: z
          .array(
            z.strictObject({
              title: z.string(),
              description: z.string(),
              weight: z.number('must be a number: the reward function cannot add it up'),
            }),
            'must be a list of criteria: the reward function gets this value unchanged',
          )
          .min(1, 'is empty: every completion gets the same reward, and the advantage is 0'),
      })
      .refine((row) => hasImagesForParts(row, row.prompt), unequalParts),
    across: sameColumns,
  },
});
