import type { Item } from '../../model/item/item';
import { hasPrompt } from '../builders/defaults';
import type { ExportOptions } from '../format';
import type { Note } from '../dropReasons';

/**
 * What whoever trains should know of the context and the evidence that an item was judged with: where they went.
 * Nothing of formats that hold no prompt.
 */
export function promptNotes(
  { context, evidence = [] }: Item,
  { format, ...places }: Pick<ExportOptions, 'format' | 'context' | 'evidence'>,
): readonly Note[] {
  if (!hasPrompt(format)) return [];
  const notes: Note[] = [];
  if (context !== undefined && context !== '')
    notes.push(places.context === 'none' ? 'context-left-out' : 'context-in-prompt');
  if (evidence.length === 0 || format.keepsEvidence) return notes;
  if (places.evidence === 'none') return [...notes, 'evidence-left-out'];
  return [
    ...notes,
    'evidence-in-prompt',
    ...(evidence.some(({ response }) => response !== undefined) ? (['evidence-of-each'] as const) : []),
  ];
}
