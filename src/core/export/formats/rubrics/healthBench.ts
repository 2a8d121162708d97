import * as z from 'zod';
import { healthBenchPack } from '../../../rubric/packs/healthbench';
import { packColumn, rubricFormat } from '../../builders/rubricFormat';
import { simpleEvals } from '../../commands/loadAndEvaluate';
import { promptColumn } from '../../sharedColumns';

/**
 * `{prompt_id, prompt: messages, rubrics: [{criterion, points, tags}], example_tags, ideal_completions_data}`
 * (openai/simple-evals `healthbench_eval.py`: `RubricItem` 111-133, `calculate_score` 136-160: the points of what is
 * met, negative ones too, over all positive points). Points stand as the rubric has them, since the grader is shown
 * them (`RubricItem.__str__`: "[5] …"). The ideal completion is what an annotator wrote as the answer, or a reference;
 * its group and the completions it was made of are of HealthBench's own study, and empty.
 */
export const healthBench = rubricFormat({
  name: 'healthbench',
  title: 'HealthBench: prompts with rubrics for evaluating models',
  files: ['jsonl'],
  trainers: [{ name: 'simple-evals (healthbench_eval.py)', command: simpleEvals }],
  form: healthBenchPack,
  needsPoints: true,
  columns: {
    prompt_id: {
      rule: z.string("is missing: healthbench_eval.py stops with KeyError: 'prompt_id'"),
      value: ({ item }) => item.id,
    },
    prompt: promptColumn('the conversation that is answered', 'is an empty list: there is nothing to answer'),
    rubrics: packColumn(
      healthBenchPack,
      'rubrics',
      z
        .array(
          z.strictObject({
            criterion: z.string("is missing: healthbench_eval.py stops with KeyError: 'criterion'"),
            points: z.number(
              "must be a number: healthbench_eval.py stops with KeyError: 'points', or a TypeError when it adds them up",
            ),
            tags: z.array(z.string(), "is missing: healthbench_eval.py stops with KeyError: 'tags'; it may be empty"),
          }),
        )
        .refine(
          (rubrics) => rubrics.some(({ points }) => points > 0),
          'hold no points above 0: calculate_score gives None',
        ),
    ),
    example_tags: {
      rule: z.array(z.string(), "is missing: healthbench_eval.py stops with KeyError: 'example_tags'; it may be empty"),
      value: ({ item: { metadata } }) =>
        Array.isArray(metadata?.example_tags) ? metadata.example_tags.filter((tag) => typeof tag === 'string') : [],
    },
    ideal_completions_data: {
      rule: z
        .strictObject({
          ideal_completion: z.string(),
          ideal_completions_group: z.string(),
          ideal_completions_ref_completions: z.array(z.string()),
        })
        .nullable(),
      value: ({ ideals: [ideal] }) =>
        ideal === undefined
          ? null
          : { ideal_completion: ideal, ideal_completions_group: '', ideal_completions_ref_completions: [] },
    },
  },
  rules: {
    silent: ({ prompt }) =>
      Array.isArray(prompt) && (prompt.at(-1) as { role?: unknown } | undefined)?.role === 'assistant'
        ? 'the prompt ends with an assistant turn, so the model would continue after its own answer'
        : undefined,
  },
});
