import * as z from 'zod';
import { judgementFields, type FieldName, type FieldNameWith } from './fields';
import { noParts } from './fields/critiques';
import { index, part, type DraftPart } from './fields/field';
import { critiqueParts, type outcomes } from './judgementValues';
import { replaceAt } from '../text/replaceAt';
import { withMadeText } from './metaCritique';
import { modeNames, type ModeName } from './mode';
import { noRunStep } from './runSteps';
import { callPath } from './callMarks';
import { withNote } from './verdict';

/** What can come out of comparing two responses. */
export type Outcome = (typeof outcomes)[number];

type Fields = typeof judgementFields;
type ToIntersection<T> = (T extends unknown ? (each: T) => void : never) extends (all: infer All) => void ? All : never;
/** What fields have of a draft under their own names, and what they have under others. */
type Parts = { readonly [K in FieldNameWith<'draft'>]: Fields[K]['draft'] } & ToIntersection<
  Fields[FieldNameWith<'parts'>]['parts']
>;

/**
 * A judgement that is not saved yet, in whatever ways it was made. Everything is by the index at which a response is
 * *shown*, so that a draft means nothing without the blind order and gives nothing away.
 */
export type Draft = {
  readonly [K in keyof Parts]: Parts[K] extends DraftPart<infer T> ? T : never;
} & { readonly mode: ModeName };

const draftParts: Readonly<Record<string, DraftPart<unknown>>> = {
  mode: part<ModeName>(z.enum(modeNames), 'rank', { judges: () => false }),
  ...Object.fromEntries(
    (Object.keys(judgementFields) as FieldName[]).flatMap((name) => {
      const { draft, parts } = { draft: undefined, parts: undefined, ...judgementFields[name] };
      return Object.entries({ ...(draft && { [name]: draft }), ...parts });
    }),
  ),
};

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

/** A draft as it is kept. What an earlier version did not know is empty. */
export const draftSchema = z.preprocess(
  withAnswers,
  z.object(
    Object.fromEntries(
      Object.entries(draftParts).map(([name, each]) => [
        name,
        each.isRequired ? each.schema : each.schema.default(each.empty(0)),
      ]),
    ),
  ),
) as unknown as z.ZodType<Draft>;

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
  /** The note on a step of a run. */
  z.object({ kind: z.literal('runNote'), index, step: index }),
  /** What should stand in a place of a call of a run, where that is a text. */
  z.object({ kind: z.literal('callCorrected'), index, step: index, path: callPath }),
  /** The note on one of the spans of a response, or of what it lacks. */
  z.object({ kind: z.enum(['spanNote', 'missingNote']), index, number: index }),
]);
export type DraftField = Readonly<z.infer<typeof draftFieldSchema>>;
/** Names a place of a call of a run. */
export type PlaceOfCall = Omit<Extract<DraftField, { kind: 'callCorrected' }>, 'kind'>;

/** The draft of an item that nobody has judged. */
export function emptyDraft(count: number, mode: ModeName = 'rank'): Draft {
  const empty = Object.fromEntries(Object.entries(draftParts).map(([name, each]) => [name, each.empty(count)]));
  return { ...(empty as unknown as Draft), mode };
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
    case 'runNote':
      return { ...draft, runSteps: withStepNote(draft.runSteps, field, text) };
    case 'callCorrected':
      return {
        ...draft,
        calls: draft.calls.map((own, at) =>
          at === field.index
            ? own.map((mark) =>
                mark.step === field.step && mark.path === field.path ? { ...mark, corrected: text } : mark,
              )
            : own,
        ),
      };
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

function withStepNote(
  all: Draft['runSteps'],
  { index: at, step }: { readonly index: number; readonly step: number },
  note: string,
): Draft['runSteps'] {
  const own = all[at] ?? [];
  const said = own.find((each) => each.step === step) ?? noRunStep(step);
  const others = own.filter((each) => each.step !== step);
  return replaceAt(
    all,
    at,
    [...others, { ...said, note }].sort((a, b) => a.step - b.step),
    [],
  );
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

/** Whether a draft judges nothing: neither a value, nor a text but white space. */
export function isEmptyDraft(draft: Draft): boolean {
  return !isJudged(draft) && Object.entries(draft).every(([name, value]) => textsOf(name, value).every(isBlank));
}

/** Whether anything but a text was said. */
export function isJudged(draft: Draft): boolean {
  return Object.entries(draft).some(([name, value]) => {
    const own = draftParts[name];
    return !own?.texts && (own?.judges?.(value) ?? holdsAnything(value));
  });
}

const textsOf = (name: string, value: unknown): readonly string[] => draftParts[name]?.texts?.(value) ?? [];
const isBlank = (text: string): boolean => text.trim() === '';

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
