import * as z from 'zod';
import { outcomes } from '../../../model/annotation/judgementValues';
import { scaleFields } from '../../../model/annotation/fields/scaleFields';
import { fieldColumns, longTable, ofResponse } from '../../builders/longTable';
import { allComparisonsIn } from '../../derive/comparisons';

/**
 * Every comparison. A ranking gives a row for every two responses in the order shown; two that were both left
 * unranked give none (`annotators-responses` holds the ranking itself). Outcomes are as they were judged (ties and
 * "unsure" too), by whichever criterion; time is in UTC, duration in milliseconds.
 */
export const comparisons = longTable({
  title: 'Table of all comparisons, for each annotator',
  takes: ['criterion'],
  nothing: ({ judgement: { ranking, comparisons: all, skip } }) =>
    skip ? 'skipped' : ranking || all ? undefined : 'no-preference',
  *facts(annotation, _judged, options, notify) {
    for (const comparison of allComparisonsIn(annotation)) {
      const { criterion } = comparison;
      if (criterion !== undefined) notify.criterion(criterion);
      if (options.criterion === undefined || criterion === options.criterion) yield comparison;
      else notify.drop('other-criterion');
    }
  },
  columns: {
    response_a: { ...ofResponse, value: ({ a }) => a },
    response_b: { ...ofResponse, value: ({ b }) => b },
    outcome: {
      rule: z.enum(outcomes, `must be one of ${outcomes.join(', ')}`),
      value: ({ outcome }) => outcome,
    },
    strength: { rule: z.number().min(1).max(3).nullable(), value: ({ strength }) => strength ?? null, isReal: true },
    criterion: { rule: z.string().nullable(), value: ({ criterion }) => criterion ?? null },
    time: { rule: z.iso.datetime(), value: (_, { time }) => time, isDate: true },
    duration: { rule: z.number().nonnegative().nullable(), value: (_, { duration }) => duration, isReal: true },
    ...fieldColumns(scaleFields),
  },
});
