import * as z from 'zod';
import { judgedResponses } from '../../../model/item/judgedResponses';
import { rowFormat } from '../../builders/rowFormat';
import { axolotl, trl } from '../../commands/fineTuningTools';
import { sameColumns } from '../../formatRules';
import { critiqueTask } from '../../judges/critiqueTask';
import { labelledCritiqueText } from '../../texts/judgeTexts';
import { answerOf, judgeTurns } from './judgeAbsolute';

/**
 * `{messages: [user: prompt and response, assistant: critique]}` (UltraCM of UltraFeedback, arXiv 2310.01377, is
 * trained on such): each critique in words, its strengths, weaknesses and suggestion under their names.
 */
export const critiqueSft = rowFormat({
  name: 'critique-sft',
  title: 'Critiques for supervised fine-tuning: a prompt and a response, then its critique',
  family: 'judges',
  trainers: [
    { name: 'TRL SFT', command: trl('sft') },
    { name: 'axolotl (chat_template)', command: axolotl(['type: chat_template', 'field_messages: messages']) },
  ],
  tells: 'context',
  *find({ item, annotations }, _options, notify) {
    for (const annotation of annotations) {
      const { critiques = [] } = annotation.judgement;
      const responses = new Map(judgedResponses(item, annotation.judgement).map((response) => [response.id, response]));
      if (critiques.length === 0) notify.drop('nothing-of-it');
      for (const critique of critiques) {
        const response = responses.get(critique.response);
        const words = labelledCritiqueText(critique);
        if (!response) notify.drop('stale');
        else if (words === '') notify.drop('no-words');
        else yield { annotation, response, words };
      }
    }
  },
  columns: {
    messages: {
      rule: judgeTurns(
        z.string().regex(/\[Response\]\n/, 'does not hold the response ("[Response]") that the critique is of'),
        z.string(),
        'must be the task (user) and the critique (assistant)',
      ),
      value: ({ item, response, words }) => [
        critiqueTask(item, response),
        { role: 'assistant' as const, content: words },
      ],
    },
  },
  rules: {
    silent: (row) =>
      answerOf(row).trim() === '' ? 'the critique is empty: the model learns to give empty answers' : undefined,
    across: sameColumns,
  },
});
