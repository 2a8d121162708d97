import type { ExportFormat, ExportOptions, FileContext, FormatOption } from '../format';
import type { Fields } from '../fields';
import { labelsOf, type Labelled } from '../derive/labels';
import { RowNotes, formOf } from './rowNotes';
import { rowOrigin, needsTools } from './pairFormat';
import type { DropReason } from '../dropReasons';

/** What a format of single responses says of itself. */
export interface LabelFormat extends Omit<ExportFormat, 'rows' | 'takes' | 'family'> {
  /** One row: the same keys, of the same types, for every response. */
  readonly row: (labelled: Labelled, file: FileContext, options: ExportOptions) => Fields;
  /** Why its reader could take no row of a response. */
  readonly refuses?: (labelled: Labelled, file: FileContext) => DropReason | undefined;
}

const labelOptions: readonly FormatOption[] = ['criterion', 'aggregate', 'context', 'evidence', 'media'];

/**
 * A format whose rows are single responses, each good or bad: the unpaired preferences of KTO (K. Ethayarajh et al.,
 * arXiv 2402.01306).
 */
export function labelFormat({ row, refuses, ...format }: LabelFormat): ExportFormat {
  return {
    ...format,
    takesTurns: true,
    family: 'labels',
    takes: labelOptions,
    agreesOn: 'labels',
    *rows(judged, options, file, notify) {
      const notes = new RowNotes(judged.item, formOf(format), notify);
      for (const labelled of labelsOf(judged, options, notify)) {
        const { item, response } = labelled;
        const refusal =
          format.shape === 'text' && needsTools(item, response) ? 'tool-calls' : refuses?.(labelled, file);
        if (refusal) {
          notify.drop(refusal);
          continue;
        }
        notes.notify([response]);
        if (labelled.good) notify.good();
        if (judged.context !== undefined) notify.note('under-context');
        yield { value: row(labelled, file, options), from: { ...rowOrigin(labelled), response: response.id } };
      }
    },
  };
}
