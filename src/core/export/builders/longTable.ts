import * as z from 'zod';
import type { Annotation } from '../../model/annotation/annotation';
import type { FieldNameWith, judgementFields } from '../../model/annotation/fields';
import { judgeKindOf, judgeKinds } from '../../model/annotation/judgeKind';
import type { ValueField } from '../../model/annotation/fields/field';
import { columnTable, type Column, type Columns } from '../columns';
import { pandas } from '../commands/loadAndEvaluate';
import type { ExportFormat, FormatOption, Judged, RowNotifier, ExportOptions } from '../format';
import type { Fields } from '../fields';
import type { DropReason } from '../dropReasons';
import { annotatorName, groupName } from '../rows/pseudonyms';
import { rowOrigin } from './pairFormat';

/** What a table of judgements says of itself. */
export interface LongTable<Fact, Row> extends Pick<ExportFormat, 'title' | 'agreesOn' | 'readsCritics'> {
  /** Behind "annotators-"; nothing for the table of comparisons. */
  readonly name?: string;
  readonly takes?: readonly FormatOption[];
  /** The facts that an annotation states, a row each. */
  readonly facts: (
    annotation: Annotation,
    judged: Judged,
    options: ExportOptions,
    notify: RowNotifier,
  ) => Iterable<Fact>;
  /** Its own columns, behind those that all tables have: null where nothing was said. */
  readonly columns: Columns<Fact, Annotation, Row>;
  /**
   * Why an annotation gives no row; undefined where that was told. Where nothing is said: it says nothing of the kind.
   */
  readonly nothing?: (annotation: Annotation) => DropReason | undefined;
}

/** Says which judgement a row is of: the columns by which the tables are joined. */
const keys = columnTable<Annotation, ExportOptions, Record<string, unknown>>({
  annotation: { rule: z.string().min(1), value: ({ id }) => id },
  annotator: { rule: z.string().min(1), value: ({ annotator }, options) => annotatorName(annotator, options) },
  group: {
    rule: z.string().nullable(),
    value: ({ group }, options) => (group === undefined ? null : groupName(group, options)),
  },
  item: { rule: z.string().min(1), value: ({ item }) => item },
  context: { rule: z.string().nullable(), value: ({ context }) => context ?? null },
  /** It came again, for the n-th time from 1. */
  repeat: { rule: z.int().positive().nullable(), value: ({ repeat }) => repeat ?? null },
  /** The one turn of the assistant that was judged, from 0. */
  turn: { rule: z.int().nonnegative().nullable(), value: ({ turn }) => turn ?? null },
  /** Made to settle what annotators disagree on; null where the annotator judged as one of them. */
  annotator_role: { rule: z.literal('adjudicator').nullable().optional(), value: ({ role }) => role ?? null },
  origin: { rule: z.enum(judgeKinds), value: ({ origin }) => judgeKindOf(origin) },
  round: { rule: z.int().nonnegative(), value: ({ round }) => round },
});

/** Text, or null where nothing was said. */
export const maybeText = z.string().nullable();
/** A column with the id of a response. */
export const ofResponse = { rule: z.string().min(1), isName: true };

/** The columns of fields of a judgement, as the fields describe them. */
export const fieldColumns = <Name extends FieldNameWith<'column'>>(
  fields: Readonly<Pick<typeof judgementFields, Name>>,
): Readonly<Record<Name, Column<unknown, Annotation, unknown>>> => {
  const own = Object.entries<Pick<ValueField<unknown>, 'column'>>(fields);
  const columns = own.map(([name, { column }]) => [
    name,
    { ...column, value: (_: unknown, { judgement }: Annotation) => column?.value(judgement[name as Name]) },
  ]);
  return Object.fromEntries(columns) as Record<Name, Column<unknown, Annotation, unknown>>;
};

/**
 * Tables of judgements, the `annotators` family: one for each kind of judgement, one row a fact, by each annotator for
 * themselves and never put together. Between them they hold everything that a line of a journal holds (a test walks its
 * schema), of the whole and of single turns, of items that came again, under every context, and of items that were
 * skipped. Responses, criteria and passages are named by their ids, and the tables are joined by `annotation`.
 */
export function longTable<Fact, Row>({
  name,
  columns,
  facts,
  nothing = () => 'nothing-of-it',
  takes = [],
  ...table
}: LongTable<Fact, Row>): ExportFormat {
  const { row, rules, ...kinds } = columnTable(columns);
  return {
    ...table,
    ...kinds,
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
        const key = keys.row(annotation, options);
        const from = rowOrigin({ annotations: [annotation], context: judged.context });
        let isEmpty = true;
        for (const fact of facts(annotation, judged, options, notify)) {
          isEmpty = false;
          const own = row(fact, annotation);
          yield { value: { ...key, ...own }, from: { ...from, ...responsesIn(own) } };
        }
        const reason = isEmpty ? nothing(annotation) : undefined;
        if (reason) notify.drop(reason);
      }
    },
    rules: { row: z.strictObject({ ...keys.rules, ...rules }) },
  };
}

/** The responses that a row is of, as the sidecar names them. */
const responsesIn = (row: Fields): Fields =>
  Object.fromEntries(
    ['response', 'response_a', 'response_b'].flatMap((column) =>
      typeof row[column] === 'string' ? [[column, row[column]]] : [],
    ),
  );
