import {
  versionInForce,
  type PlacedCriterion,
  type Rubric,
  type RubricRef,
  type Rubrics,
} from '../model/rubric/rubric';
import { ScopeIndex, type ScopedItem } from './scopes';

export type { ScopedItem } from './scopes';

/** The rubrics whose scope holds an item, in the library's order. */
export function rubricsFor(rubrics: Rubrics, item: ScopedItem): readonly Rubric[] {
  return scopesOf(rubrics)
    .find(item)
    .map(({ rubric }) => rubric);
}

/**
 * The criteria that an item is judged by: of each rubric whose scope holds it, the version in force, the most important
 * first; none that is faulty.
 */
export function criteriaFor(rubrics: Rubrics, item: ScopedItem): PlacedCriterion[] {
  return rubricsFor(rubrics, item).flatMap((rubric) => {
    const { version, criteria } = versionInForce(rubric);
    return criteria.filter(({ faulty }) => !faulty).map((criterion) => ({ rubric: rubric.id, version, criterion }));
  });
}

/**
 * The rubric versions that an annotation of an item, made now, is made under. Items under the same ones share a list.
 */
export function currentRubrics(rubrics: Rubrics, item: ScopedItem): readonly RubricRef[] {
  return scopesOf(rubrics).refs(item);
}

/** A rubric with its place in the library. */
interface Placed {
  readonly place: number;
  readonly rubric: Rubric;
}

/** Finds rubrics by their scopes. */
class Scopes {
  private readonly everywhere: Placed[] = [];
  private readonly index: ScopeIndex;
  /** By the number of their scope. */
  private readonly narrow: Placed[][] = [];
  private readonly lists = new Map<string, readonly RubricRef[]>();

  constructor({ rubrics }: Rubrics) {
    this.index = new ScopeIndex(rubrics.map(({ scope }) => scope));
    for (const [place, rubric] of rubrics.entries()) {
      const number = this.index.numberOf(rubric.scope);
      const list = number === undefined ? this.everywhere : (this.narrow[number] ??= []);
      list.push({ place, rubric });
    }
  }

  find(item: ScopedItem): Placed[] {
    const narrow = this.index.of(item).flatMap((number) => this.narrow[number] ?? []);
    return narrow.length === 0 ? this.everywhere : [...this.everywhere, ...narrow].sort((a, b) => a.place - b.place);
  }

  refs(item: ScopedItem): readonly RubricRef[] {
    const found = this.find(item);
    const key = found.map(({ place }) => place).join();
    let list = this.lists.get(key);
    if (!list)
      this.lists.set(
        key,
        (list = found.map(({ rubric }) => ({ id: rubric.id, version: versionInForce(rubric).version }))),
      );
    return list;
  }
}

const known = new WeakMap<Rubrics, Scopes>();

/** Made once for each library, which is never altered: an edit gives another. */
function scopesOf(rubrics: Rubrics): Scopes {
  let scopes = known.get(rubrics);
  if (!scopes) known.set(rubrics, (scopes = new Scopes(rubrics)));
  return scopes;
}
