import { turnsOf } from '../../../model/item/item';
import type * as z from 'zod';
import { pairFormat } from '../../builders/pairFormat';
import { axolotl, openRlhf, trainAndEval, trl, trlExample, trlTpoScript } from '../../commands/fineTuningTools';
import { idealAnswers } from '../../derive/criteria';
import { callPairs } from '../../derive/correctedCalls';
import type { Pair } from '../../derive/pairs';
import { refinementPairs as pairsOfEdits } from '../../derive/refinements';
import { messages, sameAnswers, sameColumns } from '../../formatRules';
import { partsCounted } from '../../media/rules';
import { trlPromptImages } from '../../media/trl';
import {
  besideLists,
  messagePair,
  pairNumbers,
  promptColumn,
  promptImages,
  rewardNumbers,
  textPair,
  toolsColumn,
  visionPair,
  visionPrompt,
} from '../../sharedColumns';
import { responseMessages, type TrainerMessage } from '../../texts/messages';

const trlDpoColumns = {
  prompt: visionPrompt(besideLists),
  ...visionPair,
  ...toolsColumn,
  ...promptImages,
  ...pairNumbers,
};

const trlDpoRules = {
  between: partsCounted(({ prompt }: { prompt: z.infer<typeof trlDpoColumns.prompt.rule> }) => prompt),
  silent: sameAnswers,
  across: sameColumns,
};

/**
 * C, "conversational explicit": `{prompt: messages, chosen: [assistant], rejected: [assistant]}`, the shape TRL
 * recommends (trl `docs/source/dataset_formats.md`; read by `trl/data_utils.py is_conversational`,
 * `apply_chat_template`). A transcript whose two sides part before the last turn keeps its further turns.
 */
export const trlDpo = pairFormat({
  name: 'trl-dpo',
  title: 'Conversational pairs with an explicit prompt',
  trainers: [
    { name: 'TRL 0.12 and later (DPO, reward)', command: trl('dpo') },
    { name: 'TRL ORPO (trl.experimental)', command: trlExample('orpo') },
    { name: 'TRL CPO (trl.experimental)', command: trlExample('cpo') },
    { name: 'Unsloth', command: trainAndEval },
    {
      passesOverTools: true,
      name: 'OpenRLHF (--data.prompt_key prompt --data.apply_chat_template)',
      command: openRlhf('dpo', '--data.prompt_key prompt --data.apply_chat_template'),
    },
    {
      passesOverTools: true,
      name: 'axolotl (chat_template.default, field_messages: prompt)',
      command: axolotl(['type: chat_template.default', 'field_messages: prompt'], ['rl: dpo']),
    },
  ],
  media: trlPromptImages,
  columns: trlDpoColumns,
  rules: trlDpoRules,
});

/**
 * S, "strings": `{prompt, chosen, rejected}` (trl `docs/source/dataset_formats.md`, standard format; always with an
 * explicit prompt, because `trl/data_utils.py extract_prompt` splits an implied one in the middle of a word). None of
 * its readers puts the prompt into a chat template: reward-bench and NeMo-RL's BinaryPreferenceDataset, which do, would
 * make one user turn of a transcript, and read `full-conversations` and `nemo-rl`.
 */
export const trlDpoText = pairFormat({
  name: 'trl-dpo-text',
  title: 'Plain-text pairs',
  shape: 'text',
  trainers: [
    { name: 'TRL (every version; DPO, reward)', command: trl('dpo') },
    { name: 'TRL ORPO (trl.experimental)', command: trlExample('orpo') },
    { name: 'TRL CPO (trl.experimental)', command: trlExample('cpo') },
    { name: 'Unsloth', command: trainAndEval },
    { name: 'verl reward model (as Parquet)', files: ['parquet'] },
  ],
  columns: { ...textPair, ...pairNumbers },
  rules: { silent: sameAnswers, across: sameColumns },
});

/**
 * `{prompt, chosen, rejected, reference}`, all messages: pairs with a gold response, for Triple Preference Optimization
 * (trl `trl/experimental/tpo/tpo_trainer.py`; arXiv 2405.16681). The reference is what an annotator wrote as an answer
 * or the dataset's own; where there is neither, the response that was preferred to the chosen one as well, as in the
 * paper, where the best of three is the reference. A pair without any gives no row. `prompt` is explicit: an implied
 * one is cut off the reference too, which has to begin with it.
 */
export const trlTpo = pairFormat({
  name: 'trl-tpo',
  wholeRuns: true,
  title: 'Conversational pairs with a reference response',
  trainers: [{ name: 'TRL TPO (trl.experimental)', command: trlTpoScript }],
  refuses: (pair, all) =>
    !referenceOf(pair, all)
      ? 'no-reference'
      : // Its prompt would be no more than a system message, behind which TPO cuts the first words of the user off.
        [pair.chosen, pair.rejected].some((response) => turnsOf(response)[0]?.role === 'user')
        ? 'runs-told-apart'
        : undefined,
  columns: {
    prompt: promptColumn('an implied prompt is cut off the reference too'),
    ...messagePair,
    reference: {
      rule: messages('without it TPO stops: "missing the `reference` (gold) column"'),
      value: (pair, { all }) => referenceOf(pair, all) ?? [],
    },
    ...toolsColumn,
  },
  rules: {
    silent: ({ chosen, rejected, reference }) => {
      const [best, better, worse] = [reference, chosen, rejected].map((each) => JSON.stringify(each));
      if (better === worse) return 'chosen and rejected are the same: TRL trains on it';
      return best === worse ? 'the reference is the rejected response: TRL learns it and unlearns it' : undefined;
    },
    across: sameColumns,
  },
});

/** The gold response to a pair's prompt, as messages. @param all the pairs of the same preference */
function referenceOf({ item, annotations, chosen }: Pair, all: readonly Pair[]): readonly TrainerMessage[] | undefined {
  const [written] = idealAnswers({ source: item, annotations });
  if (written !== undefined) return [{ role: 'assistant', content: written }];
  const rejected = new Set(all.map((pair) => pair.rejected.id));
  const better = all.filter((pair) => pair.rejected.id === chosen.id).map((pair) => pair.chosen);
  const best = better.find(({ id }) => !rejected.has(id)) ?? better[0];
  return best && responseMessages(best);
}

/**
 * C with a margin in every row: `{prompt, chosen, rejected, margin}` (trl `trainer/reward_trainer.py:202`: whether a
 * batch has margins is asked of its first row; `:750`: the loss is -log σ(r_chosen - r_rejected - margin)). DPO passes
 * over the column. Where nobody chose what the margin is made of it is `rank-or-strength`, which every pair has: a
 * choice that nobody made drops nothing.
 */
export const trlReward = pairFormat({
  name: 'trl-reward',
  wholeRuns: true,
  title: 'Conversational pairs with a margin, for reward models',
  family: 'reward',
  defaults: { margin: 'rank-or-strength' },
  trainers: [
    { name: 'TRL RewardTrainer 0.12 and later', command: trl('reward') },
    {
      passesOverTools: true,
      name: 'OpenRLHF (--model.margin_loss_enable)',
      command: openRlhf('rm', '--data.prompt_key prompt --data.apply_chat_template --model.margin_loss_enable'),
    },
  ],
  columns: { prompt: promptColumn(besideLists), ...messagePair, ...toolsColumn, ...rewardNumbers },
  rules: { silent: sameAnswers, across: sameColumns },
});

/**
 * S with a margin in every row: `{prompt, chosen, rejected, margin}`, all text (trl `trainer/reward_trainer.py:202`,
 * `:750`; the prompt is put before both, `:668`). The margin is that of `trlReward`.
 */
export const trlRewardText = pairFormat({
  name: 'trl-reward-text',
  wholeRuns: true,
  title: 'Plain-text pairs with a margin, for reward models',
  family: 'reward',
  shape: 'text',
  defaults: { margin: 'rank-or-strength' },
  trainers: [
    { name: 'TRL RewardTrainer (every version)', command: trl('reward') },
    {
      passesOverTools: true,
      name: 'OpenRLHF (--model.margin_loss_enable)',
      command: openRlhf('rm', '--data.prompt_key prompt --model.margin_loss_enable'),
    },
  ],
  columns: { ...textPair, ...rewardNumbers },
  rules: { silent: sameAnswers, across: sameColumns },
});

/** Of the options for pairs those that say how responses were preferred. */
const ofPreferences = ['criterion', 'pairs', 'aggregate', 'minStrength', 'softLabel', 'margin', 'noise'] as const;

/**
 * Edits as pairs in the shape of `trl-dpo`: the edited text is chosen over the one that it was made of, unless its
 * annotator judged both again and found it no better. What else was preferred is not in it.
 */
export const refinementPairs = pairFormat({
  name: 'refinement-pairs',
  title: 'Refinements as pairs: the edited text over the original text',
  family: 'texts',
  trainers: trlDpo.trainers,
  takesNot: [...ofPreferences, 'runs'],
  preferences: pairsOfEdits,
  media: trlPromptImages,
  columns: trlDpoColumns,
  rules: trlDpoRules,
});

/**
 * Corrected calls as pairs in the shape of `trl-dpo`: all that a run had before it as the prompt, the turn with the right
 * calls chosen over the turn as it was. What runs were preferred is not in it.
 */
export const correctedCallPairs = pairFormat({
  name: 'call-pairs',
  title: 'Corrected calls as pairs: the right call over the wrong one',
  family: 'texts',
  trainers: trlDpo.trainers,
  // Two calls of which one is the other, corrected, are alike.
  takesNot: [...ofPreferences, 'runs', 'maxSimilarity', 'maxLengthRatio'],
  preferences: callPairs,
  media: trlPromptImages,
  columns: trlDpoColumns,
  rules: trlDpoRules,
});
