import * as z from 'zod';
import { soundnesses } from '../../../model/annotation/judgementValues';
import { longTable, responseId } from '../../builders/longTable';

/**
 * What was said of the critiques that others wrote of a response, one row a critique, numbered from 0 in the order
 * shown (which `seed` drew). `critique` is the annotation that holds it and `critique_hash` that of all that was shown
 * of it; `rank` is 1 for the best. `lost` is true where it was changed or taken back since.
 */
export const metaCritiques = longTable({
  name: 'meta-critiques',
  title: 'Table of all judgments about critiques of others',
  names: ['response'],
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
  *facts({ judgement: { metaCritiques: all = [] } }) {
    for (const { response, seed, critiques, ranking } of all) {
      for (const [number, { annotation, hash, accepted, soundness, agrees, lost }] of critiques.entries()) {
        const tier = ranking?.tiers.findIndex((each) => each.includes(number)) ?? -1;
        yield {
          response,
          seed,
          number,
          critique: annotation,
          critique_hash: hash,
          accepted: accepted ?? null,
          soundness: soundness ?? null,
          agrees: agrees ?? null,
          rank: tier < 0 ? null : tier + 1,
          lost: lost ?? false,
        };
      }
    }
  },
});
