import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../dataset/fields/fields';
import { wordsOf } from '../../dataset/layouts/texts/nested';
import { scoreRubric } from '../../dataset/layouts/labels/scoreRubric';
import type { UnplacedCriterion } from '../../model/rubric/criterion';
import { UserError } from '../../model/problems/problem';
import type { PackForm } from './form';

/**
 * `{criteria, score1_description … score5_description}` of Prometheus: a scale from 1 to 5, one record for each.
 * BiGGen-Bench has it as `score_rubric` of an instance with an `id`, for which it is; the Feedback Collection with
 * `orig_` before each name, over and over.
 */
export const prometheusPack: PackForm = {
  name: 'prometheus',
  title: 'Prometheus and BiGGen-Bench: scales from 1 to 5 with a description of each score',
  origin: 'prometheus-eval/prometheus-eval, prometheus_eval/prompts.py SCORE_RUBRIC_TEMPLATE and BiGGen-Bench',
  syntax: 'lines',
  matches: (record) =>
    isObject(record.score_rubric) || typeof record.orig_criteria === 'string' || typeof record.criteria === 'string',
  read(records) {
    const found = records.map((record, at) => ({
      item: isObject(record.score_rubric) ? wordsOf(record.id) : undefined,
      criterion: criterionOf(record, at),
      isOfMany: 'orig_criteria' in record,
    }));
    const own = found.flatMap(({ item, criterion }) =>
      item === undefined ? [] : [{ scope: { kind: 'item', item }, criteria: [criterion] }],
    );
    const together: unknown[] = [];
    for (const { item, criterion, isOfMany } of found) {
      if (item === undefined && !(isOfMany && together.some((each) => isDeepStrictEqual(each, criterion))))
        together.push(criterion);
    }
    return [...(together.length > 0 ? [{ criteria: together }] : []), ...own];
  },
  leavesOut({ kind, min = 1, max = 5, text }) {
    if (kind !== 'scale') return `a criterion of the kind "${kind ?? 'yes-no'}": the form has scales only`;
    if (min !== 1 || max !== 5) return 'a scale that does not go from 1 to 5';
    return wordsOf(text) === undefined ? 'a criterion whose text says nothing' : undefined;
  },
  write: ({ criteria }) => criteria.map(recordOf),
  notes: ({ criteria }) =>
    criteria.every(({ levels = {} }) => [1, 2, 3, 4, 5].every((level) => levels[level] !== undefined))
      ? []
      : ["a score has no description, and Prometheus' prompt needs all five"],
};

function criterionOf(record: JsonObject, index: number): unknown {
  const rubric = isObject(record.score_rubric)
    ? record.score_rubric
    : Object.fromEntries(Object.entries(record).map(([key, value]) => [key.replace(/^orig_/, ''), value]));
  const [found] = scoreRubric(rubric);
  if (!found || found.text === '')
    throw new UserError(`record ${index + 1}: "criteria" says nothing; it must be what the scale measures`);
  return { text: found.text, kind: 'scale', weight: 1, levels: found.levels };
}

function recordOf({ text, levels = {} }: UnplacedCriterion): JsonObject {
  const described = Object.entries(levels).filter(([level]) => /^\d+$/.test(level));
  return {
    criteria: text,
    ...Object.fromEntries(described.map(([level, words]) => [`score${level}_description`, words])),
  };
}
