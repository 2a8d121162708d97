import { critiqueParts } from './judgementValues';
import type { Draft, DraftField } from './draft';

/**
 * What a study asks annotators to write. Minimum lengths are in characters, as a reader counts them (code
 * points), without white space at the ends; 0 asks for nothing.
 */
export interface WritingRequirements {
  /**
   * `parts`: strengths, weaknesses and a suggestion apart; `free`: one text. The minimum is that of each response's,
   * all parts together.
   */
  readonly critique: { readonly fields: 'free' | 'parts'; readonly minLength: number };
  /** `first`: the rationale is written before anything is judged. */
  readonly rationale: { readonly first: boolean; readonly minLength: number };
}

/** What a study asks for that says nothing of it. */
export const noWritingRequirements: WritingRequirements = {
  critique: { fields: 'free', minLength: 0 },
  rationale: { first: false, minLength: 0 },
};

/** A text of the draft that is shorter than the study asks for. */
export interface TooShort {
  readonly field: DraftField;
  readonly length: number;
  readonly min: number;
}

/** How long a text is, as minimum lengths count it. */
export function writtenLength(text: string): number {
  let length = 0;
  for (const _ of text.trim()) length++;
  return length;
}

/** The texts of the critique of a response, by shown index. */
export function critiqueTexts(
  { critiques, critiqueParts: parts }: Pick<Draft, 'critiques' | 'critiqueParts'>,
  index: number,
): string[] {
  return [critiques[index] ?? '', ...critiqueParts.map((part) => parts[index]?.[part] ?? '')];
}

/** The field that a critique of a response begins in. */
export function critiqueField({ critique }: Pick<WritingRequirements, 'critique'>, index: number): DraftField {
  return { kind: 'critique', index, ...(critique.fields === 'parts' && { part: critiqueParts[0] }) };
}

/** The first text that is shorter than the study asks for; undefined where all are long enough. */
export function tooShort(draft: Draft, writing: WritingRequirements): TooShort | undefined {
  const { rationale, critique } = writing;
  const length = writtenLength(draft.rationale);
  if (length < rationale.minLength) return { field: { kind: 'rationale' }, length, min: rationale.minLength };
  const lengths = draft.critiques.map((_, index) =>
    critiqueTexts(draft, index).reduce((sum, text) => sum + writtenLength(text), 0),
  );
  const index = lengths.findIndex((each) => each < critique.minLength);
  return index < 0
    ? undefined
    : { field: critiqueField(writing, index), length: lengths[index] ?? 0, min: critique.minLength };
}

/** Whether the study asks for a rationale before anything is judged, and there is none yet that is long enough. */
export function lacksRationale(
  { rationale: text }: Pick<Draft, 'rationale'>,
  { rationale: { first, minLength } }: Pick<WritingRequirements, 'rationale'>,
): boolean {
  return first && writtenLength(text) < Math.max(1, minLength);
}
