import * as z from 'zod';
import { rowFormat } from '../../builders/rowFormat';
import { loadedFiles } from '../../commands/loadAndEvaluate';
import { aspectOf, assertAttributes, ratedResponsesIn } from '../../derive/ratings';
import { text } from '../../formatRules';
import { helpsteerPrompt, oneAnswer } from '../../texts/helpSteerTemplate';

export const helpsteerAttributes = ['helpfulness', 'correctness', 'coherence', 'complexity', 'verbosity'] as const;
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
