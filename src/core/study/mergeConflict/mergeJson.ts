import { isDeepStrictEqual } from 'node:util';

/** A place at which both sides changed the same and only one of them could be taken. */
export interface MergeChoice {
  /** Dotted, from the top of the document. */
  readonly path: string;
  readonly taken: unknown;
  readonly left: unknown;
}

interface Merging {
  readonly path: readonly string[];
  /** Hears of every place where one side had to be left. */
  readonly choose: (choice: MergeChoice) => void;
}

/**
 * One JSON value of two that were made of `base`: what one side changed is changed, what either added is there, and
 * what one took out and the other left as it was is gone. Parts of lists are told apart by `id`, `version` or `name`.
 * Where both changed the same, `second` is taken. Nothing counts as taken out where the base is not known (undefined).
 */
export function mergeJson(base: unknown, first: unknown, second: unknown, merging: Merging): unknown {
  if (isDeepStrictEqual(first, second) || isDeepStrictEqual(first, base)) return second;
  if (isDeepStrictEqual(second, base) || second === undefined) return first;
  if (first === undefined) return second;
  if (isFields(first) && isFields(second))
    return mergedFields(isFields(base) ? base : undefined, first, second, merging);
  if (Array.isArray(first) && Array.isArray(second))
    return mergedList(Array.isArray(base) ? base : undefined, first, second, merging);
  merging.choose({ path: merging.path.join('.'), taken: second, left: first });
  return second;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function mergedFields(base: Fields | undefined, first: Fields, second: Fields, { path, choose }: Merging): Fields {
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = mergedPart(base, base?.[name], first[name], second[name], { path: [...path, name], choose });
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * A part of both; undefined where it is gone: one side took out what the other left as it was.
 * @param of what it is a part of, undefined where that is not known
 */
function mergedPart(of: unknown, base: unknown, first: unknown, second: unknown, merging: Merging): unknown {
  const isTakenOut =
    of !== undefined &&
    base !== undefined &&
    ((first === undefined && isDeepStrictEqual(second, base)) ||
      (second === undefined && isDeepStrictEqual(first, base)));
  return isTakenOut ? undefined : mergeJson(base, first, second, merging);
}

function mergedList(
  base: readonly unknown[] | undefined,
  first: readonly unknown[],
  second: readonly unknown[],
  { path, choose }: Merging,
): unknown[] {
  const [were, one, other] = [base && byName(base), byName(first), byName(second)];
  // Whoever put them into another order has the say.
  const isMoved =
    were !== undefined &&
    isDeepStrictEqual(
      [...one.keys()].filter((name) => were.has(name)),
      [...were.keys()].filter((name) => one.has(name)),
    );
  const names = [...new Set(isMoved ? [...other.keys(), ...one.keys()] : [...one.keys(), ...other.keys()])];
  return names.flatMap((name) => {
    const value = mergedPart(were, were?.get(name), one.get(name), other.get(name), { path: [...path, name], choose });
    return value === undefined ? [] : [value];
  });
}

/** Parts of a list by what tells them apart; of two with one name the later. */
const byName = (list: readonly unknown[]): Map<string, unknown> => new Map(list.map((part) => [nameOf(part), part]));

function nameOf(part: unknown): string {
  if (!isFields(part)) return typeof part === 'string' ? part : JSON.stringify(part);
  const name = part.id ?? part.name ?? part.version;
  return typeof name === 'string' || typeof name === 'number' ? String(name) : JSON.stringify(part);
}
