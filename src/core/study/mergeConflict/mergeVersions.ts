import { createHash } from 'node:crypto';
import { mergeJson, type MergeChoice } from './mergeJson';

/**
 * A rubric or a rule that two people changed apart from one another. All versions of both are kept: of two with one
 * number and other words one gets the next free number and remembers the one that it had (`was`), and annotations tell
 * by a hash of the words which of them they name (`naming`). What is in force then is a version with the changes of
 * both.
 *
 * Whichever side is ours, and whoever merges, the outcome is the same.
 */

/** One version, of a rubric or a rule, and whatever it says. */
export interface Version {
  readonly version: number;
  /** Numbers that it had before it met another version with that number. */
  readonly was?: readonly number[] | undefined;
  readonly time?: string | undefined;
  readonly author?: string | undefined;
}

export interface Versioned {
  readonly id: string;
  readonly versions: readonly Version[];
}

/** Leaves out a version's number, author and time, so that what it says is left. */
function wordsOf({
  version: _version,
  was: _was,
  time: _time,
  author: _author,
  ...words
}: Version): Readonly<Record<string, unknown>> {
  return words;
}

const hashes = new WeakMap<Version, string>();

/**
 * Names what a version says: 16 hex digits of the SHA-256 of its fields as JSON with sorted names. Versions are never
 * altered, so it is made once.
 */
export function hashOfVersion(version: Version): string {
  let hash = hashes.get(version);
  if (hash === undefined)
    hashes.set(
      version,
      (hash = createHash('sha256')
        .update(JSON.stringify(wordsOf(version), sorted))
        .digest('hex')
        .slice(0, 16)),
    );
  return hash;
}

/** Has `JSON.stringify` write fields in the order of their names. */
function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Every number by which annotations may name a version. */
export const numbersOf = ({ version, was = [] }: Version): readonly number[] => [version, ...was];

/**
 * One entry of two with the same id.
 * @param base what both came from, where that is known
 * @param isEntry whether an entry is one that may be written: changes of both can be such that only one of them holds
 */
export function mergeVersions<E extends Versioned>(
  first: E,
  second: E,
  base: E | undefined,
  choose: (choice: MergeChoice) => void,
  isEntry: (entry: E) => boolean,
): E {
  const [a, b] = isBefore(first, second) ? [first, second] : [second, first];
  const versions = numbered(unionOf(a.versions, b.versions));
  const path = [a.id];
  const { versions: _a, ...fieldsOfA } = a;
  const { versions: _b, ...fieldsOfB } = b;
  const { versions: _base, ...fieldsOfBase } = base ?? { versions: [] };
  const fields = mergeJson(base && fieldsOfBase, fieldsOfA, fieldsOfB, { path, choose }) as Omit<E, 'versions'>;
  const [headOfA, headOfB] = [headOf(a.versions), headOf(b.versions)];
  const isAhead = a.versions.some((each) => isSame(each, headOfB)) || b.versions.some((each) => isSame(each, headOfA));
  if (!isAhead) {
    const before = a.versions.filter((each) => b.versions.some((other) => isSame(other, each)));
    const from = before.length > 0 ? headOf(before) : base && headOf(base.versions);
    const words = mergeJson(from && wordsOf(from), wordsOf(headOfA), wordsOf(headOfB), {
      path,
      choose: () => undefined,
    }) as object;
    const last = headOf(versions);
    const made = (says: object): Version => ({
      version: last.version + 1,
      ...(timeOf(last) !== '' && { time: timeOf(last) }),
      ...says,
    });
    const both = made(words);
    const inForce = isEntry({ ...fields, versions: [both] } as unknown as E) ? both : made(wordsOf(headOfB));
    if (hashOfVersion(inForce) !== hashOfVersion(last)) versions.push(inForce);
  }
  return { ...fields, versions } as unknown as E;
}

const headOf = (versions: readonly Version[]): Version =>
  versions.reduce((latest, version) => (version.version > latest.version ? version : latest));

const timeOf = ({ time = '' }: Version): string => time;

/** Tells whether two are one version: the same words, under a number that both have or had. */
const isSame = (a: Version, b: Version): boolean =>
  hashOfVersion(a) === hashOfVersion(b) && numbersOf(a).some((number) => numbersOf(b).includes(number));

/** Orders what neither number nor place tells apart. */
const keyOf = (version: Version): string => `${timeOf(version)}\n${hashOfVersion(version)}\n${version.author ?? ''}`;

/** Orders two entries: the older first; where both are as old, by all that they hold. */
function isBefore(first: Versioned, second: Versioned): boolean {
  const [a, b] = [first, second].map((each) => `${keyOf(headOf(each.versions))}\n${JSON.stringify(each, sorted)}`);
  return (a ?? '') <= (b ?? '');
}

/** The versions of both, each once. */
function unionOf(first: readonly Version[], second: readonly Version[]): Version[] {
  const all = [...first];
  for (const version of second) {
    const at = all.findIndex((each) => isSame(each, version));
    const found = all[at];
    if (!found) all.push(version);
    else all[at] = stampedOnce(found, version);
  }
  return all;
}

/** Merges two versions that say the same: with the number that was given last, and the author who wrote it first. */
function stampedOnce(one: Version, other: Version): Version {
  const [first, second] = keyOf(one) <= keyOf(other) ? [one, other] : [other, one];
  return (first.was?.length ?? 0) >= (second.was?.length ?? 0)
    ? first
    : { ...first, version: second.version, was: second.was };
}

/** Versions with a number each: of those with one, which met another before keeps it, and then the oldest. */
function numbered(all: readonly Version[]): Version[] {
  let next = Math.max(...all.map(({ version }) => version)) + 1;
  const taken = new Set<number>();
  const isFirst = (a: Version, b: Version): number =>
    a.version - b.version || (b.was?.length ?? 0) - (a.was?.length ?? 0) || (keyOf(a) < keyOf(b) ? -1 : 1);
  const found = all.toSorted(isFirst).map((version): Version => {
    if (!taken.has(version.version)) {
      taken.add(version.version);
      return version;
    }
    return { ...version, version: next++, was: [...(version.was ?? []), version.version] };
  });
  return found.sort((a, b) => a.version - b.version);
}

/** Versions that are named, and those with them that had one of these numbers before. */
export function withNumbersOfBefore(
  named: ReadonlyMap<string, ReadonlySet<number>>,
  all: readonly Versioned[],
): ReadonlyMap<string, ReadonlySet<number>> {
  const met = all.flatMap(({ id, versions }): [string, Set<number>][] => {
    const numbers = named.get(id);
    const also = versions.filter(({ was }) => was?.some((number) => numbers?.has(number)));
    return also.length === 0 ? [] : [[id, new Set([...(numbers ?? []), ...also.map(({ version }) => version)])]];
  });
  return met.length === 0 ? named : new Map([...named, ...met]);
}
