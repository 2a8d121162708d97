import { keptFindings } from '../../dataset/keptFindings';
import type { ScanOptions } from '../../dataset/scan';
import { seedOf } from '../../model/blind';
import type { Problem } from '../../model/problem';
import type { CoverageSlice } from '../../model/coverage';
import type { Scope } from '../../model/rubric';
import { scopeKey } from '../../rubric/scopes';
import type { ItemSource } from '../../study/study';
import { findItemFacts } from './findItemFacts';
import { NumberTable } from '../../model/numberTable';

/** So many values of one kind stand by themselves, the most frequent first; the others are one slice. */
export const mostValues = 50;
/** So many items are named where they are a finding; all are counted. */
export const mostNamed = 1000;

/** What a pass over the dataset finds of items for coverage, as data: some 60 bytes an item and 12 a response. */
export interface FoundFacts {
  /** Numbers of the items (see `itemNumber`), by row; one that is repeated counts once. */
  readonly items: Float64Array;
  /** 0-based places in the dataset, by row. */
  readonly ordinals: Uint32Array;
  readonly slices: readonly CoverageSlice[];
  /** Numbers of the slices of each item, row after row, and where each row's end. */
  readonly members: Uint32Array;
  readonly ends: Uint32Array;
  /** The same of each response, row after row. */
  readonly responseMembers: Uint32Array;
  readonly responseMemberEnds: Uint32Array;
  /** Of each response a number made of its id, row after row, and where each row's end. */
  readonly responseKeys: Uint32Array;
  readonly responseEnds: Uint32Array;
  /**
   * Scopes that are narrower than the study, by `scopeKey`; their places among these of each item, row after row, and
   * where each row's end.
   */
  readonly scopes: readonly string[];
  readonly scopeMembers: Uint32Array;
  readonly scopeEnds: Uint32Array;
  /** Items for which no rubric is in force. */
  readonly withoutRubric: {
    readonly count: number;
    readonly items: readonly { readonly item: string; readonly ordinal: number }[];
  };
  /** What is wrong with records that are no items, and with files as a whole: the first of it, and how much in all. */
  readonly faulty: { readonly count: number; readonly first: readonly Problem[] };
}

/** What coverage needs to know of items. */
export interface ItemFacts extends Omit<FoundFacts, 'items' | 'scopes' | 'scopeMembers' | 'scopeEnds'> {
  /** Items that can be read. */
  readonly count: number;
  /** Whether the item of a row is within a scope, by its `scopeKey`. */
  isWithin(row: number, scope: string | undefined): boolean;
  /** The row of the item with this id and content; -1 where it is not in the dataset. */
  rowOf(item: string, hash: string): number;
}

export interface FactsWanted {
  /** By what items and responses are sliced; see `CoverageSlice.by`. */
  readonly by: readonly string[];
  /** Scopes of the rubrics in force. */
  readonly inForce: readonly (Scope | undefined)[];
  /** Scopes of all rubrics. */
  readonly scopes: readonly (Scope | undefined)[];
  /** A file's name for people. */
  readonly nameOf: (file: string) => string;
}

/** Where and how facts are found. */
export interface FactsOptions extends ScanOptions {
  /** Where they are kept for the next time; nowhere where none is named. */
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
  if (cacheFolder === undefined) return factsOf(await find());
  const { by, inForce, scopes, nameOf } = wanted;
  const keysOf = (all: readonly (Scope | undefined)[]): (string | null)[] => [
    ...new Set(all.map((scope) => scopeKey(scope) ?? null)),
  ];
  return factsOf(
    await keptFindings(
      paths,
      reading,
      ['coverage', by, keysOf(inForce), keysOf(scopes), paths.map(nameOf), reading.gather ?? false],
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

/**
 * An item's id and content as 52 bits: those of the content's hash (32 hex digits) with the id's in the last 20, which
 * set items of the same content apart.
 */
export function itemNumber(id: string, hash: string): number {
  const [high, low] = [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8, 13), 16)];
  return (Number.isNaN(high) ? 0 : high) * 0x100000 + (((Number.isNaN(low) ? 0 : low) ^ seedOf(id)) & 0xfffff);
}
