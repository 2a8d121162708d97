import * as z from 'zod';
import type { Criterion } from '../../../model/rubric/criterion';
import { rubricsAsRewardsPack } from '../../../rubric/packs/rubricsAsRewards';
import { nameOfCriterion } from '../../derive/criteria';
import { rubricFormat } from '../../builders/rubricFormat';
import { text } from '../../formatRules';
import { promptTextOf } from '../../sharedColumns';
import { trinity } from '../../commands/researchAndHosted';

const classes = ['essential', 'important', 'optional', 'pitfall'];

/**
 * The class of a criterion without one: "pitfall" below 0, and else by its weight beside the item's largest, as RaR
 * weighs them from 1 to 5: 5 is essential, 3 and 4 are important, 1 and 2 optional (arXiv 2507.17746, appendix: the
 * prompts for rubrics).
 */
function withClass(criterion: Criterion, largest: number): Criterion {
  if (criterion.tags?.some((tag) => classes.includes(tag))) return criterion;
  const share = criterion.weight / largest;
  const name = criterion.weight < 0 ? 'pitfall' : share > 0.9 ? 'essential' : share > 0.5 ? 'important' : 'optional';
  return { ...criterion, tags: [...(criterion.tags ?? []), name] };
}

const isClassed = /^(Essential|Important|Optional|Pitfall) Criteria: /;

const rarRubric = z
  .array(
    z.strictObject({
      title: text,
      description: z
        .string(
          "must be text: Trinity-RFT's rubric_judge_workflow stops with KeyError: 'description' where there is none",
        )
        .regex(
          isClassed,
          'does not begin with its category ("Essential Criteria: …"), so the judge does not know its importance',
        ),
      weight: z.number(
        "must be a number: Trinity-RFT's rubric_judge_workflow stops with KeyError: 'weight' where there is none",
      ),
    }),
  )
  .min(1, 'is empty: Trinity-RFT warns "No rubric is provided!", and its judge grades without one');

/**
 * `{question, reference_answer, rubric: [{title, description, weight}], rubric_count}` (Rubrics as Rewards, arXiv
 * 2507.17746; as modelscope/Trinity-RFT reads RaR-Medicine and RaR-Science). Weights stand as the rubric has them,
 * since rubric_judge_workflow puts them into its judge's prompt ("(weight: 5)"). A study's negative weights go with
 * criteria that describe the fault, as in RaR-Medicine, and are written so. With `negative: avoidance`, as in
 * RaR-Science, criteria tagged "pitfall" that say what is avoided get a negative weight, and one that describes a fault
 * is refused: it would mean the opposite.
 */
export const rar = rubricFormat({
  name: 'rar',
  title:
    'Rubrics as Rewards: questions with weighted criteria in categories (criteria with negative weights describe faults)',
  shape: 'text',
  // `trinity/common/workflows/workflow.py SimpleWorkflow.format_messages` makes a user's turn of the question.
  wraps: true,
  trainers: [{ name: 'Trinity-RFT (RUBRIC workflow; negative weights as in RaR-Medicine)', command: trinity }],
  form: rubricsAsRewardsPack,
  takes: ['negative'],
  columns: {
    question: promptTextOf(),
    reference_answer: { rule: text, value: ({ ideals: [ideal = ''] }) => ideal },
    rubric: {
      rule: rarRubric,
      value({ criteria }, { options: { negative } }) {
        const largest = Math.max(0, ...criteria.map(({ weight }) => weight));
        const classed = criteria.map((criterion) =>
          withClass({ ...criterion, title: nameOfCriterion(criterion) }, largest),
        );
        return rubricsAsRewardsPack.write({ criteria: classed }, { negative })[0]?.rubric as z.infer<typeof rarRubric>;
      },
    },
    rubric_count: { rule: z.int(), value: ({ criteria }) => criteria.length },
  },
  rules: {
    between: (row) =>
      row.refine(({ rubric, rubric_count: count }) => rubric.length === count, {
        path: ['rubric_count'],
        message: 'is not the number of criteria',
      }),
    silent: ({ rubric }) =>
      (rubric as { description: string; weight: number }[]).some(
        ({ description, weight }) => description.startsWith('Pitfall') !== weight < 0,
      )
        ? 'a pitfall has a positive weight, or another category has a negative one: the reward gets the wrong sign without a warning'
        : undefined,
  },
});
