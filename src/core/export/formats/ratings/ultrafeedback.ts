import { ownValue } from '../../../model/text/ownValue';
import * as z from 'zod';
import type { Item, Response } from '../../../model/item/item';
import { critiquesOn } from '../../texts/critiqueText';
import type { ExportFormat } from '../../format';
import type { Fields } from '../../fields';
import { mean, rounded } from '../../derive/margins';
import { nonPairRows } from '../../builders/nonPairRow';
import { completionText, promptText } from '../../texts/plainText';
import { ratedIn, type Rated } from '../../derive/ratings';
import { text } from '../../formatRules';
import { loadedFiles } from '../../commands/loadAndEvaluate';

const overallName = 'overall_score';

/**
 * UltraFeedback as it was made: an instruction and its completions, each with a rating (as text, or "N/A") and a
 * rationale by aspect, an overall score and a critique (OpenBMB/UltraFeedback,
 * src/data_annotation/annotate_preference.py, annotate_critique.py). A row is an item as one annotator rated it, or all
 * of them (`aggregate`: the means). The overall score is the aspect of that name, or one that the project says is
 * overall; "fine-grained_score" is the mean of the others.
 */
export const ultrafeedback: ExportFormat = {
  name: 'ultrafeedback',
  title: 'Completions with ratings, rationales and critiques, as in UltraFeedback',
  family: 'attributes',
  shape: 'text',
  // Scripts that make pairs of it make a user's turn of the instruction (as those of
  // HuggingFaceH4/ultrafeedback_binarized).
  wraps: true,
  files: ['jsonl', 'json'],
  reals: ['completions[].overall_score', 'completions[].fine-grained_score'],
  names: ['models', 'model'],
  takes: ['aggregate', 'context', 'evidence', 'media'],
  agreesOn: 'ratings',
  rated: true,
  trainers: [{ name: 'UltraFeedback (scripts that binarize it by its ratings)', command: loadedFiles() }],
  *rows(judged, options, file, notify) {
    const { item, source } = judged;
    for (const rated of ratedIn(judged, options, notify)) {
      const annotations = [...new Set(rated.flatMap((each) => each.annotations))];
      const names = file.aspects?.map(({ name }) => name) ?? [
        ...new Set(rated.flatMap(({ values }) => [...values.keys()])),
      ];
      const overall =
        names.find((name) => name === overallName) ?? file.aspects?.find(({ scale }) => scale?.overall)?.name;
      const value = {
        source: textIn(source.metadata, 'source'),
        instruction: promptText(item),
        models: rated.map(({ response }) => response.model ?? ''),
        correct_answers: item.references && item.references.length > 0 ? item.references : ['None'],
        incorrect_answers: ['None'],
        completions: rated.map((each) =>
          completionOf(
            each,
            names.filter((name) => name !== overall),
            overall,
            item,
          ),
        ),
      };
      yield* nonPairRows(
        judged,
        {
          annotations,
          responses: rated.map(({ response }) => response),
          value,
          named: { responses: rated.map(({ response }) => response.id) },
        },
        'text',
        notify,
      );
    }
  },
  rules: {
    row: z.strictObject({
      source: z.string(),
      instruction: text.min(1, 'is empty'),
      models: z.array(z.string()),
      correct_answers: z.array(z.string()),
      incorrect_answers: z.array(z.string()),
      completions: z
        .array(
          z.strictObject({
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
          }),
        )
        .min(1, 'holds no completion'),
    }),
    silent: ({ completions }: Fields) =>
      Array.isArray(completions) &&
      completions.every((each: { overall_score?: unknown }) => each.overall_score === null)
        ? 'no completion has an overall score: scripts that make pairs from overall scores skip this row'
        : undefined,
  },
};

function completionOf(
  { response, values, notes, annotations }: Rated,
  aspects: readonly string[],
  overall: string | undefined,
  item: Item,
): Fields {
  const given = (aspect: string): string => {
    const value = values.get(aspect) ?? null;
    return value === null ? 'N/A' : String(value);
  };
  const fine = mean(aspects.flatMap((aspect) => values.get(aspect) ?? []));
  return {
    model: response.model ?? '',
    principle: ownText(response, 'principle'),
    custom_system_prompt: ownText(response, 'custom_system_prompt'),
    response: completionText(item, response),
    annotations: Object.fromEntries(
      aspects.map((aspect) => [aspect, { Rating: given(aspect), Rationale: notes.get(aspect) ?? 'N/A' }]),
    ),
    critique: critiquesOn(annotations, response.id),
    overall_score: overall === undefined ? null : (values.get(overall) ?? null),
    'fine-grained_score': fine === undefined ? null : rounded(fine),
  };
}

const ownText = ({ metadata }: Response, name: string): string => textIn(metadata, name);

function textIn(metadata: Readonly<Record<string, unknown>> | undefined, name: string): string {
  const value = metadata && ownValue(metadata, name);
  return typeof value === 'string' ? value : '';
}
