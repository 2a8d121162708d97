import * as z from 'zod';
import type { Annotation } from '../../model/annotation/annotation';
import { judgeKindOf, judgeKinds } from '../../model/annotation/judgeKind';
import { pandas } from '../commands/loadAndEvaluate';
import type { ExportFormat, FormatOption, Judged, RowNotifier, ExportOptions } from '../format';
import type { Fields } from '../fields';
import type { DropReason } from '../dropReasons';
import { annotatorName, groupName } from '../rows/pseudonyms';
import { rowOrigin } from './pairFormat';

/** What a table of judgements says of itself. */
export interface LongTable extends Pick<
  ExportFormat,
  'title' | 'reals' | 'names' | 'dates' | 'agreesOn' | 'readsCritics'
> {
  /** Behind "annotators-"; nothing for the table of comparisons. */
  readonly name?: string;
  readonly takes?: readonly FormatOption[];
  /** Its own columns, behind those that all tables have. */
  readonly columns: Readonly<Record<string, z.ZodType>>;
  /** The facts that an annotation states, a row each: a value for each of the columns, null where nothing was said. */
  readonly facts: (
    annotation: Annotation,
    judged: Judged,
    options: ExportOptions,
    notify: RowNotifier,
  ) => Iterable<Fields>;
  /**
   * Why an annotation gives no row; undefined where that was told. Where nothing is said: it says nothing of the kind.
   */
  readonly nothing?: (annotation: Annotation) => DropReason | undefined;
}

/** Says which judgement a row is of: the columns by which the tables are joined. */
const keys = {
  annotation: z.string().min(1),
  annotator: z.string().min(1),
  group: z.string().nullable(),
  item: z.string().min(1),
  context: z.string().nullable(),
  /** It came again, for the n-th time from 1. */
  repeat: z.int().positive().nullable(),
  /** The one turn of the assistant that was judged, from 0. */
  turn: z.int().nonnegative().nullable(),
  /** Made to settle what annotators disagree on; null where the annotator judged as one of them. */
  annotator_role: z.literal('adjudicator').nullable().optional(),
  origin: z.enum(judgeKinds),
  round: z.int().nonnegative(),
};

/** Text, or null where nothing was said. */
export const maybeText = z.string().nullable();
/** The id of a response. */
export const responseId = z.string().min(1);

/**
 * Tables of judgements, the `annotators` family: one for each kind of judgement, one row a fact, by each annotator for
 * themselves and never put together. Between them they hold everything that a line of a journal holds (a test walks its
 * schema), of the whole and of single turns, of items that came again, under every context, and of items that were
 * skipped. Responses, criteria and passages are named by their ids, and the tables are joined by `annotation`.
 */
export function longTable({
  name,
  columns,
  facts,
  nothing = () => 'nothing-of-it',
  takes = [],
  ...table
}: LongTable): ExportFormat {
  return {
    ...table,
    name: name === undefined ? 'annotators' : `annotators-${name}`,
    family: 'tables',
    shape: 'messages',
    files: ['jsonl', 'json', 'parquet'],
    takes,
    keepsContexts: true,
    keepsAll: true,
    perItem: true,
    trainers: [{ name: 'pandas', command: pandas }],
    *rows(judged, options, _file, notify) {
      for (const annotation of judged.annotations) {
        const key = keyOf(annotation, options);
        const from = rowOrigin({ annotations: [annotation], context: judged.context });
        let isEmpty = true;
        for (const fact of facts(annotation, judged, options, notify)) {
          isEmpty = false;
          yield { value: { ...key, ...fact }, from: { ...from, ...responsesIn(fact) } };
        }
        const reason = isEmpty ? nothing(annotation) : undefined;
        if (reason) notify.drop(reason);
      }
    },
    rules: { row: z.strictObject({ ...keys, ...columns }) },
  };
}

/** The responses that a fact is of, as the sidecar names them. */
const responsesIn = (fact: Fields): Fields =>
  Object.fromEntries(
    ['response', 'response_a', 'response_b'].flatMap((column) =>
      typeof fact[column] === 'string' ? [[column, fact[column]]] : [],
    ),
  );

function keyOf(
  { id, annotator, group, item, context, repeat, turn, role, origin, round }: Annotation,
  options: ExportOptions,
): Fields {
  return {
    annotation: id,
    annotator: annotatorName(annotator, options),
    group: group === undefined ? null : groupName(group, options),
    item,
    context: context ?? null,
    repeat: repeat ?? null,
    turn: turn ?? null,
    annotator_role: role ?? null,
    origin: judgeKindOf(origin),
    round,
  };
}
