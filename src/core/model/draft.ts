import { z } from 'zod';

/**
 * A judgement that is not saved yet. Everything is by the index at which a response is *shown*, so that a draft means
 * nothing without the blind order and gives nothing away.
 */
export const draftSchema = z.object({
  places: z.array(z.number().int().positive().nullable()).readonly(),
  critiques: z.array(z.string()).readonly(),
  rationale: z.string(),
});
export type Draft = Readonly<z.infer<typeof draftSchema>>;

/** A free-text field of the draft. */
export const draftFieldSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('critique'), index: z.number().int().nonnegative() }),
  z.object({ kind: z.literal('rationale') }),
]);
export type DraftField = Readonly<z.infer<typeof draftFieldSchema>>;

/** The draft of an item that nobody has judged. */
export function emptyDraft(count: number): Draft {
  return { places: new Array<null>(count).fill(null), critiques: new Array<string>(count).fill(''), rationale: '' };
}

/** The draft with one text field replaced. */
export function withText(draft: Draft, field: DraftField, text: string): Draft {
  if (field.kind === 'rationale') return { ...draft, rationale: text };
  return { ...draft, critiques: draft.critiques.map((current, index) => (index === field.index ? text : current)) };
}

/** Whether two drafts say the same. */
export function sameDraft(a: Draft, b: Draft): boolean {
  return a.rationale === b.rationale && a.places.length === b.places.length && a.places.every((place, i) => place === b.places[i]) && a.critiques.every((text, i) => text === b.critiques[i]);
}

/** Whether a draft judges nothing: no place, and no text but white space. */
export function isEmptyDraft(draft: Draft): boolean {
  return draft.rationale.trim() === '' && draft.places.every((place) => place === null) && draft.critiques.every((text) => text.trim() === '');
}
