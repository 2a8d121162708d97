import { problem } from '../../../model/problems/problem';
import { scaleFields } from '../../../model/annotation/fields/scaleFields';
import { scaleNames, type ScaleName } from '../../../model/annotation/fields/scales';
import { outcomes } from '../../../model/annotation/judgementValues';
import type { Comparison, Judgement } from '../../../model/annotation/annotation';
import { isObject, LayoutError, valueKind } from '../../fields/recordFields';
import { idOf } from '../../records/recordReader';
import { tableRowContent, joinByIds, tableFields, type TableRow } from '../labels/labelTable';
import type { Content, Layout } from '../layout';
import { meaningfulText } from '../texts/nestedValues';
import { tiersFromComparisons } from '../labels/tiersFromComparisons';

/** What is said on the scales of a judgment, by the scale's name; nothing for those without a value. */
const eachScale = (valueOf: (name: ScaleName) => number | undefined): Partial<Record<ScaleName, number>> =>
  Object.fromEntries(
    scaleNames.flatMap((name) => {
      const value = valueOf(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );

const scaleColumns = Object.fromEntries(scaleNames.map((name) => [name, name])) as { readonly [N in ScaleName]: N };

/**
 * `{annotation, annotator, group, item, context, repeat, turn, response_a, response_b, outcome, strength, criterion,
 * duration, confidence, origin}`: one comparison a row, of two responses that are named by id. The rows of an
 * annotation are a label again: an order where they make one (each two of three or more responses, without strengths
 * and criteria), else comparisons. The texts stand in the study that the table is from.
 */
export const comparisonRows: Layout = {
  name: 'annotators',
  title: 'Table of comparisons for each annotator, with ids of items and responses',
  origin: "Tiebreak's own (annotators)",
  labelsOnly: true,
  fields: {
    ...tableFields,
    a: 'response_a',
    b: 'response_b',
    outcome: 'outcome',
    strength: 'strength',
    criterion: 'criterion',
    duration: 'duration',
    ...scaleColumns,
  },
  matches: (record) => record.has('item', 'a', 'b') && outcomes.some((outcome) => outcome === record.value('outcome')),
  read(record): Content {
    const [a, b, outcome] = [
      idOf(record.value('a')),
      idOf(record.value('b')),
      outcomes.find((each) => each === record.value('outcome')),
    ];
    if (a === undefined) throw record.wrong('a', record.value('a'), 'responseId');
    if (b === undefined) throw record.wrong('b', record.value('b'), 'responseId');
    if (outcome === undefined)
      throw new LayoutError(
        problem('layouts.kindNotOneOf', {
          path: record.path('outcome'),
          kind: valueKind(record.value('outcome')),
          allowed: outcomes,
        }),
        { field: 'outcome' },
      );
    const [strength, criterion, duration] = [
      record.maybeNumber('strength'),
      meaningfulText(record.value('criterion')),
      record.maybeNumber('duration'),
    ];
    const comparison: Comparison = {
      a,
      b,
      outcome,
      ...(strength !== undefined && strength >= 1 && strength <= 3 && { strength }),
      ...(criterion !== undefined && { criterion }),
    };
    return tableRowContent(record, {
      responses: [a, b],
      values: {
        comparison,
        ...(duration !== undefined && duration >= 0 && { duration }),
        ...eachScale((name) => {
          const value = record.maybeNumber(name);
          return scaleFields[name].schema.safeParse(value).success ? value : undefined;
        }),
      },
    });
  },
  joins: joinByIds((rows) => ({ ...durationOf(rows), judgement: judgementOf(rows) })),
};

/** The first number that a row of an annotation has under a name: each of them says the same. */
const numberIn = (rows: readonly TableRow[], name: string): number | undefined =>
  rows.map(({ values }) => values[name]).find((each) => typeof each === 'number');

function durationOf(rows: readonly TableRow[]): { duration?: number } {
  const duration = numberIn(rows, 'duration');
  return duration === undefined ? {} : { duration };
}

function judgementOf(rows: readonly TableRow[]): Judgement {
  const comparisons = rows.flatMap(({ values: { comparison } }) =>
    isObject(comparison) ? [comparison as unknown as Comparison] : [],
  );
  const tiers = tiersFromComparisons(comparisons);
  return { ...(tiers ? { ranking: { tiers } } : { comparisons }), ...eachScale((name) => numberIn(rows, name)) };
}
