import { itemMetadataValue, valueAsText } from '../../dataset/fields/itemMetadataValue';
import type { Item } from '../../model/item/item';
import { problem, UsageError } from '../../model/problems/problem';
import { fieldsOf } from '../rows/filterValueCounts';

/** So many fields are named, and looked for, where the one that was asked for is in no item. */
const maxFields = 24;

/** The stratum of each item by a field of its metadata; items without it are a stratum of their own. */
export class Strata {
  private items = 0;
  private found = 0;
  private readonly fields = new Set<string>();

  constructor(private readonly path: string) {}

  of(item: Item): string {
    this.items++;
    const value = valueAsText(itemMetadataValue(item, this.path));
    if (value !== undefined) this.found++;
    else if (this.found === 0) this.keepFields(item);
    return value ?? '';
  }

  /**
   * All items were asked for. Throws `UsageError` where none has the field, as the split would not be stratified and
   * nobody would know.
   */
  assertFound(): void {
    if (this.found > 0 || this.items === 0) return;
    throw new UsageError(
      problem('export.noStrata', { field: this.path, items: this.items, fields: [...this.fields].sort() }),
    );
  }

  private keepFields(item: Item): void {
    if (this.fields.size < maxFields) for (const field of fieldsOf(item)) this.fields.add(field);
  }
}
