import * as z from 'zod';
import { judgedResponses } from '../../../model/item/judgedResponses';
import type { ExportFormat } from '../../format';
import { critiqueTask } from '../../judges/critiqueTask';
import { rowOrigin } from '../../builders/pairFormat';
import { sameColumns } from '../../formatRules';
import { labelledCritiqueText } from '../../texts/judgeTexts';
import { axolotl, trl } from '../../commands/fineTuningTools';
import { answerOf } from './judgeAbsolute';

/**
 * `{messages: [user: prompt and response, assistant: critique]}` (UltraCM of UltraFeedback, arXiv 2310.01377, is
 * trained on such): each critique in words, its strengths, weaknesses and suggestion under their names.
 */
export const critiqueSft: ExportFormat = {
  name: 'critique-sft',
  title: 'Critiques for supervised fine-tuning: a prompt and a response, then its critique',
  family: 'judges',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [
    { name: 'TRL SFT', command: trl('sft') },
    { name: 'axolotl (chat_template)', command: axolotl(['type: chat_template', 'field_messages: messages']) },
  ],
  takes: ['context', 'evidence', 'media'],
  *rows({ item, context, annotations }, _options, _file, notify) {
    for (const annotation of annotations) {
      const { critiques = [] } = annotation.judgement;
      const responses = new Map(judgedResponses(item, annotation.judgement).map((response) => [response.id, response]));
      if (critiques.length === 0) notify.drop('nothing-of-it');
      for (const critique of critiques) {
        const response = responses.get(critique.response);
        const words = labelledCritiqueText(critique);
        if (!response) notify.drop('stale');
        else if (words === '') notify.drop('no-words');
        else {
          if (context !== undefined) notify.note('under-context');
          yield {
            value: { messages: [critiqueTask(item, response), { role: 'assistant', content: words }] },
            from: { ...rowOrigin({ annotations: [annotation], context }), response: response.id },
          };
        }
      }
    }
  },
  rules: {
    row: z.strictObject({
      messages: z.tuple(
        [
          z.strictObject({
            role: z.literal('user'),
            content: z
              .string()
              .regex(/\[Response\]\n/, 'does not hold the response ("[Response]") that the critique is of'),
          }),
          z.strictObject({ role: z.literal('assistant'), content: z.string() }),
        ],
        'must be the task (user) and the critique (assistant)',
      ),
    }),
    silent: (row) =>
      answerOf(row).trim() === '' ? 'the critique is empty: the model learns to give empty answers' : undefined,
    across: sameColumns,
  },
};
