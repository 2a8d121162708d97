import * as z from 'zod';
import { polarities } from './judgementValues';

/** What is marked in a response, as the editor has it: offsets in UTF-16 code units of the exact raw text. */

const offset = z.int().nonnegative();

/** A stretch of a text with the text itself, by which it is found again. */
export const quotedSchema = z.object({ start: offset, end: offset, quote: z.string() });
export type Quoted = Readonly<z.infer<typeof quotedSchema>>;

/** A passage of a response and what is thought of it. */
export const draftSpanSchema = quotedSchema.extend({
  type: z.string().optional(),
  polarity: z.enum(polarities).optional(),
  severity: z.number().optional(),
  note: z.string(),
  /** The stretch of the response's critique that speaks of it, as it stood when it was linked. */
  about: quotedSchema.optional(),
  /** Its quote stands nowhere in the text: the offsets are those of the journal, and lead nowhere. */
  lost: z.literal(true).optional(),
});
export type DraftSpan = Readonly<z.infer<typeof draftSpanSchema>>;

/** Something that a response ought to hold and does not. */
export const draftMissingSchema = z.object({
  type: z.string().optional(),
  note: z.string(),
  /** Number (from 0) of the passage of the item's evidence that it should have come from. */
  evidence: offset.optional(),
  /** Which sentences of that passage, as the source counts them; the desk keeps them and does not show them. */
  sentences: z.array(offset).readonly().optional(),
});
export type DraftMissing = Readonly<z.infer<typeof draftMissingSchema>>;
