import * as z from 'zod';
import { soundnesses } from '../../../model/annotation/judgementValues';
import { longTable, responseId } from '../../builders/longTable';
import { critiqueJudged } from '../../judges/critiquePairs';

/**
 * What was said of the critiques that others wrote of a response, one row a critique, numbered from 0 in the order
 * shown (which `seed` drew). `critique` is the annotation that holds it and `critique_hash` that of all that was shown
 * of it; `rank` is 1 for the best. `lost` is true where it was changed or taken back since:
 * what is said is said of the text before, and of none that is there.
 */
export const metaCritiques = longTable({
  name: 'meta-critiques',
  title: 'Table of all judgments about critiques of others',
  names: ['response'],
  readsCritics: true,
  columns: {
    response: responseId,
    seed: z.int().nonnegative(),
    number: z.int().nonnegative(),
    critique: z.string().min(1),
    critique_hash: z.string().min(1),
    accepted: z.boolean().nullable(),
    soundness: z.enum(soundnesses).nullable(),
    agrees: z.boolean().nullable(),
    rank: z.int().positive().nullable(),
    lost: z.boolean(),
  },
  *facts(annotation, judged, _options, notify) {
    for (const meta of annotation.judgement.metaCritiques ?? []) {
      const { response, seed, critiques, ranking } = meta;
      for (const [
        number,
        { annotation: critique, hash, accepted, soundness, agrees, lost: wasLost },
      ] of critiques.entries()) {
        const tier = ranking?.tiers.findIndex((each) => each.includes(number)) ?? -1;
        const lost =
          wasLost ?? critiqueJudged(annotation, meta, number, { ...judged, item: judged.source }) === undefined;
        if (lost) notify.note('critique-lost');
        yield {
          response,
          seed,
          number,
          critique,
          critique_hash: hash,
          accepted: accepted ?? null,
          soundness: soundness ?? null,
          agrees: agrees ?? null,
          rank: tier < 0 ? null : tier + 1,
          lost,
        };
      }
    }
  },
});
