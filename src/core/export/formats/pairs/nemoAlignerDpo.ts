import * as z from 'zod';
import { promptMessages, responseMessages } from '../../texts/messages';
import { pairFormat } from '../../builders/pairFormat';
import { message, messages, sameColumns } from '../../formatRules';
import { templateFault } from '../../texts/nemoTemplate';
import { nemoAligner } from '../../commands/nvidia';

/**
 * `{prompt: messages, chosen_response: message, rejected_response: message, chosen_reward?, rejected_reward?}`
 * (NeMo-Aligner `nemo_aligner/data/nlp/datasets.py:301 DPOModelDataset`). A margin is written as the two rewards, whose
 * difference is what RPO aims at; where there is none the trainer takes 1 and 0.
 */
export const nemoAlignerDpo = pairFormat({
  name: 'nemo-aligner-dpo',
  title: 'A prompt with the chosen and the rejected response, and their rewards',
  family: 'pairs',
  shape: 'messages',
  files: ['jsonl'],
  reals: ['chosen_reward', 'rejected_reward'],
  trainers: [{ name: 'NeMo-Aligner (dpo, rpo)', command: nemoAligner('train_gpt_dpo.py') }],
  takesNot: ['weight', 'softLabel'],
  reads: ['margin'],
  refuses: ({ item, chosen, rejected }) => templateFault(item, [chosen, rejected]),
  row: ({ item, chosen, rejected }) => ({
    prompt: promptMessages(item),
    chosen_response: responseMessages(chosen)[0],
    rejected_response: responseMessages(rejected)[0],
  }),
  columns: (row, { margin }) => ({
    ...row,
    ...(margin !== undefined && { chosen_reward: margin, rejected_reward: 0 }),
  }),
  rules: {
    row: z.strictObject({
      prompt: z.union([
        z.string().min(1, 'is empty'),
        messages('or text in the template of the model', 'is an empty list: NeMo-Aligner has nothing to answer'),
      ]),
      chosen_response: answer(),
      rejected_response: answer(),
      chosen_reward: z.number('must be a number: RPO takes their difference').optional(),
      rejected_reward: z.number('must be a number: RPO takes their difference').optional(),
    }),
    silent: ({ chosen_response: chosen, rejected_response: rejected }) =>
      JSON.stringify(chosen) === JSON.stringify(rejected)
        ? 'chosen_response and rejected_response are the same: NeMo-Aligner trains on the row but learns nothing from it'
        : undefined,
    across: sameColumns,
  },
});

function answer(): z.ZodType {
  return z.union([z.string(), message], 'must be text or one message: NeMo-Aligner cannot join a list to the prompt');
}
