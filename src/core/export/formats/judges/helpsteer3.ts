import * as z from 'zod';
import type { Response } from '../../../model/item/item';
import { rowFormat } from '../../builders/rowFormat';
import { loadedFiles } from '../../commands/loadAndEvaluate';
import { choosePairs } from '../../derive/choosePairs';
import { pairFilter } from '../../derive/pairFilter';
import type { Pair } from '../../derive/pairs';
import { preferencesOf } from '../../derive/preferences';
import { improvementsOf, isOfSameText } from '../../derive/refinements';
import { verdictsIn } from '../../derive/verdicts';
import type { DropReason } from '../../dropReasons';
import type { Judged } from '../../format';
import { sameColumns, text } from '../../formatRules';
import { explainedPairOptions } from '../../judges/orderedPairs';
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

/**
 * The text that both sides of a pair were made of: by refining it, or as HelpSteer3 has it beside two edits of it; why
 * there is none otherwise.
 */
function originalOf({ chosen, rejected, annotations }: Pair, { item, source }: Judged): Response | DropReason {
  const made = annotations.flatMap((annotation): (Response | DropReason)[] => {
    const { refinements = [] } = annotation.judgement;
    const [one, other] = [chosen, rejected].map(({ id }) => refinements.find((each) => each.id === id));
    if (!one || one.response !== other?.response) return [];
    const response = item.responses.find(({ id }) => id === one.response);
    if (!response) return [];
    return [[one, other].every((each) => isOfSameText(annotation, each, source)) ? response : 'original-changed'];
  });
  const beside = item.responses.find(({ id }) => id === 'original_response');
  return made[0] ?? (beside && beside.id !== chosen.id && beside.id !== rejected.id ? beside : 'not-two-edits');
}

/**
 * `{domain, language, context: messages, original_response, good_edited_response, bad_edited_response, feedback:
 * [text]}` (nvidia/HelpSteer3, README.md, edit_quality): two edits of one response of which one is preferred.
 * HelpSteer3's own are preferred by the criterion "follows the feedback" only.
 */
export const helpsteer3EditQuality = rowFormat({
  name: 'helpsteer3-edit-quality',
  title: 'HelpSteer3-Edit-Quality: two edits of a response, and which one is better',
  family: 'judges',
  trainers: [
    {
      name: 'HelpSteer3 edit models (reward model on edits)',
      command: loadedFiles('in place of nvidia/HelpSteer3, name="edit_quality"'),
    },
  ],
  takes: explainedPairOptions,
  perItem: true,
  *find(judged, options, notify) {
    for (const pairs of preferencesOf(judged, options, notify)) {
      const wanted = choosePairs(pairs, options.pairs ?? 'all');
      notify.drop('not-chosen', pairs.length - wanted.length);
      for (const pair of wanted) {
        const original = originalOf(pair, judged);
        const refusal = typeof original === 'string' ? original : pairFilter(pair, options);
        if (refusal || typeof original === 'string') {
          notify.drop(refusal ?? 'not-two-edits');
          continue;
        }
        const { annotations, chosen, rejected } = pair;
        const [feedback = []] = feedbackLists(judged.annotations, [original.id]);
        yield {
          annotations,
          chosen,
          rejected,
          original,
          feedback,
          responses: [original, chosen, rejected],
          named: { chosen: chosen.id, rejected: rejected.id },
        };
      }
    }
  },
  columns: {
    ...helpSteer3Columns,
    original_response: { rule: text, value: ({ original }) => responseText(original) },
    good_edited_response: { rule: text, value: ({ chosen }) => responseText(chosen) },
    bad_edited_response: { rule: text, value: ({ rejected }) => responseText(rejected) },
    feedback: { rule: feedbackColumn, value: ({ feedback }) => feedback },
  },
  rules: {
    silent: ({ good_edited_response: good, bad_edited_response: bad }) =>
      good === bad ? 'the two edits are the same, so neither is better' : undefined,
    across: sameColumns,
  },
});

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
