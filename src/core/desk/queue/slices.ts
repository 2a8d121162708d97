import { itemMetadataValue, valueAsText } from '../../dataset/fields/itemMetadataValue';
import type { Reading } from '../../dataset/items/parse';
import type { ItemOrProblem } from '../../dataset/items/parsedItem';
import { scan, type ScanOptions } from '../../dataset/sources/scan';
import type { Item } from '../../model/item/item';
import { idNumber } from '../../study/planFilter';

/** The items that have one value in common. */
export interface Slice {
  /** Where the value stands (see `itemMetadataValue`). */
  readonly path: string;
  readonly value: string;
}

/**
 * The slices that an item is in: one for each path where it has a value, and where that is a list one for each of its
 * values.
 */
export function slicesOf(item: Pick<Item, 'language' | 'metadata'>, paths: readonly string[]): Slice[] {
  return paths.flatMap((path) => valuesAt(item, path).map((value) => ({ path, value })));
}

/** Lists an item's values at a path as one types them: none, one, or those of a list, each once. */
export function valuesAt(item: Pick<Item, 'language' | 'metadata'>, path: string): readonly string[] {
  const found = itemMetadataValue(item, path);
  if (!Array.isArray(found)) return isPlain(found) ? [valueAsText(found) ?? ''] : none;
  return [...new Set(found.filter(isPlain).map((value) => valueAsText(value) ?? ''))];
}

const none: readonly string[] = [];

const isPlain = (value: unknown): boolean =>
  value !== '' && (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean');

/** Names a slice among all of one study. */
export const sliceKey = ({ path, value }: Slice): string => JSON.stringify([path, value]);

/** The slices that the items of a dataset are in, as numbers: 12 bytes an item, and 4 for each slice that it is in. */
export interface SlicedItems {
  /** Keys of the slices (see `sliceKey`), in the order in which they were met. */
  readonly slices: readonly string[];
  /** The id of each item as a number, by ordinal (see `idNumber`); 0 for a record that is none. */
  readonly ids: Float64Array;
  /** Numbers of the slices, item after item, and where each item's end. */
  readonly members: Uint32Array;
  readonly ends: Uint32Array;
}

/**
 * Reads every record once. Throws `signal.reason` once aborted, and the file system's error if a file cannot be read.
 */
export async function sliceItems(
  files: readonly string[],
  reading: Reading,
  paths: readonly string[],
  options: ScanOptions = {},
): Promise<SlicedItems> {
  const numbers = new Map<string, number>();
  const ids: number[] = [];
  const members: number[] = [];
  const ends: number[] = [];
  const numberOf = (key: string): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  };
  const take = (parsed: ItemOrProblem): void => {
    ids.push('item' in parsed ? idNumber(parsed.item.id) : 0);
    if ('item' in parsed) for (const slice of slicesOf(parsed.item, paths)) members.push(numberOf(sliceKey(slice)));
    ends.push(members.length);
  };
  for await (const batch of scan(files, reading, { onEnd: () => undefined, ...options })) batch.forEach(take);
  return {
    slices: [...numbers.keys()],
    ids: Float64Array.from(ids),
    members: Uint32Array.from(members),
    ends: Uint32Array.from(ends),
  };
}
