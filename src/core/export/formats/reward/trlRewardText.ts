import { pairFormat } from '../../builders/pairFormat';
import { openRlhf, trl } from '../../commands/fineTuningTools';
import { sameAnswers, sameColumns } from '../../formatRules';
import { rewardNumbers, textPair } from '../../sharedColumns';

/**
 * S with a margin in every row: `{prompt, chosen, rejected, margin}`, all text (trl `trainer/reward_trainer.py:202`,
 * `:750`; the prompt is put before both, `:668`). The margin is that of `trlReward`.
 */
export const trlRewardText = pairFormat({
  name: 'trl-reward-text',
  title: 'Plain-text pairs with a margin, for reward models',
  family: 'reward',
  shape: 'text',
  defaults: { margin: 'rank-or-strength' },
  trainers: [
    { name: 'TRL RewardTrainer (every version)', command: trl('reward') },
    {
      name: 'OpenRLHF (--model.margin_loss_enable)',
      command: openRlhf('rm', '--data.prompt_key prompt --model.margin_loss_enable'),
    },
  ],
  columns: { ...textPair, ...rewardNumbers },
  rules: { silent: sameAnswers, across: sameColumns },
});
