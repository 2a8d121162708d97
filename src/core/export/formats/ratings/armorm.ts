import * as z from 'zod';
import { objectives } from '../../../dataset/layouts/ratings/armorm';
import { problem, UsageError } from '../../../model/problems/problem';
import { rowFormat } from '../../builders/rowFormat';
import { armoRmPrepare } from '../../commands/researchAndHosted';
import { assertAttributes, columnsOf, ratedResponsesIn } from '../../derive/ratings';
import type { Fields } from '../../fields';
import type { FileContext, ExportOptions } from '../../format';
import { messages } from '../../formatRules';
import { wholeTurns } from '../../sharedColumns';
import { trainerMessage } from '../../texts/messages';

/**
 * ArmoRM's multi-objective data, `{messages, <attribute>: number | null …}` (armo-rm/stage-1_prepare.py:
 * `example[attr]` of each, null becomes NaN). A column is an aspect, by its own name or by that which `attributes`
 * gives it; where any of ArmoRM's own nineteen is among them all nineteen stand there, as the script reads them all.
 * Values are on the scale on which they were given. Of several annotators (`aggregate`) the mean.
 */
export const armorm = rowFormat({
  name: 'armorm',
  toolsIn: 'system',
  title: 'A conversation and a column for each aspect, as in ArmoRM',
  family: 'attributes',
  files: ['jsonl', 'parquet'],
  reals: ['*'],
  takes: ['aggregate', 'attributes', 'context', 'evidence', 'media'],
  agreesOn: 'ratings',
  rated: true,
  trainers: [{ name: 'RLHFlow (ArmoRM, with its "attributes" named as the columns)', command: armoRmPrepare }],
  *find(judged, options, notify, file) {
    assertAttributes(undefined, { title: 'ArmoRM' }, file, options);
    for (const rated of ratedResponsesIn(judged, options, notify)) {
      const { values } = rated;
      const given = named(file, options, values.keys()).map(
        ({ column, aspect }) => [column, aspect === undefined ? null : (values.get(aspect) ?? null)] as const,
      );
      if (given.every(([, value]) => value === null)) notify.drop('missing-rating');
      else yield { ...rated, given };
    }
  },
  columns: {
    messages: {
      rule: messages('the whole conversation', 'is an empty list: nothing was said'),
      value: (row) => wholeTurns(row).map(trainerMessage),
    },
  },
  furtherColumns: {
    rule: z.number('must be a number or null: NumPy stops with "could not convert string to float"').nullable(),
    values: ({ given }) => Object.fromEntries(given),
  },
  rules: {
    between: (row) =>
      row.refine(
        (columns) => Object.keys(columns).length > 1,
        'has no attribute: stage-1_prepare.py stops with a KeyError at the first attribute in its list',
      ),
    across: sameKeys,
  },
});

/** Every row has the same attributes, null where there is no rating. */
function sameKeys(): (row: Fields) => string | undefined {
  let first: readonly string[] | undefined;
  return (row) => {
    first ??= Object.keys(row);
    const missing = first.find((key) => !(key in row)) ?? Object.keys(row).find((key) => !first?.includes(key));
    return missing === undefined
      ? undefined
      : `the column "${missing}" is not in every row: HF datasets reads null, or stops with a CastError after the first 10 MB`;
  };
}

function named(
  { aspects }: FileContext,
  options: Pick<ExportOptions, 'attributes'>,
  rated: Iterable<string>,
): readonly { readonly column: string; readonly aspect?: string }[] {
  const columns = columnsOf(aspects, options, rated);
  if (columns.some(({ column }) => column === 'messages'))
    throw new UsageError(problem('export.aspectNamedMessages', {}));
  const own = columns.filter(({ column }) => !objectives.includes(column));
  if (own.length === columns.length) return columns;
  return [...objectives.map((column) => columns.find((each) => each.column === column) ?? { column }), ...own];
}
