import * as z from 'zod';
import { judgedResponses } from '../../../model/item/judgedResponses';
import { criterionNamed } from '../../derive/criteria';
import type { ExportFormat } from '../../format';
import { helpSteer3Columns, helpSteer3Context } from '../../texts/helpsteer3';
import { notesOn } from '../../builders/rowNotes';
import { rowOrigin } from '../../builders/pairFormat';
import { sameColumns, text } from '../../formatRules';
import { responseText } from '../../texts/judgeTexts';
import { loadedFiles } from '../../commands/loadAndEvaluate';

/**
 * `{domain, language, context: messages, response, principle, fulfilment: "Yes" | "No"}` (nvidia/HelpSteer3, README.md,
 * principle; RLBFF, arXiv 2509.21319): each verdict of yes or no by a criterion, whose text is the principle. A
 * criterion whose weight is negative is a principle all the same: that it is fulfilled says nothing of whether that is
 * good.
 */
export const helpsteer3Principle: ExportFormat = {
  name: 'helpsteer3-principle',
  title: 'HelpSteer3-Principle: whether a response fulfills a principle',
  family: 'judges',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [
    {
      name: 'RLBFF principle models (NeMo-RL)',
      command: loadedFiles('in place of nvidia/HelpSteer3, name="principle"'),
    },
  ],
  takes: ['context', 'evidence', 'media'],
  agreesOn: 'verdicts',
  *rows(judged, _options, _file, notify) {
    const { item, context, annotations } = judged;
    for (const annotation of annotations) {
      const responses = judgedResponses(item, annotation.judgement);
      const { verdicts = [] } = annotation.judgement;
      if (verdicts.length === 0) notify.drop('nothing-of-it');
      for (const { response: id, criterion: name, value } of verdicts) {
        const response = responses.find((each) => each.id === id);
        if (!response) notify.drop('stale');
        else if (typeof value !== 'boolean') notify.drop(value === null ? 'not-applicable' : 'criterion-kind');
        else {
          const principle = criterionNamed(judged, annotation, name)?.criterion.text ?? name;
          notesOn(item, [response], 'messages', notify);
          if (context !== undefined) notify.note('under-context');
          yield {
            value: {
              ...helpSteer3Context(item),
              response: responseText(response),
              principle,
              fulfilment: value ? 'Yes' : 'No',
            },
            from: { ...rowOrigin({ annotations: [annotation], context }), response: id, criterion: name },
          };
        }
      }
    }
  },
  rules: {
    row: z.strictObject({
      ...helpSteer3Columns,
      response: text,
      principle: text.min(1, 'is empty: nothing says what is to be fulfilled'),
      fulfilment: z.enum(['Yes', 'No'], 'is neither "Yes" nor "No"; of partly fulfilled principles there is no label'),
    }),
    across: sameColumns,
  },
};
