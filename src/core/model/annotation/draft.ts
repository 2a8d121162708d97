import * as z from 'zod';
import { critiqueParts, outcomes } from './judgementValues';
import { replaceAt } from '../text/replaceAt';
import { saysOfCritiques, withMadeText } from './metaCritique';
import { draftMetaCritiqueSchema } from './metaCritiqueSchemas';
import { modeNames, type ModeName } from './mode';
import { ratingSchema } from './aspect';
import { ruleMarksSchema, ruleRefSchema } from './ruleMarks';
import { draftMissingSchema, draftSpanSchema } from './spanSchemas';
import { draftStepSchema } from './steps';
import { withNote } from './verdict';
import { verdictsSchema, winnersSchema } from './verdictSchemas';

/** What can come out of comparing two responses. */
export type Outcome = (typeof outcomes)[number];

const index = z.number().int().nonnegative();

/** Two responses compared. `strength`: how much better the winner is, 1 (slightly) to 3 (much). */
export const draftComparisonSchema = z.object({
  a: index,
  b: index,
  outcome: z.enum(outcomes),
  strength: z.number().min(1).max(3).optional(),
});
export type DraftComparison = Readonly<z.infer<typeof draftComparisonSchema>>;

/** A flag on a response, or (null) on the item. */
const draftFlagSchema = z.object({ flag: z.string(), index: index.nullable() });

/** The critique of a response in parts. */
const critiquePartsSchema = z
  .object({ strengths: z.string(), weaknesses: z.string(), suggestion: z.string() })
  .readonly();
export const noParts: z.infer<typeof critiquePartsSchema> = { strengths: '', weaknesses: '', suggestion: '' };

/** Earlier versions knew one answer only. */
function withAnswers(value: unknown): unknown {
  return typeof value === 'object' &&
    value !== null &&
    'answer' in value &&
    typeof value.answer === 'string' &&
    !('answers' in value)
    ? { ...value, answers: value.answer === '' ? [] : [value.answer] }
    : value;
}

/**
 * A judgement that is not saved yet, in whatever ways it was made. Everything is by the index at which a response is
 * *shown*, so that a draft means nothing without the blind order and gives nothing away. What an earlier version did
 * not know is empty.
 */
export const draftSchema = z.preprocess(
  withAnswers,
  z.object({
    mode: z.enum(modeNames).default('rank'),
    /** Rank: the place of each. Best: 1 for the one that was chosen. */
    places: z.array(z.number().int().positive().nullable()).readonly(),
    /**
     * Rank: the order that is being made within one tier, whose `members` these places are of; the ranking follows once
     * it is made.
     */
    within: z
      .object({
        members: z.array(index).readonly(),
        places: z.array(z.number().int().positive().nullable()).readonly(),
      })
      .nullable()
      .default(null),
    /** Pair: in the order in which they were made. */
    comparisons: z.array(draftComparisonSchema).readonly().default([]),
    /** Rate: the values of each aspect, by its name. */
    ratings: z.record(z.string(), z.array(ratingSchema.nullable()).readonly()).default({}),
    /** Thumbs, the acceptability line, and the outcome where steps are judged. */
    acceptable: z.array(z.boolean().nullable()).readonly().default([]),
    /** Steps: null for a response whose steps nobody touched. */
    steps: z.array(z.array(draftStepSchema).readonly().nullable()).readonly().default([]),
    /** By criteria of the item's rubrics, whatever the way to judge. */
    verdicts: verdictsSchema.default({}),
    winners: winnersSchema.default({}),
    flags: z.array(draftFlagSchema).readonly().default([]),
    /** Which passage of the evidence (by number) supports which response (C19). */
    supports: z
      .array(z.object({ index, passage: index }))
      .readonly()
      .default([]),
    /** From 0 to 1. */
    confidence: z.number().min(0).max(1).nullable().default(null),
    critiques: z.array(z.string()).readonly(),
    /** What the critiques say in parts. */
    critiqueParts: z.array(critiquePartsSchema).readonly().default([]),
    /** What is marked in each response, and what each lacks (C11). */
    spans: z.array(z.array(draftSpanSchema).readonly()).readonly().default([]),
    missing: z.array(z.array(draftMissingSchema).readonly()).readonly().default([]),
    /** What is thought of the critiques that others wrote of each response (C13). */
    metaCritiques: z.array(draftMetaCritiqueSchema).readonly().default([]),
    rationale: z.string(),
    /** Ids of the criteria that the judgement rests on. */
    because: z.array(z.string()).readonly().default([]),
    /** Better texts made of the responses, not judged yet; empty where there is none. */
    refinements: z.array(z.string()).readonly().default([]),
    /** By which rule each of these texts is made. */
    refinementRules: z.array(ruleRefSchema.nullable()).readonly().default([]),
    /** Where the item stands to the scope of the study's rules. */
    rules: ruleMarksSchema.default({}),
    /** Answers that the annotator wrote, as none was acceptable or to have several. */
    answers: z.array(z.string()).readonly().default([]),
    /** What one would have to know about the prompt to judge, as a question. */
    clarification: z.string().default(''),
  }),
);
export type Draft = Readonly<z.infer<typeof draftSchema>>;

/** A free-text field of the draft. */
export const draftFieldSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('critique'), index, part: z.enum(critiqueParts).optional() }),
  z.object({ kind: z.literal('refinement'), index }),
  z.object({ kind: z.literal('answer'), index: index.default(0) }),
  z.object({ kind: z.enum(['rationale', 'clarification']) }),
  /** Of a verdict. */
  z.object({ kind: z.literal('note'), criterion: z.string(), index }),
  /** A text made of others' critiques of a response, by its number among these. */
  z.object({ kind: z.literal('critiqueMade'), index, number: index, part: z.enum(critiqueParts).optional() }),
  /** The note on one of the spans of a response, or of what it lacks. */
  z.object({ kind: z.enum(['spanNote', 'missingNote']), index, number: index }),
]);
export type DraftField = Readonly<z.infer<typeof draftFieldSchema>>;

/** The draft of an item that nobody has judged. */
export function emptyDraft(count: number, mode: ModeName = 'rank'): Draft {
  const none = <T>(value: T): T[] => new Array<T>(count).fill(value);
  return {
    mode,
    places: none(null),
    within: null,
    comparisons: [],
    ratings: {},
    acceptable: none(null),
    steps: none(null),
    verdicts: {},
    winners: {},
    flags: [],
    supports: [],
    confidence: null,
    critiques: none(''),
    critiqueParts: none(noParts),
    spans: none([]),
    missing: none([]),
    metaCritiques: [],
    rationale: '',
    because: [],
    refinements: none(''),
    refinementRules: none(null),
    rules: {},
    answers: [],
    clarification: '',
  };
}

/** The draft with one text field replaced. */
export function withText(draft: Draft, field: DraftField, text: string): Draft {
  switch (field.kind) {
    case 'note':
      return { ...draft, verdicts: withNote(draft.verdicts, field.criterion, field.index, text) };
    case 'spanNote':
      return { ...draft, spans: withMarkNote(draft.spans, field.index, field.number, text) };
    case 'missingNote':
      return { ...draft, missing: withMarkNote(draft.missing, field.index, field.number, text) };
    case 'critiqueMade':
      return {
        ...draft,
        metaCritiques: draft.metaCritiques.map((each, at) =>
          at === field.index ? withMadeText(each, field.number, field.part, text) : each,
        ),
      };
    case 'rationale':
    case 'clarification':
      return { ...draft, [field.kind]: text };
    case 'answer':
      return { ...draft, answers: withoutEmptyEnd(replaceAt(draft.answers, field.index, text, '')) };
    case 'refinement':
      return field.index < draft.critiques.length
        ? { ...draft, refinements: replaceAt(draft.refinements, field.index, text, '') }
        : draft;
    case 'critique': {
      const { index: at, part } = field;
      if (at >= draft.critiques.length) return draft;
      if (part === undefined) return { ...draft, critiques: replaceAt(draft.critiques, at, text, '') };
      return {
        ...draft,
        critiqueParts: replaceAt(
          draft.critiqueParts,
          at,
          { ...(draft.critiqueParts[at] ?? noParts), [part]: text },
          noParts,
        ),
      };
    }
  }
}

/** Answers that were begun and emptied are none. */
function withoutEmptyEnd(answers: readonly string[]): readonly string[] {
  return answers.slice(0, answers.findLastIndex((answer) => answer !== '') + 1);
}

function withMarkNote<T extends { readonly note: string }>(
  all: readonly (readonly T[])[],
  index: number,
  number: number,
  note: string,
): readonly (readonly T[])[] {
  return all.map((own, at) => (at === index ? own.map((each, n) => (n === number ? { ...each, note } : each)) : own));
}

/** Whether two drafts are the same in everything, the way to judge included. */
export function sameDraft(a: Draft, b: Draft): boolean {
  return same(a, b);
}

/**
 * Whether two drafts are the same judgement: the way they were made is part of it only where it decides between a
 * ranking and comparisons.
 */
export function sameJudgement(a: Draft, b: Draft): boolean {
  const mixed = a.comparisons.length > 0 && a.places.some((place) => place !== null);
  return same(
    { ...a, mode: mixed ? a.mode : b.mode, refinementRules: rulesOfTexts(a) },
    { ...b, refinementRules: rulesOfTexts(b) },
  );
}

/** A rule that no text is made by yet says nothing. */
const rulesOfTexts = ({ refinements, refinementRules }: Draft): Draft['refinementRules'] =>
  refinements.map((text, index) => (text.trim() === '' ? null : (refinementRules[index] ?? null)));

/** The fields of a draft that are texts, and those in them. */
const textsOf: { readonly [K in keyof Draft]?: (value: Draft[K]) => readonly string[] } = {
  rationale: (text) => [text],
  clarification: (text) => [text],
  answers: (texts) => texts,
  critiques: (texts) => texts,
  critiqueParts: (all) => all.flatMap((parts) => Object.values(parts)),
  refinements: (texts) => texts,
};

/** The fields that hold more than what was judged. Of every other field all that it holds was. */
const judgedIn: { readonly [K in keyof Draft]?: (value: Draft[K]) => boolean } = {
  mode: () => false,
  /** An order that is still being made. */
  within: () => false,
  /** By which rule texts are made, which are counted themselves. */
  refinementRules: () => false,
  steps: (all) => all.some((steps) => steps?.some(({ label }) => label !== null) ?? false),
  metaCritiques: (all) => all.some(saysOfCritiques),
};

const fieldsOf = (draft: Draft): (keyof Draft)[] => Object.keys(draft) as (keyof Draft)[];

/** Whether a draft judges nothing: neither a value, nor a text but white space. */
export function isEmptyDraft(draft: Draft): boolean {
  return (
    !isJudged(draft) &&
    fieldsOf(draft).every((field) =>
      (textsOf[field]?.(draft[field] as never) ?? []).every((text) => text.trim() === ''),
    )
  );
}

/**
 * Whether anything but a text was said. A field that is added counts by itself, as soon as it holds anything
 * (`holdsAnything`).
 */
export function isJudged(draft: Draft): boolean {
  return fieldsOf(draft).some(
    (field) => textsOf[field] === undefined && (judgedIn[field] ?? holdsAnything)(draft[field] as never),
  );
}

/** Whether a value holds anything: a list or an object with an entry that is not null and not an empty list. */
function holdsAnything(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  if (Array.isArray(value)) return value.some((entry) => isEntry(entry));
  return typeof value !== 'object' || Object.values(value).some((entry) => isEntry(entry));
}

/** An object in a list was put there by somebody, whatever it holds. */
const isEntry = (entry: unknown): boolean =>
  Array.isArray(entry) || entry === null || typeof entry !== 'object' ? holdsAnything(entry) : true;

function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return (
    keys.length === others.length &&
    keys.every(
      (key) => Object.hasOwn(b, key) && same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
    )
  );
}
