import * as z from 'zod';
import { rowFormat } from '../../builders/rowFormat';
import { loadedFiles } from '../../commands/loadAndEvaluate';
import { neitherValid, scoredPairs } from '../../derive/preferenceScores';
import { text } from '../../formatRules';
import { helpsteerPrompt, oneAnswer } from '../../texts/helpSteerTemplate';

const strength = z.int().min(-3).max(3);

/**
 * HelpSteer2-Preference: `{prompt, response_1, response_2, preference_strength, preference_statement,
 * preference_elaboration, three_most_similar_preferences, all_preferences_unprocessed}` (nvidia/HelpSteer2, README.md,
 * preference). A row is two responses with what all annotators think of them, -3 to 3 with ties as 0, and -100 in each
 * annotator's own where both are bad; `preference_strength` is what they come to together (`scoredPairs`). The
 * elaboration is the rationale of the first of the most similar who agrees with it; annotators here state no preference
 * in words beside that, so the statement is empty.
 */
export const helpsteer2Preference = rowFormat({
  name: 'helpsteer2-preference',
  title: 'Two responses with signed strengths and reasons, as in HelpSteer2-Preference',
  family: 'votes',
  shape: 'text',
  template: true,
  files: ['jsonl', 'json'],
  takes: ['criterion', 'context', 'evidence', 'media'],
  trainers: [{ name: 'HelpSteer2-Preference (its readers)', command: loadedFiles() }],
  *find(judged, options, notify) {
    const prompt = helpsteerPrompt(judged.item);
    for (const { first, second, ...scored } of scoredPairs(judged, options, notify)) {
      const [one, other] = [oneAnswer(first), oneAnswer(second)];
      if (prompt === undefined || one === undefined || other === undefined) notify.drop('not-template');
      else
        yield {
          ...scored,
          prompt,
          one,
          other,
          annotations: scored.scores.map(({ annotation }) => annotation),
          responses: [first, second],
          named: { response_1: first.id, response_2: second.id },
        };
    }
  },
  columns: {
    prompt: { rule: text.min(1, 'is empty'), value: ({ prompt }) => prompt },
    response_1: { rule: text, value: ({ one }) => one },
    response_2: { rule: text, value: ({ other }) => other },
    preference_strength: {
      rule: z.int('must be a whole number from -3 to 3').min(-3, 'is below -3').max(3, 'is above 3'),
      value: ({ overall }) => overall,
    },
    preference_statement: { rule: z.string(), value: () => '' },
    preference_elaboration: {
      rule: z.string(),
      value: ({ similar, overall }) =>
        (similar.find(({ score }) => score === overall) ?? similar[0])?.annotation.judgement.rationale ?? '',
    },
    three_most_similar_preferences: {
      rule: z
        .array(z.strictObject({ statement: z.string(), elaboration: z.string(), strength }))
        .max(3, 'has more than three'),
      value: ({ similar }) =>
        similar.map(({ annotation: { judgement }, score }) => ({
          statement: '',
          elaboration: judgement.rationale ?? '',
          strength: score,
        })),
    },
    all_preferences_unprocessed: {
      rule: z.array(
        z.strictObject({
          strength: z.union(
            [z.literal(neitherValid), strength],
            'must be a whole number from -3 to 3, or -100 if neither response is valid',
          ),
          justification: z.string(),
        }),
      ),
      value: ({ scores }) =>
        scores.map(({ annotation: { judgement }, score }) => ({
          strength: score,
          justification: judgement.rationale ?? '',
        })),
    },
  },
  rules: {
    silent: (row) =>
      row.preference_strength === 0 ? 'a tie: leave it out when you make pairs from this file' : undefined,
  },
});
