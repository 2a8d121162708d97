import * as z from 'zod';
import { improvementsOf } from '../../derive/refinements';
import type { ExportFormat } from '../../format';
import { feedbackColumn, feedbackLists, helpSteer3Columns, helpSteer3Context } from '../../texts/helpsteer3';
import { notesOn } from '../../builders/rowNotes';
import { rowOrigin } from '../../builders/pairFormat';
import { sameColumns, text } from '../../formatRules';
import { responseText } from '../../texts/judgeTexts';
import { loadedFiles } from '../../commands/loadAndEvaluate';

/**
 * `{domain, language, context: messages, original_response, edited_response, change_summary, feedback: [text]}`
 * (nvidia/HelpSteer3, README.md, edit): each refinement with the text that it was made of, the annotator's rationale as
 * the summary of the changes, and what everybody wrote on that text. An edit that its annotator judged worse than what
 * it was made of is no row.
 */
export const helpsteer3Edit: ExportFormat = {
  name: 'helpsteer3-edit',
  title: 'HelpSteer3-Edit: a response, feedback on it, and the edited response',
  family: 'judges',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [
    {
      name: 'HelpSteer3 edit models (NeMo-RL SFT on edits)',
      command: loadedFiles('in place of nvidia/HelpSteer3, name="edit"'),
    },
  ],
  takes: ['context', 'evidence', 'media'],
  perItem: true,
  *rows(judged, _options, _file, notify) {
    const { item, context, annotations } = judged;
    const isEdited = annotations.some(({ judgement }) => judgement.refinements !== undefined);
    for (const annotation of annotations) {
      const { refinements, rationale = '', critiques } = annotation.judgement;
      // Whoever wrote feedback only is part of the rows of those who edited.
      if (!refinements && !(critiques && isEdited)) notify.drop('no-refinement');
      for (const { refinement, before, after } of improvementsOf(annotation, judged, notify.drop)) {
        // Others wrote on the response, and on texts of their own.
        const [feedback = []] = feedbackLists(refinement.of === undefined ? annotations : [annotation], [before.id]);
        notesOn(item, [before], 'messages', notify);
        if (context !== undefined) notify.note('under-context');
        const value = {
          ...helpSteer3Context(item),
          original_response: responseText(before),
          edited_response: after.text,
          change_summary: rationale,
          feedback,
        };
        yield {
          value,
          from: {
            ...rowOrigin({ annotations: [annotation], context }),
            response: refinement.response,
            round: refinement.round ?? 1,
          },
        };
      }
    }
  },
  rules: {
    row: z.strictObject({
      ...helpSteer3Columns,
      original_response: text,
      edited_response: text,
      change_summary: text,
      feedback: feedbackColumn,
    }),
    silent: ({ original_response: original, edited_response: edited }) =>
      original === edited ? 'the response was not edited: the model learns to change nothing' : undefined,
    across: sameColumns,
  },
};
