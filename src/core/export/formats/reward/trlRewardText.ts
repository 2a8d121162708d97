import * as z from 'zod';
import { pairFormat } from '../../builders/pairFormat';
import { pairColumns, sameAnswers, sameColumns, text, textPrompt } from '../../formatRules';
import { openRlhf, trl } from '../../commands/fineTuningTools';
import { neededMargin } from './rewardMargin';
import { trlDpoText } from '../pairs/trlDpoText';

/**
 * S with a margin in every row: `{prompt, chosen, rejected, margin}`, all text (trl `trainer/reward_trainer.py:202`,
 * `:750`; the prompt is put before both, `:668`). The margin is that of `trlReward`.
 */
export const trlRewardText = pairFormat({
  name: 'trl-reward-text',
  title: 'Plain-text pairs with a margin, for reward models',
  family: 'reward',
  reads: ['margin'],
  shape: 'text',
  files: ['jsonl', 'json', 'parquet'],
  defaults: { margin: 'rank-or-strength' },
  trainers: [
    { name: 'TRL RewardTrainer (every version)', command: trl('reward') },
    {
      name: 'OpenRLHF (--model.margin_loss_enable)',
      command: openRlhf('rm', '--data.prompt_key prompt --model.margin_loss_enable'),
    },
  ],
  row: trlDpoText.row,
  rules: {
    row: z.strictObject({ prompt: textPrompt, chosen: text, rejected: text, ...pairColumns, ...neededMargin }),
    silent: sameAnswers,
    across: sameColumns,
  },
});
