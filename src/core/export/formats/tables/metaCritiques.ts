import * as z from 'zod';
import { soundnesses } from '../../../model/annotation/judgementValues';
import { longTable, ofResponse } from '../../builders/longTable';
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
  readsCritics: true,
  *facts(annotation, judged, _options, notify) {
    for (const meta of annotation.judgement.metaCritiques ?? [])
      for (const [number, said] of meta.critiques.entries()) {
        const tier = meta.ranking?.tiers.findIndex((each) => each.includes(number)) ?? -1;
        const lost =
          said.lost ?? critiqueJudged(annotation, meta, number, { ...judged, item: judged.source }) === undefined;
        if (lost) notify.note('critique-lost');
        yield { ...said, response: meta.response, seed: meta.seed, number, tier, lost };
      }
  },
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    seed: { rule: z.int().nonnegative(), value: ({ seed }) => seed },
    number: { rule: z.int().nonnegative(), value: ({ number }) => number },
    critique: { rule: z.string().min(1), value: ({ annotation }) => annotation },
    critique_hash: { rule: z.string().min(1), value: ({ hash }) => hash },
    accepted: { rule: z.boolean().nullable(), value: ({ accepted }) => accepted ?? null },
    soundness: { rule: z.enum(soundnesses).nullable(), value: ({ soundness }) => soundness ?? null },
    agrees: { rule: z.boolean().nullable(), value: ({ agrees }) => agrees ?? null },
    rank: { rule: z.int().positive().nullable(), value: ({ tier }) => (tier < 0 ? null : tier + 1) },
    lost: { rule: z.boolean(), value: ({ lost }) => lost },
  },
});
