import * as z from 'zod';
import { verdictValueSchema } from '../rubric/criterion';

/** Verdicts of a draft as they are kept; `verdict` says what can be done with them. */

/** What a criterion says of a response; null where it does not apply. `note`: why, in the words of who judged. */
const draftVerdictSchema = z.object({ value: verdictValueSchema.nullable(), note: z.string().default('') });
export type DraftVerdict = Readonly<z.infer<typeof draftVerdictSchema>>;

/** By criterion, a row of all responses; a criterion that nothing is said by has no row. */
export const verdictsSchema = z.record(z.string(), z.array(draftVerdictSchema.nullable()).readonly());
export type Verdicts = Readonly<z.infer<typeof verdictsSchema>>;

/** By criterion, the responses that meet it best: one, or several that are tied, in the order shown. */
export const winnersSchema = z.record(z.string(), z.array(z.number().int().nonnegative()).min(1).readonly());
export type Winners = Readonly<z.infer<typeof winnersSchema>>;
