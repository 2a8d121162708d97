import * as z from 'zod';
import { addIssue, says } from '../problems/checkValue';
import type { ProblemCode, Problems } from '../problems';
import { judgementSchema, suggestedJudgementSchema } from './judgement';
import { responsesNamed } from './judgementFields';
import { faultIn } from './metaCritiqueSchemas';
import { modeNames } from './mode';
import { servedSchema } from './served';

export { refinementSchema } from './judgement';
export type { Comparison, Critique, Judgement, Missing, Refinement, Span, Step } from './judgement';

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
const ulid = z.string().regex(ulidPattern, says('value.notUlid', {}));
const line = {
  v: z.literal(journalVersion),
  id: ulid,
  annotator: z.string().min(1),
  time: z.iso.datetime(),
};

const originSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('human') }),
  /** `from`: the layout of the source; `by`: the model that judged, where it was one. */
  z.object({ kind: z.literal('imported'), from: z.string(), by: z.string().optional() }),
  z.object({ kind: z.literal('model'), name: z.string() }),
]);

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
    /**
     * Made as an adjudicator, who sees what annotators judged and settles what they disagree on; absent where it is an
     * annotator's own.
     */
    role: z.literal('adjudicator').optional(),
    /** Why the item came to the annotator, when it was judged first; absent where nobody knows. */
    served: servedSchema.optional(),
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
     * two people edited one apart from one another (`study/mergeConflict/versionRenumbering`).
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
    /**
     * What the study suggested before this was judged: a label of the dataset, and who made it where that is known. It
     * may be confirmed or changed.
     */
    suggestion: z.object({ by: z.string().min(1).optional(), judgement: suggestedJudgementSchema }).optional(),
    judgement: judgementSchema,
  })
  .superRefine((annotation, context) => {
    const { judgement, shown } = annotation;
    const fail = <C extends ProblemCode>(path: string, code: C, params: Problems[C]): void =>
      addIssue(context, ['judgement', path], code, params);
    if (Object.keys(judgement).length === 0) addIssue(context, ['judgement'], 'value.noJudgement', {});
    if (judgement.ranking && judgement.comparisons) fail('comparisons', 'value.rankingAndComparisons', {});
    const ranked = judgement.ranking?.tiers.flat() ?? [];
    if (new Set(ranked).size !== ranked.length) fail('ranking', 'value.rankedTwice', { what: 'response' });
    if (judgement.winners?.some(({ responses }) => new Set(responses).size !== responses.length))
      fail('winners', 'value.winnerTwice', {});
    for (const each of judgement.metaCritiques ?? []) {
      const fault = faultIn(each);
      if (fault) fail('metaCritiques', fault.code, fault.params);
    }
    if (new Set(judgement.rules?.map(({ rule }) => rule)).size !== (judgement.rules?.length ?? 0))
      fail('rules', 'value.ruleMarkedTwice', {});
    const unknown = responsesNamed(judgement).find((id) => !shown.includes(id));
    if (unknown !== undefined) addIssue(context, ['judgement'], 'value.notShown', { responses: [unknown] });
  });
export type Annotation = Readonly<z.infer<typeof annotationSchema>>;

/**
 * Takes the annotation `retracts` back; `item`, `context`, `repeat`, `turn` and `role` are that annotation's. Before turns had
 * judgements of their own, retractions said no `turn`: they hold all the same.
 */
const retractionSchema = z.object({
  ...line,
  type: z.literal('retraction'),
  item: z.string().min(1),
  context: z.string().optional(),
  repeat: z.int().positive().optional(),
  turn: z.int().nonnegative().optional(),
  role: z.literal('adjudicator').optional(),
  retracts: ulid,
});
export type Retraction = Readonly<z.infer<typeof retractionSchema>>;

export const journalLineSchema = z.discriminatedUnion('type', [annotationSchema, retractionSchema]);
export type JournalLine = Annotation | Retraction;
