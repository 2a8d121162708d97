import * as z from 'zod';
import { systemPromptOf } from '../../../model/item/item';
import { verifiersPack } from '../../../rubric/packs/verifiers';
import { rubricFormat } from '../../builders/rubricFormat';
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
  shape: 'messages',
  files: ['jsonl', 'json'],
  reals: ['rubric[].weight'],
  trainers: [{ name: 'verifiers and prime-rl (a taskset that loads the file)', command: verifiersTaskset }],
  form: verifiersPack,
  refuses: ({ prompt }) => toolTurn(prompt),
  row: ({ item, criteria, ideals: [ideal = ''] }) => ({
    name: item.id,
    prompt: withoutSystem(item.prompt).map(trainerMessage),
    system_prompt: systemPromptOf(item) ?? '',
    ...verifiersPack.write({ criteria: [...criteria] }, {})[0],
    answer: ideal,
  }),
  rules: {
    row: z.strictObject({
      name: z.string(),
      prompt: messages('TaskData.prompt', 'is an empty list: there is nothing to answer'),
      system_prompt: z.string(),
      rubric: z
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
      answer: z.string(),
    }),
    silent: ({ rubric }) =>
      (rubric as { weight: number }[]).every(({ weight }) => weight === 0)
        ? 'all weights are 0: there is no reward'
        : undefined,
    across: sameColumns,
  },
});
