import * as z from 'zod';
import { addIssue } from '../problems/checkValue';
import type { ProblemCode, Problems } from '../problems';
import { criterionKinds, kindOfCriterion } from './criterionKind';

/** A criterion of a rubric, and what a verdict by it is worth. */

export const originSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('human') }),
  z.object({ kind: z.literal('model'), name: z.string().min(1) }),
  /** Drafted by a model and gone over by a person. */
  z.object({ kind: z.literal('hybrid'), name: z.string().min(1) }),
]);
export type CriterionOrigin = z.infer<typeof originSchema>;

export const verdictValueSchema = z.union([z.boolean(), z.number(), z.string()]);
/**
 * Yes or no, a level of a scale, or the name of a category; as `judgement.verdicts` has it, where null says that the
 * criterion does not apply.
 */
export type VerdictValue = z.infer<typeof verdictValueSchema>;

/** From 0 to 1. */
const share = z.number().min(0).max(1);

/** Far enough for any scale or weight; sums of numbers that are larger leave what a number can be. */
const maxWeight = 1e100;
const measure = z.number().min(-maxWeight).max(maxWeight);

/** What a criterion says, beside the id that names it. */
const fields = {
  /** A short name, where the text is long. */
  title: z.string().min(1).optional(),
  /**
   * What is asked of a response: a yes/no question or a statement that holds or not, what a scale measures, or what
   * categories tell apart.
   */
  text: z.string().min(1),
  /** "yes-no" where nothing is said. */
  kind: z.enum(criterionKinds).optional(),
  /** The lowest and the highest level of a scale; 1 and 5 where nothing is said. */
  min: measure.optional(),
  max: measure.optional(),
  /** What each level of a scale means, by level. */
  levels: z.record(z.string(), z.string()).optional(),
  /**
   * In the order of their keys. `value`: what it counts towards a score, from 0 to 1; a category without one counts
   * nothing.
   */
  categories: z
    .array(z.object({ name: z.string().min(1), value: share.optional() }))
    .min(1)
    .optional(),
  /** How much it counts; below 0 where what it describes is a fault. */
  weight: measure,
  /**
   * Where a response's worth by this criterion is below `threshold` (0 to 1), the other criteria do not count for it
   * (G-RA).
   */
  gate: z.object({ threshold: share }).optional(),
  tags: z.array(z.string().min(1)).optional(),
  /** Texts that show it met and not met. */
  examples: z
    .array(
      z.object({
        text: z.string().min(1),
        value: verdictValueSchema,
        note: z.string().optional(),
      }),
    )
    .optional(),
  origin: originSchema.optional(),
  /** Why it should not be judged by any more. */
  faulty: z.object({ reason: z.string().min(1) }).optional(),
  /** Ids of criteria that were merged into it. */
  merged: z.array(z.string().min(1)).optional(),
};

/** What a criterion says of what is asked, as one writes it; the id is not part of it. */
export type CriterionFields = Readonly<z.infer<z.ZodObject<typeof fields>>>;
/** The names of all of that, in the order in which it is written. */
export const criterionFields = Object.keys(fields) as readonly (keyof CriterionFields)[];

/** `id` names it in verdicts: unique among all rubrics of a study, and the same in every version. */
export const criterionSchema = z.looseObject({ id: z.string().min(1), ...fields }).superRefine(checkAnswers);
export type Criterion = Readonly<z.infer<typeof criterionSchema>>;

/** A criterion as files of rubrics have it: it may have no id yet, and counts 1 where it says nothing. */
export const unplacedCriterionSchema = z
  .looseObject({ id: z.string().min(1).optional(), ...fields, weight: measure.default(1) })
  .superRefine(checkAnswers);
export type UnplacedCriterion = Readonly<z.infer<typeof unplacedCriterionSchema>>;

/** What the answer to a criterion depends on. */
type Answers = Pick<CriterionFields, 'kind' | 'min' | 'max' | 'categories'>;

/** Whether a verdict can have this value. */
export function isAnswer(criterion: Answers, value: VerdictValue): boolean {
  switch (kindOfCriterion(criterion)) {
    case 'yes-no':
      return typeof value === 'boolean';
    case 'scale':
      return typeof value === 'number' && isLevel(criterion, value);
    case 'category':
      return criterion.categories?.some(({ name }) => name === value) ?? false;
  }
}

/** Whether a number is on a criterion's scale. */
function isLevel({ min = 1, max = 5 }: Answers, value: number): boolean {
  return value >= min && value <= max;
}

/**
 * What a verdict is worth by its criterion alone, from 0 to 1, before its weight: yes is 1 and no is 0, a level its
 * place between the lowest and the highest, a category what its rubric says. Undefined where it says nothing (null), or
 * is none of the criterion's values.
 */
export function worthOf(
  criterion: Pick<Criterion, 'kind' | 'min' | 'max' | 'categories'>,
  value: VerdictValue | null,
): number | undefined {
  switch (kindOfCriterion(criterion)) {
    case 'yes-no':
      return typeof value === 'boolean' ? Number(value) : undefined;
    case 'scale': {
      const { min = 1, max = 5 } = criterion;
      return typeof value === 'number' && value >= min && value <= max ? (value - min) / (max - min) : undefined;
    }
    case 'category':
      return criterion.categories?.find(({ name }) => name === value)?.value;
  }
}

/**
 * What fields say together: a scale goes up, a category has its categories, and levels and examples are answers that
 * the criterion has.
 */
function checkAnswers(
  criterion: Answers & Pick<CriterionFields, 'levels' | 'examples'>,
  context: z.RefinementCtx,
): void {
  const { min = 1, max = 5, categories, levels = {}, examples = [] } = criterion;
  const kind = kindOfCriterion(criterion);
  const fail = <C extends ProblemCode>(path: (string | number)[], code: C, params: Problems[C]): void =>
    addIssue(context, path, code, params);
  if (kind === 'category' && !categories) fail(['categories'], 'value.categoriesMissing', {});
  const names = categories?.map(({ name }) => name) ?? [];
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) fail(['categories'], 'value.nameTwice', { name: twice });
  if (kind === 'scale') {
    if (min >= max) fail(['max'], 'value.maxNotAboveMin', {});
    const off = Object.keys(levels).find((level) => level.trim() === '' || !isLevel(criterion, Number(level)));
    if (off !== undefined) fail(['levels', off], 'value.notLevel', { min, max });
  }
  for (const [at, { value }] of examples.entries()) {
    if (!isAnswer(criterion, value))
      fail(['examples', at, 'value'], 'value.notAnswer', { value: JSON.stringify(value), kind, min, max, names });
  }
}
