import * as z from 'zod';
import { helpsteerPrompt, oneAnswer } from '../../texts/helpSteerTemplate';
import type { ExportFormat } from '../../format';
import { nonPairRows } from '../../builders/nonPairRow';
import { aspectOf, assertAttributes, ratedIn } from '../../derive/ratings';
import { text } from '../../formatRules';
import { loadedFiles } from '../../commands/loadAndEvaluate';

export const helpsteerAttributes = ['helpfulness', 'correctness', 'coherence', 'complexity', 'verbosity'] as const;
const scale = { min: 0, max: 4, title: 'HelpSteer2' };

/**
 * HelpSteer2, `{prompt, response, helpfulness, correctness, coherence, complexity, verbosity}`: five whole numbers from
 * 0 to 4 a response (nvidia/HelpSteer2, README.md; read by NVIDIA/NeMo-Aligner
 * examples/nlp/data/steerlm/preprocess_helpsteer2_data.py). Aspects stand for the attributes of their name
 * (`attributes` names others); one whose scale is not 0 to 4 is refused, and a response that lacks one is left out. Of
 * several annotators (`aggregate`) the mean, rounded to a whole number, as NVIDIA made theirs (Z. Wang et al.,
 * HelpSteer2, 2024).
 */
export const helpsteer2: ExportFormat = {
  name: 'helpsteer2',
  title: 'Five ratings from 0 to 4, as in HelpSteer2',
  family: 'attributes',
  shape: 'text',
  files: ['jsonl', 'json', 'parquet'],
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
  *rows(judged, options, file, notify) {
    assertAttributes(helpsteerAttributes, scale, file, options);
    const prompt = helpsteerPrompt(judged.item);
    for (const { annotations, response, values } of [...ratedIn(judged, options, notify)].flat()) {
      const answer = oneAnswer(response);
      const given = helpsteerAttributes.map((attribute) => {
        const value = values.get(aspectOf(attribute, values.keys(), options) ?? '');
        return options.aggregate === undefined || typeof value !== 'number' ? value : Math.round(value);
      });
      const refusal =
        prompt === undefined || answer === undefined
          ? 'not-template'
          : given.some((value) => typeof value !== 'number')
            ? 'missing-rating'
            : given.every(isLevel)
              ? undefined
              : 'off-scale';
      if (refusal) notify.drop(refusal);
      else
        yield* nonPairRows(
          judged,
          {
            annotations,
            responses: [response],
            value: {
              prompt,
              response: answer,
              ...Object.fromEntries(helpsteerAttributes.map((attribute, i) => [attribute, given[i]])),
            },
            named: { response: response.id },
          },
          'own-text',
          notify,
        );
    }
  },
  rules: {
    row: z.strictObject({
      prompt: text.min(1, 'is empty'),
      response: text,
      ...(Object.fromEntries(
        helpsteerAttributes.map((attribute) => [
          attribute,
          z
            .int(
              'must be a whole number: NeMo-Aligner makes "attribute:None" of null and stops at it with "invalid sample"',
            )
            .min(0, 'is below 0, the lowest of HelpSteer2')
            .max(4, 'is above 4, the highest of HelpSteer2'),
        ]),
      ) as Record<(typeof helpsteerAttributes)[number], z.ZodInt>),
    }),
  },
};

const isLevel = (value: number | null | undefined): boolean =>
  Number.isInteger(value) && Number(value) >= scale.min && Number(value) <= scale.max;
