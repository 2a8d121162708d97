import { isDeepStrictEqual } from 'node:util';
import type { Criterion } from '../model/rubric/criterion';
import { problem, UserError } from '../model/problems/problem';
import { versionInForce, type Rubric, type Rubrics, type RubricVersion } from '../model/rubric/rubric';

/** The versions that annotations name, by rubric; see `Replay.rubricVersions`. */
export type UsedVersions = ReadonlyMap<string, ReadonlySet<number>>;

/** Under what circumstances a library is edited. */
export interface EditContext {
  readonly used: UsedVersions;
  readonly author?: string | undefined;
  /** ISO 8601, in UTC. */
  readonly time?: string | undefined;
  /** Draws letters for the ids of what is made; see `idFor`. */
  readonly draw?: (() => string) | undefined;
}

/** In milliseconds: what is younger nobody else has got yet, by all likelihood. */
const maxOwnLength = 3_600_000;

/**
 * Tells whether a version has to stay as it is: an annotation names it, or somebody else may have judged under it in a
 * copy of the study that git has not merged yet - it is another one's, or not of this hour.
 */
export function isBound(
  { used, author, time }: Pick<EditContext, 'used' | 'author' | 'time'>,
  id: string,
  version: { readonly version: number; readonly author?: string | undefined; readonly time?: string | undefined },
): boolean {
  if (isUsed(used, id, version.version)) return true;
  if (author !== undefined && version.author !== undefined && author !== version.author) return true;
  return time !== undefined && version.time !== undefined && Date.parse(time) - Date.parse(version.time) > maxOwnLength;
}

/** A library with what was made in it. */
export interface EditResult {
  readonly rubrics: Rubrics;
  /** The new rubric's or criterion's. */
  readonly id: string;
}

/** Tells whether an annotation was made under a version. */
export const isUsed = (used: UsedVersions, rubric: string, version: number): boolean =>
  used.get(rubric)?.has(version) ?? false;

/** The rubric with an id. Throws `UserError` where there is none. */
export function rubricNamed({ rubrics }: Rubrics, id: string): Rubric {
  const rubric = rubrics.find((each) => each.id === id);
  if (rubric) return rubric;
  throw new UserError(problem('rubric.unknown', { id, rubrics: rubrics.map((each) => each.id) }));
}

/**
 * The library in which a rubric has other criteria: in its latest version, where that is bound to nothing (`isBound`),
 * and else in a new one with the next number. The same library where nothing changes. Throws `UserError` where there is
 * no such rubric.
 */
export function withCriteria(
  rubrics: Rubrics,
  id: string,
  change: (criteria: readonly Criterion[]) => readonly Criterion[],
  editing: EditContext,
): Rubrics {
  const rubric = rubricNamed(rubrics, id);
  const last = versionInForce(rubric);
  const criteria = change(last.criteria);
  if (isDeepStrictEqual(criteria, last.criteria)) return rubrics;
  const stamped = {
    ...(editing.time !== undefined && { time: editing.time }),
    ...(editing.author !== undefined && { author: editing.author }),
    criteria: [...criteria],
  };
  if (!isBound(editing, id, last)) {
    const versions = rubric.versions.map((version) => (version === last ? { ...last, ...stamped } : version));
    return withRubric(rubrics, { ...rubric, versions });
  }
  return withRubric(rubrics, {
    ...rubric,
    versions: [...rubric.versions, { version: nextVersion(rubric, editing.used), ...stamped }],
  });
}

/** The first version of a rubric; its number is above those that annotations name of a lost one with its id. */
export function firstVersion(
  id: string,
  criteria: readonly Criterion[],
  { used, author, time }: EditContext,
): RubricVersion {
  return {
    version: Math.max(0, ...(used.get(id) ?? [])) + 1,
    ...(time !== undefined && { time }),
    ...(author !== undefined && { author }),
    criteria: [...criteria],
  };
}

/** The library with another rubric in the place of the one with its id. */
export function withRubric(rubrics: Rubrics, rubric: Rubric): Rubrics {
  return { ...rubrics, rubrics: rubrics.rubrics.map((each) => (each.id === rubric.id ? rubric : each)) };
}

/** Above every version that is there, and every one that annotations name though it was lost. */
function nextVersion(rubric: Rubric, used: UsedVersions): number {
  return Math.max(versionInForce(rubric).version, ...(used.get(rubric.id) ?? [])) + 1;
}
