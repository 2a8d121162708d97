import { slicesOf } from '../../desk/queue/slices';
import type { Item } from '../../model/item';
import type { Scope } from '../../model/rubric';

type Fields = Readonly<Record<string, string>>;

/** Names the scope of a slice. */
export const scopeKey = (fields: Fields): string => JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Those that ask for values at the same paths. */
interface Group {
  readonly paths: readonly string[];
  /** Numbers of the scopes by the values that they ask for. */
  readonly byValues: Map<string, number>;
}

/** Finds the scopes of slices that an item is within, of thousands, by looking at the values at their paths once. Where a value is a list, one of its values is enough; a slice of several fields wants them all. */
export class ScopeIndex {
  /** By `scopeKey`. */
  readonly numbers = new Map<string, number>();
  private readonly groups = new Map<string, Group>();

  constructor(scopes: readonly Scope[]) {
    for (const scope of scopes) {
      if (scope.kind !== 'slice') continue;
      const key = scopeKey(scope.fields);
      if (this.numbers.has(key)) continue;
      const number = this.numbers.size;
      this.numbers.set(key, number);
      const paths = Object.keys(scope.fields).sort();
      const name = JSON.stringify(paths);
      let group = this.groups.get(name);
      if (!group) this.groups.set(name, (group = { paths, byValues: new Map() }));
      group.byValues.set(JSON.stringify(paths.map((path) => scope.fields[path])), number);
    }
  }

  /** Numbers of the scopes that an item is within. */
  of(item: Pick<Item, 'language' | 'metadata'>): number[] {
    const found: number[] = [];
    for (const { paths, byValues } of this.groups.values()) {
      for (const values of combinations(paths.map((path) => slicesOf(item, [path]).map(({ value }) => value)))) {
        const number = byValues.get(JSON.stringify(values));
        if (number !== undefined) found.push(number);
      }
    }
    return found;
  }
}

/** One of each list, in every way. */
function combinations(lists: readonly (readonly string[])[]): string[][] {
  return lists.reduce<string[][]>((all, list) => all.flatMap((before) => list.map((each) => [...before, each])), [[]]);
}
