import * as z from 'zod';
import { says } from '../problems/checkValue';
import { problem, type Problem } from '../problems/problem';
import { soundnesses } from './judgementValues';

/**
 * What an annotator thinks of the critiques that others wrote of a response (C13): critiques of critiques, as
 * MetaCritique (S. Sun et al., 2024) names them.
 */

const ulid = z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, says('value.notUlid', {}));
const number = z.int().nonnegative();

/** A text in the way critiques are written: in one piece or in parts. */
const written = {
  text: z.string(),
  strengths: z.string().optional(),
  weaknesses: z.string().optional(),
  suggestion: z.string().optional(),
};

/** One critique that was shown, and what is said of it. */
const judgedCritiqueSchema = z.object({
  /** Id of the annotation that holds it. */
  annotation: ulid,
  /**
   * Of all of it that was shown, its verdict included (see `hashOfCritique`): where it is another one now, this was
   * said of something else.
   */
  hash: z.string().min(1),
  /** Whether it would do as a critique of the response. */
  accepted: z.boolean().optional(),
  soundness: z.enum(soundnesses).optional(),
  /** Whether its verdict on the response is right, as the annotator sees it. */
  agrees: z.boolean().optional(),
  /** It was changed or taken back since it was judged, and is said again as it was. */
  lost: z.literal(true).optional(),
});

/** How a journal has it, for one response. */
export const metaCritiqueSchema = z.object({
  response: z.string(),
  /** Seed of the order of `critiques`. */
  seed: number,
  /** All that were shown, in that order; lost ones behind them. */
  critiques: z.array(judgedCritiqueSchema),
  /** Tiers of critiques, best first, by number (from 0) among `critiques`. Those in no tier were not ranked. */
  ranking: z.object({ tiers: z.array(z.array(number).min(1)).min(1) }).optional(),
  /**
   * What the annotator made of critiques: of one by editing it, of several by merging them; `of` names them by number,
   * but for those that went while it was written.
   */
  texts: z
    .array(z.object({ of: z.array(number), ...written }))
    .min(1)
    .optional(),
});
export type MetaCritique = Readonly<z.infer<typeof metaCritiqueSchema>>;

/** What is wrong with the numbers in it; undefined where nothing is. */
export function faultIn({ critiques, ranking, texts = [] }: MetaCritique): Problem | undefined {
  const ranked = ranking?.tiers.flat() ?? [];
  if (new Set(ranked).size !== ranked.length) return problem('value.rankedTwice', { what: 'critique' });
  const unknown = [...ranked, ...texts.flatMap(({ of }) => of)].find((each) => each >= critiques.length);
  return unknown === undefined
    ? undefined
    : problem('value.noSuchCritique', { critique: unknown, critiques: critiques.length });
}

const saidSchema = z.object({
  accepted: z.boolean().nullable(),
  soundness: z.enum(soundnesses).nullable(),
  agrees: z.boolean().nullable(),
  place: z.number().int().positive().nullable(),
});
/** What is said of one critique in a draft; null where nothing is. */
export type CritiqueOpinion = Readonly<z.infer<typeof saidSchema>>;

const ownTextSchema = z.object({
  of: z.array(z.string()).readonly(),
  text: z.string(),
  strengths: z.string(),
  weaknesses: z.string(),
  suggestion: z.string(),
});
/** A text made of critiques, which it names by their keys. */
export type CritiqueMade = Readonly<z.infer<typeof ownTextSchema>>;

/** The same in a draft: a critique goes by its key (see `keyOfCritique`), which tells nothing of who wrote it. */
export const draftMetaCritiqueSchema = z.object({
  said: z.record(z.string(), saidSchema).readonly(),
  texts: z.array(ownTextSchema).readonly(),
});
export type DraftMetaCritique = Readonly<z.infer<typeof draftMetaCritiqueSchema>>;
