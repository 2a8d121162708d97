import * as z from 'zod';
import { systemPromptOf } from '../../../model/item/item';
import { verifiersPack } from '../../../rubric/packs/verifiers';
import { packColumn, rubricFormat } from '../../builders/rubricFormat';
import { verifiersTaskset } from '../../commands/reinforcementLearning';
import { messages, sameColumns } from '../../formatRules';
import { trainerMessage } from '../../texts/messages';
import { toolTurn, withoutSystem } from '../../texts/turns';

/**
 * `{name, prompt: messages, system_prompt, rubric: [{name, text, weight, choices}], answer}`: a row is what verifiers'
 * `TaskData` is made of (PrimeIntellect-ai/verifiers `verifiers/v1/task.py`), and prime-rl trains by tasksets of it. A
 * criterion is one of its rubric judge's (`verifiers/v1/judges/rubric.py Criterion`): weights are never below 0, and
 * the answers stand from the worst to the best, so that a fault has "yes" first.
 */
export const verifiers = rubricFormat({
  name: 'verifiers',
  title: 'verifiers and prime-rl: tasks with rubrics',
  files: ['jsonl', 'json'],
  trainers: [{ name: 'verifiers and prime-rl (a taskset that loads the file)', command: verifiersTaskset }],
  form: verifiersPack,
  refuses: ({ prompt }) => toolTurn(prompt),
  columns: {
    name: { rule: z.string(), value: ({ item }) => item.id },
    prompt: {
      rule: messages('TaskData.prompt', 'is an empty list: there is nothing to answer'),
      value: ({ item }) => withoutSystem(item.prompt).map(trainerMessage),
    },
    system_prompt: { rule: z.string(), value: ({ item }) => systemPromptOf(item) ?? '' },
    rubric: {
      ...packColumn(
        verifiersPack,
        'rubric',
        z
          .array(
            z.strictObject({
              name: z.string(),
              text: z.string(),
              weight: z.number().min(0, 'is below 0: pydantic refuses the criterion ("greater than or equal to 0")'),
              choices: z.array(z.string()).min(2, 'has fewer than two answers: pydantic refuses the criterion'),
            }),
          )
          .min(1, 'is empty: every response gets the same reward')
          .refine(
            (rubric) => new Set(rubric.map(({ name }) => name)).size === rubric.length,
            'has two criteria with the same name, but the rubric judge needs different names',
          ),
      ),
      isReal: '[].weight',
    },
    answer: { rule: z.string(), value: ({ ideals: [ideal = ''] }) => ideal },
  },
  rules: {
    silent: ({ rubric }) =>
      (rubric as { weight: number }[]).every(({ weight }) => weight === 0)
        ? 'all weights are 0: there is no reward'
        : undefined,
    across: sameColumns,
  },
});
