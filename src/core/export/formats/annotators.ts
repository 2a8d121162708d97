import { z } from 'zod';
import { judgeKindOf } from '../../model/judgeKind';
import { outcomes } from '../../model/choices';
import { allComparedIn } from '../derive/compared';
import type { ExportFormat } from '../format';
import { fromOf } from '../builders/pairFormat';
import { annotatorName, groupName } from '../rows/pseudonyms';
import { pandas } from '../commands/reading';

/**
 * Every annotator's own comparisons as a long table (C16), never put together: `{annotation, annotator, group, item, context, response_a, response_b, outcome, strength, criterion, time, duration, confidence, origin, round}`. A ranking gives a row for
 * every two responses in the order shown, which keep the id of their annotation; two that were both left unranked give none. Outcomes are as they were judged (ties and "unsure" too), by whichever criterion; time is in UTC, duration in milliseconds, and what was not
 * said is null.
 */
export const annotators: ExportFormat = {
  name: 'annotators',
  title: 'Every comparison of every annotator, as a table',
  family: 'votes',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  reals: ['strength', 'duration', 'confidence'],
  names: ['response_a', 'response_b'],
  takes: ['criterion'],
  dates: ['time'],
  keepsContexts: true,
  trainers: [{ name: 'pandas', command: pandas }],
  *rows({ item, context, annotations }, options, _, tell) {
    for (const annotation of annotations) {
      const { id, annotator, group, time, duration, origin, round, judgement } = annotation;
      if (!judgement.ranking && !judgement.comparisons) tell.drop('no-preference');
      for (const { a, b, outcome, strength, criterion } of allComparedIn(annotation)) {
        if (criterion !== undefined) tell.criterion(criterion);
        if (options.criterion !== undefined && criterion !== options.criterion) {
          tell.drop('other-criterion');
          continue;
        }
        const value = {
          annotation: id,
          annotator: annotatorName(annotator, options),
          group: group === undefined ? null : groupName(group, options),
          item: item.id,
          context: context ?? null,
          response_a: a,
          response_b: b,
          outcome,
          strength: strength ?? null,
          criterion: criterion ?? null,
          time,
          duration,
          confidence: judgement.confidence ?? null,
          origin: judgeKindOf(origin),
          round,
        };
        yield { value, from: { ...fromOf({ annotations: [annotation], context }), response_a: a, response_b: b } };
      }
    }
  },
  rules: {
    row: z.strictObject({
      annotation: z.string().min(1),
      annotator: z.string().min(1),
      group: z.string().nullable(),
      item: z.string().min(1),
      context: z.string().nullable(),
      response_a: z.string().min(1),
      response_b: z.string().min(1),
      outcome: z.enum(outcomes, `must be one of ${outcomes.join(', ')}`),
      strength: z.number().min(1).max(3).nullable(),
      criterion: z.string().nullable(),
      time: z.iso.datetime(),
      duration: z.number().nonnegative().nullable(),
      confidence: z.number().min(0).max(1).nullable(),
      origin: z.enum(['human', 'imported', 'model']),
      round: z.int().nonnegative(),
    }),
  },
};
