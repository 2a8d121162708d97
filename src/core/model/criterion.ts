import { z } from 'zod';

/** A criterion of a rubric (C7), and what a verdict by it is worth. */

const origin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('human') }),
  z.object({ kind: z.literal('model'), name: z.string().min(1) }),
  /** Drafted by a model and gone over by a person. */
  z.object({ kind: z.literal('hybrid'), name: z.string().min(1) }),
]);
export type CriterionOrigin = z.infer<typeof origin>;

export const verdictValueSchema = z.union([z.boolean(), z.number(), z.string()]);
/** Yes or no, a level of a scale, or the name of a category; as `judgement.verdicts` has it, where null says that the criterion does not apply. */
export type VerdictValue = z.infer<typeof verdictValueSchema>;

export const criterionKinds = ['yes-no', 'scale', 'category'] as const;
export type CriterionKind = (typeof criterionKinds)[number];

export const criterionSchema = z
  .looseObject({
    /** Names it in verdicts; unique among all rubrics of a study, and the same in every version. */
    id: z.string().min(1),
    /** A short name, where the text is long. */
    title: z.string().min(1).optional(),
    /** What is asked of a response: a yes/no question or a statement that holds or not, what a scale measures, or what categories tell apart. */
    text: z.string().min(1),
    /** "yes-no" where nothing is said. */
    kind: z.enum(criterionKinds).optional(),
    /** The lowest and the highest level of a scale; 1 and 5 where nothing is said. */
    min: z.number().optional(),
    max: z.number().optional(),
    /** What each level of a scale means, by level. */
    levels: z.record(z.string(), z.string()).optional(),
    /** In the order of their keys. `value`: what it counts towards a score, from 0 to 1; a category without one counts nothing. */
    categories: z.array(z.object({ name: z.string().min(1), value: z.number().min(0).max(1).optional() })).min(1).optional(),
    /** How much it counts; below 0 where what it describes is a fault. */
    weight: z.number(),
    /** Where a response's worth by this criterion is below `threshold` (0 to 1), the other criteria do not count for it (G-RA). */
    gate: z.object({ threshold: z.number().min(0).max(1) }).optional(),
    tags: z.array(z.string().min(1)).optional(),
    /** Texts that show it met and not met. */
    examples: z.array(z.object({ text: z.string().min(1), value: verdictValueSchema, note: z.string().optional() })).optional(),
    origin: origin.optional(),
    /** Why it should not be judged by any more. */
    faulty: z.object({ reason: z.string().min(1) }).optional(),
  })
  .refine(({ kind, categories }) => kind !== 'category' || categories !== undefined, { path: ['categories'], message: 'is missing: a criterion of the kind "category" names its categories' })
  .refine(({ kind, min = 1, max = 5 }) => kind !== 'scale' || min < max, { path: ['max'], message: 'is not above "min"' });
export type Criterion = Readonly<z.infer<typeof criterionSchema>>;

export const kindOfCriterion = ({ kind }: Pick<Criterion, 'kind'>): CriterionKind => kind ?? 'yes-no';

/**
 * What a verdict is worth by its criterion alone, from 0 to 1, before its weight: yes is 1 and no is 0, a level its place between the lowest and the
 * highest, a category what its rubric says. Undefined where it says nothing (null), or is none of the criterion's values.
 */
export function worthOf(criterion: Pick<Criterion, 'kind' | 'min' | 'max' | 'categories'>, value: VerdictValue | null): number | undefined {
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
