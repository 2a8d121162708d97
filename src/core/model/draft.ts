import { z } from 'zod';
import { outcomes } from './choices';
import { modes, type Mode } from './mode';
import { ratingSchema } from './scale';
import { draftMissingSchema, draftSpanSchema } from './spanSchemas';
import { draftStepSchema } from './steps';

/** What can come out of comparing two responses. */
export type Outcome = (typeof outcomes)[number];

const index = z.number().int().nonnegative();

/** Two responses compared. `strength`: how much better the winner is, 1 (slightly) to 3 (much). */
export const draftComparisonSchema = z.object({ a: index, b: index, outcome: z.enum(outcomes), strength: z.number().min(1).max(3).optional() });
export type DraftComparison = Readonly<z.infer<typeof draftComparisonSchema>>;

/** A flag on a response, or (null) on the item. */
const draftFlagSchema = z.object({ flag: z.string(), index: index.nullable() });

/**
 * A judgement that is not saved yet, in whatever ways it was made. Everything is by the index at which a response is *shown*, so that a
 * draft means nothing without the blind order and gives nothing away. What an earlier version did not know is empty.
 */
export const draftSchema = z.object({
  mode: z.enum(modes).default('rank'),
  /** Rank: the place of each. Best: 1 for the one that was chosen. */
  places: z.array(z.number().int().positive().nullable()).readonly(),
  /** Rank: the order that is being made within one tier, whose `members` these places are of; the ranking follows once it is made. */
  within: z.object({ members: z.array(index).readonly(), places: z.array(z.number().int().positive().nullable()).readonly() }).nullable().default(null),
  /** Pair: in the order in which they were made. */
  comparisons: z.array(draftComparisonSchema).readonly().default([]),
  /** Rate: the values of each aspect, by its name. */
  ratings: z.record(z.string(), z.array(ratingSchema.nullable()).readonly()).default({}),
  /** Thumbs, the acceptability line, and the outcome where steps are judged. */
  acceptable: z.array(z.boolean().nullable()).readonly().default([]),
  /** Steps: null for a response whose steps nobody touched. */
  steps: z.array(z.array(draftStepSchema).readonly().nullable()).readonly().default([]),
  flags: z.array(draftFlagSchema).readonly().default([]),
  /** Number (from 0) of the one turn that is judged, among the assistant's turns of each response; null for the whole. */
  turn: index.nullable().default(null),
  /** Which passage of the evidence (by number) supports which response (C19). */
  supports: z.array(z.object({ index, passage: index })).readonly().default([]),
  /** From 0 to 1. */
  confidence: z.number().min(0).max(1).nullable().default(null),
  critiques: z.array(z.string()).readonly(),
  /** What is marked in each response, and what each lacks (C11). */
  spans: z.array(z.array(draftSpanSchema).readonly()).readonly().default([]),
  missing: z.array(z.array(draftMissingSchema).readonly()).readonly().default([]),
  rationale: z.string(),
  /** The answer that the annotator wrote, as none was acceptable. */
  answer: z.string().default(''),
  /** What one would have to know about the prompt to judge, as a question. */
  clarification: z.string().default(''),
});
export type Draft = Readonly<z.infer<typeof draftSchema>>;

/** A free-text field of the draft. */
export const draftFieldSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('critique'), index }),
  z.object({ kind: z.enum(['rationale', 'answer', 'clarification']) }),
  /** The note on one of the spans of a response, or of what it lacks. */
  z.object({ kind: z.enum(['spanNote', 'missingNote']), index, number: index }),
]);
export type DraftField = Readonly<z.infer<typeof draftFieldSchema>>;

/** The draft of an item that nobody has judged. */
export function emptyDraft(count: number, mode: Mode = 'rank'): Draft {
  const none = <T>(value: T): T[] => new Array<T>(count).fill(value);
  return { mode, places: none(null), within: null, comparisons: [], ratings: {}, acceptable: none(null), steps: none(null), flags: [], turn: null, supports: [], confidence: null, critiques: none(''), spans: none([]), missing: none([]), rationale: '', answer: '', clarification: '' };
}

/** The draft with one text field replaced. */
export function withText(draft: Draft, field: DraftField, text: string): Draft {
  if (field.kind === 'spanNote') return { ...draft, spans: withNote(draft.spans, field.index, field.number, text) };
  if (field.kind === 'missingNote') return { ...draft, missing: withNote(draft.missing, field.index, field.number, text) };
  if (field.kind !== 'critique') return { ...draft, [field.kind]: text };
  return { ...draft, critiques: draft.critiques.map((current, at) => (at === field.index ? text : current)) };
}

function withNote<T extends { readonly note: string }>(all: readonly (readonly T[])[], index: number, number: number, note: string): readonly (readonly T[])[] {
  return all.map((own, at) => (at === index ? own.map((each, n) => (n === number ? { ...each, note } : each)) : own));
}

/** Whether two drafts are the same in everything, the way to judge included. */
export function sameDraft(a: Draft, b: Draft): boolean {
  return same(a, b);
}

/**
 * Whether two drafts are the same judgement: the way they were made is part of it only where it decides between a ranking and comparisons,
 * the turn only where anything is judged.
 */
export function saysTheSame(a: Draft, b: Draft): boolean {
  const mixed = a.comparisons.length > 0 && a.places.some((place) => place !== null);
  const turn = isEmptyDraft(a) && isEmptyDraft(b) ? b.turn : a.turn;
  return same({ ...a, turn, mode: mixed ? a.mode : b.mode }, b);
}

/** Whether a draft judges nothing: neither a value, nor a text but white space. */
export function isEmptyDraft(draft: Draft): boolean {
  return [draft.rationale, draft.answer, draft.clarification, ...draft.critiques].every((text) => text.trim() === '') && !isJudged(draft);
}

/** Whether anything but a text was said. */
export function isJudged({ places, comparisons, ratings, acceptable, steps, flags, supports, confidence, spans, missing }: Draft): boolean {
  const values = [...places, ...acceptable, ...Object.values(ratings).flat(), ...steps.flatMap((each) => each ?? []).map(({ label }) => label), confidence];
  return [...spans, ...missing].some((each) => each.length > 0) || comparisons.length > 0 || flags.length > 0 || supports.length > 0 || values.some((value) => value !== null);
}

function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return keys.length === others.length && keys.every((key) => Object.hasOwn(b, key) && same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
}
