import * as z from 'zod';
import { outcomes, polarities, ruleScopes, stepLabels } from './choices';
import { faultIn, metaCritiqueSchema } from './metaCritiqueSchemas';
import { modeNames } from './mode';
import { ruleRefSchema } from './ruleMarks';

/**
 * The lines of a journal (DESIGN.md, "The journal"): complete annotations, and retractions that take one back.
 * Only raw judgements are kept; pairs, margins and scores are derived at export.
 */

export const journalVersion = 1;

const responseId = z.string();
const textHashes = z.record(z.string(), z.string().min(1)).optional();
/** The id of a line: a ULID. */
export const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
/** Dates and times in UTC, as `z.iso.datetime()` takes them. */
export const timePattern = z.regexes.datetime({});
const ulid = z.string().regex(ulidPattern, 'is not a ULID');
const line = {
  v: z.literal(journalVersion),
  id: ulid,
  annotator: z.string().min(1),
  time: z.iso.datetime(),
};

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

const originSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('human') }),
  /** `from`: the layout of the source; `by`: the model that judged, where it was one. */
  z.object({ kind: z.literal('imported'), from: z.string(), by: z.string().optional() }),
  z.object({ kind: z.literal('model'), name: z.string() }),
]);

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
  /** `unnecessary`: correct, but no help; null: not judged. */
  label: z.enum(stepLabels).nullable(),
  /** What is wrong with it, by the study's or the source's own words. */
  type: z.string().optional(),
  note: z.string().optional(),
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
 * said); `of` is the round whose text was edited, absent for the response itself. Under `id` the text is judged among
 * the responses, as one of those that are shown. `rule`: the rule (C28) that the text was edited by, so that the edited
 * text and this one are a pair in its scope.
 */
export const refinementSchema = z.object({
  response: responseId,
  text: z.string(),
  round: z.int().positive().optional(),
  of: z.int().positive().optional(),
  id: z.string().min(1).optional(),
  rule: ruleRefSchema.optional(),
});
export type Refinement = Readonly<z.infer<typeof refinementSchema>>;

const judgementSchema = z
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

export const annotationSchema = z
  .object({
    ...line,
    type: z.literal('annotation'),
    /** The group that the annotator judged as a member of (C16), where they named one. */
    group: z.string().min(1).optional(),
    item: z.string().min(1),
    hash: z.string().min(1),
    /** The context it was judged under, where an item is judged under several. */
    context: z.string().optional(),
    /** It came again without the annotator being told, and is judged anew (C23); counts the times, from 1. */
    repeat: z.int().positive().optional(),
    /**
     * Number (from 0) of the one turn that is judged, among the assistant's turns of each response; absent where the
     * whole is.
     */
    turn: z.int().nonnegative().optional(),
    /** How it was made on the desk; absent where it was not. */
    mode: z.enum(modeNames).optional(),
    /** Active time in milliseconds; null where nobody measured it (imported labels). */
    duration: z.number().nonnegative().nullable(),
    origin: originSchema,
    round: z.int().nonnegative(),
    question: z.object({ version: z.int().positive() }),
    /** Which guidelines were in force, where the study has some. */
    guidelines: z.object({ version: z.string().min(1) }).optional(),
    rubrics: z.array(z.object({ id: z.string(), version: z.int().positive() })),
    /**
     * What the rubrics and rules said that it names, as hashes by `id@version`: numbers alone name two versions where
     * two people edited one apart from one another (`study/mergeConflict/naming`).
     */
    texts: z.object({ rubrics: textHashes, rules: textHashes }).optional(),
    /** Response ids in the order they were shown. */
    shown: z.array(responseId),
    /** Seed of that order; null where nothing was shuffled. */
    seed: z.int().nonnegative().nullable(),
    /**
     * What the offsets of spans and steps count. Each line that holds some says so; in lines without it, of before,
     * they are UTF-16 code units.
     */
    offsets: z.literal('code-points').optional(),
    judgement: judgementSchema,
  })
  .superRefine((annotation, context) => {
    const { judgement, shown } = annotation;
    const fail = (path: string, message: string): void =>
      context.addIssue({ code: 'custom', path: ['judgement', path], message });
    if (Object.keys(judgement).length === 0)
      context.addIssue({ code: 'custom', path: ['judgement'], message: 'holds no judgement' });
    if (judgement.ranking && judgement.comparisons)
      fail('comparisons', 'a judgement is a ranking or comparisons, not both');
    const ranked = judgement.ranking?.tiers.flat() ?? [];
    if (new Set(ranked).size !== ranked.length) fail('ranking', 'ranks a response twice');
    if (judgement.winners?.some(({ responses }) => new Set(responses).size !== responses.length))
      fail('winners', 'names a response twice for one criterion');
    for (const each of judgement.metaCritiques ?? []) {
      const fault = faultIn(each);
      if (fault !== undefined) fail('metaCritiques', fault);
    }
    if (new Set(judgement.rules?.map(({ rule }) => rule)).size !== (judgement.rules?.length ?? 0))
      fail('rules', 'marks a rule twice');
    const named = [
      ...ranked,
      ...(judgement.winners ?? []).flatMap(({ responses }) => responses),
      ...(judgement.comparisons ?? []).flatMap(({ a, b }) => [a, b]),
      ...[
        ...(judgement.critiques ?? []),
        ...(judgement.ratings ?? []),
        ...(judgement.steps ?? []),
        ...(judgement.refinements ?? []),
        ...(judgement.verdicts ?? []),
        ...(judgement.supports ?? []),
        ...(judgement.metaCritiques ?? []),
      ].map(({ response }) => response),
      ...Object.keys(judgement.acceptable ?? {}),
    ];
    const unknown = named.find((id) => !shown.includes(id));
    if (unknown !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['judgement'],
        message: `names a response that was not shown: ${JSON.stringify(unknown)}`,
      });
  });
export type Annotation = Readonly<z.infer<typeof annotationSchema>>;

/**
 * Takes the annotation `retracts` back; `item`, `context`, `repeat` and `turn` are that annotation's. Before turns had
 * judgements of their own, retractions said no `turn`: they hold all the same.
 */
const retractionSchema = z.object({
  ...line,
  type: z.literal('retraction'),
  item: z.string().min(1),
  context: z.string().optional(),
  repeat: z.int().positive().optional(),
  turn: z.int().nonnegative().optional(),
  retracts: ulid,
});
export type Retraction = Readonly<z.infer<typeof retractionSchema>>;

export const journalLineSchema = z.discriminatedUnion('type', [annotationSchema, retractionSchema]);
export type JournalLine = Annotation | Retraction;
