import * as z from 'zod';
import { judgeKindOf } from '../../../model/annotation/judgeKind';
import { worthOf } from '../../../model/rubric/criterion';
import { kindOfCriterion } from '../../../model/rubric/criterionKind';
import { turnsOf } from '../../../model/item/item';
import { judgedResponses } from '../../../model/item/judgedResponses';
import { criterionNamed } from '../../derive/criteria';
import type { ExportFormat } from '../../format';
import { criterionAnswersText } from '../../texts/criterionAnswers';
import { verdictText } from '../../texts/verdictText';
import { trainerMessage } from '../../texts/messages';
import { rowOrigin } from '../../builders/pairFormat';
import { annotatorName } from '../../rows/pseudonyms';
import { messages, sameColumns } from '../../formatRules';
import { pandas } from '../../commands/loadAndEvaluate';

/**
 * The long table of verdicts: one row for each annotator's verdict on a response by a criterion, whatever the
 * others say. `verdict` is "yes", "no", a level, a category or "n/a"; `worth` what that counts from 0 to 1, before the
 * weight, and -1 where it counts nothing (n/a, a category without a value). `answers` is where a scale begins and ends
 * and what its levels mean, or which categories there are, as JSON. `rubric` is empty where the criterion came with the
 * item, and `rubric_version` 0 then.
 */
export const verdictsWithTexts: ExportFormat = {
  name: 'verdicts',
  title: 'Table of verdicts: prompt, response, criterion and verdict, for each annotator',
  family: 'tables',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  reals: ['worth', 'weight'],
  trainers: [{ name: 'pandas, and models of criteria (RLBFF, SALMON)', command: pandas }],
  takes: ['context', 'evidence', 'media'],
  agreesOn: 'verdicts',
  keepsContexts: true,
  *rows(judged, options, _file, notify) {
    const { item, context, annotations } = judged;
    for (const annotation of annotations) {
      const { verdicts: all = [] } = annotation.judgement;
      const responses = judgedResponses(item, annotation.judgement);
      if (all.length === 0) notify.drop('nothing-of-it');
      for (const { response: id, criterion: name, value, note = '' } of all) {
        const response = responses.find((each) => each.id === id);
        if (!response) {
          notify.drop('stale');
          continue;
        }
        const named = criterionNamed(judged, annotation, name);
        const criterion = named?.criterion ?? { id: name, text: name, weight: 1 };
        const row = {
          prompt: item.prompt.map(trainerMessage),
          context: context ?? '',
          response: turnsOf(response).map(trainerMessage),
          criterion: criterion.text,
          verdict: verdictText(value),
          worth: worthOf(criterion, value) ?? -1,
          weight: criterion.weight,
          kind: kindOfCriterion(criterion),
          answers: criterionAnswersText(criterion),
          criterion_id: name,
          rubric: named?.rubric?.id ?? '',
          rubric_version: named?.rubric?.version ?? 0,
          annotator: annotatorName(annotation.annotator, options),
          origin: judgeKindOf(annotation.origin),
          note,
        };
        yield {
          value: row,
          from: { ...rowOrigin({ annotations: [annotation], context }), response: id, criterion: name },
        };
      }
    }
  },
  rules: {
    row: z.strictObject({
      prompt: messages('the conversation', 'is an empty list: nothing was said'),
      context: z.string(),
      response: messages('the turns of the response', 'is an empty list: nothing was said'),
      criterion: z.string().min(1, 'is empty'),
      verdict: z
        .string('must be text: a column with numbers, true and false has several types, and HF datasets stops')
        .min(1, 'is empty'),
      worth: z
        .number()
        .refine((worth) => worth === -1 || (worth >= 0 && worth <= 1), 'must be from 0 to 1, or -1 for none'),
      weight: z.number(),
      kind: z.enum(['yes-no', 'scale', 'category']),
      answers: z.string('must be text, empty for a question'),
      criterion_id: z.string(),
      rubric: z.string(),
      rubric_version: z.int().nonnegative(),
      annotator: z.string().min(1, "is empty: every label is somebody's"),
      origin: z.enum(['human', 'imported', 'model']),
      note: z.string(),
    }),
    across: sameColumns,
  },
};
