import * as z from 'zod';
import { pairFormat } from '../../builders/pairFormat';
import { nemoAligner } from '../../commands/nvidia';
import { message, messages, sameColumns } from '../../formatRules';
import { promptMessages, responseMessages } from '../../texts/messages';
import { templateFault } from '../../texts/nemoTemplate';

const answer = z.union(
  [z.string(), message],
  'must be text or one message: NeMo-Aligner cannot join a list to the prompt',
);
const reward = z.number('must be a number: RPO takes their difference').optional();

/**
 * `{prompt: messages, chosen_response: message, rejected_response: message, chosen_reward?, rejected_reward?}`
 * (NeMo-Aligner `nemo_aligner/data/nlp/datasets.py:301 DPOModelDataset`). A margin is written as the two rewards, whose
 * difference is what RPO aims at; where there is none the trainer takes 1 and 0.
 */
export const nemoAlignerDpo = pairFormat({
  name: 'nemo-aligner-dpo',
  title: 'A prompt with the chosen and the rejected response, and their rewards',
  files: ['jsonl'],
  trainers: [{ name: 'NeMo-Aligner (dpo, rpo)', command: nemoAligner('train_gpt_dpo.py') }],
  refuses: ({ item, chosen, rejected }) => templateFault(item, [chosen, rejected]),
  columns: {
    prompt: {
      rule: z.union([
        z.string().min(1, 'is empty'),
        messages('or text in the template of the model', 'is an empty list: NeMo-Aligner has nothing to answer'),
      ]),
      value: ({ item }) => promptMessages(item),
    },
    chosen_response: { rule: answer, value: ({ chosen }) => responseMessages(chosen)[0] ?? '' },
    rejected_response: { rule: answer, value: ({ rejected }) => responseMessages(rejected)[0] ?? '' },
    chosen_reward: { rule: reward, value: (_, { extra }) => extra.margin, isReal: true, option: 'margin' },
    rejected_reward: {
      rule: reward,
      value: (_, { extra }) => (extra.margin === undefined ? undefined : 0),
      isReal: true,
    },
  },
  rules: {
    silent: ({ chosen_response: chosen, rejected_response: rejected }) =>
      JSON.stringify(chosen) === JSON.stringify(rejected)
        ? 'chosen_response and rejected_response are the same: NeMo-Aligner trains on the row but learns nothing from it'
        : undefined,
    across: sameColumns,
  },
});
