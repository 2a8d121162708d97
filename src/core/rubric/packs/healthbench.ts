import { isObject, listInText, objectsIn } from '../../dataset/fields/recordFields';
import { problem } from '../../model/problems/problem';
import { countOthers, notYesNo, numberAt, textAt, textsAt, type PackFormat } from './packFormat';

/**
 * `{prompt_id?, …, rubrics: [{criterion, points, tags}]}`: points may be negative, and then the criterion describes
 * what a response should not do. A score is the points of what is met over all positive points. The rubric is for the
 * prompt that is named.
 */
export const healthBenchPack: PackFormat = {
  name: 'healthbench',
  title: 'HealthBench: criteria with points and tags, for one prompt',
  origin: 'openai/simple-evals, healthbench_eval.py RubricItem and calculate_score',
  syntax: 'lines',
  matches: ({ rubrics }) => {
    const list = listInText(rubrics);
    return Array.isArray(list) && list.some((each) => isObject(each) && 'criterion' in each && 'points' in each);
  },
  read: (records, _options, skipped) =>
    records.map((record) => ({
      ...(typeof record.prompt_id === 'string' &&
        record.prompt_id !== '' && { scope: { kind: 'item', item: record.prompt_id } }),
      criteria: objectsIn(listInText(record.rubrics), 'rubrics').map((entry, at) => {
        countOthers(entry, ['criterion', 'points', 'tags'], skipped);
        const path = `rubrics[${at}]`;
        return {
          text: textAt(entry, ['criterion'], path),
          weight: numberAt(entry, 'points', path),
          tags: textsAt(entry, 'tags', path),
        };
      }),
    })),
  leavesOut: notYesNo,
  write: ({ scope, criteria }) => [
    {
      ...(scope?.kind === 'item' && { prompt_id: scope.item }),
      rubrics: criteria.map(({ text, weight, tags = [] }) => ({ criterion: text, points: weight, tags })),
    },
  ],
  notes: ({ criteria }) => (criteria.some(({ weight }) => weight > 0) ? [] : [problem('pack.noPositivePoints', {})]),
};
