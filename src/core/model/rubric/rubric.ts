import * as z from 'zod';
import { addIssue, says } from '../problems/checkValue';
import type { ProblemCode, Problems } from '../problems';
import { criterionSchema, type Criterion } from './criterion';

/**
 * Every rubric of the study with all its versions, which lie in files of their own (`study/library`). A version in
 * use is never altered.
 */

/**
 * Numbers that a version had before it met another one with that number: two people edited apart from one another
 * (`study/mergeConflict`). Annotations may name them.
 */
export const formerNumbersSchema = z.array(z.int().positive()).min(1).optional();

/**
 * Which items a rubric is for. A slice is made by values of an item's metadata, by dotted path; "language" is the
 * item's language too.
 */
export const scopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('study') }),
  z.object({
    kind: z.literal('slice'),
    fields: z
      .record(z.string().min(1), z.string().min(1))
      .refine((fields) => Object.keys(fields).length > 0, says('value.empty', {})),
  }),
  z.object({ kind: z.literal('item'), item: z.string().min(1) }),
]);
export type Scope = Readonly<z.infer<typeof scopeSchema>>;

const versionSchema = z.looseObject({
  /** Counts up from 1. */
  version: z.int().positive(),
  was: formerNumbersSchema,
  time: z.iso.datetime().optional(),
  author: z.string().min(1).optional(),
  /** The most important first. */
  criteria: z.array(criterionSchema),
});
export type RubricVersion = Readonly<z.infer<typeof versionSchema>>;

export const rubricSchema = z.looseObject({
  id: z.string().min(1),
  title: z.string().min(1),
  description: z.string().optional(),
  /** The whole study where nothing is said. */
  scope: scopeSchema.optional(),
  versions: z.array(versionSchema).min(1),
});
export type Rubric = Readonly<z.infer<typeof rubricSchema>>;

export const rubricsSchema = z
  .looseObject({
    version: z.literal(1, says('value.otherVersion', { version: 1 })),
    rubrics: z.array(rubricSchema),
  })
  .superRefine(checkNames);
export type Rubrics = z.infer<typeof rubricsSchema>;

/** A version of a rubric by name, as annotations say what they were made under. */
export interface RubricRef {
  readonly id: string;
  readonly version: number;
}

/** The version of a rubric or a rule that is in force: what is judged now is judged under it. */
export function versionInForce<V extends { readonly version: number }>({
  versions,
}: {
  readonly versions: readonly V[];
}): V {
  return versions.reduce((latest, version) => (version.version > latest.version ? version : latest));
}

/** A criterion with the rubric version that it stands in. */
export interface PlacedCriterion {
  readonly rubric: string;
  readonly version: number;
  readonly criterion: Criterion;
}

/**
 * Names are unique: rubrics in the study, versions in their rubric, and criteria, by which verdicts name them, in the
 * study.
 */
function checkNames({ rubrics }: { readonly rubrics: readonly Rubric[] }, context: z.RefinementCtx): void {
  const fail = <C extends ProblemCode>(path: (string | number)[], code: C, params: Problems[C]): void =>
    addIssue(context, path, code, params);
  const ids = new Set<string>();
  /** Which rubric has each criterion in force. */
  const homes = new Map<string, number>();
  for (const [at, { id, versions }] of rubrics.entries()) {
    const last = Math.max(...versions.map(({ version }) => version));
    if (ids.has(id)) fail(['rubrics', at, 'id'], 'value.idTwice', { of: 'rubric' });
    ids.add(id);
    const numbers = new Set<number>();
    for (const [place, { version, criteria }] of versions.entries()) {
      if (numbers.has(version)) fail(['rubrics', at, 'versions', place, 'version'], 'value.versionTwice', {});
      numbers.add(version);
      const inVersion = new Set<string>();
      for (const [index, criterion] of criteria.entries()) {
        const path = ['rubrics', at, 'versions', place, 'criteria', index, 'id'];
        if (inVersion.has(criterion.id)) fail(path, 'value.idTwice', { of: 'criterionOfVersion' });
        inVersion.add(criterion.id);
        if (version !== last) continue;
        const home = homes.get(criterion.id) ?? at;
        homes.set(criterion.id, home);
        if (home !== at) fail(path, 'value.idOfOtherRubric', { rubric: rubrics[home]?.id ?? '' });
      }
    }
  }
}
