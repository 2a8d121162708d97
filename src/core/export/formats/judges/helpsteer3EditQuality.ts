import * as z from 'zod';
import type { Response } from '../../../model/item/item';
import { choosePairs } from '../../derive/choosePairs';
import type { DropReason } from '../../dropReasons';
import type { ExportFormat, Judged } from '../../format';
import { feedbackColumn, feedbackLists, helpSteer3Columns, helpSteer3Context } from '../../texts/helpsteer3';
import { notesOn } from '../../builders/rowNotes';
import { rowOrigin } from '../../builders/pairFormat';
import type { Pair } from '../../derive/pairs';
import { preferencesOf } from '../../derive/preferences';
import { isOfSameText } from '../../derive/refinements';
import { pairFilter } from '../../derive/pairFilter';
import { sameColumns, text } from '../../formatRules';
import { responseText } from '../../texts/judgeTexts';
import { loadedFiles } from '../../commands/loadAndEvaluate';

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
export const helpsteer3EditQuality: ExportFormat = {
  name: 'helpsteer3-edit-quality',
  title: 'HelpSteer3-Edit-Quality: two edits of a response, and which one is better',
  family: 'judges',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [
    {
      name: 'HelpSteer3 edit models (reward model on edits)',
      command: loadedFiles('in place of nvidia/HelpSteer3, name="edit_quality"'),
    },
  ],
  takes: [
    'criterion',
    'pairs',
    'aggregate',
    'minStrength',
    'maxSimilarity',
    'maxLengthRatio',
    'context',
    'evidence',
    'media',
  ],
  perItem: true,
  *rows(judged, options, _file, notify) {
    const { item, context, annotations } = judged;
    for (const pairs of preferencesOf(judged, options, notify)) {
      const chosen = choosePairs(pairs, options.pairs ?? 'all');
      notify.drop('not-chosen', pairs.length - chosen.length);
      for (const pair of chosen) {
        const original = originalOf(pair, judged);
        if (typeof original === 'string') {
          notify.drop(original);
          continue;
        }
        const refusal = pairFilter(pair, options);
        if (refusal) {
          notify.drop(refusal);
          continue;
        }
        const [feedback = []] = feedbackLists(annotations, [original.id]);
        notesOn(item, [original, pair.chosen, pair.rejected], 'messages', notify);
        if (context !== undefined) notify.note('under-context');
        const value = {
          ...helpSteer3Context(item),
          original_response: responseText(original),
          good_edited_response: responseText(pair.chosen),
          bad_edited_response: responseText(pair.rejected),
          feedback,
        };
        yield { value, from: { ...rowOrigin(pair), chosen: pair.chosen.id, rejected: pair.rejected.id } };
      }
    }
  },
  rules: {
    row: z.strictObject({
      ...helpSteer3Columns,
      original_response: text,
      good_edited_response: text,
      bad_edited_response: text,
      feedback: feedbackColumn,
    }),
    silent: ({ good_edited_response: good, bad_edited_response: bad }) =>
      good === bad ? 'the two edits are the same, so neither is better' : undefined,
    across: sameColumns,
  },
};
