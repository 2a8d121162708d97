import type { DraftField } from '../annotation/draft';

/** What is said of texts of a judgement: critiques, the rationale, refinements, answers. */
export type TextNotice =
  /** The study asks for a longer text before the judgement is saved. */
  | { readonly kind: 'too-short'; readonly field: DraftField; readonly length: number; readonly min: number }
  /**
   * The study asks for the rationale before anything is judged; `min` is how long it has to be, 0 where that is all
   * the same.
   */
  | { readonly kind: 'rationale-first'; readonly min: number }
  /** So many criteria are what the judgement rests on. */
  | { readonly kind: 'because'; readonly count: number }
  /** Only one text can be refined, not a conversation. */
  | { readonly kind: 'not-refinable'; readonly index: number }
  /** What was refined stands among the responses from now on; there are so many now. */
  | { readonly kind: 'saved-refined'; readonly count: number }
  /** By its number, from 0. */
  | { readonly kind: 'answer-removed'; readonly answer: number }
  | { readonly kind: 'no-answer' };
