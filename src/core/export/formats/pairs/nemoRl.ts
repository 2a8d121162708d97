import * as z from 'zod';
import { pairFormat } from '../../builders/pairFormat';
import { nemoRlPairs } from '../../commands/nvidia';
import { message, messages } from '../../formatRules';
import { promptMessages, responseMessages } from '../../texts/messages';

/**
 * `{context: messages, completions: [{rank, completion: messages}, {rank, completion: messages}]}`, the lower rank the
 * better (NeMo-RL `nemo_rl/data/datasets/preference_datasets/preference_dataset.py PreferenceDataset`,
 * `nemo_rl/data/processors.py:249-262`; files by their ending, `nemo_rl/data/datasets/utils.py load_dataset_from_path`): exactly two, and never tied.
 */
export const nemoRl = pairFormat({
  name: 'nemo-rl',
  title: 'A context and two ranked completions',
  files: ['jsonl', 'json', 'parquet'],
  toolsIn: 'system',
  loadsFileAlone: true,
  trainers: [
    { name: 'NeMo-RL (dpo)', command: nemoRlPairs('dpo') },
    { name: 'NeMo-RL (rm)', command: nemoRlPairs('rm') },
  ],
  columns: {
    context: {
      rule: z.array(message, 'must be a list of messages (NeMo-RL puts the completions behind them)'),
      value: ({ item }) => promptMessages(item),
    },
    completions: {
      rule: z
        .array(
          z.strictObject({
            rank: z.int('must be a whole number'),
            completion: messages('[{"role": "assistant", …}]', 'is an empty list: NeMo-RL trains on an empty answer'),
          }),
          'must be a list of {"rank", "completion"}',
        )
        .length(2, 'NeMo-RL says "AssertionError: RM/DPO training supports only two completions"')
        .refine(
          ([first, second]) => first?.rank !== second?.rank,
          'NeMo-RL says "NotImplementedError: Ties are not supported yet."',
        ),
      value: ({ chosen, rejected }) =>
        [chosen, rejected].map((response, rank) => ({ rank, completion: responseMessages(response) })),
    },
  },
  rules: {
    silent: ({ completions }) =>
      JSON.stringify((completions as { completion: unknown }[])[0]?.completion) ===
      JSON.stringify((completions as { completion: unknown }[])[1]?.completion)
        ? 'both completions are the same: NeMo-RL trains on the row but learns nothing from it'
        : undefined,
  },
});
