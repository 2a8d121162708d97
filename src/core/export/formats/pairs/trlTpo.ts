import * as z from 'zod';
import type { Fields } from '../../fields';
import { pairFormat } from '../../builders/pairFormat';
import { trlTpoScript } from '../../commands/fineTuningTools';
import { idealAnswers } from '../../derive/criteria';
import type { Pair } from '../../derive/pairs';
import { messages, sameColumns, tools } from '../../formatRules';
import { promptMessages, responseMessages, toolsColumn } from '../../texts/messages';

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
  family: 'pairs',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [{ name: 'TRL TPO (trl.experimental)', command: trlTpoScript }],
  takesNot: ['margin', 'weight', 'softLabel'],
  refuses: (pair, _file, all) => (referenceOf(pair, all) ? undefined : 'no-reference'),
  row: (pair, file, all = [pair]) => ({
    prompt: promptMessages(pair.item),
    chosen: responseMessages(pair.chosen),
    rejected: responseMessages(pair.rejected),
    reference: referenceOf(pair, all),
    ...toolsColumn(pair.item, file),
  }),
  rules: {
    row: z.strictObject({
      prompt: messages('an implied prompt is cut off the reference too'),
      chosen: messages('[{"role": "assistant", …}]'),
      rejected: messages('[{"role": "assistant", …}]'),
      reference: messages('without it TPO stops: "missing the `reference` (gold) column"'),
      tools,
    }),
    silent: ({ chosen, rejected, reference }) => {
      const [best, better, worse] = [reference, chosen, rejected].map((each) => JSON.stringify(each));
      if (better === worse) return 'chosen and rejected are the same: TRL trains on it';
      return best === worse ? 'the reference is the rejected response: TRL learns it and unlearns it' : undefined;
    },
    across: sameColumns,
  },
});

/** The gold response to a pair's prompt, as messages. @param all the pairs of the same preference */
function referenceOf({ item, annotations, chosen }: Pair, all: readonly Pair[]): readonly Fields[] | undefined {
  const [written] = idealAnswers({ source: item, annotations });
  if (written !== undefined) return [{ role: 'assistant', content: written }];
  const rejected = new Set(all.map((pair) => pair.rejected.id));
  const better = all.filter((pair) => pair.rejected.id === chosen.id).map((pair) => pair.chosen);
  const best = better.find(({ id }) => !rejected.has(id)) ?? better[0];
  return best && responseMessages(best);
}
