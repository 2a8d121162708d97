import * as z from 'zod';
import { says } from '../problems/checkValue';
import { problem, type Problem } from '../problems/problem';
import { soundnesses } from './judgementValues';

/**
 * What an annotator thinks of the critiques that others wrote of a response: critiques of critiques, as
 * MetaCritique (S. Sun et al., 2024) names them.
 */

const ulid = z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, says('value.notUlid', {}));
const number = z.int().nonnegative();

/** One critique that was shown, and what is said of it. */
const judgedCritiqueSchema = z.object({
  annotation: ulid.describe('Id of the annotation that has the critique.'),
  hash: z
    .string()
    .min(1)
    .describe(
      'Hash of the critique and its verdict. If it does not match any more, the critique was changed after it was judged.',
    ),
  accepted: z.boolean().optional().describe('Whether it is good enough as a critique of the response.'),
  soundness: z
    .enum(soundnesses)
    .optional()
    .describe('Whether its reasons are true and support its verdict, apart from whether the verdict is right.'),
  agrees: z.boolean().optional().describe('Whether its verdict on the response is right.'),
  lost: z.literal(true).optional().describe('The critique was changed or retracted, and this is what was said before.'),
});

/** How a journal has it, for one response. Lost critiques are behind those that were shown. */
export const metaCritiqueSchema = z.object({
  response: z.string().describe('Id of the response.'),
  seed: number.describe('Seed of the order in which the critiques were shown.'),
  critiques: z.array(judgedCritiqueSchema).describe('The critiques in that order.'),
  ranking: z
    .object({
      tiers: z
        .array(z.array(number).min(1))
        .min(1)
        .describe(
          'Tiers of numbers of critiques, best first. Numbers start at 0. Critiques in no tier were not ranked.',
        ),
    })
    .optional()
    .describe('An order of the critiques.'),
  texts: z
    .array(
      z.object({
        of: z.array(number).describe('Numbers of the critiques that it was made from.'),
        text: z.string().describe('The new critique.'),
        strengths: z.string().optional().describe('What is good, if the study asks for parts.'),
        weaknesses: z.string().optional().describe('What is bad, if the study asks for parts.'),
        suggestion: z.string().optional().describe('What would make it better, if the study asks for parts.'),
      }),
    )
    .min(1)
    .optional()
    .describe('Critiques that the annotator made by editing one or merging several.'),
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
