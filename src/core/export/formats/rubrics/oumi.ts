import * as z from 'zod';
import { systemPromptOf, type Message } from '../../../model/item/item';
import { nameOfCriterion } from '../../derive/criteria';
import { openInstructPack } from '../../../rubric/packs/openInstruct';
import { rubricFormat } from '../../builders/rubricFormat';
import { oumiGrpo } from '../../commands/researchAndHosted';
import { text } from '../../formatRules';
import { withoutSystem } from '../../texts/turns';

/**
 * `{prompt, rubrics: [{name, description, weight}], system_prompt}` (oumi-ai/oumi at d8ed077,
 * `src/oumi/core/datasets/base_rubric_dataset.py BaseRubricDataset`, `src/oumi/datasets/grpo/rlvr_rubric.py`). A
 * negative weight describes a fault, as its RaR datasets have it.
 */
export const oumiRubrics = rubricFormat({
  name: 'oumi-rubrics',
  title: 'Prompts with weighted criteria, for Oumi',
  files: ['jsonl', 'parquet'],
  trainers: [{ name: 'Oumi (GRPO, dataset oumi-rlvr-rubric)', command: oumiGrpo }],
  form: openInstructPack,
  refuses: ({ prompt }) => (isOneQuestion(withoutSystem(prompt)) ? undefined : 'several-turns'),
  columns: {
    prompt: {
      rule: text.min(1, 'is empty: there is nothing to answer'),
      value: ({ item }) => withoutSystem(item.prompt)[0]?.content ?? '',
    },
    rubrics: {
      rule: z
        .array(z.strictObject({ name: z.string(), description: z.string(), weight: z.number() }))
        .min(1, 'is empty: there is nothing to reward'),
      value: ({ criteria }) =>
        criteria.map((criterion) => ({
          name: nameOfCriterion(criterion),
          description: criterion.text,
          weight: criterion.weight,
        })),
      isReal: '[].weight',
    },
    system_prompt: { rule: z.string(), value: ({ item }) => systemPromptOf(item) ?? '' },
  },
  rules: {},
});

const isOneQuestion = ([question, ...further]: readonly Message[]): boolean =>
  question?.role === 'user' && further.length === 0;
