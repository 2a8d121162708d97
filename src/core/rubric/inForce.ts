import { sliceKey, slicesOf, type Slice } from '../desk/queue/slices';
import type { Item } from '../model/item';
import { versionInForce, type PlacedCriterion, type Rubric, type RubricRef, type Rubrics, type Scope } from '../model/rubric';

/** What a scope asks of an item. */
export type ScopedItem = Pick<Item, 'id' | 'language' | 'metadata'>;

/** Whether an item is in a scope. Where a field of the item is a list, one of its values is enough; a slice of several fields wants them all. */
export function isInScope(scope: Scope | undefined, item: ScopedItem): boolean {
  switch (scope?.kind) {
    case undefined:
    case 'study':
      return true;
    case 'item':
      return scope.item === item.id;
    case 'slice': {
      const keys = new Set(slicesOf(item, Object.keys(scope.fields)).map(sliceKey));
      return fieldsOf(scope.fields).every((slice) => keys.has(sliceKey(slice)));
    }
  }
}

/** The rubrics whose scope holds an item, in the library's order. */
export function rubricsFor(rubrics: Rubrics, item: ScopedItem): readonly Rubric[] {
  return scopesOf(rubrics).find(item).map(({ rubric }) => rubric);
}

/** The criteria that an item is judged by: of each rubric whose scope holds it, the version in force, the most important first; none that is faulty. */
export function criteriaFor(rubrics: Rubrics, item: ScopedItem): PlacedCriterion[] {
  return rubricsFor(rubrics, item).flatMap((rubric) => {
    const { version, criteria } = versionInForce(rubric);
    return criteria.filter(({ faulty }) => !faulty).map((criterion) => ({ rubric: rubric.id, version, criterion }));
  });
}

/** The rubric versions that an annotation of an item, made now, is made under. Items under the same ones share a list. */
export function currentRubrics(rubrics: Rubrics, item: ScopedItem): readonly RubricRef[] {
  return scopesOf(rubrics).refs(item);
}

/** A rubric with its place in the library. */
interface Placed {
  readonly place: number;
  readonly rubric: Rubric;
}

/** Finds rubrics by their scopes, so that thousands which are for one item or slice each cost nothing elsewhere. */
class Scopes {
  private readonly everywhere: Placed[] = [];
  private readonly byItem = new Map<string, Placed[]>();
  /** By the first field of the slice. */
  private readonly bySlice = new Map<string, Placed[]>();
  private readonly paths = new Set<string>();
  private readonly lists = new Map<string, readonly RubricRef[]>();

  constructor({ rubrics }: Rubrics) {
    for (const [place, rubric] of rubrics.entries()) this.add({ place, rubric });
  }

  find(item: ScopedItem): Placed[] {
    const slices = slicesOf(item, [...this.paths]).flatMap((slice) => this.bySlice.get(sliceKey(slice)) ?? []).filter(({ rubric }) => isInScope(rubric.scope, item));
    const narrow = [...(this.byItem.get(item.id) ?? []), ...slices];
    return narrow.length === 0 ? this.everywhere : [...this.everywhere, ...narrow].sort((a, b) => a.place - b.place);
  }

  refs(item: ScopedItem): readonly RubricRef[] {
    const found = this.find(item);
    const key = found.map(({ place }) => place).join();
    let list = this.lists.get(key);
    if (!list) this.lists.set(key, (list = found.map(({ rubric }) => ({ id: rubric.id, version: versionInForce(rubric).version }))));
    return list;
  }

  private add(placed: Placed): void {
    const { scope } = placed.rubric;
    if (scope?.kind === 'item') addTo(this.byItem, scope.item, placed);
    else if (scope?.kind === 'slice') {
      const first = fieldsOf(scope.fields)[0];
      if (!first) return;
      this.paths.add(first.path);
      addTo(this.bySlice, sliceKey(first), placed);
    } else this.everywhere.push(placed);
  }
}

const known = new WeakMap<Rubrics, Scopes>();

/** Made once for each library, which is never altered: an edit gives another. */
function scopesOf(rubrics: Rubrics): Scopes {
  let scopes = known.get(rubrics);
  if (!scopes) known.set(rubrics, (scopes = new Scopes(rubrics)));
  return scopes;
}

const fieldsOf = (fields: Readonly<Record<string, string>>): Slice[] => Object.entries(fields).map(([path, value]) => ({ path, value }));

function addTo(map: Map<string, Placed[]>, key: string, placed: Placed): void {
  const list = map.get(key);
  if (list) list.push(placed);
  else map.set(key, [placed]);
}
