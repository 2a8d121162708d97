import * as z from 'zod';
import { figureNames } from './figureNames';

/** A value of a field of items, a round or a group of annotators; null stands for all that are too rare to stand by themselves. */
export const partSchema = z.object({ by: z.string(), value: z.string().nullable() });
export type Part = z.infer<typeof partSchema>;

/** Which items stand behind a figure of the quality report. What is left out of a question does not limit it. */
export const itemsQuestionSchema = z.discriminatedUnion('of', [
  /**
   * On which annotators say the opposite of a kind of value; of the one by which they are compared where none is named.
   * With a criterion: only those on which they also differ in its verdicts. Between two: only what these two say.
   */
  z.object({
    of: z.literal('disputed'),
    kind: z.string().optional(),
    criterion: z.string().optional(),
    between: z.tuple([z.string(), z.string()]).optional(),
    within: partSchema.optional(),
  }),
  /** Those on which two annotators give different verdicts on the same by a criterion. */
  z.object({ of: z.literal('verdicts'), criterion: z.string() }),
  /** The same as disputed, without those that an adjudicator settled. */
  z.object({ of: z.literal('unsettled') }),
  /** Those on which an annotator prefers the opposite of what somebody else adjudicated. */
  z.object({ of: z.literal('settled'), annotator: z.string() }),
  /** Those that are judged, by somebody or anybody: the quickest or the longest first. */
  z.object({
    of: z.literal('judged'),
    annotator: z.string().optional(),
    within: partSchema.optional(),
    first: z.enum(['quickest', 'longest']).optional(),
  }),
  /** Those that so many annotators judged, or at least so many. */
  z.object({ of: z.literal('judged-by'), annotators: z.number().int().nonnegative(), orMore: z.boolean() }),
  /** Those that somebody skipped, by whom or why. */
  z.object({ of: z.literal('skipped'), annotator: z.string().optional(), reason: z.string().optional() }),
  /** Those on which an annotator says something else than another; the surest first of those with a stated confidence. */
  z.object({ of: z.literal('differs'), annotator: z.string(), stated: z.boolean().optional() }),
  /** Control items on which a preference is not as known. */
  z.object({ of: z.literal('controls'), annotator: z.string().optional() }),
  /** Those that came again, and on which the same annotator then preferred something else. */
  z.object({ of: z.literal('repeats'), annotator: z.string().optional() }),
  /** Those on which a model, or the labels of the dataset, say something else than a person. */
  z.object({ of: z.literal('machine'), annotator: z.string() }),
  /** Those on which a judge prefers one response in one order of the two, and the other one in the other. */
  z.object({ of: z.literal('flips'), annotator: z.string() }),
  /**
   * Those with a response that a verifier passes (or fails) and most people do not accept (or do), or with two of which
   * most people prefer the one that it fails or scores lower. Of any verifier where none is named.
   */
  z.object({
    of: z.literal('verifiers'),
    wrongly: z.enum(['pass', 'fail', 'order']),
    verifier: z.string().optional(),
  }),
  /** Those on which the response with something is preferred: "length", "position", "first" in the dataset, or a trait. */
  z.object({ of: z.literal('bias'), trait: z.string(), annotator: z.string().optional() }),
  /** Those on which a model's response is preferred to another's; null stands for any model. */
  z.object({
    of: z.literal('wins'),
    model: z.string().nullable(),
    over: z.string().nullable(),
    within: partSchema.optional(),
  }),
  /** Those on which a model's response is preferred to one that is a reference answer word for word. */
  z.object({ of: z.literal('wins-over-reference'), model: z.string() }),
  /** Those on which somebody compared a model's response with another's; null stands for any model. */
  z.object({ of: z.literal('compared'), model: z.string(), other: z.string().nullable() }),
  /** Those on which a model's response is tied with another's. */
  z.object({ of: z.literal('ties'), model: z.string() }),
  /** Those with a preference of that strength. */
  z.object({ of: z.literal('strength'), strength: z.number() }),
  /** Those on which the preferred response is longer by so many characters, from the one to below the other. */
  z.object({ of: z.literal('longer-by'), from: z.number(), to: z.number() }),
  z.object({ of: z.literal('none-acceptable'), within: partSchema.optional() }),
  /** Those whose prompt is that of an earlier item, or of whose responses two have the same text. */
  z.object({ of: z.literal('repeated'), what: z.enum(['prompt', 'response']) }),
  z.object({ of: z.literal('unjudged') }),
  /** Those behind a figure of a kind of judgment; of the aspect, flag, … that it is of, where there are several. */
  z.object({ of: z.literal('figure'), name: z.enum(figureNames), what: z.string().optional() }),
  /** Those with these values of fields that nobody judged. */
  z.object({ of: z.literal('cell'), fields: z.array(partSchema).min(1) }),
]);
export type ItemsQuestion = z.infer<typeof itemsQuestionSchema>;
