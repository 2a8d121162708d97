import * as z from 'zod';
import type { Item, Response } from '../../../model/item/item';
import { ownValue } from '../../../model/text/ownValue';
import { rowFormat } from '../../builders/rowFormat';
import { loadedFiles } from '../../commands/loadAndEvaluate';
import { mean, rounded } from '../../derive/margins';
import { ratedIn, type Rated } from '../../derive/ratings';
import { text } from '../../formatRules';
import { promptTextOf } from '../../sharedColumns';
import { critiquesOn } from '../../texts/critiqueText';
import { completionText } from '../../texts/plainText';

const overallName = 'overall_score';

const completion = z.strictObject({
  model: z.string(),
  principle: z.string(),
  custom_system_prompt: z.string(),
  response: text,
  annotations: z.record(
    z.string(),
    z.strictObject({
      Rating: z
        .string(
          'must be text, "N/A" where it does not apply: what reads it calls float() on it or compares it with "N/A"',
        )
        .regex(
          /^(N\/A|-?\d+(\.\d+)?)$/,
          'is neither a number nor "N/A": "ValueError: could not convert string to float"',
        ),
      Rationale: z.string(),
    }),
  ),
  critique: z.string(),
  overall_score: z.number().nullable(),
  'fine-grained_score': z.number().nullable(),
});

/**
 * UltraFeedback as it was made: an instruction and its completions, each with a rating (as text, or "N/A") and a
 * rationale by aspect, an overall score and a critique (OpenBMB/UltraFeedback,
 * src/data_annotation/annotate_preference.py, annotate_critique.py). A row is an item as one annotator rated it, or all
 * of them (`aggregate`: the means). The overall score is the aspect of that name, or one that the project says is
 * overall; "fine-grained_score" is the mean of the others.
 */
export const ultrafeedback = rowFormat({
  name: 'ultrafeedback',
  title: 'Completions with ratings, rationales and critiques, as in UltraFeedback',
  family: 'attributes',
  shape: 'text',
  // Scripts that make pairs of it make a user's turn of the instruction (as those of
  // HuggingFaceH4/ultrafeedback_binarized).
  wraps: true,
  files: ['jsonl', 'json'],
  reals: ['completions[].overall_score', 'completions[].fine-grained_score'],
  names: ['model'],
  takes: ['aggregate', 'context', 'evidence', 'media'],
  agreesOn: 'ratings',
  rated: true,
  trainers: [{ name: 'UltraFeedback (scripts that binarize it by its ratings)', command: loadedFiles() }],
  *find(judged, options, notify, file) {
    for (const rated of ratedIn(judged, options, notify)) {
      const names = file.aspects?.map(({ name }) => name) ?? [
        ...new Set(rated.flatMap(({ values }) => [...values.keys()])),
      ];
      const responses = rated.map(({ response }) => response);
      yield {
        rated,
        names,
        overall: names.find((name) => name === overallName) ?? file.aspects?.find(({ scale }) => scale?.overall)?.name,
        annotations: [...new Set(rated.flatMap((each) => each.annotations))],
        responses,
        named: { responses: responses.map(({ id }) => id) },
      };
    }
  },
  columns: {
    source: { rule: z.string(), value: ({ source }) => textIn(source, 'source') },
    instruction: promptTextOf(),
    models: {
      rule: z.array(z.string()),
      value: ({ responses }) => responses.map(({ model }) => model ?? ''),
      isName: true,
    },
    correct_answers: {
      rule: z.array(z.string()),
      value: ({ item: { references = [] } }) => (references.length > 0 ? references : ['None']),
    },
    incorrect_answers: { rule: z.array(z.string()), value: () => ['None'] },
    completions: {
      rule: z.array(completion).min(1, 'holds no completion'),
      value: ({ item, rated, names, overall }) => {
        const aspects = names.filter((name) => name !== overall);
        return rated.map((each) => completionOf(each, aspects, overall, item));
      },
    },
  },
  rules: {
    silent: ({ completions }) =>
      Array.isArray(completions) &&
      completions.every((each: { overall_score?: unknown }) => each.overall_score === null)
        ? 'no completion has an overall score: scripts that make pairs from overall scores skip this row'
        : undefined,
  },
});

function completionOf(
  { response, values, notes, annotations }: Rated,
  aspects: readonly string[],
  overall: string | undefined,
  item: Item,
): z.infer<typeof completion> {
  const given = (aspect: string): string => {
    const value = values.get(aspect) ?? null;
    return value === null ? 'N/A' : String(value);
  };
  const fine = mean(aspects.flatMap((aspect) => values.get(aspect) ?? []));
  return {
    model: response.model ?? '',
    principle: textIn(response, 'principle'),
    custom_system_prompt: textIn(response, 'custom_system_prompt'),
    response: completionText(item, response),
    annotations: Object.fromEntries(
      aspects.map((aspect) => [aspect, { Rating: given(aspect), Rationale: notes.get(aspect) ?? 'N/A' }]),
    ),
    critique: critiquesOn(annotations, response.id),
    overall_score: overall === undefined ? null : (values.get(overall) ?? null),
    'fine-grained_score': fine === undefined ? null : rounded(fine),
  };
}

function textIn({ metadata }: Pick<Response, 'metadata'>, name: string): string {
  const value = metadata && ownValue(metadata, name);
  return typeof value === 'string' ? value : '';
}
