import * as z from 'zod';
import { rowFormat } from '../../builders/rowFormat';
import { loadedFolder } from '../../commands/loadAndEvaluate';
import { sameColumns, text } from '../../formatRules';
import { explainedPairOptions } from '../../judges/orderedPairs';
import { endsWithLetter, withResult } from '../../judges/prometheus';
import { conversationText, responseText } from '../../texts/judgeTexts';
import { askedPairs } from './judgePairwise';

/**
 * `{instruction, output, orig_instruction, orig_response_A, orig_response_B, orig_reference_answer, orig_criteria,
 * orig_feedback, orig_preference: "A" | "B"}` (dataset card of Preference-Collection;
 * `train/recipes/prometheus-v2.0/prepare_dataset.py` makes messages of `instruction` and `output`). The scores of the
 * two, which it has beside them, are nothing that annotators say who compare.
 */
export const preferenceCollection = rowFormat({
  name: 'preference-collection',
  title: 'Preference Collection (Prometheus 2): two responses, a criterion, feedback and preference',
  family: 'judges',
  trainers: [
    {
      name: 'Prometheus 2 recipe (prepare_dataset.py)',
      command: loadedFolder('in place of kaist-ai/Preference-Collection in prepare_dataset.py'),
    },
  ],
  takes: explainedPairOptions,
  tells: 'context',
  find: askedPairs,
  columns: {
    instruction: { rule: text, value: ({ task }) => task },
    output: {
      rule: text.regex(
        endsWithLetter,
        'does not end with "[RESULT] A" or "[RESULT] B": Prometheus\' parser gives (None, None)',
      ),
      value: ({ words, better }) => withResult(words, better),
    },
    orig_instruction: { rule: text, value: ({ item }) => conversationText(item.prompt) },
    orig_response_A: { rule: text, value: ({ a }) => responseText(a) },
    orig_response_B: { rule: text, value: ({ b }) => responseText(b) },
    orig_reference_answer: { rule: text, value: ({ item }) => item.references?.[0] ?? '' },
    orig_criteria: { rule: text, value: ({ criterion }) => criterion },
    orig_feedback: { rule: text, value: ({ words }) => words },
    orig_preference: {
      rule: z.enum(['A', 'B'], 'is neither "A" nor "B": there are no ties'),
      value: ({ better }) => better,
    },
  },
  rules: {
    between: (row) =>
      row.refine(({ output, orig_preference: preference }) => output.endsWith(preference), {
        path: ['output'],
        message: 'ends with a preference that differs from "orig_preference"',
      }),
    across: sameColumns,
  },
});
