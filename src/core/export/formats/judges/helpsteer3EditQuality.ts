import type { Response } from '../../../model/item/item';
import { rowFormat } from '../../builders/rowFormat';
import { loadedFiles } from '../../commands/loadAndEvaluate';
import { choosePairs } from '../../derive/choosePairs';
import { pairFilter } from '../../derive/pairFilter';
import type { Pair } from '../../derive/pairs';
import { preferencesOf } from '../../derive/preferences';
import { isOfSameText } from '../../derive/refinements';
import type { DropReason } from '../../dropReasons';
import type { Judged } from '../../format';
import { sameColumns, text } from '../../formatRules';
import { explainedPairOptions } from '../../judges/orderedPairs';
import { feedbackColumn, feedbackLists, helpSteer3Columns } from '../../texts/helpsteer3';
import { responseText } from '../../texts/judgeTexts';

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
