import * as z from 'zod';
import { problem, UsageError } from '../../model/problems/problem';
import { itemMetadataValue } from '../../dataset/fields/itemMetadataValue';
import { labelFormat } from '../builders/labelFormat';
import { listFormat } from '../builders/listFormat';
import { nonPairRows, type NonPairRow } from '../builders/nonPairRow';
import { pairFormat, type ExtraColumns } from '../builders/pairFormat';
import { columnTable, type Column } from '../columns';
import { loadedFiles } from '../commands/loadAndEvaluate';
import { bestIn } from '../derive/bestResponse';
import { writtenAnswersIn } from '../derive/demonstrations';
import { ratedIn } from '../derive/ratings';
import { improvementsOf } from '../derive/refinements';
import type { Fields } from '../fields';
import type { ExportFormat, ExportOptions, FileContext, Judged, RowNotifier } from '../format';
import {
  bestValues,
  demonstrationValues,
  labelValues,
  listValues,
  pairValues,
  ratingValues,
  refinementValues,
  type NamedValue,
  type NamedValues,
  type RowBasis,
} from './namedValues';

/** Columns of a format with the names of their values. */
export type ValueColumns = Readonly<Record<string, string>>;

/** What rows a study's own format can be of. */
export interface RowKind {
  /** What a row is, in a sentence. */
  readonly about: string;
  readonly values: Readonly<Record<string, Pick<NamedValue<never>, 'about' | 'rule' | 'isName'>>>;
  /** The format with these columns. Their values are among those of the kind. */
  readonly format: (name: string, title: string, columns: ValueColumns) => ExportFormat;
}

/** What is the same for all formats of a study's own. */
type Base = Pick<
  ExportFormat,
  'name' | 'title' | 'shape' | 'files' | 'trainers' | 'reals' | 'dates' | 'names' | 'rules' | 'keepsContexts'
>;

/** A format as it is declared, with what makes its rows. */
interface Declared<Row> {
  readonly base: Base;
  readonly row: (row: Row) => Fields;
  /** The names of its values, by column. */
  readonly columns: ValueColumns;
  readonly values: NamedValues<Row>;
}

/** @param format makes the format of its columns */
function rowKind<Row>(
  about: string,
  values: NamedValues<Row>,
  format: (declared: Declared<Row>) => ExportFormat,
): RowKind {
  return {
    about,
    values,
    format(name, title, columns) {
      const table = columnTable<Row, unknown, Record<string, unknown>>(
        Object.fromEntries(Object.entries(columns).map(([column, value]) => [column, columnOf(values, value)])),
      );
      const used = Object.values(columns).map((value) => resolved(values, value).value);
      const { row, rules, ...kinds } = table;
      const base: Base = {
        name,
        title,
        shape: used.some(({ isText }) => isText) ? 'text' : 'messages',
        files: ['jsonl', 'json', 'parquet'],
        trainers: [{ name: 'This study (HF datasets)', command: loadedFiles() }],
        ...kinds,
        ...(Object.values(columns).includes('context') && { keepsContexts: true }),
        rules: { row: z.strictObject(rules), unmarked: true },
      };
      return withFieldsNoted(
        format({ base, row: (each) => row(each, undefined), columns, values }),
        Object.values(columns).flatMap((value) => /^field\.(.*)$/s.exec(value)?.slice(1) ?? []),
      );
    },
  };
}

/** The format with a note on rows whose records lack one of the fields: a misspelt path would be null everywhere. */
function withFieldsNoted(format: ExportFormat, paths: readonly string[]): ExportFormat {
  if (paths.length === 0) return format;
  return {
    ...format,
    *rows(judged, options, file, notify) {
      const isMissing = paths.some((path) => itemMetadataValue(judged.item, path) === undefined);
      for (const row of format.rows(judged, options, file, notify)) {
        if (isMissing) notify.note('field-missing');
        yield row;
      }
    },
  };
}

function columnOf<Row>(values: NamedValues<Row>, name: string): Column<Row, unknown, unknown> {
  const { value, parameter } = resolved(values, name);
  return { ...value, value: (row) => value.value(row, parameter) };
}

/** A value by its name, with what stands in it for NAME. Throws `RangeError` where there is none, which schemas tell before. */
function resolved<Row>(
  values: NamedValues<Row>,
  name: string,
): { readonly value: NamedValue<Row>; readonly parameter: string } {
  const [stem = ''] = name.split('.');
  const key = Object.hasOwn(values, name) ? name : `${stem}.NAME`;
  const value = Object.hasOwn(values, key) ? values[key] : undefined;
  if (!value) throw new RangeError(`there is no value ${name}`);
  return { value, parameter: name.slice(stem.length + 1) };
}

/** Makes the columns of numbers that a pair carries, such as its margin. */
function carried<Row>({ columns, values }: Declared<Row>): ReadonlyMap<keyof ExtraColumns, readonly string[]> {
  const found = new Map<keyof ExtraColumns, string[]>();
  for (const [column, name] of Object.entries(columns)) {
    const { carries } = resolved(values, name).value;
    if (carries) found.set(carries, [...(found.get(carries) ?? []), column]);
  }
  return found;
}

/** The options that ask for them. */
const optionsFor = { margin: 'margin', weight: 'weight', soft_label: 'softLabel' } as const;

const pairs = rowKind('A pair: a chosen and a rejected response.', pairValues, (declared) => {
  const { base, row } = declared;
  const extras = carried(declared);
  return pairFormat({
    ...base,
    family: 'pairs',
    takesNot: (Object.keys(optionsFor) as (keyof ExtraColumns)[]).flatMap((each) =>
      extras.has(each) ? [] : [optionsFor[each]],
    ),
    reads: [...extras.keys()],
    ...(extras.has('margin') && { defaults: { margin: 'rank-or-strength' as const } }),
    row: (pair, file, _, options) => row({ ...pair, file, options: given(options) }),
    columns: (made, extra) => ({
      ...made,
      ...Object.fromEntries(
        [...extras].flatMap(([each, columns]) => columns.map((column) => [column, extra[each] ?? null])),
      ),
    }),
  });
});

const ranked = rowKind('All responses to a prompt, best first.', listValues, ({ base, row }) =>
  listFormat({ ...base, row: (list, file, options) => row({ ...list, file, options }) }),
);

const labels = rowKind('One response that is good or bad.', labelValues, ({ base, row }) =>
  labelFormat({ ...base, row: (labelled, file, options) => row({ ...labelled, file, options }) }),
);

const ratings = rowKind('One response with its ratings.', ratingValues, ({ base, row, columns }) => {
  const aspects = Object.values(columns).flatMap((name) => /^(?:rating|note)\.(.*)$/s.exec(name)?.slice(1) ?? []);
  return responseFormat(base, {
    family: 'attributes',
    takes: ['aggregate', 'attributes', 'context', 'evidence', 'media'],
    agreesOn: 'ratings',
    rated: true,
    *made(judged, options, file, notify) {
      const rated = file.aspects?.map(({ name }) => name) ?? [];
      const unknown = file.aspects && aspects.find((aspect) => !rated.includes(aspect));
      if (unknown !== undefined) throw new UsageError(problem('export.aspectNotRated', { aspect: unknown, rated }));
      for (const each of [...ratedIn(judged, options, notify)].flat())
        yield {
          annotations: each.annotations,
          responses: [each.response],
          value: row({ ...basisOf(judged, options, file), ...each }),
          named: { response: each.response.id },
        };
    },
  });
});

const best = rowKind('The best response to a prompt.', bestValues, ({ base, row }) =>
  responseFormat(base, {
    family: 'texts',
    takes: ['criterion', 'aggregate', 'ties', 'context', 'evidence', 'media'],
    *made(judged, options, file, notify) {
      for (const { annotations, response } of bestIn(judged, options, notify))
        yield {
          annotations,
          responses: [response],
          value: row({ ...basisOf(judged, options, file), annotations, response }),
          named: { response: response.id },
        };
    },
  }),
);

const demonstrations = rowKind('An answer that an annotator wrote.', demonstrationValues, ({ base, row }) =>
  responseFormat(base, {
    family: 'texts',
    takes: ['context', 'evidence', 'media'],
    promptOnly: true,
    *made(judged, options, file, notify) {
      for (const { annotation, number, response } of writtenAnswersIn(judged, options, notify))
        yield {
          annotations: [annotation],
          responses: [response],
          value: row({ ...basisOf(judged, options, file), annotations: [annotation], response }),
          named: { demonstration: number },
        };
    },
  }),
);

const refinements = rowKind('A response and what an annotator made of it.', refinementValues, ({ base, row }) =>
  responseFormat(base, {
    family: 'texts',
    takes: ['context', 'evidence', 'media'],
    *made(judged, options, file, notify) {
      for (const annotation of judged.annotations) {
        if (!annotation.judgement.refinements?.length) notify.drop('no-refinement');
        for (const step of improvementsOf(annotation, judged, notify.drop))
          yield {
            annotations: [annotation],
            responses: [step.before, step.after],
            value: row({ ...basisOf(judged, options, file), annotations: [annotation], ...step }),
            named: { response: step.response.id },
          };
      }
    },
  }),
);

/** What rows can be of, by the word that a study says. */
export const rowKinds = { pairs, ranked, labels, ratings, best, demonstrations, refinements } as const;

interface ResponseFormat extends Pick<ExportFormat, 'family' | 'takes' | 'agreesOn' | 'rated' | 'promptOnly'> {
  readonly made: (
    judged: Judged,
    options: ExportOptions,
    file: FileContext,
    notify: RowNotifier,
  ) => Iterable<NonPairRow>;
}

/** A format whose rows are neither pairs nor lists. */
const responseFormat = (base: Base, { made, ...format }: ResponseFormat): ExportFormat => ({
  ...base,
  ...format,
  *rows(judged, options, file, notify) {
    for (const each of made(judged, options, file, notify)) yield* nonPairRows(judged, each, base.shape, notify);
  },
});

const basisOf = ({ item, annotations, context }: Judged, options: ExportOptions, file: FileContext): RowBasis => ({
  item,
  annotations,
  context,
  options,
  file,
});

function given(options: ExportOptions | undefined): ExportOptions {
  if (!options) throw new RangeError('rows of a format of a study need the options of the export');
  return options;
}
