import { otherFields } from '../../fields/recordFields';
import { numberOf } from '../../records/recordReader';
import type { Content, Layout } from '../layout';
import { messagesIn, metadataOf } from '../texts/nestedValues';
import { responseOf } from '../texts/preferencePair';
import { tiersFromRanks } from '../labels/tiersFromRanks';

/**
 * `{context: messages, completions: [{rank, completion: messages}]}`: the lowest rank is the best, equal ranks are
 * tied.
 */
export const nemoRl: Layout = {
  name: 'nemo-rl',
  title: 'A context and ranked completions, as in NeMo-RL',
  origin:
    'NVIDIA-NeMo/RL at 07cd9a1, nemo_rl/data/datasets/preference_datasets/preference_dataset.py PreferenceDataset (its "chosen - rejected format" and binary_preference_dataset.py are the layout preference-pairs); nemo_rl/data/processors.py',
  fields: { id: 'id', context: 'context', completions: 'completions' },
  matches: (record) =>
    record.has('context') &&
    record.hasList('completions') &&
    record
      .listAt('completions')
      .some((each) => typeof each === 'object' && each !== null && 'rank' in each && 'completion' in each),
  read(record): Content {
    const completions = record.objectsAt('completions');
    const responses = completions.map((entry, i) => {
      const metadata = otherFields(entry, ['rank', 'completion']);
      const answer =
        typeof entry.completion === 'string'
          ? entry.completion
          : messagesIn(entry.completion, `${record.path('completions')}[${i}].completion`);
      return { ...responseOf(`r${i + 1}`, answer), ...(metadata && { metadata }) };
    });
    const tiers = tiersFromRanks(responses.map(({ id }, i) => [id, numberOf(completions[i]?.rank)]));
    return {
      id: record.ownId(),
      ...record.promptAt('context'),
      responses,
      ...(tiers.length > 0 && { labels: [{ judgement: { ranking: { tiers } } }] }),
      ...metadataOf(record),
    };
  },
};
