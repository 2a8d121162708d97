import * as z from 'zod';
import { outcomes } from '../../../model/annotation/judgementValues';
import { longTable, responseId } from '../../builders/longTable';
import { allComparisonsIn } from '../../derive/comparisons';

/**
 * Every comparison (C16). A ranking gives a row for every two responses in the order shown; two that were both left
 * unranked give none (`annotators-responses` holds the ranking itself). Outcomes are as they were judged (ties and
 * "unsure" too), by whichever criterion; time is in UTC, duration in milliseconds.
 */
export const comparisons = longTable({
  title: 'Table of all comparisons, for each annotator',
  reals: ['strength', 'duration', 'confidence'],
  names: ['response_a', 'response_b'],
  dates: ['time'],
  takes: ['criterion'],
  columns: {
    response_a: responseId,
    response_b: responseId,
    outcome: z.enum(outcomes, `must be one of ${outcomes.join(', ')}`),
    strength: z.number().min(1).max(3).nullable(),
    criterion: z.string().nullable(),
    time: z.iso.datetime(),
    duration: z.number().nonnegative().nullable(),
    confidence: z.number().min(0).max(1).nullable(),
  },
  nothing: ({ judgement: { ranking, comparisons: all, skip } }) =>
    skip ? 'skipped' : ranking || all ? undefined : 'no-preference',
  *facts(annotation, _judged, options, notify) {
    const { time, duration, judgement } = annotation;
    for (const { a, b, outcome, strength, criterion } of allComparisonsIn(annotation)) {
      if (criterion !== undefined) notify.criterion(criterion);
      if (options.criterion !== undefined && criterion !== options.criterion) {
        notify.drop('other-criterion');
        continue;
      }
      yield {
        response_a: a,
        response_b: b,
        outcome,
        strength: strength ?? null,
        criterion: criterion ?? null,
        time,
        duration,
        confidence: judgement.confidence ?? null,
      };
    }
  },
});
