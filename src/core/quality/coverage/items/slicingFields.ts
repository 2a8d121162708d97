import { valuesAt } from '../../../desk/queue/slices';
import { isAboutResponses } from '../../../desk/queue/revealingMetadata';
import type { Item } from '../../../model/item/item';

/** So many items, the first of a dataset, are looked at for fields that make slices. */
export const itemsLookedAt = 200;
/** So many fields are taken, and so many values may one have; more are ids, numbers or texts. */
const maxFields = 6;
const maxValues = 20;
/** A value is on this many of the items that were looked at, on average, and no longer than this. */
const minItemsAValue = 3;
const maxLength = 60;

/**
 * The fields of items' metadata that divide them into slices, in the order in which they are met: those that most items
 * have, with two values or more and few altogether. A field that tells something of responses (a model, a winner, a
 * score) makes none: what was said of responses is not what items have in common, and nobody who judges blind may see
 * it.
 */
export function slicingFields(items: readonly Pick<Item, 'metadata'>[]): string[] {
  const fields = new Map<string, { items: number; readonly values: Set<string> }>();
  for (const item of items) {
    for (const path of pathsIn(item.metadata ?? {})) {
      const values = valuesAt(item, path);
      if (values.length === 0) continue;
      let field = fields.get(path);
      if (!field) fields.set(path, (field = { items: 0, values: new Set() }));
      field.items++;
      for (const value of values) field.values.add(value);
    }
  }
  return [...fields]
    .filter(
      ([path, { items: count, values }]) =>
        !isAboutResponses(path) &&
        count * 2 > items.length &&
        values.size >= 2 &&
        values.size <= Math.min(maxValues, count / minItemsAValue) &&
        [...values].every(({ length }) => length <= maxLength),
    )
    .slice(0, maxFields)
    .map(([path]) => path);
}

/** Paths of values in an item's metadata, one object deep. */
function pathsIn(metadata: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(metadata).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.keys(value).map((inner) => `${key}.${inner}`)
      : [key],
  );
}
