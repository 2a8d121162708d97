import * as z from 'zod';
import type { Fields } from '../../fields';
import type { ExportFormat } from '../../format';
import { explainedPairOptions, judgedPairs } from '../../judges/orderedPairs';
import { endsWithLetter, readsOtherwise, relativePrompt, relativeRubric, withResult } from '../../judges/prometheus';
import { rowOrigin } from '../../builders/pairFormat';
import { sameColumns, text } from '../../formatRules';
import { conversationText, responseText } from '../../texts/judgeTexts';
import { loadedFolder } from '../../commands/loadAndEvaluate';
import { comparedBy } from './judgePairwise';

/**
 * `{instruction, output, orig_instruction, orig_response_A, orig_response_B, orig_reference_answer, orig_criteria,
 * orig_feedback, orig_preference: "A" | "B"}` (dataset card of Preference-Collection;
 * `train/recipes/prometheus-v2.0/prepare_dataset.py` makes messages of `instruction` and `output`). The scores of the
 * two, which it has beside them, are nothing that annotators say who compare.
 */
export const preferenceCollection: ExportFormat = {
  name: 'preference-collection',
  title: 'Preference Collection (Prometheus 2): two responses, a criterion, feedback and preference',
  family: 'judges',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [
    {
      name: 'Prometheus 2 recipe (prepare_dataset.py)',
      command: loadedFolder('in place of kaist-ai/Preference-Collection in prepare_dataset.py'),
    },
  ],
  takes: explainedPairOptions,
  *rows(judged, options, _file, notify) {
    const { item, context } = judged;
    for (const each of judgedPairs(judged, options, notify)) {
      const { pair, better, words } = each;
      if (readsOtherwise(words, better)) {
        notify.drop('reads-as-verdict');
        continue;
      }
      const [instruction, a, b, reference, criterion] = [
        conversationText(item.prompt),
        responseText(each.a),
        responseText(each.b),
        item.references?.[0],
        comparedBy(judged, each, options),
      ];
      if (context !== undefined) notify.note('under-context');
      const value: Fields = {
        instruction: relativePrompt({ instruction, a, b, reference, rubric: relativeRubric(criterion) }),
        output: withResult(words, better),
        orig_instruction: instruction,
        orig_response_A: a,
        orig_response_B: b,
        orig_reference_answer: reference ?? '',
        orig_criteria: criterion,
        orig_feedback: words,
        orig_preference: better,
      };
      yield { value, from: { ...rowOrigin(pair), a: each.a.id, b: each.b.id } };
    }
  },
  rules: {
    row: z
      .strictObject({
        instruction: text,
        output: text.regex(
          endsWithLetter,
          'does not end with "[RESULT] A" or "[RESULT] B": Prometheus\' parser gives (None, None)',
        ),
        orig_instruction: text,
        orig_response_A: text,
        orig_response_B: text,
        orig_reference_answer: text,
        orig_criteria: text,
        orig_feedback: text,
        orig_preference: z.enum(['A', 'B'], 'is neither "A" nor "B": there are no ties'),
      })
      .refine(({ output, orig_preference: preference }) => output.endsWith(preference), {
        path: ['output'],
        message: 'ends with a preference that differs from "orig_preference"',
      }),
    across: sameColumns,
  },
};
