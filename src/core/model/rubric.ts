import { z } from 'zod';
import { criterionSchema, type Criterion } from './criterion';

/** `rubrics.json`: every rubric of the study with all its versions (C7). A version in use is never altered. */

/** Which items a rubric is for. A slice is made by values of an item's metadata, by dotted path; "language" is the item's language too. */
const scopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('study') }),
  z.object({ kind: z.literal('slice'), fields: z.record(z.string(), z.string()).refine((fields) => Object.keys(fields).length > 0, 'names no field') }),
  z.object({ kind: z.literal('item'), item: z.string().min(1) }),
]);
export type Scope = Readonly<z.infer<typeof scopeSchema>>;

const versionSchema = z.looseObject({
  /** Counts up from 1. */
  version: z.int().positive(),
  time: z.iso.datetime().optional(),
  author: z.string().min(1).optional(),
  /** The most important first. */
  criteria: z.array(criterionSchema),
});
export type RubricVersion = Readonly<z.infer<typeof versionSchema>>;

const rubricSchema = z.looseObject({
  id: z.string().min(1),
  title: z.string().min(1),
  description: z.string().optional(),
  /** The whole study where nothing is said. */
  scope: scopeSchema.optional(),
  versions: z.array(versionSchema).min(1),
});
export type Rubric = Readonly<z.infer<typeof rubricSchema>>;

export const rubricsSchema = z.looseObject({ version: z.literal(1), rubrics: z.array(rubricSchema) });
export type Rubrics = z.infer<typeof rubricsSchema>;

/** The version of a rubric that is in force: what is judged now is judged under it. */
export function versionInForce({ versions }: Rubric): RubricVersion {
  return versions.reduce((latest, version) => (version.version > latest.version ? version : latest));
}

/** The rubric versions in force: what an annotation made now is made under. */
export function currentRubrics({ rubrics }: Rubrics): { id: string; version: number }[] {
  return rubrics.map((rubric) => ({ id: rubric.id, version: versionInForce(rubric).version }));
}

/** A criterion with the rubric version that it stands in. */
export interface PlacedCriterion {
  readonly rubric: string;
  readonly version: number;
  readonly criterion: Criterion;
}
