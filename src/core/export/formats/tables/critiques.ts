import * as z from 'zod';
import { longTable, maybeText, responseId } from '../../builders/longTable';

/**
 * Every critique of a response, in one text or in parts. `made_of` is null where somebody wrote it, and names by
 * `number` the critiques of others (`annotators-meta-critiques`) where it was made by editing or merging these.
 */
export const critiques = longTable({
  name: 'critiques',
  title: 'Table of all critiques, including edited and merged critiques of others',
  names: ['response'],
  columns: {
    response: responseId,
    text: z.string(),
    strengths: maybeText,
    weaknesses: maybeText,
    suggestion: maybeText,
    made_of: z.array(z.int().nonnegative()).nullable(),
  },
  *facts({ judgement: { critiques: own = [], metaCritiques = [] } }) {
    for (const { response, ...written } of own) yield { response, ...partsOf(written), made_of: null };
    for (const { response, texts = [] } of metaCritiques)
      for (const { of, ...written } of texts) yield { response, ...partsOf(written), made_of: of };
  },
});

type Written = Readonly<{
  text: string;
  strengths?: string | undefined;
  weaknesses?: string | undefined;
  suggestion?: string | undefined;
}>;
const partsOf = ({ text, strengths, weaknesses, suggestion }: Written): Readonly<Record<string, string | null>> => ({
  text,
  strengths: strengths ?? null,
  weaknesses: weaknesses ?? null,
  suggestion: suggestion ?? null,
});
