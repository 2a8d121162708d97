import { teamStore1 } from './teamStore1';
import { teamStore2 } from './teamStore2';

/**
 * The steps that make a store of each version out of the one before, from an empty database on. Never edited, only
 * added to.
 */
export const migrations: readonly string[] = [teamStore1, teamStore2];

/** The version of the store that this program knows. */
export const storeVersion = migrations.length;
