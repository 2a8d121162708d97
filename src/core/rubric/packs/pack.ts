import * as z from 'zod';
import { criterionFields, unplacedCriterionSchema, type UnplacedCriterion } from '../../model/rubric/criterion';
import { problem, UserError } from '../../model/problems/problem';
import { scopeSchema, versionInForce, type Rubric } from '../../model/rubric/rubric';
import { addIssue, checkValue } from '../../model/problems/checkValue';
import { namedIssues } from '../../model/problems/namedIssues';

/** A rubric as a file holds it: one version, without the study around it. */
const packSchema = z
  .looseObject({
    /** By which a study knows it again. */
    id: z.string().min(1).optional(),
    title: z.string().min(1).optional(),
    description: z.string().optional(),
    scope: scopeSchema.optional(),
    /** The most important first. */
    criteria: z.array(unplacedCriterionSchema).min(1),
  })
  .superRefine(({ criteria }, context) => {
    const ids = new Set<string>();
    const twice = criteria.findIndex(({ id }) => id !== undefined && ids.size === ids.add(id).size);
    if (twice >= 0) addIssue(context, ['criteria', twice, 'id'], 'value.idTwice', { of: 'criterionOfPack' });
  });
export type Pack = Readonly<z.infer<typeof packSchema>>;

/** The fields of a pack beside its criteria, in the order in which they are written. */
export const packFields = ['id', 'title', 'description', 'scope'] as const;

/** A value as a pack in its normal form. Throws `UserError` that names criterion and field. */
export function checkedPack(value: unknown): Pack {
  const result = checkValue(packSchema, value);
  if (result.success) return normalPack(result.data);
  throw new UserError(problem('pack.invalid', { reason: namedIssues(result.error, value)[0] ?? '' }));
}

/** A rubric as it is in force, as a pack. */
export function packOf(rubric: Rubric): Pack {
  const { id, title, description, scope } = rubric;
  return normalPack({ id, title, description, scope, criteria: [...versionInForce(rubric).criteria] });
}

/** Brings a pack into the one form of all that say the same: without empty fields, and with fields in their order. */
export function normalPack({ criteria, scope, ...rest }: Pack): Pack {
  return {
    ...inOrder({ ...rest, scope: scope?.kind === 'study' ? undefined : scope }, packFields),
    criteria: criteria.map(normalCriterion),
  };
}

/** Brings a criterion into the one form of all that say the same. */
export function normalCriterion(criterion: UnplacedCriterion): UnplacedCriterion {
  // No zero below zero: JSON has none.
  const said = inOrder({ ...criterion, weight: criterion.weight + 0 }, ['id', ...criterionFields]);
  const isSaid = ([field, value]: [string, unknown]): boolean =>
    defaults[field] !== value && !(emptied.has(field) && Object.keys(value as object).length === 0);
  return Object.fromEntries(Object.entries(said).filter(isSaid)) as UnplacedCriterion;
}

/** The values of fields that are left out. */
const defaults: Readonly<Record<string, unknown>> = { kind: 'yes-no', min: 1, max: 5 };
/** What says nothing where it is empty. */
const emptied: ReadonlySet<string> = new Set(['tags', 'examples', 'merged', 'levels']);

/** An object with the fields named first, and without those that are undefined. */
function inOrder(value: Readonly<Record<string, unknown>>, first: readonly string[]): Record<string, unknown> {
  const keys = [...first, ...Object.keys(value).filter((key) => !first.includes(key))];
  return Object.fromEntries(keys.filter((key) => value[key] !== undefined).map((key) => [key, value[key]]));
}
