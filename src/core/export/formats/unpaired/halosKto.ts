import * as z from 'zod';
import { labelFormat } from '../../builders/labelFormat';
import { halosWith } from '../../commands/fineTuningTools';
import { responseMessages } from '../../texts/messages';
import { halosColumns, halosOutput, halosReward, halosType, onePromptEach } from '../pairs/halosColumns';

/**
 * `{prompt_id, prompt, output, label: 1 | 0, reward, type: "binary_feedback"}` in one JSON array (HALOs
 * `train/data.py:191-280 get_feedback`, which takes `bool(label)`). The reward is the share of votes that call the
 * output good; the greatest is the target of SFT where no output is.
 */
export const halosKto = labelFormat({
  name: 'halos-kto',
  title: 'Binary feedback in a JSON array',
  files: ['json'],
  trainers: [{ name: 'HALOs (kto)', command: halosWith('kto') }],
  columns: {
    ...halosColumns,
    output: { rule: halosOutput, value: ({ response }) => responseMessages(response) },
    label: {
      rule: z.literal([1, 0], 'must be 1 or 0: of text HALOs makes true, of "false" as well'),
      value: ({ good }) => (good ? 1 : 0),
    },
    reward: { rule: halosReward, value: ({ share }) => share, isReal: true },
    ...halosType('binary_feedback'),
  },
  rules: { across: onePromptEach },
});
