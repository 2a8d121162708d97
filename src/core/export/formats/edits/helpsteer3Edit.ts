import { rowFormat } from '../../builders/rowFormat';
import { loadedFiles } from '../../commands/loadAndEvaluate';
import { improvementsOf } from '../../derive/refinements';
import { sameColumns, text } from '../../formatRules';
import { feedbackColumn, feedbackLists, helpSteer3Columns } from '../../texts/helpsteer3';
import { responseText } from '../../texts/judgeTexts';

/**
 * `{domain, language, context: messages, original_response, edited_response, change_summary, feedback: [text]}`
 * (nvidia/HelpSteer3, README.md, edit): each refinement with the text that it was made of, the annotator's rationale as
 * the summary of the changes, and what everybody wrote on that text. An edit that its annotator judged worse than what
 * it was made of is no row.
 */
export const helpsteer3Edit = rowFormat({
  name: 'helpsteer3-edit',
  title: 'HelpSteer3-Edit: a response, feedback on it, and the edited response',
  family: 'judges',
  trainers: [
    {
      name: 'HelpSteer3 edit models (NeMo-RL SFT on edits)',
      command: loadedFiles('in place of nvidia/HelpSteer3, name="edit"'),
    },
  ],
  perItem: true,
  *find(judged, _options, notify) {
    const { annotations } = judged;
    const isEdited = annotations.some(({ judgement }) => judgement.refinements !== undefined);
    for (const annotation of annotations) {
      const { refinements, critiques } = annotation.judgement;
      // Whoever wrote feedback only is part of the rows of those who edited.
      if (!refinements && !(critiques && isEdited)) notify.drop('no-refinement');
      for (const { refinement, before, after } of improvementsOf(annotation, judged, notify.drop)) {
        // Others wrote on the response, and on texts of their own.
        const [feedback = []] = feedbackLists(refinement.of === undefined ? annotations : [annotation], [before.id]);
        const named = { response: refinement.response, round: refinement.round ?? 1 };
        yield { annotation, response: before, after, feedback, named };
      }
    }
  },
  columns: {
    ...helpSteer3Columns,
    original_response: { rule: text, value: ({ response }) => responseText(response) },
    edited_response: { rule: text, value: ({ after }) => after.text },
    change_summary: { rule: text, value: ({ annotation: { judgement } }) => judgement.rationale ?? '' },
    feedback: { rule: feedbackColumn, value: ({ feedback }) => feedback },
  },
  rules: {
    silent: ({ original_response: original, edited_response: edited }) =>
      original === edited ? 'the response was not edited: the model learns to change nothing' : undefined,
    across: sameColumns,
  },
});
