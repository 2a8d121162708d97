import * as z from 'zod';
import { draftTakeoverSchema } from '../takeovers';
import { ofOne, perResponse, responseId, type ListField } from './field';

/** What an annotator made of a run, from one of its steps on. */
const takeoverSchema = z.object({ response: responseId, ...draftTakeoverSchema.shape });
export type Takeover = Readonly<z.infer<typeof takeoverSchema>>;

export const takeovers = {
  ...ofOne,
  schema: z.array(takeoverSchema).min(1).describe('Runs that the annotator continued by hand from one of their steps.'),
  about: ({ response }) => response,
  says: ({ patch, text }) => [patch, text ?? ''],
  draft: perResponse(draftTakeoverSchema.nullable(), null),
} satisfies ListField<Takeover>;
