import * as z from 'zod';
import { helpsteerPrompt, oneAnswer } from '../../texts/helpSteerTemplate';
import type { ExportFormat } from '../../format';
import { nonPairRows } from '../../builders/nonPairRow';
import { neitherValid, scoredPairs } from '../../derive/preferenceScores';
import { text } from '../../formatRules';
import { loadedFiles } from '../../commands/loadAndEvaluate';

/**
 * HelpSteer2-Preference: `{prompt, response_1, response_2, preference_strength, preference_statement,
 * preference_elaboration, three_most_similar_preferences, all_preferences_unprocessed}` (nvidia/HelpSteer2, README.md,
 * preference). A row is two responses with what all annotators think of them, -3 to 3 with ties as 0, and -100 in each
 * annotator's own where both are bad; `preference_strength` is what they come to together (`scoredPairs`). The
 * elaboration is the rationale of the first of the most similar who agrees with it; annotators here state no preference
 * in words beside that, so the statement is empty.
 */
export const helpsteer2Preference: ExportFormat = {
  name: 'helpsteer2-preference',
  title: 'Two responses with signed strengths and reasons, as in HelpSteer2-Preference',
  family: 'votes',
  shape: 'text',
  files: ['jsonl', 'json'],
  takes: ['criterion', 'context', 'evidence', 'media'],
  trainers: [{ name: 'HelpSteer2-Preference (its readers)', command: loadedFiles() }],
  *rows(judged, options, _file, notify) {
    const prompt = helpsteerPrompt(judged.item);
    for (const { first, second, scores, similar, overall } of scoredPairs(judged, options, notify)) {
      const [one, other] = [oneAnswer(first), oneAnswer(second)];
      if (prompt === undefined || one === undefined || other === undefined) {
        notify.drop('not-template');
        continue;
      }
      const value = {
        prompt,
        response_1: one,
        response_2: other,
        preference_strength: overall,
        preference_statement: '',
        preference_elaboration:
          (similar.find(({ score }) => score === overall) ?? similar[0])?.annotation.judgement.rationale ?? '',
        three_most_similar_preferences: similar.map(({ annotation, score }) => ({
          statement: '',
          elaboration: annotation.judgement.rationale ?? '',
          strength: score,
        })),
        all_preferences_unprocessed: scores.map(({ annotation, score }) => ({
          strength: score,
          justification: annotation.judgement.rationale ?? '',
        })),
      };
      yield* nonPairRows(
        judged,
        {
          annotations: scores.map(({ annotation }) => annotation),
          responses: [first, second],
          value,
          named: { response_1: first.id, response_2: second.id },
        },
        'own-text',
        notify,
      );
    }
  },
  rules: {
    row: z.strictObject({
      prompt: text.min(1, 'is empty'),
      response_1: text,
      response_2: text,
      preference_strength: z.int('must be a whole number from -3 to 3').min(-3, 'is below -3').max(3, 'is above 3'),
      preference_statement: z.string(),
      preference_elaboration: z.string(),
      three_most_similar_preferences: z
        .array(z.strictObject({ statement: z.string(), elaboration: z.string(), strength: z.int().min(-3).max(3) }))
        .max(3, 'has more than three'),
      all_preferences_unprocessed: z.array(
        z.strictObject({
          strength: z.union(
            [z.literal(neitherValid), z.int().min(-3).max(3)],
            'must be a whole number from -3 to 3, or -100 if neither response is valid',
          ),
          justification: z.string(),
        }),
      ),
    }),
    silent: ({ preference_strength: strength }) =>
      strength === 0 ? 'a tie: leave it out when you make pairs from this file' : undefined,
  },
};
