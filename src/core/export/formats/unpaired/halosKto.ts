import * as z from 'zod';
import { labelFormat } from '../../builders/labelFormat';
import { promptMessages, responseMessages } from '../../texts/messages';
import { halosWith } from '../../commands/fineTuningTools';
import { halosColumns, halosOutput, halosReward, halosType, onePromptEach, promptIdOf } from '../pairs/halosColumns';

/**
 * `{prompt_id, prompt, output, label: 1 | 0, reward, type: "binary_feedback"}` in one JSON array (HALOs
 * `train/data.py:191-280 get_feedback`, which takes `bool(label)`). The reward is the share of votes that call the
 * output good; the greatest is the target of SFT where no output is.
 */
export const halosKto = labelFormat({
  name: 'halos-kto',
  title: 'Binary feedback in a JSON array',
  shape: 'messages',
  files: ['json'],
  reals: ['reward'],
  trainers: [{ name: 'HALOs (kto)', command: halosWith('kto') }],
  row: ({ item, response, good, share }) => ({
    prompt_id: promptIdOf(item),
    prompt: promptMessages(item),
    output: responseMessages(response),
    label: good ? 1 : 0,
    reward: share,
    type: 'binary_feedback',
  }),
  rules: {
    row: z.strictObject({
      ...halosColumns,
      output: halosOutput,
      label: z.union([z.literal(1), z.literal(0)], 'must be 1 or 0: of text HALOs makes true, of "false" as well'),
      reward: halosReward,
      type: halosType('binary_feedback'),
      split: z.string().optional(),
    }),
    across: onePromptEach,
  },
});
