import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../dataset/fields/recordFields';
import { meaningfulText } from '../../dataset/layouts/texts/nestedValues';
import { scoreRubric } from '../../dataset/layouts/labels/scoreRubric';
import type { UnplacedCriterion } from '../../model/rubric/criterion';
import { problem, UserError } from '../../model/problems/problem';
import type { PackFormat } from './packFormat';

/**
 * `{criteria, score1_description … score5_description}` of Prometheus: a scale from 1 to 5, one record for each.
 * BiGGen-Bench has it as `score_rubric` of an instance with an `id`, for which it is; the Feedback Collection with
 * `orig_` before each name, over and over.
 */
export const prometheusPack: PackFormat = {
  name: 'prometheus',
  title: 'Prometheus and BiGGen-Bench: scales from 1 to 5 with a description of each score',
  origin: 'prometheus-eval/prometheus-eval, prometheus_eval/prompts.py SCORE_RUBRIC_TEMPLATE and BiGGen-Bench',
  syntax: 'lines',
  matches: (record) =>
    isObject(record.score_rubric) || typeof record.orig_criteria === 'string' || typeof record.criteria === 'string',
  read(records) {
    const found = records.map((record) => ({
      item: isObject(record.score_rubric) ? meaningfulText(record.id) : undefined,
      criterion: criterionOf(record),
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
    if (kind !== 'scale') return problem('pack.notScale', { kind: kind ?? 'yes-no' });
    if (min !== 1 || max !== 5) return problem('pack.notOneToFive', {});
    return meaningfulText(text) === undefined ? problem('pack.textless', {}) : undefined;
  },
  write: ({ criteria }) => criteria.map(recordOf),
  notes: ({ criteria }) =>
    criteria.every(({ levels = {} }) => [1, 2, 3, 4, 5].every((level) => levels[level] !== undefined))
      ? []
      : [problem('pack.scoreUndescribed', {})],
};

function criterionOf(record: JsonObject): unknown {
  const rubric = isObject(record.score_rubric)
    ? record.score_rubric
    : Object.fromEntries(Object.entries(record).map(([key, value]) => [key.replace(/^orig_/, ''), value]));
  const [found] = scoreRubric(rubric);
  if (!found || found.text === '') throw new UserError(problem('pack.scaleWithoutText', {}));
  return { text: found.text, kind: 'scale', weight: 1, levels: found.levels };
}

function recordOf({ text, levels = {} }: UnplacedCriterion): JsonObject {
  const described = Object.entries(levels).filter(([level]) => /^\d+$/.test(level));
  return {
    criteria: text,
    ...Object.fromEntries(described.map(([level, words]) => [`score${level}_description`, words])),
  };
}
