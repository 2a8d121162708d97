import * as z from 'zod';
import { outcomes, polarities, ruleScopes, stepLabels } from './judgementValues';
import { metaCritiqueSchema } from './metaCritiqueSchemas';
import { ruleRefSchema } from './ruleMarks';

/** What an annotation says of its item: the fields of a judgement (DESIGN.md, "The journal"). */

const responseId = z.string();

/** A turn as it stands in a journal. */
const messageSchema = z.object({
  role: z.string().min(1),
  content: z.string(),
  media: z
    .array(
      z.object({
        kind: z.enum(['image', 'audio', 'video']),
        source: z.string().min(1),
        at: z.int().nonnegative().optional(),
        marker: z.string().min(1).optional(),
      }),
    )
    .optional(),
  toolCalls: z
    .array(
      z.object({
        id: z.string().optional(),
        name: z.string().min(1),
        arguments: z.union([z.string(), z.record(z.string(), z.unknown())]),
      }),
    )
    .min(1)
    .optional(),
  toolName: z.string().optional(),
  toolCallId: z.string().optional(),
});

/** Tiers of response ids, best first. A shown response in no tier was left unranked: below all that are. */
const rankingSchema = z.object({ tiers: z.array(z.array(responseId).min(1)).min(1) });

const comparisonSchema = z.object({
  a: responseId,
  b: responseId,
  outcome: z.enum(outcomes),
  /** How much better the winner is, 1 (slightly) to 3 (much). */
  strength: z.number().min(1).max(3).optional(),
  criterion: z.string().optional(),
});
export type Comparison = Readonly<z.infer<typeof comparisonSchema>>;

/** A stretch of a text, in code points (as Python counts: `text[start:end] == quote`), with the text itself. */
const quoted = { start: z.int().nonnegative(), end: z.int().nonnegative(), quote: z.string() };

/** A passage of a response's exact text. */
const spanSchema = z.object({
  ...quoted,
  /** By its name in the study's taxonomy, or as the source has it. */
  type: z.string().optional(),
  polarity: z.enum(polarities).optional(),
  /** How bad or good it is: 1 minor, 2 major, 3 critical where the desk made it. */
  severity: z.number().optional(),
  note: z.string().optional(),
  /** The stretch of the critique's text that speaks of it, as it stood when it was linked. */
  about: z.object(quoted).optional(),
  /** The quote stands nowhere in the response any more; `start` and `end` are where it once stood. */
  lost: z.literal(true).optional(),
});
export type Span = Readonly<z.infer<typeof spanSchema>>;

/** A step of a response (a line, a thought unit), in code points of its exact text, and what is thought of it. */
const stepSchema = z.object({
  response: responseId,
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  /** Its text, by which it is found again; lines of before have none. */
  quote: z.string().optional(),
  /** `unnecessary`: correct, but no help; null: not judged. */
  label: z.enum(stepLabels).nullable(),
  /** What is wrong with it, by the study's or the source's own words. */
  type: z.string().optional(),
  note: z.string().optional(),
  /** Its text stands nowhere in the response any more, or nobody knows where; `start` and `end` are where it once stood. */
  lost: z.literal(true).optional(),
});
export type Step = Readonly<z.infer<typeof stepSchema>>;

/**
 * Something that a response ought to hold and does not; `evidence` is the passage it should have come from, `sentences`
 * the places in its list.
 */
const missingSchema = z.object({
  type: z.string().optional(),
  note: z.string().optional(),
  evidence: z.string().optional(),
  sentences: z.array(z.int().nonnegative()).optional(),
});

const critiqueSchema = z.object({
  response: responseId,
  /** Empty where all that is said stands in its parts, or in spans. */
  text: z.string(),
  strengths: z.string().optional(),
  weaknesses: z.string().optional(),
  suggestion: z.string().optional(),
  spans: z.array(spanSchema).optional(),
  missing: z.array(missingSchema).optional(),
});
export type Missing = Readonly<z.infer<typeof missingSchema>>;
export type Critique = Readonly<z.infer<typeof critiqueSchema>>;

/**
 * A response edited into a better one (C12). `round` counts those of one response, from 1 (which it is where nothing is
 * said); `of` is the round whose text was edited, absent for the response itself, and `ofHash` names that text
 * (`shortHash`); lines of before have none. Under `id` the text is judged among the responses, as one of those that are
 * shown. `rule`: the rule (C28) that the text was edited by, so that the edited
 * text and this one are a pair in its scope.
 */
export const refinementSchema = z.object({
  response: responseId,
  text: z.string(),
  round: z.int().positive().optional(),
  of: z.int().positive().optional(),
  ofHash: z.string().optional(),
  id: z.string().min(1).optional(),
  rule: ruleRefSchema.optional(),
});
export type Refinement = Readonly<z.infer<typeof refinementSchema>>;

export const judgementSchema = z
  .object({
    ranking: rankingSchema,
    comparisons: z.array(comparisonSchema).min(1),
    acceptable: z.record(responseId, z.boolean()),
    /** `note`: why, in the words of who rated. */
    ratings: z.array(
      z.object({ response: responseId, aspect: z.string(), value: z.number().nullable(), note: z.string().optional() }),
    ),
    verdicts: z.array(
      z.object({
        response: responseId,
        criterion: z.string(),
        value: z.union([z.boolean(), z.number(), z.string(), z.null()]),
        note: z.string().optional(),
      }),
    ),
    /** The responses that meet a criterion best: one, or several that are tied. */
    winners: z.array(z.object({ criterion: z.string(), responses: z.array(responseId).min(1) })),
    critiques: z.array(critiqueSchema),
    /** What is thought of the critiques that others wrote. */
    metaCritiques: z.array(metaCritiqueSchema).min(1),
    steps: z.array(stepSchema).min(1),
    rationale: z.string(),
    /** Ids of the criteria that the judgement rests on, as its annotator says. */
    because: z.array(z.string()),
    refinements: z.array(refinementSchema),
    /**
     * Where the prompt stands to the scope of the study's rules (C28), each by the words of a version; at most one mark
     * a rule.
     */
    rules: z.array(z.object({ rule: z.string().min(1), version: z.int().positive(), scope: z.enum(ruleScopes) })),
    demonstrations: z.array(z.object({ turns: z.array(messageSchema).min(1) })),
    flags: z.array(z.object({ flag: z.string(), response: responseId.optional() })),
    /** Passages of the item's evidence (by id) that support a response. */
    supports: z.array(z.object({ response: responseId, passage: z.string() })),
    skip: z.object({ reason: z.string().min(1) }),
    confidence: z.number().min(0).max(1),
    /** What one would have to know about the prompt to judge it, as a question. */
    clarification: z.string(),
  })
  .partial();
export type Judgement = Readonly<z.infer<typeof judgementSchema>>;

/** What a label of the dataset may suggest. */
export const suggestedJudgementSchema = judgementSchema.pick({
  ranking: true,
  comparisons: true,
  acceptable: true,
  ratings: true,
});
export type SuggestedJudgement = Readonly<z.infer<typeof suggestedJudgementSchema>>;
