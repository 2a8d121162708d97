import type { FilePlace } from '../../dataset/repeatedIds';
import { itemsIn, type Stretch } from '../../dataset/scan';
import type { Standing } from '../../journal/replay';
import type { Item } from '../../model/item';
import type { Problem } from '../../model/problem';

/** The items of a stretch of the dataset, as far as has to be known to tell what was judged of them. Plain data, by item. */
export interface Found {
  readonly ids: readonly string[];
  readonly hashes: readonly string[];
  /** Lines of one file; where items stand in several, or are rows, their places. */
  readonly places: { readonly file: string; readonly lines: readonly number[] } | readonly FilePlace[];
}

/** What was judged of an item, by its place in what was found. */
export type JudgedOne = readonly [index: number, standings: readonly Standing[]];

/** An item with its place. */
export interface FoundItem {
  readonly item: Item;
  readonly place: FilePlace;
}

/** Reads the records of a stretch. */
export function readStretch(stretch: Stretch): { readonly items: readonly FoundItem[]; readonly problems: readonly Problem[] } {
  const items: FoundItem[] = [];
  const problems: Problem[] = [];
  for (const batch of itemsIn(stretch)) {
    for (const parsed of batch) {
      if ('problem' in parsed) problems.push(parsed.problem);
      else items.push({ item: parsed.item, place: parsed });
    }
  }
  return { items, problems };
}

/** What has to be known of items elsewhere. */
export function foundOf(items: readonly FoundItem[]): Found {
  const file = items[0]?.place.file ?? '';
  const isPlain = items.every(({ place }) => place.file === file && place.unit === undefined);
  const places = isPlain ? { file, lines: items.map(({ place }) => place.line) } : items.map(({ place: { file: own, line, unit } }) => ({ file: own, line, ...(unit && { unit }) }));
  return { ids: items.map(({ item }) => item.id), hashes: items.map(({ item }) => item.hash), places };
}

/** The place of an item. */
export function placeOfFound({ places }: Found, index: number): FilePlace {
  if ('lines' in places) return { file: places.file, line: places.lines[index] ?? 0 };
  return places[index] ?? { file: '', line: 0 };
}
