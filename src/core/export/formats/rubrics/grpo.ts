import * as z from 'zod';
import { openInstructPack } from '../../../rubric/packs/openInstruct';
import { rubricFormat } from '../../builders/rubricFormat';
import { trlGrpo } from '../../commands/fineTuningTools';
import { nameOfCriterion } from '../../derive/criteria';
import { sameColumns } from '../../formatRules';
import { partsCounted } from '../../media/rules';
import { trlPromptImages } from '../../media/trl';
import { promptImages, visionPrompt } from '../../sharedColumns';

/**
 * `{prompt: messages, rubric: [{title, description, weight}]}`: TRL's GRPO gives every column beside `prompt` to the
 * reward functions as a keyword argument, a list with one entry a completion (trl `trainer/grpo_trainer.py`
 * `_calculate_rewards`). What a negative weight describes is the fault.
 */
export const grpo = rubricFormat({
  name: 'grpo',
  title: 'TRL GRPO: prompts with rubrics for a reward function',
  trainers: [{ name: 'TRL GRPO (with a reward function that takes "rubric")', command: trlGrpo }],
  form: openInstructPack,
  media: trlPromptImages,
  columns: {
    prompt: visionPrompt("without it GRPO stops with KeyError: 'prompt'"),
    ...promptImages,
    rubric: {
      rule: z
        .array(
          z.strictObject({
            title: z.string(),
            description: z.string(),
            weight: z.number('must be a number: the reward function cannot add it up'),
          }),
          'must be a list of criteria: the reward function gets this value unchanged',
        )
        .min(1, 'is empty: every completion gets the same reward, and the advantage is 0'),
      value: ({ criteria }) =>
        criteria.map((criterion) => ({
          title: nameOfCriterion(criterion),
          description: criterion.text,
          weight: criterion.weight,
        })),
      isReal: '[].weight',
    },
  },
  rules: { between: partsCounted(({ prompt }) => prompt), across: sameColumns },
});
