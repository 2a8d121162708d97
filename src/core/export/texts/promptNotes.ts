import type { Item } from '../../model/item/item';
import { hasPrompt } from '../builders/defaults';
import type { ExportOptions } from '../format';
import type { Note } from '../dropReasons';
import { toolsAreInSystem } from './promptAsShown';

/**
 * What whoever trains should know of the tools, the context and the evidence that an item was judged with: where they
 * went.
 * Nothing of formats that hold no prompt.
 */
export function promptNotes(
  { context, evidence = [], tools }: Item,
  { format, ...places }: Pick<ExportOptions, 'format' | 'context' | 'evidence' | 'tools'>,
): readonly Note[] {
  if (!hasPrompt(format)) return [];
  const notes: Note[] = [];
  if (tools && format.toolsIn) {
    if (toolsAreInSystem(format, places)) notes.push('tools-in-system');
    else if (places.tools === 'none') notes.push('tools-left-out');
    else if (format.trainers.some(({ passesOverTools }) => passesOverTools)) notes.push('tools-passed-over');
  }
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
