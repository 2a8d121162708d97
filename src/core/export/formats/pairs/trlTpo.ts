import { pairFormat } from '../../builders/pairFormat';
import { trlTpoScript } from '../../commands/fineTuningTools';
import { idealAnswers } from '../../derive/criteria';
import type { Pair } from '../../derive/pairs';
import { messages, sameColumns } from '../../formatRules';
import { messagePair, promptColumn, toolsColumn } from '../../sharedColumns';
import { responseMessages, type TrainerMessage } from '../../texts/messages';

/**
 * `{prompt, chosen, rejected, reference}`, all messages: pairs with a gold response, for Triple Preference Optimization
 * (trl `trl/experimental/tpo/tpo_trainer.py`; arXiv 2405.16681). The reference is what an annotator wrote as an answer
 * or the dataset's own; where there is neither, the response that was preferred to the chosen one as well, as in the
 * paper, where the best of three is the reference. A pair without any gives no row. `prompt` is explicit: an implied
 * one is cut off the reference too, which has to begin with it.
 */
export const trlTpo = pairFormat({
  name: 'trl-tpo',
  title: 'Conversational pairs with a reference response',
  trainers: [{ name: 'TRL TPO (trl.experimental)', command: trlTpoScript }],
  refuses: (pair, all) => (referenceOf(pair, all) ? undefined : 'no-reference'),
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
