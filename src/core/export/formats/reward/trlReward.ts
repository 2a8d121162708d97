import { pairFormat } from '../../builders/pairFormat';
import { openRlhf, trl } from '../../commands/fineTuningTools';
import { sameAnswers, sameColumns } from '../../formatRules';
import { besideLists, messagePair, promptColumn, rewardNumbers, toolsColumn } from '../../sharedColumns';

/**
 * C with a margin in every row: `{prompt, chosen, rejected, margin}` (trl `trainer/reward_trainer.py:202`: whether a
 * batch has margins is asked of its first row; `:750`: the loss is -log σ(r_chosen - r_rejected - margin)). DPO passes
 * over the column. Where nobody chose what the margin is made of it is `rank-or-strength`, which every pair has: a
 * choice that nobody made drops nothing.
 */
export const trlReward = pairFormat({
  name: 'trl-reward',
  title: 'Conversational pairs with a margin, for reward models',
  family: 'reward',
  defaults: { margin: 'rank-or-strength' },
  trainers: [
    { name: 'TRL RewardTrainer 0.12 and later', command: trl('reward') },
    {
      name: 'OpenRLHF (--model.margin_loss_enable)',
      command: openRlhf('rm', '--data.prompt_key prompt --data.apply_chat_template --model.margin_loss_enable'),
    },
  ],
  columns: { prompt: promptColumn(besideLists), ...messagePair, ...toolsColumn, ...rewardNumbers },
  rules: { silent: sameAnswers, across: sameColumns },
});
