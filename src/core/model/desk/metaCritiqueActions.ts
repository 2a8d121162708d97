import * as z from 'zod';
import { soundnesses } from '../annotation/judgementValues';

const index = z.int().nonnegative();

/** Lists what judging critiques adds to `judgementActionSchema`. */
export const metaCritiqueActions = [
  /**
   * Takes the critiques of the selected response, or of one that is named, into the hand, or (also by `on`) puts them
   * away.
   */
  z.object({ do: z.literal('critiques'), index: index.optional(), on: z.boolean().optional() }),
  /** Those of the next response that has some, or of the one before. */
  z.object({ do: z.literal('critiquesBeside'), by: z.union([z.literal(-1), z.literal(1)]) }),
  /** Takes one that is pointed at into the hand, by its number; behind the critiques come the texts made of them. */
  z.object({ do: z.literal('critiqueAt'), index, number: index }),
  /** Of the one in hand; the same again takes it back, as do the two below. */
  z.object({ do: z.literal('critiqueAccepted'), value: z.boolean() }),
  z.object({ do: z.literal('critiqueSoundness'), value: z.enum(soundnesses) }),
  /** Whether its verdict is right. */
  z.object({ do: z.literal('critiqueAgrees'), value: z.boolean() }),
  /** Begins a text of one's own with that of the one in hand, or goes on with it. */
  z.object({ do: z.literal('critiqueEdit') }),
  /** Chooses the one in hand to be merged, or not any more. */
  z.object({ do: z.literal('critiquePick') }),
  /** Makes one text of those that are chosen. */
  z.object({ do: z.literal('critiqueMerge') }),
] as const;

export type MetaCritiqueAction = Readonly<z.infer<(typeof metaCritiqueActions)[number]>>;

export const isMetaCritiqueAction = (action: { readonly do: string }): action is MetaCritiqueAction =>
  action.do.startsWith('critique');
