import type { Annotation } from '../../model/annotation/annotation';
import type { Response } from '../../model/item/item';
import type { ExportFormat, Judged, ExportRow, RowNotifier } from '../format';
import type { Fields } from '../fields';
import { notesOn } from './rowNotes';
import { rowOrigin, needsTools } from './pairFormat';

/** A row that is no pair. */
export interface NonPairRow {
  readonly annotations: readonly Annotation[];
  /** The responses that it is of. */
  readonly responses: readonly Response[];
  readonly value: Fields;
  /** What else its provenance says. */
  readonly named?: Fields;
}

/** How conversations are written; `own-text`: as text by a template of the format's own. */
export type RowShape = ExportFormat['shape'] | 'own-text';

/**
 * The row with where it is from; what is worth knowing of it is told. None, and told, where tools are called and the
 * format is text.
 */
export function nonPairRows(
  { item, context }: Judged,
  { annotations, responses, value, named }: NonPairRow,
  shape: RowShape,
  notify: RowNotifier,
): ExportRow[] {
  const form = shape === 'messages' ? shape : 'text';
  if (form === 'text' && responses.some((response) => needsTools(item, response))) {
    notify.drop('tool-calls');
    return [];
  }
  notesOn(item, responses, shape === 'own-text' ? 'template' : form, notify);
  if (context !== undefined) notify.note('under-context');
  return [{ value, from: { ...rowOrigin({ annotations, context }), ...named } }];
}
