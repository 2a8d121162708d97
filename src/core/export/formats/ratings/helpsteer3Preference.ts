import * as z from 'zod';
import { rowFormat } from '../../builders/rowFormat';
import { loadedFiles } from '../../commands/loadAndEvaluate';
import { metadataText } from '../../derive/criteria';
import { neitherValid, scoredPairs } from '../../derive/preferenceScores';
import { text } from '../../formatRules';
import { promptColumn } from '../../sharedColumns';
import { critiquesOn } from '../../texts/critiqueText';
import { oneAnswer } from '../../texts/helpSteerTemplate';

/**
 * HelpSteer3-Preference: `{domain, language, context: messages, response1, response2, overall_preference,
 * individual_preference: [{score, reasoning, feedback1, feedback2}]}` (nvidia/HelpSteer3, README.md, preference; read
 * by NVIDIA-NeMo/RL nemo_rl/data/datasets/preference_datasets/helpsteer3.py). A row is two responses with what all
 * annotators think of them, -3 to 3 with ties as 0 (`scoredPairs`); who found both bad has no score there. `feedback1`
 * and `feedback2` are their critiques.
 */
export const helpsteer3Preference = rowFormat({
  name: 'helpsteer3-preference',
  title: "Two responses with every annotator's signed strength, reasoning and feedback, as in HelpSteer3",
  family: 'votes',
  files: ['jsonl', 'json'],
  takes: ['criterion', 'context', 'evidence', 'media'],
  trainers: [
    { name: 'NeMo-RL (its HelpSteer3 reader, instead of the dataset that it downloads)', command: loadedFiles() },
  ],
  *find(judged, options, notify) {
    for (const { first, second, scores, overall } of scoredPairs(judged, options, notify)) {
      const [one, other] = [oneAnswer(first), oneAnswer(second)];
      if (one === undefined || other === undefined) {
        notify.drop('not-template');
        continue;
      }
      const valid = scores.filter(({ score }) => score !== neitherValid);
      notify.drop('not-strict', scores.length - valid.length);
      yield {
        first,
        second,
        one,
        other,
        overall,
        valid,
        annotations: valid.map(({ annotation }) => annotation),
        responses: [first, second],
        named: { response1: first.id, response2: second.id },
      };
    }
  },
  columns: {
    domain: { rule: z.string(), value: ({ source }) => metadataText(source, 'domain') ?? 'general' },
    language: {
      rule: z.string(),
      value: ({ item, source }) => item.language ?? metadataText(source, 'language') ?? '',
    },
    context: promptColumn('the conversation before the responses', 'is an empty list: there is nothing to answer'),
    response1: { rule: text, value: ({ one }) => one },
    response2: { rule: text, value: ({ other }) => other },
    overall_preference: {
      rule: z.int('must be a whole number from -3 to 3').min(-3, 'is below -3').max(3, 'is above 3'),
      value: ({ overall }) => overall,
    },
    individual_preference: {
      rule: z.array(
        z.strictObject({
          score: z.int().min(-3).max(3),
          reasoning: z.string(),
          feedback1: z.string(),
          feedback2: z.string(),
        }),
      ),
      value: ({ valid, first, second }) =>
        valid.map(({ annotation, score }) => ({
          score,
          reasoning: annotation.judgement.rationale ?? '',
          feedback1: critiquesOn([annotation], first.id),
          feedback2: critiquesOn([annotation], second.id),
        })),
    },
  },
  rules: {
    silent: (row) =>
      row.overall_preference === 0
        ? 'a tie: NeMo-RL uses response1 as both the chosen and the rejected response'
        : undefined,
  },
});
