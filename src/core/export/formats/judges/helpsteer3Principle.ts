import * as z from 'zod';
import { rowFormat } from '../../builders/rowFormat';
import { loadedFiles } from '../../commands/loadAndEvaluate';
import { verdictsIn } from '../../derive/verdicts';
import { sameColumns, text } from '../../formatRules';
import { helpSteer3Columns } from '../../texts/helpsteer3';
import { responseText } from '../../texts/judgeTexts';

/**
 * `{domain, language, context: messages, response, principle, fulfilment: "Yes" | "No"}` (nvidia/HelpSteer3, README.md,
 * principle; RLBFF, arXiv 2509.21319): each verdict of yes or no by a criterion, whose text is the principle. A
 * criterion whose weight is negative is a principle all the same: that it is fulfilled says nothing of whether that is
 * good.
 */
export const helpsteer3Principle = rowFormat({
  name: 'helpsteer3-principle',
  title: 'HelpSteer3-Principle: whether a response fulfills a principle',
  family: 'judges',
  trainers: [
    {
      name: 'RLBFF principle models (NeMo-RL)',
      command: loadedFiles('in place of nvidia/HelpSteer3, name="principle"'),
    },
  ],
  agreesOn: 'verdicts',
  *find(judged, options, notify) {
    for (const { value, ...verdict } of verdictsIn(judged, options, notify))
      if (typeof value === 'boolean') yield { ...verdict, value };
      else notify.drop(value === null ? 'not-applicable' : 'criterion-kind');
  },
  columns: {
    ...helpSteer3Columns,
    response: { rule: text, value: ({ response }) => responseText(response) },
    principle: {
      rule: text.min(1, 'is empty: nothing says what is to be fulfilled'),
      value: ({ criterion }) => criterion.text,
    },
    fulfilment: {
      rule: z.enum(['Yes', 'No'], 'is neither "Yes" nor "No"; of partly fulfilled principles there is no label'),
      value: ({ value }) => (value ? 'Yes' : 'No'),
    },
  },
  rules: { across: sameColumns },
});
