import { valuesAt } from '../desk/queue/slices';
import type { Item } from '../model/item/item';
import type { Scope } from '../model/rubric/rubric';

/** The fields of an item that scopes go by. */
export type ScopedItem = Pick<Item, 'id' | 'language' | 'metadata'>;

type Fields = Readonly<Record<string, string>>;

/**
 * Names a scope that is narrower than the study: the same for all that hold the same items by what they say; undefined
 * for the whole study.
 */
export function scopeKey(scope: Scope | undefined): string | undefined {
  switch (scope?.kind) {
    case undefined:
    case 'study':
      return undefined;
    case 'item':
      return JSON.stringify([scope.item]);
    case 'slice':
      return JSON.stringify(Object.entries(scope.fields).sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** The scope of a slice with the number under which it was met. */
interface NumberedSlice {
  readonly number: number;
  readonly fields: Fields;
}

/**
 * Finds the scopes that an item is in, of thousands: those that are for one item or slice each cost nothing elsewhere.
 * Where a field of the item is a list, one of its values is enough; a slice of several fields wants them all.
 */
export class ScopeIndex {
  /** Of the scopes that are narrower than the study, by `scopeKey`, counted from 0 in the order in which they come. */
  readonly numbers = new Map<string, number>();
  private readonly byItem = new Map<string, number>();
  /** By path and value: of each slice the field that the fewest others have. */
  private readonly bySlice = new Map<string, Map<string, NumberedSlice[]>>();

  constructor(scopes: readonly (Scope | undefined)[]) {
    const slices: NumberedSlice[] = [];
    for (const scope of scopes) {
      const key = scopeKey(scope);
      if (key === undefined || this.numbers.has(key)) continue;
      const number = this.numbers.size;
      this.numbers.set(key, number);
      if (scope?.kind === 'item') this.byItem.set(scope.item, number);
      else if (scope?.kind === 'slice') slices.push({ number, fields: scope.fields });
    }
    const shared = new Map<string, number>();
    const nameOf = ([path, value]: readonly [string, string]): string => JSON.stringify([path, value]);
    for (const { fields } of slices)
      for (const field of Object.entries(fields)) shared.set(nameOf(field), (shared.get(nameOf(field)) ?? 0) + 1);
    for (const slice of slices) {
      const [rarest] = Object.entries(slice.fields).sort(
        (a, b) => (shared.get(nameOf(a)) ?? 0) - (shared.get(nameOf(b)) ?? 0),
      );
      if (rarest) this.place(slice, ...rarest);
    }
  }

  /** The number of a scope; undefined for the whole study, and for one that the index was not made of. */
  numberOf(scope: Scope | undefined): number | undefined {
    const key = scopeKey(scope);
    return key === undefined ? undefined : this.numbers.get(key);
  }

  /** Numbers of the scopes that hold an item, but for the whole study; in no particular order. */
  of(item: ScopedItem): number[] {
    const own = this.byItem.get(item.id);
    const found = own === undefined ? [] : [own];
    for (const [path, byValue] of this.bySlice) {
      for (const value of valuesAt(item, path)) {
        for (const { number, fields } of byValue.get(value) ?? []) if (isInSlice(fields, item)) found.push(number);
      }
    }
    return found;
  }

  private place(slice: NumberedSlice, path: string, value: string): void {
    let byValue = this.bySlice.get(path);
    if (!byValue) this.bySlice.set(path, (byValue = new Map<string, NumberedSlice[]>()));
    const list = byValue.get(value);
    if (list) list.push(slice);
    else byValue.set(value, [slice]);
  }
}

/** Tells whether an item has all the values of a slice. */
export function isInSlice(fields: Fields, item: ScopedItem): boolean {
  for (const path in fields) if (!valuesAt(item, path).includes(fields[path] ?? '')) return false;
  return true;
}
