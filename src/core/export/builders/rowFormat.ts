import { columnFormat, type ColumnFormat, type ExportSetting } from '../columns';
import type { Annotation } from '../../model/annotation/annotation';
import type { Response } from '../../model/item/item';
import { itemOf } from '../../model/item/run';
import type { ExportFormat, ExportOptions, FileContext, FormatOption, Judged, RowNotifier } from '../format';
import type { Fields } from '../fields';
import { notesOn, formOf } from './rowNotes';
import { rowOrigin, needsTools } from './pairFormat';

/** What a row that is no pair is made of. Formats add what their columns need. */
export interface Found {
  /** Those that it rests on; a row of one annotation says `annotation`. */
  readonly annotations?: readonly Annotation[];
  readonly annotation?: Annotation;
  /** The responses that it is of; a row of one says `response`. */
  readonly responses?: readonly Response[];
  readonly response?: Response;
  /** What else its provenance says; the response's id where nothing is said. */
  readonly named?: Fields;
}

/**
 * What columns are made of: what was found, and whose it is. As long as the compiler does not know what is found, any
 * column will do.
 */
type FoundIn<Each> = unknown extends Each ? never : Pick<Judged, 'item' | 'source' | 'context'> & Each;

export const annotationsOf = ({ annotation, annotations }: Found): readonly Annotation[] =>
  annotations ?? (annotation ? [annotation] : []);

/** What a format says of itself that finds its rows in its own way. */
export interface RowFormat<Each, Row> extends Omit<ColumnFormat<FoundIn<Each>, ExportSetting, Row>, 'takes'> {
  readonly takes?: readonly FormatOption[];
  /** What its rows are made of, one after the other; why something gives none is told. */
  readonly find: (
    judged: Judged,
    options: ExportOptions,
    notify: RowNotifier,
    file: FileContext,
  ) => Iterable<Each & Found>;
  /** Its texts hold calls of tools, as text. */
  readonly writesCalls?: true;
  /** Trainers learn all of a response as one completion. */
  readonly isCompletion?: true;
  /**
   * What is told of a row: what its trainer's user should know of its texts (where nothing is said), or the context
   * alone, where the texts stand in a judge's task.
   */
  readonly tells?: 'context' | 'nothing';
}

/** A format whose rows are neither pairs nor labels nor lists. */
export function rowFormat<Each, Row>({
  find,
  takes = ['context', 'evidence', 'media'],
  tells,
  writesCalls,
  isCompletion,
  ...format
}: RowFormat<Each, Row>): ExportFormat {
  const { row, base } = columnFormat({ ...format, takes });
  return {
    ...base,
    *rows(judged, options, file, notify) {
      const { source, context } = judged;
      const by = { file, options };
      for (const each of find(judged, options, notify, file)) {
        const { response, responses = response ? [response] : [] } = each;
        const item = response ? itemOf(judged.item, response) : judged.item;
        if (!tells && !writesCalls && base.shape === 'text' && responses.some((one) => needsTools(item, one))) {
          notify.drop('tool-calls');
          continue;
        }
        if (!tells) notesOn(item, responses, formOf(base), notify, isCompletion);
        if (tells !== 'nothing' && context !== undefined) notify.note('under-context');
        const { named = response ? { response: response.id } : {} } = each;
        yield {
          value: row({ item, source, context, ...each } as FoundIn<Each>, by),
          from: { ...rowOrigin({ annotations: annotationsOf(each), context }), ...named },
        };
      }
    },
  };
}
