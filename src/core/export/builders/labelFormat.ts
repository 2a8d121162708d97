import { columnFormat, type ColumnFormat, type Refusal, type ExportSetting } from '../columns';
import type { ExportFormat, FormatOption } from '../format';
import { labelsOf, type Labelled } from '../derive/labels';
import { answerOf, isCutOff } from '../derive/stepPairs';
import { RowNotes, formOf } from './rowNotes';
import { rowOrigin, needsTools } from './pairFormat';

/** What a format of single responses says of itself. */
export interface LabelFormat<Row> extends Omit<ColumnFormat<Labelled, ExportSetting, Row>, 'takes' | 'family'> {
  readonly refuses?: Refusal<Labelled>;
}

const labelOptions: readonly FormatOption[] = ['criterion', 'aggregate', 'context', 'evidence', 'media'];

/**
 * A format whose rows are single responses, each good or bad: the unpaired preferences of KTO (K. Ethayarajh et al.,
 * arXiv 2402.01306).
 */
export function labelFormat<Row>({ refuses, ...format }: LabelFormat<Row>): ExportFormat {
  const { row, base } = columnFormat({ ...format, family: 'labels', takes: labelOptions, takesTurns: true });
  return {
    ...base,
    agreesOn: 'labels',
    *rows(judged, options, file, notify) {
      const by = { file, options };
      const notes = new RowNotes(judged.item, formOf(base), notify, true);
      for (const found of labelsOf(judged, options, notify)) {
        const { item, response } = answerOf(found.item, found.response);
        const labelled = response === found.response && item === found.item ? found : { ...found, item, response };
        const refusal = base.shape === 'text' && needsTools(item, response) ? 'tool-calls' : refuses?.(labelled, by);
        if (refusal) {
          notify.drop(refusal);
          continue;
        }
        const own = item === judged.item ? notes : new RowNotes(item, formOf(base), notify, true);
        own.notify([response]);
        if (isCutOff(judged.item, response)) notify.note('behind-last-turn');
        if (labelled.good) notify.good();
        if (judged.context !== undefined) notify.note('under-context');
        yield { value: row(labelled, by), from: { ...rowOrigin(labelled), response: response.id } };
      }
    },
  };
}
