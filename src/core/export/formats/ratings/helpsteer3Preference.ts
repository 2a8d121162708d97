import * as z from 'zod';
import { critiquesOn } from '../../texts/critiqueText';
import type { ExportFormat } from '../../format';
import { trainerMessage } from '../../texts/messages';
import { nonPairRows } from '../../builders/nonPairRow';
import { neitherValid, scoredPairs } from '../../derive/preferenceScores';
import { messages, text } from '../../formatRules';
import { oneAnswer } from '../../texts/helpSteerTemplate';
import { loadedFiles } from '../../commands/loadAndEvaluate';

/**
 * HelpSteer3-Preference: `{domain, language, context: messages, response1, response2, overall_preference,
 * individual_preference: [{score, reasoning, feedback1, feedback2}]}` (nvidia/HelpSteer3, README.md, preference; read
 * by NVIDIA-NeMo/RL nemo_rl/data/datasets/preference_datasets/helpsteer3.py). A row is two responses with what all
 * annotators think of them, -3 to 3 with ties as 0 (`scoredPairs`); who found both bad has no score there. `feedback1`
 * and `feedback2` are their critiques.
 */
export const helpsteer3Preference: ExportFormat = {
  name: 'helpsteer3-preference',
  title: "Two responses with every annotator's signed strength, reasoning and feedback, as in HelpSteer3",
  family: 'votes',
  shape: 'messages',
  files: ['jsonl', 'json'],
  takes: ['criterion', 'context', 'evidence', 'media'],
  trainers: [
    { name: 'NeMo-RL (its HelpSteer3 reader, instead of the dataset that it downloads)', command: loadedFiles() },
  ],
  *rows(judged, options, _file, notify) {
    const { item, source } = judged;
    for (const { first, second, scores, overall } of scoredPairs(judged, options, notify)) {
      const [one, other] = [oneAnswer(first), oneAnswer(second)];
      if (one === undefined || other === undefined) {
        notify.drop('not-template');
        continue;
      }
      const valid = scores.filter(({ score }) => score !== neitherValid);
      notify.drop('not-strict', scores.length - valid.length);
      const value = {
        domain: typeof source.metadata?.domain === 'string' ? source.metadata.domain : 'general',
        language: item.language ?? (typeof source.metadata?.language === 'string' ? source.metadata.language : ''),
        context: item.prompt.map(trainerMessage),
        response1: one,
        response2: other,
        overall_preference: overall,
        individual_preference: valid.map(({ annotation, score }) => ({
          score,
          reasoning: annotation.judgement.rationale ?? '',
          feedback1: critiquesOn([annotation], first.id),
          feedback2: critiquesOn([annotation], second.id),
        })),
      };
      yield* nonPairRows(
        judged,
        {
          annotations: valid.map(({ annotation }) => annotation),
          responses: [first, second],
          value,
          named: { response1: first.id, response2: second.id },
        },
        'messages',
        notify,
      );
    }
  },
  rules: {
    row: z.strictObject({
      domain: z.string(),
      language: z.string(),
      context: messages('the conversation before the responses', 'is an empty list: there is nothing to answer'),
      response1: text,
      response2: text,
      overall_preference: z.int('must be a whole number from -3 to 3').min(-3, 'is below -3').max(3, 'is above 3'),
      individual_preference: z.array(
        z.strictObject({
          score: z.int().min(-3).max(3),
          reasoning: z.string(),
          feedback1: z.string(),
          feedback2: z.string(),
        }),
      ),
    }),
    silent: ({ overall_preference: overall }) =>
      overall === 0 ? 'a tie: NeMo-RL uses response1 as both the chosen and the rejected response' : undefined,
  },
};
