import * as z from 'zod';
import { rowFormat } from '../../builders/rowFormat';
import { loadedFiles } from '../../commands/loadAndEvaluate';
import { metadataText } from '../../derive/criteria';
import { neitherValid, scoredPairs } from '../../derive/preferenceScores';
import { aspectOf, assertAttributes, ratedResponsesIn } from '../../derive/ratings';
import { text } from '../../formatRules';
import { promptColumn } from '../../sharedColumns';
import { critiquesOn } from '../../texts/critiqueText';
import { helpsteerPrompt, oneAnswer } from '../../texts/helpSteerTemplate';

const helpsteerAttributes = ['helpfulness', 'correctness', 'coherence', 'complexity', 'verbosity'] as const;
const scale = { min: 0, max: 4, title: 'HelpSteer2' };

const attribute = (name: (typeof helpsteerAttributes)[number]) => ({
  rule: z
    .int('must be a whole number: NeMo-Aligner makes "attribute:None" of null and stops at it with "invalid sample"')
    .min(0, 'is below 0, the lowest of HelpSteer2')
    .max(4, 'is above 4, the highest of HelpSteer2'),
  value: ({ given }: { readonly given: ReadonlyMap<string, number> }) => given.get(name) ?? 0,
});

/**
 * HelpSteer2, `{prompt, response, helpfulness, correctness, coherence, complexity, verbosity}`: five whole numbers from
 * 0 to 4 a response (nvidia/HelpSteer2, README.md; read by NVIDIA/NeMo-Aligner
 * examples/nlp/data/steerlm/preprocess_helpsteer2_data.py). Aspects stand for the attributes of their name
 * (`attributes` names others); one whose scale is not 0 to 4 is refused, and a response that lacks one is left out. Of
 * several annotators (`aggregate`) the mean, rounded to a whole number, as NVIDIA made theirs (Z. Wang et al.,
 * HelpSteer2, 2024).
 */
export const helpsteer2 = rowFormat({
  name: 'helpsteer2',
  title: 'Five ratings from 0 to 4, as in HelpSteer2',
  family: 'attributes',
  shape: 'text',
  template: true,
  takes: ['aggregate', 'attributes', 'context', 'evidence', 'media'],
  agreesOn: 'ratings',
  rated: true,
  trainers: [
    {
      name: 'NeMo-Aligner (SteerLM: in preprocess_helpsteer2_data.py, instead of the dataset that it downloads)',
      command: loadedFiles(),
    },
    { name: 'RLHFlow (ArmoRM preparation)', command: loadedFiles() },
  ],
  *find(judged, options, notify, file) {
    assertAttributes(helpsteerAttributes, scale, file, options);
    const prompt = helpsteerPrompt(judged.item);
    for (const { annotations, response, values } of ratedResponsesIn(judged, options, notify)) {
      const answer = oneAnswer(response);
      const given = new Map(
        helpsteerAttributes.flatMap((name) => {
          const value = values.get(aspectOf(name, values.keys(), options) ?? '') ?? undefined;
          return value === undefined
            ? []
            : [[name, options.aggregate === undefined ? value : Math.round(value)] as const];
        }),
      );
      if (prompt === undefined || answer === undefined) notify.drop('not-template');
      else if (given.size < helpsteerAttributes.length) notify.drop('missing-rating');
      else if (![...given.values()].every(isLevel)) notify.drop('off-scale');
      else yield { annotations, response, prompt, answer, given };
    }
  },
  columns: {
    prompt: { rule: text.min(1, 'is empty'), value: ({ prompt }) => prompt },
    response: { rule: text, value: ({ answer }) => answer },
    helpfulness: attribute('helpfulness'),
    correctness: attribute('correctness'),
    coherence: attribute('coherence'),
    complexity: attribute('complexity'),
    verbosity: attribute('verbosity'),
  },
});

const isLevel = (value: number): boolean => Number.isInteger(value) && value >= scale.min && value <= scale.max;

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

/**
 * HelpSteer3-Preference: `{domain, language, context: messages, response1, response2, overall_preference,
 * individual_preference: [{score, reasoning, feedback1, feedback2}]}` (nvidia/HelpSteer3, README.md, preference; read
 * by NVIDIA-NeMo/RL nemo_rl/data/datasets/preference_datasets/helpsteer3.py). A row is two responses with what all
 * annotators think of them, -3 to 3 with ties as 0 (`scoredPairs`); who found both bad has no score there. `feedback1`
 * and `feedback2` are their critiques.
 */
export const helpsteer3Preference = rowFormat({
  name: 'helpsteer3-preference',
  toolsIn: 'system',
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
