import { problem, UsageError } from '../../model/problems/problem';
import { itemMetadataValue } from '../../dataset/fields/itemMetadataValue';
import { labelFormat } from '../builders/labelFormat';
import { listFormat } from '../builders/listFormat';
import { pairFormat } from '../builders/pairFormat';
import { rowFormat } from '../builders/rowFormat';
import type { Column, Columns } from '../columns';
import { loadedFiles } from '../commands/loadAndEvaluate';
import { bestIn } from '../derive/bestResponse';
import { writtenAnswersIn } from '../derive/demonstrations';
import { ratedResponsesIn } from '../derive/ratings';
import { improvementsIn } from '../derive/refinements';
import type { ExportFormat } from '../format';
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
} from './namedValues';

/** Columns of a format with the names of their values. */
export type ValueColumns = Readonly<Record<string, string>>;

/** What rows a study's own format can be of. */
export interface RowKind {
  /** What a row is, in a sentence. */
  readonly about: string;
  readonly values: Readonly<Record<string, Pick<NamedValue<never, never>, 'about' | 'rule' | 'isName'>>>;
  /** The format with these columns. Their values are among those of the kind. */
  readonly format: (name: string, title: string, columns: ValueColumns) => ExportFormat;
}

/** A format as it is declared, with the columns that make its rows. */
interface Declared<Row, By> {
  readonly base: Pick<ExportFormat, 'name' | 'title' | 'shape' | 'trainers' | 'keepsContexts'> & {
    readonly rules: { readonly unmarked: true };
    readonly columns: Columns<Row, By, Record<string, unknown>>;
  };
  /** The names of its values, by column. */
  readonly names: ValueColumns;
}

/** @param format makes the format of its columns */
function rowKind<Row, By>(
  about: string,
  values: NamedValues<Row, By>,
  format: (declared: Declared<Row, By>) => ExportFormat,
): RowKind {
  return {
    about,
    values,
    format(name, title, names) {
      const columns = Object.fromEntries(
        Object.entries(names).map(([column, value]) => [column, columnOf(values, value)]),
      );
      const base = {
        name,
        title,
        columns,
        shape: Object.values(columns).some(({ isText }) => isText) ? ('text' as const) : ('messages' as const),
        trainers: [{ name: 'This study (HF datasets)', command: loadedFiles() }] as const,
        ...(Object.values(names).includes('context') && { keepsContexts: true as const }),
        rules: { unmarked: true as const },
      };
      return withFieldsNoted(
        format({ base, names }),
        Object.values(names).flatMap((value) => /^field\.(.*)$/s.exec(value)?.slice(1) ?? []),
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

/** A value by its name. Throws `RangeError` where there is none, which schemas tell before. */
function columnOf<Row, By>(
  values: NamedValues<Row, By>,
  name: string,
): Column<Row, By, unknown> & Pick<NamedValue<Row, By>, 'isText'> {
  const [stem = ''] = name.split('.');
  const key = Object.hasOwn(values, name) ? name : `${stem}.NAME`;
  const value = Object.hasOwn(values, key) ? values[key] : undefined;
  if (!value) throw new RangeError(`there is no value ${name}`);
  const parameter = name.slice(stem.length + 1);
  return { ...value, value: (row, by) => value.value(row, by, parameter) };
}

const pairs = rowKind('A pair: a chosen and a rejected response.', pairValues, ({ base, names }) =>
  pairFormat({
    ...base,
    ...(Object.values(names).includes('margin') && { defaults: { margin: 'rank-or-strength' } }),
  }),
);

const ranked = rowKind('All responses to a prompt, best first.', listValues, ({ base }) => listFormat(base));

const labels = rowKind('One response that is good or bad.', labelValues, ({ base }) => labelFormat(base));

const ratings = rowKind('One response with its ratings.', ratingValues, ({ base, names }) => {
  const aspects = Object.values(names).flatMap((name) => /^(?:rating|note)\.(.*)$/s.exec(name)?.slice(1) ?? []);
  return rowFormat({
    ...base,
    family: 'attributes',
    takes: ['aggregate', 'attributes', 'context', 'evidence', 'media'],
    agreesOn: 'ratings',
    rated: true,
    find(judged, options, notify, file) {
      const rated = file.aspects?.map(({ name }) => name) ?? [];
      const unknown = file.aspects && aspects.find((aspect) => !rated.includes(aspect));
      if (unknown !== undefined) throw new UsageError(problem('export.aspectNotRated', { aspect: unknown, rated }));
      return ratedResponsesIn(judged, options, notify);
    },
  });
});

const best = rowKind('The best response to a prompt.', bestValues, ({ base }) =>
  rowFormat({
    ...base,
    family: 'texts',
    takes: ['criterion', 'aggregate', 'ties', 'context', 'evidence', 'media'],
    find: bestIn,
  }),
);

const demonstrations = rowKind('An answer that an annotator wrote.', demonstrationValues, ({ base }) =>
  rowFormat({ ...base, family: 'texts', promptOnly: true, find: writtenAnswersIn }),
);

const refinements = rowKind('A response and what an annotator made of it.', refinementValues, ({ base }) =>
  rowFormat({ ...base, family: 'texts', find: improvementsIn }),
);

/** What rows can be of, by the word that a study says. */
export const rowKinds = { pairs, ranked, labels, ratings, best, demonstrations, refinements } as const;
