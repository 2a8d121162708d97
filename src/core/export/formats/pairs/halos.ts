import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type Item, type Response, turnsOf } from '../../../model/item/item';
import { labelFormat } from '../../builders/labelFormat';
import { rowFormat } from '../../builders/rowFormat';
import { mean } from '../../derive/margins';
import { rewardGroupsIn } from '../../derive/rewards';
import { answerOf, endOf } from '../../derive/stepPairs';
import { pairFormat } from '../../builders/pairFormat';
import { halosWith } from '../../commands/fineTuningTools';
import type { Pair } from '../../derive/pairs';
import { message } from '../../formatRules';
import { promptColumn } from '../../sharedColumns';
import { memoize } from '../../texts/memoize';
import { responseMessages, trainerMessage } from '../../texts/messages';

/** What the feedback files of HALOs share. */

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The columns of all. Rows with the same prompt have the same id, by which HALOs makes one example of them. */
const halosColumns = {
  prompt_id: {
    rule: z.union([z.string(), z.number()], 'is missing: HALOs says "KeyError: \'prompt_id\'"'),
    value: ({ item: { prompt } }: { readonly item: Item }) => sha256(JSON.stringify(prompt.map(trainerMessage))),
  },
  prompt: promptColumn(
    'every turn needs role and content, or HALOs says "every turn in an example must have a \'role\' field"',
    'is an empty list: HALOs stops with an IndexError',
  ),
};

const halosOutput = z
  .array(message, 'must be a list of messages')
  .min(1, 'is an empty list: HALOs says "IndexError: list index out of range"');
const halosReward = z.number('must be a number: HALOs takes the greatest');
/** What the feedback is; and a column of published files, which ours do not have. */
const halosType = (type: string) => ({
  type: {
    rule: z.literal(
      type,
      `must be "${type}": without a type HALOs says "ValueError: Feedback type not specified in data", and any other is read as plain scores`,
    ),
    value: () => type,
  },
  split: { rule: z.string().optional(), value: () => undefined },
});

/** One prompt_id is one prompt. */
function onePromptEach(): (row: Readonly<Record<string, unknown>>) => string | undefined {
  const prompts = new Map<unknown, string>();
  return ({ prompt_id: id, prompt }) => {
    // Not the prompts themselves: a file may hold a million of them.
    const content = sha256(JSON.stringify([prompt]));
    const known = prompts.get(id);
    prompts.set(id, content);
    return known === undefined || known === content
      ? undefined
      : 'has another prompt than a row before with the same prompt_id: HALOs makes one example of both, under the last one';
  };
}

/**
 * `{prompt_id, prompt, output_A, output_B, label: 1 | 0, reward_A, reward_B, type: "pairwise_feedback"}` in one JSON
 * array (HALOs `train/data.py:191-280 get_feedback`): every label but 1 says that B wins, so ties are never written,
 * and a hash of the row says which side the better one is on, so that neither learns from its place. Rewards are wins
 * less defeats in the same judgement; the greatest is the target of SFT.
 */
export const halos = pairFormat({
  name: 'halos',
  toolsIn: 'system',
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

/**
 * `{prompt_id, prompt, output, label: 1 | 0, reward, type: "binary_feedback"}` in one JSON array (HALOs
 * `train/data.py:191-280 get_feedback`, which takes `bool(label)`). The reward is the share of votes that call the
 * output good; the greatest is the target of SFT where no output is.
 */
export const halosKto = labelFormat({
  name: 'halos-kto',
  toolsIn: 'system',
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

/**
 * The same rows for HALOs' GRPO (`config/loss/grpo.yaml`; `train/dataloader.py GroupUnpairedPreferenceDataLoader` puts
 * the outputs of a prompt into one batch, and `train/trainers.py GRPOTrainer` takes `reward` less the mean of them): a
 * row for each response, those of one prompt one behind the other, with what people's judgments give as the reward
 * (`derive/rewards`). The loader asks for a label too, which that loss passes over: 1 above the mean. Outputs that are
 * typed "scalar_feedback" it refuses.
 */
export const halosGrpo = rowFormat({
  name: 'halos-grpo',
  toolsIn: 'system',
  title: 'Groups of responses to a prompt with rewards, for GRPO without new responses',
  family: 'lists',
  files: ['json'],
  takesTurns: true,
  rated: true,
  isCompletion: true,
  takes: ['attributes', 'criterion', 'aggregate', 'context', 'evidence', 'media'],
  trainers: [{ name: 'HALOs (grpo)', command: halosWith('grpo') }],
  *find(judged, options, notify, file) {
    for (const { item, annotations, rewarded, source } of rewardGroupsIn(judged, options, notify, file)) {
      const usual = mean(rewarded.map(({ reward }) => reward)) ?? 0;
      for (const { response: whole, reward: given } of rewarded) {
        if (endOf(whole) !== undefined) notify.note('end-of-run');
        const { response } = answerOf(judged.item, whole);
        yield {
          item,
          annotations,
          response,
          given,
          isAbove: given > usual,
          named: { response: whole.id, reward: source },
        };
      }
    }
  },
  columns: {
    ...halosColumns,
    output: { rule: halosOutput, value: ({ response }) => responseMessages(response) },
    label: {
      rule: z.literal([1, 0], 'must be 1 or 0: HALOs stops with "data is neither paired nor has desirability labels"'),
      value: ({ isAbove }) => (isAbove ? 1 : 0),
    },
    reward: { rule: halosReward, value: ({ given }) => given, isReal: true },
    ...halosType('binary_feedback'),
  },
  // The same columns as those of halos-kto.
  rules: { across: onePromptEach, unmarked: true },
});
