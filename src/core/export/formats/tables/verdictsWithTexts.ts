import * as z from 'zod';
import { worthOf } from '../../../model/rubric/criterion';
import { kindOfCriterion } from '../../../model/rubric/criterionKind';
import { rowFormat } from '../../builders/rowFormat';
import { pandas } from '../../commands/loadAndEvaluate';
import { verdictsIn } from '../../derive/verdicts';
import { sameColumns } from '../../formatRules';
import { annotatorColumn, originOf, originRule, shownTurns } from '../../sharedColumns';
import { criterionAnswersText } from '../../texts/criterionAnswers';
import { verdictText } from '../../texts/verdictText';

/**
 * The long table of verdicts: one row for each annotator's verdict on a response by a criterion, whatever the
 * others say. `verdict` is "yes", "no", a level, a category or "n/a"; `worth` what that counts from 0 to 1, before the
 * weight, and -1 where it counts nothing (n/a, a category without a value). `answers` is where a scale begins and ends
 * and what its levels mean, or which categories there are, as JSON. `rubric` is empty where the criterion came with the
 * item, and `rubric_version` 0 then.
 */
export const verdictsWithTexts = rowFormat({
  name: 'verdicts',
  title: 'Table of verdicts: prompt, response, criterion and verdict, for each annotator',
  family: 'tables',
  trainers: [{ name: 'pandas, and models of criteria (RLBFF, SALMON)', command: pandas }],
  agreesOn: 'verdicts',
  keepsContexts: true,
  tells: 'nothing',
  find: verdictsIn,
  columns: {
    ...shownTurns,
    criterion: { rule: z.string().min(1, 'is empty'), value: ({ criterion }) => criterion.text },
    verdict: {
      rule: z
        .string('must be text: a column with numbers, true and false has several types, and HF datasets stops')
        .min(1, 'is empty'),
      value: ({ value }) => verdictText(value),
    },
    worth: {
      rule: z
        .number()
        .refine((worth) => worth === -1 || (worth >= 0 && worth <= 1), 'must be from 0 to 1, or -1 for none'),
      value: ({ criterion, value }) => worthOf(criterion, value) ?? -1,
      isReal: true,
    },
    weight: { rule: z.number(), value: ({ criterion }) => criterion.weight, isReal: true },
    kind: { rule: z.enum(['yes-no', 'scale', 'category']), value: ({ criterion }) => kindOfCriterion(criterion) },
    answers: {
      rule: z.string('must be text, empty for a question'),
      value: ({ criterion }) => criterionAnswersText(criterion),
    },
    criterion_id: { rule: z.string(), value: ({ named }) => named.criterion },
    rubric: { rule: z.string(), value: ({ rubric }) => rubric?.id ?? '' },
    rubric_version: { rule: z.int().nonnegative(), value: ({ rubric }) => rubric?.version ?? 0 },
    annotator: annotatorColumn,
    origin: { rule: originRule, value: ({ annotation }) => originOf(annotation) },
    note: { rule: z.string(), value: ({ note }) => note ?? '' },
  },
  rules: { across: sameColumns },
});
