import * as z from 'zod';
import { longTable, ofResponse } from '../../builders/longTable';

/**
 * One row for each response that was shown: at which place (from 1), which rank it got (1 for the best; tied ones share
 * it, null where it was left unranked or nothing was ranked), and whether it is acceptable.
 */
export const responses = longTable({
  name: 'responses',
  title: 'Table of all judged responses: position on the screen, rank and whether acceptable',
  facts({ shown, judgement: { ranking, acceptable = {} } }) {
    const ranks = new Map(ranking?.tiers.flatMap((tier, i) => tier.map((id) => [id, i + 1] as const)));
    return shown.map((id, at) => ({ response: id, place: at + 1, rank: ranks.get(id), acceptable: acceptable[id] }));
  },
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    place: { rule: z.int().positive(), value: ({ place }) => place },
    rank: { rule: z.int().positive().nullable(), value: ({ rank }) => rank ?? null },
    acceptable: { rule: z.boolean().nullable(), value: ({ acceptable }) => acceptable ?? null },
  },
});
