import * as z from 'zod';

/** Which items stand behind a figure of the quality report. */
export const itemsQuestionSchema = z.discriminatedUnion('of', [
  /** On which annotators say the opposite of a kind of value; of the one by which they are compared where none is named.
   * With a criterion: only those on which they also differ in its verdicts. */
  z.object({ of: z.literal('disputed'), kind: z.string().optional(), criterion: z.string().optional() }),
  /** The same without those that an adjudicator settled. */
  z.object({ of: z.literal('unsettled') }),
  /** Those on which an annotator prefers the opposite of what somebody else adjudicated. */
  z.object({ of: z.literal('settled'), annotator: z.string() }),
  /** Those that an annotator judged. */
  z.object({ of: z.literal('judged'), annotator: z.string() }),
  /** Those on which an annotator says something else than another. */
  z.object({ of: z.literal('differs'), annotator: z.string() }),
  /** Control items on which an annotator's preference is not as known. */
  z.object({ of: z.literal('controls'), annotator: z.string() }),
  /** Those that came again, and on which an annotator then preferred something else. */
  z.object({ of: z.literal('repeats'), annotator: z.string() }),
  /** Those on which a model says something else than a person. */
  z.object({ of: z.literal('machine'), annotator: z.string() }),
  /** Those on which the response with something is preferred: "length", "position" or a trait. */
  z.object({ of: z.literal('bias'), trait: z.string() }),
  /** Those on which a model's response is preferred to another's. */
  z.object({ of: z.literal('wins'), model: z.string(), over: z.string() }),
  /** Those with a value of a field on which annotators contradict each other. */
  z.object({ of: z.literal('slice'), by: z.string(), value: z.string().nullable() }),
  z.object({ of: z.literal('none-acceptable') }),
  z.object({ of: z.literal('unjudged') }),
  /** Those with these values of fields that nobody judged; a value of null stands for all that are too rare to stand by themselves. */
  z.object({
    of: z.literal('cell'),
    fields: z.array(z.object({ by: z.string(), value: z.string().nullable() })).min(1),
  }),
]);
export type ItemsQuestion = z.infer<typeof itemsQuestionSchema>;
