import * as z from 'zod';
import { severities } from '../annotation/judgementValues';
import { choiceKeys } from './marking';
import { quotedSchema } from '../annotation/spanSchemas';

const index = z.int().nonnegative();

/** Lists what marking adds to `judgementActionSchema`. */
export const markingActions = [
  /** Marks passages of the selected response, or of one that is named; ends it where that is under way. */
  z.object({ do: z.literal('mark'), index: index.optional() }),
  /** Goes back from a group of types, or else ends it. */
  z.object({ do: z.literal('markEnd') }),
  /** Tells what is selected, in UTF-16 code units of the raw text. */
  z.object({ do: z.literal('markSelection'), start: index, end: index }),
  /** Chooses a type or a group by its key, from 1: for what is in hand, or for a new span on what is selected. */
  z.object({ do: z.literal('markType'), key: z.int().min(1).max(choiceKeys) }),
  /** Shows the next choices, where there are more than keys. */
  z.object({ do: z.literal('markMore') }),
  /** Negative, positive, neither. */
  z.object({ do: z.literal('markPolarity') }),
  /** How bad or good it is; the same again takes it back. */
  z.object({ do: z.literal('markSeverity'), value: z.int().min(1).max(severities) }),
  /** Takes the next span or missing information into the hand, or the one before. */
  z.object({ do: z.literal('markBy'), by: z.union([z.literal(-1), z.literal(1)]) }),
  /** Takes one that is pointed at into the hand. */
  z.object({ do: z.literal('markAt'), index, kind: z.enum(['span', 'missing']), number: index }),
  z.object({ do: z.literal('markRemove') }),
  /** Marks the passage of the span in hand once more. */
  z.object({ do: z.literal('markAgain') }),
  /**
   * Chooses the group that is open; else links the span in hand to the stretch of the critique that waits, and gives it
   * what is selected.
   */
  z.object({ do: z.literal('markTake') }),
  /** Adds something that is missing. */
  z.object({ do: z.literal('markMissing') }),
  /**
   * The passage of the evidence (by number, from 0) that what is missing should have come from; the same again takes it
   * back.
   */
  z.object({ do: z.literal('markEvidence'), passage: index }),
  /** Marks passages that a stretch of the response's critique speaks of. */
  quotedSchema.extend({ do: z.literal('markAbout'), index }),
  /** Brings the keyboard to the note of what is in hand. */
  z.object({ do: z.literal('markNote') }),
] as const;

export type MarkingAction = Readonly<z.infer<(typeof markingActions)[number]>>;

export const isMarkingAction = (action: { readonly do: string }): action is MarkingAction =>
  action.do.startsWith('mark');
