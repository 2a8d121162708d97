import type { Critique, Judgement } from '../annotation/annotation';
import { critiqueParts } from '../annotation/judgementValues';
import type { Item, Response } from './item';

/** What a judgement is about, and what it says of it in words. */

/**
 * The responses that a judgement is about: the item's, and those that its annotator made of them and judged among them.
 * An annotation is complete in itself, so it has their texts.
 */
export function judgedResponses(
  { responses }: Pick<Item, 'responses'>,
  { refinements = [] }: Pick<Judgement, 'refinements'>,
): readonly Response[] {
  const refined = refinements.flatMap(({ id, text }): Response[] => (id === undefined ? [] : [{ id, text }]));
  return refined.length === 0 ? responses : [...responses, ...refined];
}

/** Whether a critique says anything in words, in one text or in parts. */
export function isWritten(critique: Critique): boolean {
  return critique.text.trim() !== '' || critiqueParts.some((part) => (critique[part] ?? '').trim() !== '');
}
