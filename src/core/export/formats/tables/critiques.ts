import * as z from 'zod';
import type { Critique } from '../../../model/annotation/annotation';
import { longTable, maybeText, ofResponse } from '../../builders/longTable';

/**
 * Every critique of a response, in one text or in parts. `made_of` is null where somebody wrote it, and names by
 * `number` the critiques of others (`annotators-meta-critiques`) where it was made by editing or merging these.
 */
export const critiques = longTable({
  name: 'critiques',
  title: 'Table of all critiques, including edited and merged critiques of others',
  *facts({ judgement: { critiques: own = [], metaCritiques = [] } }): Iterable<Written> {
    yield* own;
    for (const { response: of, texts = [] } of metaCritiques)
      for (const { of: madeOf, ...written } of texts) yield { response: of, madeOf, ...written };
  },
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    text: { rule: z.string(), value: ({ text }) => text },
    strengths: { rule: maybeText, value: ({ strengths }) => strengths ?? null },
    weaknesses: { rule: maybeText, value: ({ weaknesses }) => weaknesses ?? null },
    suggestion: { rule: maybeText, value: ({ suggestion }) => suggestion ?? null },
    made_of: { rule: z.array(z.int().nonnegative()).nullable(), value: ({ madeOf }) => madeOf ?? null },
  },
});

/** A critique, or (with the numbers of those that it is made of) a text made of critiques. */
type Written = Critique & { readonly madeOf?: number[] };
