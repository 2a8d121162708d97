import * as z from 'zod';
import { callVerdicts } from './judgementValues';

/** A place in a call: '' for the tool, else a JSON Pointer (RFC 6901) to an argument (`model/item/callPlaces`). */
export const callPath = z.string().regex(/^(?:\/(?:[^~/]|~[01])*)*$/, 'is not a JSON Pointer, nor empty');

/** What a draft says is wrong in a call of a run, by the number of its step from 0. */
export const draftCallMarkSchema = z.object({
  step: z.int().nonnegative(),
  path: callPath,
  verdict: z.enum(callVerdicts),
  corrected: z.unknown().optional(),
});
export type DraftCallMark = Readonly<z.infer<typeof draftCallMarkSchema>>;
