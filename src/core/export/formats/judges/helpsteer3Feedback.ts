import { rowFormat } from '../../builders/rowFormat';
import { loadedFiles } from '../../commands/loadAndEvaluate';
import { sameColumns, text } from '../../formatRules';
import { feedbackColumn, feedbackLists, helpSteer3Columns } from '../../texts/helpsteer3';
import { responseText } from '../../texts/judgeTexts';

/**
 * `{domain, language, context: messages, response1, response2, feedback1: [text], feedback2: [text]}`
 * (nvidia/HelpSteer3, README.md, feedback): what each annotator wrote on two responses. The n-th of both lists are by
 * the same person; empty where they wrote on the other one only.
 */
export const helpsteer3Feedback = rowFormat({
  name: 'helpsteer3-feedback',
  title: 'HelpSteer3-Feedback: two responses with written feedback on each',
  family: 'judges',
  trainers: [
    {
      name: 'HelpSteer3 feedback models (NeMo-RL SFT on feedback)',
      command: loadedFiles('in place of nvidia/HelpSteer3, name="feedback"'),
    },
  ],
  perItem: true,
  *find({ item, annotations }, _options, notify) {
    const [first, second, ...others] = item.responses;
    if (!first || !second || others.length > 0) {
      notify.drop('not-two', annotations.length);
      return;
    }
    const [feedback1 = [], feedback2 = []] = feedbackLists(annotations, [first.id, second.id]);
    const responses = [first, second];
    if (feedback1.length === 0) notify.drop('no-words', annotations.length);
    else
      yield {
        annotations,
        first,
        second,
        feedback1,
        feedback2,
        responses,
        named: { responses: [first.id, second.id] },
      };
  },
  columns: {
    ...helpSteer3Columns,
    response1: { rule: text, value: ({ first }) => responseText(first) },
    response2: { rule: text, value: ({ second }) => responseText(second) },
    feedback1: { rule: feedbackColumn, value: ({ feedback1 }) => feedback1 },
    feedback2: { rule: feedbackColumn, value: ({ feedback2 }) => feedback2 },
  },
  rules: {
    between: (row) =>
      row.refine(
        ({ feedback1, feedback2 }) => feedback1.length === feedback2.length,
        'the two lists of feedback have different lengths, but entries at the same position must be by the same person',
      ),
    silent: ({ feedback1, feedback2 }) =>
      [...(feedback1 as string[]), ...(feedback2 as string[])].every((each) => each.trim() === '')
        ? 'there is no feedback on either response'
        : undefined,
    across: sameColumns,
  },
});
