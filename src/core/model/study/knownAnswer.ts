import * as z from 'zod';
import { says } from '../problems/checkValue';

/** What a right judgement of a control item says. */
export const knownAnswerSchema = z
  .looseObject({
    best: z.string().min(1).optional().describe('Id of the response that is better than all others.'),
    order: z
      .array(z.array(z.string().min(1)).min(1))
      .min(1)
      .optional()
      .describe(
        'Ids of responses, best first. Responses in one list are tied. Responses that are in no list are worse than all that are.',
      ),
    acceptable: z
      .record(z.string(), z.boolean())
      .optional()
      .describe('Whether responses are acceptable, by their ids.'),
    firstErrors: z
      .record(z.string(), z.int().nonnegative().nullable())
      .optional()
      .describe(
        'The first wrong step of runs, by their ids: its number from 0, as `at` of a step in a journal. `null` for a run without an error.',
      ),
  })
  .refine(
    ({ best, order, acceptable, firstErrors }) =>
      best !== undefined || order !== undefined || acceptable !== undefined || firstErrors !== undefined,
    says('value.answerEmpty', {}),
  )
  .refine(({ best, order }) => best === undefined || order === undefined, says('value.orderBesideBest', {}, ['order']))
  .refine(
    ({ order = [] }) => new Set(order.flat()).size === order.flat().length,
    says('value.responseTwice', {}, ['order']),
  );
export type KnownAnswer = Readonly<z.infer<typeof knownAnswerSchema>>;
