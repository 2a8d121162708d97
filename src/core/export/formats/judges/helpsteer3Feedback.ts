import * as z from 'zod';
import type { ExportFormat } from '../../format';
import { feedbackColumn, feedbackLists, helpSteer3Columns, helpSteer3Context } from '../../texts/helpsteer3';
import { notesOn } from '../../builders/rowNotes';
import { rowOrigin } from '../../builders/pairFormat';
import { sameColumns, text } from '../../formatRules';
import { responseText } from '../../texts/judgeTexts';
import { loadedFiles } from '../../commands/loadAndEvaluate';

/**
 * `{domain, language, context: messages, response1, response2, feedback1: [text], feedback2: [text]}`
 * (nvidia/HelpSteer3, README.md, feedback): what each annotator wrote on two responses. The n-th of both lists are by
 * the same person; empty where they wrote on the other one only.
 */
export const helpsteer3Feedback: ExportFormat = {
  name: 'helpsteer3-feedback',
  title: 'HelpSteer3-Feedback: two responses with written feedback on each',
  family: 'judges',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [
    {
      name: 'HelpSteer3 feedback models (NeMo-RL SFT on feedback)',
      command: loadedFiles('in place of nvidia/HelpSteer3, name="feedback"'),
    },
  ],
  takes: ['context', 'evidence', 'media'],
  perItem: true,
  *rows({ item, context, annotations }, _options, _file, notify) {
    const [first, second, ...others] = item.responses;
    if (!first || !second || others.length > 0) {
      notify.drop('not-two', annotations.length);
      return;
    }
    const [feedback1 = [], feedback2 = []] = feedbackLists(annotations, [first.id, second.id]);
    if (feedback1.length === 0) {
      notify.drop('no-words', annotations.length);
      return;
    }
    notesOn(item, [first, second], 'messages', notify);
    if (context !== undefined) notify.note('under-context');
    yield {
      value: {
        ...helpSteer3Context(item),
        response1: responseText(first),
        response2: responseText(second),
        feedback1,
        feedback2,
      },
      from: { ...rowOrigin({ annotations, context }), responses: [first.id, second.id] },
    };
  },
  rules: {
    row: z
      .strictObject({
        ...helpSteer3Columns,
        response1: text,
        response2: text,
        feedback1: feedbackColumn,
        feedback2: feedbackColumn,
      })
      .refine(
        ({ feedback1, feedback2 }) => feedback1.length === feedback2.length,
        'the two lists of feedback have different lengths, but entries at the same position must be by the same person',
      ),
    silent: ({ feedback1, feedback2 }) =>
      [...(feedback1 as string[]), ...(feedback2 as string[])].every((each) => each.trim() === '')
        ? 'there is no feedback on either response'
        : undefined,
    across: sameColumns,
  },
};
