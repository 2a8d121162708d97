import * as z from 'zod';
import { longTable, responseId } from '../../builders/longTable';

/**
 * One row for each response that was shown: at which place (from 1), which rank it got (1 for the best; tied ones share
 * it, null where it was left unranked or nothing was ranked), and whether it is acceptable.
 */
export const responses = longTable({
  name: 'responses',
  title: 'Table of all judged responses: position on the screen, rank and whether acceptable',
  names: ['response'],
  columns: {
    response: responseId,
    place: z.int().positive(),
    rank: z.int().positive().nullable(),
    acceptable: z.boolean().nullable(),
  },
  *facts({ shown, judgement: { ranking, acceptable = {} } }) {
    const ranks = new Map(ranking?.tiers.flatMap((tier, i) => tier.map((id) => [id, i + 1] as const)));
    for (const [i, response] of shown.entries())
      yield { response, place: i + 1, rank: ranks.get(response) ?? null, acceptable: acceptable[response] ?? null };
  },
});
