import { scanCache } from '../../../dataset/sources/scanCache';
import type { Scope } from '../../../model/rubric/rubric';
import { scopeKey } from '../../../rubric/scopes';
import type { ItemSource } from '../../../study/study';
import { findItemFacts, itemNumber, type FactsWanted, type FindOptions, type FoundFacts } from './findItemFacts';
import { NumberTable } from '../../../model/report/numberTable';

/** What coverage needs to know of items. */
export interface ItemFacts extends Omit<FoundFacts, 'items' | 'scopes' | 'scopeMembers' | 'scopeEnds'> {
  /** Items that can be read. */
  readonly count: number;
  /** Whether the item of a row is within a scope, by its `scopeKey`. */
  isWithin(row: number, scope: string | undefined): boolean;
  /** The row of the item with this id and content; -1 where it is not in the dataset. */
  rowOf(item: string, hash: string): number;
}

/** Where and how facts are found. */
export interface FactsOptions extends FindOptions {
  /** Where they are kept for the next time, if all records are looked at; nowhere where none is named. */
  readonly cacheFolder?: string | undefined;
}

/**
 * Reads every record once, or nothing where the facts were kept and the files are the same. Throws `signal.reason` once
 * aborted, and the file system's error if a file cannot be read.
 */
export async function readItemFacts(
  { paths, reading }: ItemSource,
  wanted: FactsWanted,
  { cacheFolder, ...options }: FactsOptions = {},
): Promise<ItemFacts> {
  const find = (): Promise<FoundFacts> => findItemFacts(paths, reading, wanted, options);
  if (cacheFolder === undefined || options.maxBytes !== undefined) return factsOf(await find());
  const { by, withFields, withTexts, inForce, scopes, nameOf } = wanted;
  const keysOf = (all: readonly (Scope | undefined)[]): (string | null)[] => [
    ...new Set(all.map((scope) => scopeKey(scope) ?? null)),
  ];
  return factsOf(
    await scanCache(
      paths,
      reading,
      [
        'coverage with each verifier, evidence, lists, sources and runs',
        by,
        withFields ?? false,
        withTexts ?? false,
        keysOf(inForce),
        keysOf(scopes),
        paths.map(nameOf),
        reading.gather ?? false,
        reading.pairs ?? false,
      ],
      cacheFolder,
      find,
    ),
  );
}

function factsOf({ items, scopes, scopeMembers, scopeEnds, ...found }: FoundFacts): ItemFacts {
  const rows = NumberTable.of(items);
  const numbers = new Map(scopes.map((key, number) => [key, number]));
  return {
    ...found,
    count: rows.size,
    isWithin(row, scope) {
      if (scope === undefined) return true;
      const number = numbers.get(scope);
      for (let at = row === 0 ? 0 : (scopeEnds[row - 1] ?? 0); at < (scopeEnds[row] ?? 0); at++)
        if (scopeMembers[at] === number) return true;
      return false;
    },
    rowOf: (item, hash) => rows.find(itemNumber(item, hash)),
  };
}
