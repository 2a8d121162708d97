import * as z from 'zod';
import { timesOf, tinkerPack } from '../../../rubric/packs/tinker';
import { packColumn, rubricFormat } from '../../builders/rubricFormat';
import { tinkerRubrics as command } from '../../commands/reinforcementLearning';
import { messages } from '../../formatRules';

/**
 * `{convo: messages, rubric_items: [{rubric_str, extraction_regex, grader_output_format_instruction}]}`
 * (thinking-machines-lab/tinker-cookbook at 9dfcc3a, `tinker_cookbook/recipes/rubric/data.py RubricBasedDatapoint`). The
 * reward is the mean of what its grader gives each item (`env.py`), so that a criterion that counts more stands there
 * more often.
 */
export const tinkerRubrics = rubricFormat({
  name: 'tinker-rubrics',
  title: 'Prompts with rubric items, for Tinker',
  files: ['jsonl'],
  trainers: [{ name: 'Tinker cookbook (recipes.rubric)', command }],
  form: tinkerPack,
  cannotWeigh: (criteria) => timesOf(criteria) === undefined,
  columns: {
    convo: {
      rule: messages('the grader is shown it', 'is an empty list: there is nothing to answer'),
      value: ({ item }) => item.prompt.map(({ role, content }) => ({ role, content })),
    },
    rubric_items: packColumn(
      tinkerPack,
      'rubric_items',
      z
        .array(
          z.strictObject({
            rubric_str: z.string('must be text: Rubric.from_dict stops with a KeyError where there is none'),
            extraction_regex: z.string('must be text: Rubric.from_dict stops with a KeyError where there is none'),
            grader_output_format_instruction: z.string(
              'must be text: Rubric.from_dict stops with a KeyError where there is none',
            ),
          }),
        )
        .min(1, 'is empty: the mean of no scores stops with a ZeroDivisionError'),
    ),
  },
  rules: {},
});
