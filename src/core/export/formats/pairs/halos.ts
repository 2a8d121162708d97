import * as z from 'zod';
import { turnsOf, type Response } from '../../../model/item/item';
import { pairFormat } from '../../builders/pairFormat';
import { halosWith } from '../../commands/fineTuningTools';
import type { Pair } from '../../derive/pairs';
import { memoize } from '../../texts/memoize';
import { responseMessages } from '../../texts/messages';
import { halosColumns, halosOutput, halosReward, halosType, onePromptEach, sha256 } from './halosColumns';

/**
 * `{prompt_id, prompt, output_A, output_B, label: 1 | 0, reward_A, reward_B, type: "pairwise_feedback"}` in one JSON
 * array (HALOs `train/data.py:191-280 get_feedback`): every label but 1 says that B wins, so ties are never written,
 * and a hash of the row says which side the better one is on, so that neither learns from its place. Rewards are wins
 * less defeats in the same judgement; the greatest is the target of SFT.
 */
export const halos = pairFormat({
  name: 'halos',
  title: 'Pairwise feedback in a JSON array',
  files: ['json'],
  trainers: [{ name: 'HALOs (dpo, slic, ppo and others)', command: halosWith('dpo') }],
  refuses: ({ chosen, rejected }) =>
    turnsOf(chosen)[0]?.content === turnsOf(rejected)[0]?.content ? 'first-message' : undefined,
  columns: {
    ...halosColumns,
    output_A: { rule: halosOutput, value: (pair) => responseMessages(onSide('A', pair)) },
    output_B: { rule: halosOutput, value: (pair) => responseMessages(onSide('B', pair)) },
    label: {
      rule: z.literal([1, 0], 'must be 1 or 0: HALOs treats anything other than 1, also a tie, as "B wins"'),
      value: (pair) => (winner(pair) === 'A' ? 1 : 0),
    },
    reward_A: { rule: halosReward, value: (pair, { all }) => reward(onSide('A', pair), all), isReal: true },
    reward_B: { rule: halosReward, value: (pair, { all }) => reward(onSide('B', pair), all), isReal: true },
    ...halosType('pairwise_feedback'),
  },
  rules: {
    between: (row) =>
      row.refine(
        ({ output_A: a, output_B: b }) => a[0]?.content !== b[0]?.content,
        'the two outputs begin with the same message, so HALOs treats them as the same output',
      ),
    silent: ({ label, reward_A: a, reward_B: b }) =>
      (label === 1 ? Number(a) < Number(b) : Number(b) < Number(a))
        ? 'the worse output has the higher reward, so HALOs would use it as the target of SFT'
        : undefined,
    across: onePromptEach,
  },
});

/** Where the better one stands: as likely on the one side as on the other, and always the same for the same row. */
const winner = memoize(({ item, chosen, rejected }: Pair): 'A' | 'B' =>
  parseInt(sha256(JSON.stringify([item.prompt, turnsOf(chosen), turnsOf(rejected)])).slice(0, 2), 16) % 2 === 0
    ? 'A'
    : 'B',
);

const onSide = (side: 'A' | 'B', pair: Pair): Response => (winner(pair) === side ? pair.chosen : pair.rejected);

/** How often a response was better in a judgement, less how often it was worse (A. H. Copeland, 1951). */
const reward = ({ id }: Response, pairs: readonly Pair[]): number =>
  pairs.filter(({ chosen }) => chosen.id === id).length - pairs.filter(({ rejected }) => rejected.id === id).length;
