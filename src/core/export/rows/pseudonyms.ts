import { hash } from 'node:crypto';
import { basename } from 'node:path';

/** The salt of an export; without one everything has its own name. */
interface Salted {
  readonly pseudonyms?: string | undefined;
}

/**
 * An annotator's name as the export has it: their own, or a pseudonym that is the same in every export with this salt,
 * and cannot be told from the name without it.
 */
export function annotatorName(annotator: string, { pseudonyms }: Salted): string {
  return pseudonyms === undefined
    ? annotator
    : `annotator-${hash('sha256', `${pseudonyms}\u0000${annotator}`).slice(0, 12)}`;
}

const named = (kind: string, name: string, { pseudonyms }: Salted): string =>
  pseudonyms === undefined ? name : `${kind}-${hash('sha256', `${pseudonyms}\u0000${kind}\u0000${name}`).slice(0, 12)}`;

/** The same for a group of annotators, which may be called after one of them; a pseudonym stays as it is. */
export const groupName = (group: string, salted: Salted): string =>
  /^group-[0-9a-f]{12}$/.test(group) ? group : named('group', group, salted);

/** Whether a group is among those that are named, or under pseudonyms among theirs: manifests tell no more. */
export const isOfGroup = (group: string, groups: readonly string[], salted: Salted): boolean =>
  groups.includes(group) || (salted.pseudonyms !== undefined && groups.includes(groupName(group, salted)));

/** The same for a source: its path may lead through somebody's home, or be their name. */
export const sourcePseudonym = (path: string, salted: Salted): string => named('source', path, salted);

/**
 * The same for a benchmark file: by its name alone, so that it may be named from elsewhere when the export is made
 * again.
 */
export const benchmarkName = (path: string, salted: Salted): string =>
  salted.pseudonyms === undefined ? path : named('benchmark', basename(path), salted);

/** Whether this is how an export with pseudonyms names a benchmark file. */
export const isBenchmarkPseudonym = (name: string): boolean => /^benchmark-[0-9a-f]{12}$/.test(name);
